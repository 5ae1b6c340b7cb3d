/* Tracepoints of a recording: the fields of their payload, and printing it as the kernel's print format says.
 *
 * A format is parsed once an event, on first use, and its print format compiled into a small program over the payload's
 * bytes that needs no lock and no allocation, checks every access against the payload's size, and prints what
 * libtraceevent 1.8 (the one upstream perf 6.12 comes with) prints, byte for byte, but for what docs/DIFFERENCES.md
 * tells of expressions that it computes wrongly. */
#ifndef EVENT_FORMAT_TRACEPOINT_H
#define EVENT_FORMAT_TRACEPOINT_H

#include "base/outbuf.h"
#include "base/warnings.h"
#include "event/format/tracepoint_field.h"

/* data (a TRACING_DATA blob) must outlive the result. NULL when it is not tracing data at all; what is damaged is
 * reported to warnings, which is kept for later parsing. */
struct tracepoints *tracepoints_new(const void *data, size_t size_bytes, struct warnings *warnings);
void tracepoints_free(struct tracepoints *tracepoints); /* takes NULL */
/* Prints events as libtraceevent's plugins do: short forms of some, and formats with helpers that only plugins know.
 * Before the first tracepoints_find; takes NULL. */
void tracepoints_use_short_forms(struct tracepoints *tracepoints);
/* The tracepoint with this id (event_attr.config), or NULL; also when tracepoints is NULL. Parses its format at the
 * first call for it. Valid as long as tracepoints. Any number of threads may call. */
const struct tracepoint *tracepoints_find(struct tracepoints *tracepoints, uint64_t id);

/* The field's number, sign-extended for signed fields; 0 when it lies outside the payload or is no number. raw is
 * the payload of the sample (PERF_SAMPLE_RAW), in the recorded byte order. */
uint64_t tracepoint_number(const struct tracepoint *tp, const struct tracepoint_field *field, const uint8_t *raw,
			   size_t size_bytes);
/* The same number where it is read of very many payloads: what is needed of the field, read inline. */
struct payload_number {
	uint32_t offset;
	uint8_t size;
	bool is_signed, swap;
}; /* size 0: no such field, always 0 */
struct payload_number payload_number_of(const struct tracepoint *tp, const char *name);
static inline uint64_t payload_number_get(const struct payload_number *number, const uint8_t *raw, size_t size_bytes);
/* The bytes of an array or string field, dynamic ones followed, cut at the payload's end; NULL and 0 when there are
 * none. */
const uint8_t *tracepoint_bytes(const struct tracepoint *tp, const struct tracepoint_field *field, const uint8_t *raw,
				size_t size_bytes, size_t *ret_size);

/* The payload as upstream prints it: by the event's print format, or by fields when that was not understood. Thread
 * safe. */
void tracepoint_print(const struct tracepoint *tp, const uint8_t *raw, size_t size_bytes,
		      const struct payload_names *names, struct outbuf *out);
/* The same for text that people read: control characters of strings and formats are escaped (base/printable.h), but for
 * one newline at the end, a habit of those who write to trace_marker. */
void tracepoint_print_text(const struct tracepoint *tp, const uint8_t *raw, size_t size_bytes,
			   const struct payload_names *names, struct outbuf *out);
/* One field's value ("120", "0xffff", "ARRAY[01, 02]", text), and all of them (" a=1 b=2"). */
void tracepoint_print_field(const struct tracepoint *tp, const struct tracepoint_field *field, const uint8_t *raw,
			    size_t size_bytes, struct outbuf *out);
void tracepoint_print_fields(const struct tracepoint *tp, const uint8_t *raw, size_t size_bytes, struct outbuf *out);
/* The kernel string at this address, for "%s" of a pointer; NULL: not known. Only after a tracepoints_find, which
 * reads the table. */
const char *tracepoints_printk(const struct tracepoints *tracepoints, uint64_t vaddr);

/* ---- inline: this runs several times a sample */
static inline uint64_t payload_number_get(const struct payload_number *number, const uint8_t *raw, size_t size_bytes)
{
	uint64_t v = 0;
	if (unlikely((size_t)number->offset + number->size > size_bytes)) return 0;
	const uint8_t *at = raw + number->offset;
	switch (number->size) {
	case 1: return number->is_signed ? (uint64_t)(int8_t)*at : *at;
	case 2: {
		uint16_t half;
		memcpy(&half, at, 2);
		if (unlikely(number->swap)) half = __builtin_bswap16(half);
		return number->is_signed ? (uint64_t)(int16_t)half : half;
	}
	case 4: {
		uint32_t word;
		memcpy(&word, at, 4);
		if (unlikely(number->swap)) word = __builtin_bswap32(word);
		return number->is_signed ? (uint64_t)(int32_t)word : word;
	}
	case 8: memcpy(&v, at, 8); return unlikely(number->swap) ? __builtin_bswap64(v) : v;
	default: return 0;
	}
}

#endif
