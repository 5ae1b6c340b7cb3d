/* OSRELEASE: the release of uname(2), one string: "# os release : 6.12.5-amd64". */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->osrelease = feature_get_string(c, h);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { feature_put_string(out, h->osrelease); }
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# os release : %s\n", h->osrelease);
}

const struct feature_desc feature_osrelease = { .decode = decode, .encode = encode, .print = print };
