/* CLOCK_DATA: the same moment on the wall clock and on the clock that timed the samples: u32 version 1, clockid; u64
 * wall ns, clock ns. With it, times of samples can be shown as time of day. */
#include <inttypes.h>
#include <time.h>
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	if (cursor_u32(c) != 1) return 0; /* no other version is known */
	h->clock_data_clockid = cursor_u32(c);
	h->clock_wall_ns = cursor_u64(c);
	h->clock_ns = cursor_u64(c);
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, 1);
	out_u32(out, h->clock_data_clockid);
	out_u64(out, h->clock_wall_ns);
	out_u64(out, h->clock_ns);
}

/* Indexed by clockid, see clock_gettime(2). */
static const char *clockid_name(uint32_t clockid)
{
	static const char *const names[] = { "realtime", "monotonic", NULL, NULL, "monotonic_raw", NULL, NULL,
					     "boottime", NULL,        NULL, NULL, "clock_tai" };
	return clockid < ARRAY_SIZE(names) && names[clockid] ? names[clockid] : "(not found)";
}

/* The date is in the reader's time zone. Fractions of the wall clock are cut to microseconds, as upstream shows them.
 */
static void print(const struct perf_header *h, struct outbuf *out)
{
	time_t seconds = (time_t)(h->clock_wall_ns / 1000000000);
	struct tm tm;
	char date[64] = "";
	if (localtime_r(&seconds, &tm)) strftime(date, sizeof(date), "%F %T", &tm);
	const char *name = clockid_name(h->clock_data_clockid);
	out_printf(out, "# clockid: %s (%u)\n", name, h->clock_data_clockid);
	out_printf(out,
		   "# reference time: %s.%06" PRIu64 " = %" PRIu64 ".%06" PRIu64 " (TOD) = %" PRIu64 ".%09" PRIu64
		   " (%s)\n",
		   date, h->clock_wall_ns % 1000000000 / 1000, h->clock_wall_ns / 1000000000,
		   h->clock_wall_ns % 1000000000 / 1000, h->clock_ns / 1000000000, h->clock_ns % 1000000000, name);
}

const struct feature_desc feature_clock_data = { .decode = decode, .encode = encode, .print = print };
