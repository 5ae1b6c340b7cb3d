/* VERSION: the version of the perf that recorded, one string: "# perf version : 6.12.5". Only shown. */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->version = feature_get_string(c, h);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { feature_put_string(out, h->version); }
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# perf version : %s\n", h->version);
}

const struct feature_desc feature_version = { .decode = decode, .encode = encode, .print = print };
