/* AUXTRACE: where in the file the AUXTRACE records are, so that all can be found before the rest is read. */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	/* The number of entries comes first, as encode() writes it. A section without it, of entries alone, is told by
	 * its size and taken, too. */
	uint64_t count = cursor_left(c) / 16;
	if (cursor_left(c) % 16 == 8) {
		uint64_t said = cursor_u64(c);
		count = MIN(count, said);
	}
	h->auxtrace = arena_alloc(&h->arena, count * sizeof(*h->auxtrace));
	for (uint64_t i = 0; i < count; i++) {
		h->auxtrace[i].offset = cursor_u64(c);
		h->auxtrace[i].size = cursor_u64(c);
	}
	h->nr_auxtrace = count;
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u64(out, h->nr_auxtrace);
	for (size_t i = 0; i < h->nr_auxtrace; i++) {
		out_u64(out, h->auxtrace[i].offset);
		out_u64(out, h->auxtrace[i].size);
	}
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	out_lit(out, "# contains AUX area data (e.g. instruction trace)\n");
}

const struct feature_desc feature_auxtrace = { .decode = decode, .encode = encode, .print = print };
