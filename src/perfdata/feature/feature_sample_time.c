/* SAMPLE_TIME: times of the first and the last sample: two u64, ns of the clock of the samples. Only shown: commands
 * take the times from the samples themselves. */
#include <inttypes.h>
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->first_sample_ns = cursor_u64(c);
	h->last_sample_ns = cursor_u64(c);
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u64(out, h->first_sample_ns);
	out_u64(out, h->last_sample_ns);
}

/* In seconds with six decimals: the form of times in perf script. */
static void print_seconds(struct outbuf *out, uint64_t time_ns)
{
	out_printf(out, "%" PRIu64 ".%06" PRIu64 "\n", time_ns / 1000000000, time_ns % 1000000000 / 1000);
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	out_lit(out, "# time of first sample : ");
	print_seconds(out, h->first_sample_ns);
	out_lit(out, "# time of last sample : ");
	print_seconds(out, h->last_sample_ns);
	out_printf(out, "# sample duration : %10.3f ms\n", (double)(h->last_sample_ns - h->first_sample_ns) / 1e6);
}

const struct feature_desc feature_sample_time = { .decode = decode, .encode = encode, .print = print };
