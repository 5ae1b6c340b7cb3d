/* Runs payload programs: step by step, each printing into an outbuf. Steps with text (STEP_STRING) go through
 * print_string by the kind of their node, steps with numbers through payload_eval, "%p" through payload_pointer.c.
 *
 * All output is what libtraceevent writes, also for what it writes strangely (docs/DIFFERENCES.md has exceptions):
 * tests/unit/event/test_payload_oracle.c compares both where the library is there. Nothing here allocates but the
 * outbuf, and nothing fails: what lies outside the payload prints as 0 or as nothing. */
#include <stdio.h>
#include <string.h>
#include "base/printable.h"
#include "event/format/payload.h"
#include "event/format/short_form.h"
#include "event/format/tracepoint.h"

/* Bound for the text of one payload: a hostile format may print the same bytes again and again. */
enum { MAX_TEXT_BYTES = 1 << 20 };

/* ---- strings */

/* Width and precision of a string conversion; NULL in the functions below for a plain "%s". Negative: none. */
struct width {
	int width, precision;
	bool left;
};

/* Cut to the precision and padded to the width, as printf(3) does for strings. */
static void put_text(struct outbuf *out, const char *text, size_t size, const struct width *w)
{
	if (!w) {
		out_mem(out, text, size);
		return;
	}
	if (w->precision >= 0 && size > (size_t)w->precision) size = (size_t)w->precision;
	size_t padding = w->width > 0 && (size_t)w->width > size ? (size_t)w->width - size : 0;
	if (!w->left) out_spaces(out, padding);
	out_mem(out, text, size);
	if (w->left) out_spaces(out, padding);
}

/* "0x1f" */
static void put_hex(struct outbuf *out, uint64_t value)
{
	out_lit(out, "0x");
	out_hex(out, value, 0);
}

/* Text up to a NUL, the payload's end or max. */
static void put_bytes(const struct payload *p, const uint8_t *text, size_t max, struct outbuf *out,
		      const struct width *w)
{
	size_t left = (size_t)(p->data + p->size - text);
	put_text(out, (const char *)text, strnlen((const char *)text, MIN(max, left)), w);
}

/* Names of the bits that are set, in the order of the table; what no name covers in hexadecimal. A negative value in
 * the table is the name for 0. */
static void print_flags(const struct payload *p, const struct payload_node *node, struct outbuf *out,
			const struct width *w)
{
	uint64_t value = payload_eval(p, node->a);
	bool printed = false;
	for (size_t i = 0; i < node->nr_names; i++) {
		int64_t flag = node->names[i].value;
		/* words whose number is not known have -1 (name_value in payload_helper.c) */
		if (!value && flag < 0) {
			put_text(out, node->names[i].text, strlen(node->names[i].text), w);
			break;
		}
		if (flag > 0 && (value & (uint64_t)flag) == (uint64_t)flag) {
			if (printed) out_str(out, node->text);
			put_text(out, node->names[i].text, strlen(node->names[i].text), w);
			printed = true;
			value &= ~(uint64_t)flag;
		}
	}
	if (value) {
		if (printed) out_str(out, node->text);
		put_hex(out, value);
	}
}

/* The name of the value; else the text for the rest (node->text), or hexadecimal. */
static void print_symbolic(const struct payload *p, const struct payload_node *node, struct outbuf *out,
			   const struct width *w)
{
	uint64_t value = payload_eval(p, node->a);
	for (size_t i = 0; i < node->nr_names; i++)
		if ((uint64_t)node->names[i].value == value) {
			put_text(out, node->names[i].text, strlen(node->names[i].text), w);
			return;
		}
	if (!node->text) {
		put_hex(out, value);
		return;
	}
	for (const char *c = node->text; *c; c++) {
		if (*c == '#') out_dec(out, value, 0);
		else out_char(out, *c);
	}
}

/* What __print_hex and __print_array are given: a field or a dynamic array. */
static const uint8_t *array_bytes(const struct payload *p, const struct payload_node *node, size_t *ret_size)
{
	if (node->kind == NODE_DYNAMIC) {
		const uint8_t *data = payload_dynamic(p, node->field, ret_size);
		*ret_size = (size_t)(p->data + p->size - data);
		return data;
	}
	while (node->kind == NODE_CAST) node = node->a;
	if (!node->field || node->field->offset > p->size) {
		*ret_size = 0;
		return p->data;
	}
	*ret_size = p->size - node->field->offset;
	return p->data + node->field->offset;
}

/* __print_hex and __print_hex_str: two digits a byte. */
static void print_hex_bytes(const struct payload *p, const struct payload_node *node, struct outbuf *out)
{
	size_t size;
	const uint8_t *data = array_bytes(p, node->a, &size);
	uint64_t count = MIN(payload_eval(p, node->b), size);
	for (size_t i = 0; i < count; i++) {
		if (i && node->kind == NODE_HEX) out_char(out, ' ');
		out_hex0(out, data[i], 2);
	}
}

/* "{0x1,0x2}"; a size that is none of a number prints bytes, and upstream's complaint. */
static void print_int_array(const struct payload *p, const struct payload_node *node, struct outbuf *out)
{
	size_t size;
	const uint8_t *data = array_bytes(p, node->a, &size);
	uint64_t count = payload_eval(p, node->b), element = payload_eval(p, node->c);
	bool known = element == 1 || element == 2 || element == 4 || element == 8;
	uint64_t step = known ? element : 1;

	out_char(out, '{');
	for (uint64_t i = 0; i < count && (i + 1) * step <= size; i++) {
		if (i) out_char(out, ',');
		if (!known && !i) {
			out_lit(out, "BAD SIZE:");
			out_dec(out, element, 0);
			out_char(out, ' ');
		}
		put_hex(out, payload_load(p, (uint32_t)(data - p->data + i * step), (unsigned)step));
	}
	out_char(out, '}');
}

/* Hexadecimal words of 32 bits, most significant first. */
static void print_bitmask(const struct payload *p, const struct payload_node *node, struct outbuf *out,
			  const struct width *w)
{
	size_t size;
	const uint8_t *data = payload_dynamic(p, node->field, &size);
	char text[512];
	size_t length = 0;
	/* two digits a byte, and commas: never more than three characters */
	if (size > sizeof(text) / 3) size = sizeof(text) / 3;
	for (size_t i = 0; i < size; i++) {
		/* big-endian data: in order */
		size_t byte = p->tp->swap == (*(const uint8_t *)&(const uint16_t){ 1 } == 1) ? i : size - 1 - i;
		/* a comma between words of 32 bits */
		if (i && (size - i) % 4 == 0) text[length++] = ',';
		length += (size_t)snprintf(text + length, 3, "%02x", data[byte]);
	}
	put_text(out, text, length, w);
}

/* Runs of set bits: "0-3,8". Words are longs in the recorded machine's byte order. */
static void print_cpumask(const struct payload *p, const struct payload_node *node, struct outbuf *out,
			  const struct width *w)
{
	size_t size, start = 0;
	const uint8_t *data = payload_dynamic(p, node->field, &size);
	const bool big = p->tp->swap == (*(const uint8_t *)&(const uint16_t){ 1 } == 1);
	const size_t word = p->tp->long_size, bits = size * 8;
	bool open = false, first = true;
	struct outbuf text;

	out_init(&text, -1);
	/* one bit further than there are, so that a run that reaches the end is closed */
	for (size_t bit = 0; bit <= bits; bit++) {
		size_t byte = bit / 8;
		/* bytes of a big-endian word are counted from its end */
		if (big && byte / word * word + word <= size) byte = byte / word * word + (word - 1 - byte % word);
		bool set = bit < bits && data[byte] >> bit % 8 & 1;
		if (set && !open) {
			start = bit;
		} else if (!set && open) {
			if (!first) out_char(&text, ',');
			first = false;
			out_dec(&text, start, 0);
			if (bit - 1 > start) {
				out_char(&text, '-');
				out_dec(&text, bit - 1, 0);
			}
		}
		open = set;
	}
	put_text(out, text.data ? text.data : "", text.size, w);
	out_done(&text);
}

/* jbd2_dev_to_name: the number of a device as the kernel has it inside. */
static void print_device(uint64_t dev, struct outbuf *out)
{
	out_dec(out, dev >> 20 & 0xfff, 0);
	out_char(out, ':');
	out_dec(out, dev & 0xfffff, 0);
}

/* scsi_trace_parse_cdb */
static void print_scsi(const struct payload *p, const struct payload_node *node, struct outbuf *out)
{
	size_t size;
	const uint8_t *command = array_bytes(p, node->a, &size);
	payload_print_scsi(command, (size_t)MIN(payload_eval(p, node->b), size), out);
}

/* A field as text: an array's characters, or the kernel string that a pointer leads to. */
static void print_field_string(const struct payload *p, const struct payload_node *node, struct outbuf *out,
			       const struct width *w)
{
	const struct tracepoint_field *field = node->field;
	if (!field) return;
	/* A number of the size of a pointer: the address of a string of the kernel. */
	if (!(field->flags & TRACEPOINT_ARRAY) && field->size == p->tp->long_size) {
		uint64_t vaddr = payload_load(p, field->offset, field->size);
		const char *text = tracepoints_printk(p->tp->owner, vaddr);
		if (text) out_str(out, text);
		else out_hex(out, vaddr, 0);
		return;
	}
	if (field->offset < p->size) put_bytes(p, p->data + field->offset, field->size, out, w);
	else put_text(out, "", 0, w);
}

/* What "%s" prints of a node. NULL w: neither width nor precision. */
static void print_string(const struct payload *p, const struct payload_node *node, struct outbuf *out,
			 const struct width *w)
{
	size_t size;
	switch ((enum node_kind)node->kind) {
	case NODE_CONST:
		if (node->text) put_text(out, node->text, strlen(node->text), w);
		break;
	case NODE_LOAD:
	case NODE_BYTES: print_field_string(p, node, out, w); break;
	case NODE_STRING: {
		const uint8_t *text = payload_dynamic(p, node->field, &size);
		put_bytes(p, text, SIZE_MAX, out, w);
		break;
	}
	case NODE_CONDITION: print_string(p, payload_eval(p, node->a) ? node->b : node->c, out, w); break;
	case NODE_FLAGS: print_flags(p, node, out, w); break;
	case NODE_SYMBOLIC: print_symbolic(p, node, out, w); break;
	case NODE_HEX:
	case NODE_HEX_STRING: print_hex_bytes(p, node, out); break;
	case NODE_INT_ARRAY: print_int_array(p, node, out); break;
	case NODE_BITMASK: print_bitmask(p, node, out, w); break;
	case NODE_CPUMASK: print_cpumask(p, node, out, w); break;
	case NODE_DEVICE: print_device(payload_eval(p, node->a), out); break;
	case NODE_SCSI: print_scsi(p, node, out); break;
	default: break;
	}
}

/* ---- numbers */

/* Values are cut to the width that the conversion's length says, as printf(3) would take them. */
static int64_t narrow_signed(uint64_t value, int bits)
{
	switch (bits) {
	case 64: return (int64_t)value;
	case 32: return (int32_t)value;
	case 16: return (int16_t)value;
	default: return (int8_t)value;
	}
}

static uint64_t narrow(uint64_t value, int bits) { return bits == 64 ? value : value & (((uint64_t)1 << bits) - 1); }

/* Width and precision of a step, those given by '*' evaluated. A negative width is one to the left, as in printf(3). */
static struct width step_width(const struct payload *p, const struct payload_step *step)
{
	struct width w = { step->width, step->precision, step->left };
	if (step->width_arg) {
		w.width = (int)payload_eval(p, step->width_arg);
		w.left |= w.width < 0;
		w.width = w.width < -10000 || w.width > 10000 ? 10000 : abs(w.width);
	}
	if (step->precision_arg) w.precision = (int)payload_eval(p, step->precision_arg);
	if (w.precision > 10000) w.precision = 10000;
	return w;
}

/* Builds a printf(3) format from the step's flags, width and precision; width and precision are at most 10000. */
static void print_formatted(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	struct width w = step_width(p, step);
	uint64_t value = payload_eval(p, step->arg);
	char format[48];
	int n = snprintf(format, sizeof(format), "%%%s%s", step->text, w.left && !step->left ? "-" : "");
	if (w.width >= 0) n += snprintf(format + n, sizeof(format) - (size_t)n, "%d", w.width);
	if (w.precision >= 0) n += snprintf(format + n, sizeof(format) - (size_t)n, ".%d", w.precision);
	snprintf(format + n, sizeof(format) - (size_t)n, "ll%c", step->conversion);

	/* 64: digits in octal, sign and prefix */
	size_t room = (size_t)(MAX(w.width, 0) + MAX(w.precision, 0)) + 64;
	char *at = out_reserve(out, room);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	int length = step->conversion == 'd'
			     ? snprintf(at, room, format, (long long)narrow_signed(value, step->width_bits))
			     : snprintf(at, room, format, (unsigned long long)narrow(value, step->width_bits));
#pragma GCC diagnostic pop
	if (length > 0) out->size += MIN((size_t)length, room - 1);
}

/* "%08lx" and the like: zero-padded hexadecimal without anything else. */
static bool print_zero_padded(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	if (step->text[0] != '0' || step->text[1] || step->width < 0 || step->precision >= 0 || step->precision_arg ||
	    step->width_arg)
		return false;
	uint64_t value = payload_eval(p, step->arg);
	if (step->conversion == 'x') out_hex0(out, narrow(value, step->width_bits), (unsigned)step->width);
	else if (step->conversion == 'u' || (step->conversion == 'd' && narrow_signed(value, step->width_bits) >= 0))
		out_dec0(out, narrow(value, step->width_bits), (unsigned)step->width);
	else return false;
	return true;
}

/* The frequent kinds come first; those from STEP_CALL_SITE on are payload_pointer.c's. */
static void print_step(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	switch ((enum step_kind)step->kind) {
	case STEP_TEXT: out_mem(out, step->text, step->text_size); break;
	case STEP_DEC: out_sdec(out, narrow_signed(payload_eval(p, step->arg), step->width_bits), 0); break;
	case STEP_UNSIGNED: out_dec(out, narrow(payload_eval(p, step->arg), step->width_bits), 0); break;
	case STEP_HEX: out_hex(out, narrow(payload_eval(p, step->arg), step->width_bits), 0); break;
	case STEP_FORMATTED:
		if (!print_zero_padded(p, step, out)) print_formatted(p, step, out);
		break;
	/* a precision means nothing here */
	case STEP_CHAR: {
		struct width w = step_width(p, step);
		char c = (char)payload_eval(p, step->arg);
		put_text(out, &c, 1, &(struct width){ w.width, -1, w.left });
		break;
	}
	case STEP_STRING:
		if (step->plain) {
			print_string(p, step->arg, out, NULL);
		} else {
			struct width w = step_width(p, step);
			print_string(p, step->arg, out, &w);
		}
		break;
	default: payload_print_pointer(p, step, out); break;
	}
}

/* A format that was not understood prints all fields instead. */
static void print_program(const struct payload *p, const struct payload_program *program, struct outbuf *out)
{
	const size_t start = out->size;
	if (!program) {
		out_lit(out, "[FAILED TO PARSE]");
		tracepoint_print_fields(p->tp, p->data, p->size, out);
		return;
	}
	for (size_t i = 0; i < program->nr_steps && out->size - start < MAX_TEXT_BYTES; i++)
		print_step(p, &program->steps[i], out);
}

void tracepoint_print(const struct tracepoint *tp, const uint8_t *raw, size_t size_bytes,
		      const struct payload_names *names, struct outbuf *out)
{
	const struct payload p = { .tp = tp, .data = raw, .size = size_bytes, .names = names };
	print_program(&p, unlikely(tp->forms) ? short_form_choose(&p) : tp->program, out);
}

/* A short form's own text is ours, of several lines maybe. */
static void print_form(const struct payload *p, const struct payload_program *form, struct outbuf *out)
{
	const size_t start = out->size;
	for (size_t i = 0; i < form->nr_steps && out->size - start < MAX_TEXT_BYTES; i++) {
		size_t begin = out->size;
		print_step(p, &form->steps[i], out);
		if (form->steps[i].kind != STEP_TEXT) out_name_from(out, begin);
	}
}

void tracepoint_print_text(const struct tracepoint *tp, const uint8_t *raw, size_t size_bytes,
			   const struct payload_names *names, struct outbuf *out)
{
	const struct payload p = { .tp = tp, .data = raw, .size = size_bytes, .names = names };
	const struct payload_program *program = unlikely(tp->forms) ? short_form_choose(&p) : tp->program;
	if (unlikely(program && program != tp->program)) {
		print_form(&p, program, out);
		return;
	}
	const size_t start = out->size;
	print_program(&p, program, out);
	bool ends_line = out->size > start && out->data[out->size - 1] == '\n';
	out->size -= ends_line;
	out_name_from(out, start);
	if (ends_line) out_char(out, '\n');
}
