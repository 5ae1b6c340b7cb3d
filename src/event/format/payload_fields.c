/* Payload fields by name: numbers, bytes, and the "name=value" form.
 *
 * The second way to a payload's contents, beside print formats: analyses read the fields they know,
 * tracepoint_print_fields shows all of them when a print format is not understood. How a value looks follows from the
 * flags of its field: pointers and longs in hexadecimal, char arrays as text, other arrays as ARRAY[...]. */
#include <ctype.h>
#include "event/format/payload.h"
#include "event/format/tracepoint.h"

/* A payload for the functions of payload.h. */
static struct payload view(const struct tracepoint *tp, const uint8_t *raw, size_t size_bytes)
{
	return (struct payload){ .tp = tp, .data = raw, .size = size_bytes };
}

uint64_t tracepoint_number(const struct tracepoint *tp, const struct tracepoint_field *field, const uint8_t *raw,
			   size_t size_bytes)
{
	const struct payload p = view(tp, raw, size_bytes);
	uint64_t value = payload_load(&p, field->offset, field->size);
	if (!(field->flags & TRACEPOINT_SIGNED)) return value;
	switch (field->size) {
	case 1: return (uint64_t)(int8_t)value;
	case 2: return (uint64_t)(int16_t)value;
	case 4: return (uint64_t)(int32_t)value;
	default: return value;
	}
}

struct payload_number payload_number_of(const struct tracepoint *tp, const char *name)
{
	const struct tracepoint_field *field = tracepoint_field(tp, name);
	if (!field || (field->size != 1 && field->size != 2 && field->size != 4 && field->size != 8))
		return (struct payload_number){ 0 };
	return (struct payload_number){ .offset = field->offset,
					.size = (uint8_t)field->size,
					.is_signed = field->flags & TRACEPOINT_SIGNED,
					.swap = tp->swap };
}

const uint8_t *tracepoint_bytes(const struct tracepoint *tp, const struct tracepoint_field *field, const uint8_t *raw,
				size_t size_bytes, size_t *ret_size)
{
	const struct payload p = view(tp, raw, size_bytes);
	if (field->flags & TRACEPOINT_DYNAMIC) {
		const uint8_t *data = payload_dynamic(&p, field, ret_size);
		return *ret_size ? data : NULL;
	}
	if (field->offset >= size_bytes) {
		*ret_size = 0;
		return NULL;
	}
	*ret_size = MIN(field->size, size_bytes - field->offset);
	return raw + field->offset;
}

/* ASCII up to the first NUL, as upstream decides whether an array is text. */
static bool printable(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size && data[i]; i++)
		if (data[i] >= 0x80 || (!isprint(data[i]) && !isspace(data[i]))) return false;
	return true;
}

void tracepoint_print_field(const struct tracepoint *tp, const struct tracepoint_field *field, const uint8_t *raw,
			    size_t size_bytes, struct outbuf *out)
{
	const struct payload p = view(tp, raw, size_bytes);

	if (field->flags & TRACEPOINT_ARRAY) {
		size_t size = 0;
		const uint8_t *data = tracepoint_bytes(tp, field, raw, size_bytes, &size);
		if (size && (field->flags & TRACEPOINT_STRING) && printable(data, size)) {
			/* a string that fills its array runs on into what follows, as upstream prints it */
			out_mem(out, data, strnlen((const char *)data, (size_t)(raw + size_bytes - data)));
			return;
		}
		out_lit(out, "ARRAY[");
		for (size_t i = 0; i < size; i++) {
			if (i) out_lit(out, ", ");
			out_hex0(out, data[i], 2);
		}
		out_char(out, ']');
		return;
	}
	uint64_t value = payload_load(&p, field->offset, field->size);
	if (field->flags & TRACEPOINT_POINTER) {
		out_lit(out, "0x");
		out_hex(out, value, 0);
	} else if (field->flags & TRACEPOINT_SIGNED) {
		int64_t number = (int64_t)tracepoint_number(tp, field, raw, size_bytes);
		if (field->size == 4 && (field->flags & TRACEPOINT_LONG)) {
			out_lit(out, "0x");
			out_hex(out, (uint32_t)value, 0);
		} else {
			out_sdec(out, number, field->size == 2 ? 2 : 0); /* as upstream: two columns for 16 bits */
		}
	} else if (field->flags & TRACEPOINT_LONG) {
		out_lit(out, "0x");
		out_hex(out, value, 0);
	} else {
		out_dec(out, value, 0);
	}
}

/* Without the common fields, which say nothing about the event (common_type, common_pid, ...). */
void tracepoint_print_fields(const struct tracepoint *tp, const uint8_t *raw, size_t size_bytes, struct outbuf *out)
{
	for (size_t i = tp->nr_common; i < tp->nr_fields; i++) {
		out_char(out, ' ');
		out_str(out, tp->fields[i].name);
		out_char(out, '=');
		tracepoint_print_field(tp, &tp->fields[i], raw, size_bytes, out);
	}
}
