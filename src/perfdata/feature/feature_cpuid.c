/* CPUID: the CPU's model as its vendor numbers it, one string; on x86 vendor, family, model and stepping: "# cpuid :
 * GenuineIntel,6,85,7". */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->cpuid = feature_get_string(c, h);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { feature_put_string(out, h->cpuid); }
static void print(const struct perf_header *h, struct outbuf *out) { out_printf(out, "# cpuid : %s\n", h->cpuid); }

const struct feature_desc feature_cpuid = { .decode = decode, .encode = encode, .print = print };
