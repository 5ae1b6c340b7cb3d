/* HOSTNAME: the nodename of uname(2), one string: "# hostname : box". */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->hostname = feature_get_string(c, h);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { feature_put_string(out, h->hostname); }
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# hostname : %s\n", h->hostname);
}

const struct feature_desc feature_hostname = { .decode = decode, .encode = encode, .print = print };
