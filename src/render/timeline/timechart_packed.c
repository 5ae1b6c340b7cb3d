/* Varints and base64 for the script. Times are differences, so that most take one or two bytes. Each loop reserves room
 * for the longest entry and writes without further checks: ten bytes a varint at most. Times that go backwards, as
 * damaged recordings may have them, become a difference of 0: the script then shows them where the one before ended.
 * The layout of each entry is in the header; timechart_svg.js reads it (readSpans). */
#include "render/timeline/timechart_packed.h"

enum { HAS_CHAIN = 16 };

/* A varint; returns what is behind it. */
static inline char *put(char *at, uint64_t value)
{
	while (value >= 128) {
		*at++ = (char)(value | 128);
		value >>= 7;
	}
	*at++ = (char)value;
	return at;
}

/* What cannot be a file descriptor is packed as -1. */
static char *put_io(const struct timechart_io *io, char *at)
{
	int64_t fd = io->fd < -1 || io->fd > INT32_MAX ? -1 : io->fd;
	at = put(at, io->fd == TIMECHART_NO_FD ? 0 : (uint64_t)(fd + 2));
	at = put(at, (uint64_t) - (int64_t)io->error);
	at = put(at, io->bytes);
	return put(at, io->nr_merges);
}

/* An entry a span, by its kind; MIXED ones have no chain, as their shares are stored in its place. */
bool timechart_pack_spans(const struct timechart *chart, const struct timechart_spans *spans, struct outbuf *out)
{
	uint64_t before_ns = chart->first_ns;
	bool any_chain = false;
	for (size_t i = 0; i < spans->all.count; i++) {
		const struct timechart_span *span = &spans->all.items[i];
		/* a byte of kind and at most seven varints of ten bytes */
		char *start = out_reserve(out, 96), *at = start;
		bool has_chain = span->chain && span->kind != TIMECHART_MIXED;
		*at++ = (char)(span->kind | (has_chain ? HAS_CHAIN : 0));
		at = put(at, span->start_ns > before_ns ? span->start_ns - before_ns : 0);
		at = put(at, span->end_ns - span->start_ns);
		if (TIMECHART_IS_IO(span->kind)) {
			at = put_io(&chart->ios.items[span->detail], at);
		} else if (span->kind == TIMECHART_MIXED) {
			at = put(at, span->detail);
			for (unsigned k = 0; k < 3; k++) *at++ = (char)timechart_share(span, k);
		} else if (span->kind == TIMECHART_RUNNING || span->kind == TIMECHART_IDLE) {
			at = put(at, span->detail);
		}
		if (has_chain) at = put(at, span->chain - 1);
		any_chain |= has_chain;
		out->size += (size_t)(at - start);
		before_ns = span->end_ns;
	}
	return any_chain;
}

/* In order of time; see the header for the entry. */
bool timechart_pack_wakeups(const struct timechart *chart, struct outbuf *out)
{
	uint64_t before_ns = chart->first_ns;
	bool any_chain = false;
	for (size_t i = 0; i < chart->wakeups.count; i++) {
		const struct timechart_wakeup *wakeup = &chart->wakeups.items[i];
		char *start = out_reserve(out, 48), *at = start;
		at = put(at, wakeup->time_ns > before_ns ? wakeup->time_ns - before_ns : 0);
		at = put(at, wakeup->from == TIMECHART_INTERRUPT ? 0 : (uint64_t)wakeup->from + 1);
		at = put(at, wakeup->to);
		at = put(at, wakeup->chain);
		any_chain |= wakeup->chain != 0;
		out->size += (size_t)(at - start);
		if (wakeup->time_ns > before_ns) before_ns = wakeup->time_ns;
	}
	return any_chain;
}

void timechart_pack_frequencies(const struct timechart *chart, const struct timechart_cpu *cpu, struct outbuf *out)
{
	uint64_t before_ns = chart->first_ns;
	for (size_t i = 0; i < cpu->frequencies.count; i++) {
		char *start = out_reserve(out, 32), *at = start;
		uint64_t time_ns = cpu->frequencies.items[i].time_ns;
		at = put(at, time_ns > before_ns ? time_ns - before_ns : 0);
		at = put(at, cpu->frequencies.items[i].khz);
		out->size += (size_t)(at - start);
		if (time_ns > before_ns) before_ns = time_ns;
	}
}

void timechart_base64(struct outbuf *packed, struct outbuf *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	/* base64 has no '=' in the middle: groups of three that are full need none */
	while (packed->size % 3) out_char(packed, 0);
	char *to = out_reserve(out, packed->size / 3 * 4);
	for (size_t i = 0; i < packed->size; i += 3, to += 4) {
		const uint8_t *from = (const uint8_t *)packed->data + i;
		to[0] = digits[from[0] >> 2];
		to[1] = digits[(from[0] & 3) << 4 | from[1] >> 4];
		to[2] = digits[(from[1] & 15) << 2 | from[2] >> 6];
		to[3] = digits[from[2] & 63];
	}
	out->size = (size_t)(to - out->data);
}
