/* CLOCKID: resolution of the clock that timed the samples (record -k), one u64 in ns. Which clock it is stands in the
 * attrs and in CLOCK_DATA. */
#include <inttypes.h>
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->clockid_resolution_ns = cursor_u64(c);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { out_u64(out, h->clockid_resolution_ns); }
static void print(const struct perf_header *h, struct outbuf *out)
{
	/* upstream's arithmetic, right for 1 ns, the only resolution met */
	out_printf(out, "# clockid frequency: %" PRIu64 " MHz\n", h->clockid_resolution_ns * 1000);
}

const struct feature_desc feature_clockid = { .decode = decode, .encode = encode, .print = print };
