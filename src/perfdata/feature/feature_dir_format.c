/* DIR_FORMAT: one u64, the version of the directory form, in which perf.data is a directory with a file "data" and
 * further files data.0, data.1, ... for records (docs/perfdata.md). Absent in a recording that is one file. */
#include <inttypes.h>
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->dir_version = cursor_u64(c);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out) { out_u64(out, h->dir_version); }
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# directory data version : %" PRIu64 "\n", h->dir_version);
}

const struct feature_desc feature_dir_format = { .decode = decode, .encode = encode, .print = print };
