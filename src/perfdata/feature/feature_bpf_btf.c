/* BPF_BTF: type information of the loaded BPF programs: u32 count; count x { u32 id, size; data }. The data is kept as
 * bytes; only the ids are shown. */
#include <errno.h>
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = feature_get_count(c, 8);
	h->btfs = arena_zalloc(&h->arena, count * sizeof(*h->btfs));
	for (uint32_t i = 0; i < count; i++) {
		h->btfs[i].id = cursor_u32(c);
		h->btfs[i].size = cursor_u32(c);
		h->btfs[i].data = cursor_bytes(c, h->btfs[i].size);
	}
	if (!cursor_ok(c)) return -EBADMSG;
	h->nr_btfs = count;
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->nr_btfs);
	for (uint32_t i = 0; i < h->nr_btfs; i++) {
		out_u32(out, h->btfs[i].id);
		out_u32(out, (uint32_t)h->btfs[i].size);
		out_mem(out, h->btfs[i].data, h->btfs[i].size);
	}
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	for (uint32_t i = 0; i < h->nr_btfs; i++) out_printf(out, "# btf info of id %u\n", h->btfs[i].id);
}

const struct feature_desc feature_bpf_btf = { .decode = decode, .encode = encode, .print = print };
