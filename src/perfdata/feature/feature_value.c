/* What payloads of header features are made of: numbers, texts, lists of texts. A text is u32 size, then so many bytes:
 * the string, and NULs up to a multiple of 64. Everything here is bounded by the section: a size or count that cannot
 * be true sets the cursor's error and yields nothing, before memory is taken for it. Features therefore need not check;
 * header_decode_feature looks at the cursor at the end. */
#include "perfdata/feature/header_feature.h"

char *feature_get_string(struct cursor *c, struct perf_header *h)
{
	uint32_t size = cursor_u32(c);
	const char *bytes = cursor_bytes(c, size);
	return bytes ? arena_strndup(&h->arena, bytes, strnlen(bytes, size)) : NULL;
}

/* The array itself is bounded by feature_get_count: each text takes at least the four bytes of its size. */
char **feature_get_strings(struct cursor *c, struct perf_header *h, uint32_t *ret_count)
{
	uint32_t count = feature_get_count(c, 4);
	char **texts = arena_alloc(&h->arena, count * sizeof(*texts));
	for (uint32_t i = 0; i < count; i++) texts[i] = feature_get_string(c, h);
	if (!cursor_ok(c)) return NULL;
	*ret_count = count;
	return texts;
}

uint32_t feature_get_count(struct cursor *c, size_t item_size)
{
	uint32_t count = cursor_u32(c);
	if (!cursor_ok(c) || count > cursor_left(c) / item_size) {
		c->error = true;
		return 0;
	}
	return count;
}

void feature_put_string(struct outbuf *out, const char *text)
{
	static const char zeroes[64];
	size_t size = text ? strlen(text) : 0, padded = (size + 1 + 63) & ~(size_t)63;
	out_u32(out, (uint32_t)padded);
	if (size) out_mem(out, text, size);
	out_mem(out, zeroes, padded - size);
}

void feature_put_strings(struct outbuf *out, char *const *texts, uint32_t count)
{
	out_u32(out, count);
	for (uint32_t i = 0; i < count; i++) feature_put_string(out, texts[i]);
}
