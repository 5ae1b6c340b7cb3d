/* COMPRESSED: how the records were compressed: five u32, in the order below. Present means that COMPRESSED records are
 * in the file; what is in the records does not depend on level and ratio, which are only shown. */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->comp_version = cursor_u32(c);
	h->comp_type = cursor_u32(c);
	h->comp_level = cursor_u32(c);
	h->comp_ratio = cursor_u32(c);
	h->comp_mmap_len = cursor_u32(c);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->comp_version);
	out_u32(out, h->comp_type);
	out_u32(out, h->comp_level);
	out_u32(out, h->comp_ratio);
	out_u32(out, h->comp_mmap_len);
}
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# compressed : %s, level = %u, ratio = %u\n", h->comp_type == 1 ? "Zstd" : "Unknown",
		   h->comp_level, h->comp_ratio);
}

const struct feature_desc feature_compressed = { .decode = decode, .encode = encode, .print = print };
