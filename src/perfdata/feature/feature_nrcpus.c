/* NRCPUS: two u32, how many CPUs the machine has, and how many of them were online, in this order. It is printed in the
 * other order, as upstream prints it. CPU_TOPOLOGY has as many cores as are available. */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->nrcpus_available = cursor_u32(c);
	h->nrcpus_online = cursor_u32(c);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->nrcpus_available);
	out_u32(out, h->nrcpus_online);
}
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# nrcpus online : %u\n", h->nrcpus_online);
	out_printf(out, "# nrcpus avail : %u\n", h->nrcpus_available);
}

const struct feature_desc feature_nrcpus = { .decode = decode, .encode = encode, .print = print };
