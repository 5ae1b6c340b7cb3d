/* CPUDESC: the CPU's model in words, one string: "# cpudesc : AMD EPYC 7763 64-Core Processor". */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->cpudesc = feature_get_string(c, h);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { feature_put_string(out, h->cpudesc); }
static void print(const struct perf_header *h, struct outbuf *out) { out_printf(out, "# cpudesc : %s\n", h->cpudesc); }

const struct feature_desc feature_cpudesc = { .decode = decode, .encode = encode, .print = print };
