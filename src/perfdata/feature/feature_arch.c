/* ARCH: the machine of uname(2), one string: "# arch : x86_64". Readers decode registers, system calls and instructions
 * of samples by it. */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->arch = feature_get_string(c, h);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { feature_put_string(out, h->arch); }
static void print(const struct perf_header *h, struct outbuf *out) { out_printf(out, "# arch : %s\n", h->arch); }

const struct feature_desc feature_arch = { .decode = decode, .encode = encode, .print = print };
