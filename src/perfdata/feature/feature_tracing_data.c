/* TRACING_DATA: formats of the tracepoints, as tracefs of the recording machine had them (event/format/tracing_data.h
 * has the layout). Kept as bytes, for event/ to parse: most commands never need the formats. Nothing is printed of it.
 */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->tracing_data_size = cursor_left(c);
	h->tracing_data = cursor_bytes(c, cursor_left(c));
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_mem(out, h->tracing_data, h->tracing_data_size);
}

const struct feature_desc feature_tracing_data = { .decode = decode, .encode = encode };
