/* The clock of a trace, and the recording's: what AUXTRACE_INFO has of struct perf_event_mmap_page (kernel UAPI
 * linux/perf_event.h, time_shift, time_mult and time_zero). */
#ifndef SESSION_TRACE_TRACE_CLOCK_H
#define SESSION_TRACE_TRACE_CLOCK_H

#include <stdint.h>

struct trace_clock {
	uint32_t shift, mult; /* mult 0: nothing is known, and ticks are ns */
	uint64_t zero_ns;
};

static inline uint64_t trace_clock_ns(const struct trace_clock *clock, uint64_t tsc)
{
	if (!clock->mult) return tsc;
	return clock->zero_ns + (uint64_t)(((unsigned __int128)tsc * clock->mult) >> clock->shift);
}

/* The last tick at which it is not later than time_ns. */
static inline uint64_t trace_clock_tsc(const struct trace_clock *clock, uint64_t time_ns)
{
	if (!clock->mult) return time_ns;
	if (time_ns < clock->zero_ns) return 0;
	unsigned __int128 tsc = (((unsigned __int128)(time_ns - clock->zero_ns) + 1) << clock->shift) - 1;
	tsc /= clock->mult;
	return tsc > UINT64_MAX ? UINT64_MAX : (uint64_t)tsc;
}

#endif
