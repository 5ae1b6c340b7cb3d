/* CACHE: the CPU caches as sysfs shows them: u32 version 1, count; count x { u32 level, line, sets, ways; string type,
 * size, map }. */
#include "perfdata/feature/header_feature.h"

/* 28 is the size of an entry whose strings are empty: four numbers and three sizes of strings. */
static int decode(struct cursor *c, struct perf_header *h)
{
	if (cursor_u32(c) != 1) return 0; /* no other version is known */
	uint32_t count = feature_get_count(c, 28);
	h->caches = arena_zalloc(&h->arena, count * sizeof(*h->caches));
	for (uint32_t i = 0; i < count; i++) {
		struct header_cache *k = &h->caches[i];
		k->level = cursor_u32(c);
		k->line = cursor_u32(c);
		k->sets = cursor_u32(c);
		k->ways = cursor_u32(c);
		k->type = feature_get_string(c, h);
		k->size = feature_get_string(c, h);
		k->map = feature_get_string(c, h);
	}
	h->nr_caches = cursor_ok(c) ? count : 0;
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, 1);
	out_u32(out, h->nr_caches);
	for (uint32_t i = 0; i < h->nr_caches; i++) {
		const struct header_cache *k = &h->caches[i];
		out_u32(out, k->level);
		out_u32(out, k->line);
		out_u32(out, k->sets);
		out_u32(out, k->ways);
		feature_put_string(out, k->type);
		feature_put_string(out, k->size);
		feature_put_string(out, k->map);
	}
}

/* One line for each cache: "#  L1 Data                 32K [0-1]". */
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_lit(out, "# CPU cache info:\n");
	for (uint32_t i = 0; i < h->nr_caches; i++) {
		const struct header_cache *k = &h->caches[i];
		out_printf(out, "#  L%u %-15s %8s [%s]\n", k->level, k->type, k->size, k->map);
	}
}

const struct feature_desc feature_cache = { .decode = decode, .encode = encode, .print = print, .long_text = true };
