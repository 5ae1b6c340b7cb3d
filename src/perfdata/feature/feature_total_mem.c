/* TOTAL_MEM: MemTotal of /proc/meminfo, one u64 in KiB. It is printed as "kB", the unit's name in that file. */
#include <inttypes.h>
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->total_mem_kib = cursor_u64(c);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { out_u64(out, h->total_mem_kib); }
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# total memory : %" PRIu64 " kB\n", h->total_mem_kib);
}

const struct feature_desc feature_total_mem = { .decode = decode, .encode = encode, .print = print };
