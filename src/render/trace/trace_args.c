/* What stands behind an event's name, for text and for JSON in one place: `struct target` has both, and functions that
 * write a fact write it to both. Where JSON is wanted the text goes to a scratch buffer, since values are partly made
 * of it (syscall/, event/format/).
 *
 *     facts (result/trace_facts.h) --write_call, write_payload, write_fault--> target.text: "fd: 3, count: 12"
 *                                                                          --> target.values: "fd": 3, "count": 12
 *
 * A struct target lives as long as one event; nothing is kept between events, so that all workers may run at once.
 * Values go through struct value_sink (base/value_sink.h), whose functions do nothing for a sink of NULL. */
#include "render/trace/trace_args.h"

#include <string.h>
#include "base/cursor.h"
#include "base/value_json.h"
#include "event/format/tracepoint.h"
#include "syscall/syscall.h"

/* Each fact is written once, as text and, where somebody wants them, as values (base/value_sink.h). */
struct target {
	const struct trace_args_style *style;
	struct outbuf *text;
	struct value_sink *values; /* NULL: text alone */
};

/* ---- system calls */

/* Arguments of a call that the tables do not know are six numbers in hexadecimal. */
static void write_call(const struct trace_call_facts *facts, const struct target *to)
{
	static const struct syscall unknown = { "",
						SYSCALL_KIND_dec,
						SYSCALL_MAX_ARGS,
						{ { "arg0", .kind = SYSCALL_KIND_hex },
						  { "arg1", .kind = SYSCALL_KIND_hex },
						  { "arg2", .kind = SYSCALL_KIND_hex },
						  { "arg3", .kind = SYSCALL_KIND_hex },
						  { "arg4", .kind = SYSCALL_KIND_hex },
						  { "arg5", .kind = SYSCALL_KIND_hex } } };
	struct syscall_context context = *facts->known;
	context.values = to->values;
	context.with_zeros = to->style->with_zeros;
	context.with_prefix = to->style->with_prefix;
	context.without_names = to->style->without_names;
	syscall_format_args(facts->syscall ? facts->syscall : &unknown, facts->values, &context, to->text);
}

void trace_args_result(const struct trace_result *result, const struct trace_args_style *style, struct outbuf *out)
{
	static const struct syscall unknown = { "", SYSCALL_KIND_dec, 0, { { .name = NULL } } };
	const struct trace_call_facts *call = &result->call;
	struct syscall_context context = *call->known;
	context.with_prefix = style->with_prefix;
	syscall_format_result(call->syscall ? call->syscall : &unknown, call->values, result->value, &context, out);
}

/* ---- fields of other events */

/* " (comm)" behind a pid_t, if the task's name is known. */
static void write_task_name(const struct trace_payload_facts *facts, const struct tracepoint_field *field,
			    const struct target *to)
{
	int32_t tid = (int32_t)tracepoint_number(facts->tp, field, facts->bytes, facts->size_bytes);
	const char *name = facts->task_name && tid > 0 ? facts->task_name(facts->ctx, tid) : NULL;
	if (!name) return;
	out_lit(to->text, " (");
	out_str(to->text, name);
	out_char(to->text, ')');
	value_detail(to->values, "_comm", name);
}

/* What was written from start on is a value. to->values gets it as a string, unescaped: the sink escapes. */
static void give_text(const struct target *to, size_t start)
{
	if (to->values) value_text(to->values, to->text->data + start, to->text->size - start);
}

/* A number, which was written from start on; characters and addresses are texts of JSON. */
static void give_number(const struct target *to, const struct tracepoint_field *field, uint64_t number, size_t start)
{
	const struct outbuf *text = to->text;
	/* what the field printer made of it tells: 'x', or 0x1f */
	bool is_character = text->size > start && text->data[text->size - 1] == '\'';
	bool is_address = text->size - start > 1 && text->data[start + 1] == 'x';
	if (is_character || is_address) give_text(to, start);
	else if (field->flags & TRACEPOINT_SIGNED) value_signed(to->values, (int64_t)number);
	else value_number(to->values, number);
}

/* One number of an array: signed ones decimal, others hexadecimal. */
static void write_element(const struct tracepoint_field *field, uint64_t number, const struct target *to)
{
	size_t start = to->text->size;
	if (field->flags & TRACEPOINT_SIGNED) {
		int64_t value = field->element_size == 8 ? (int64_t)number : (int32_t)number;
		out_sdec(to->text, value, 0);
		value_signed(to->values, value);
	} else {
		out_lit(to->text, "0x");
		out_hex(to->text, number, 0);
		give_text(to, start);
	}
}

/* An array of numbers (raw_syscalls:sys_enter's args); false: it is something else. */
static bool write_numbers(const struct trace_payload_facts *facts, const struct tracepoint_field *field,
			  const struct target *to)
{
	bool is_array = (field->flags & (TRACEPOINT_ARRAY | TRACEPOINT_STRING | TRACEPOINT_DYNAMIC)) ==
			TRACEPOINT_ARRAY;
	if (!is_array || (field->element_size != 4 && field->element_size != 8)) return false;
	/* a payload that is cut off: the caller prints what is there */
	if ((uint64_t)field->offset + field->size > facts->size_bytes) return false;
	struct cursor c = cursor_of(facts->bytes + field->offset, field->size, facts->tp->swap);
	out_char(to->text, '[');
	value_begin(to->values, VALUE_LIST);
	for (size_t at = 0; at + field->element_size <= field->size; at += field->element_size) {
		if (at) out_lit(to->text, ", ");
		write_element(field, field->element_size == 8 ? cursor_u64(&c) : cursor_u32(&c), to);
	}
	out_char(to->text, ']');
	value_end(to->values, VALUE_LIST);
	return true;
}

/* A field by its type: an array of numbers, text in quotes, a number as the tracepoint's format has it; pid_t with the
 * name of the task. */
static void write_field(const struct trace_payload_facts *facts, const struct tracepoint_field *field, uint64_t number,
			const struct target *to)
{
	bool is_number = !(field->flags & (TRACEPOINT_ARRAY | TRACEPOINT_STRING | TRACEPOINT_DYNAMIC));
	bool quoted = field->flags & TRACEPOINT_STRING;
	if (write_numbers(facts, field, to)) return;
	if (quoted) out_char(to->text, '"');
	size_t start = to->text->size;
	tracepoint_print_field(facts->tp, field, facts->bytes, facts->size_bytes, to->text);
	if (is_number) give_number(to, field, number, start);
	else give_text(to, start);
	if (quoted) out_char(to->text, '"');
	if (is_number && strcmp(field->type, "pid_t") == 0) write_task_name(facts, field, to);
}

/* "prev_pid: 12 (x), prev_comm: \"x\"": the fields behind the common ones of every tracepoint. Text leaves out zeros
 * unless asked; values always have them. */
static void write_fields(const struct trace_payload_facts *facts, const struct target *to)
{
	const struct tracepoint *tp = facts->tp;
	const char *separator = "";
	for (size_t i = tp->nr_common; i < tp->nr_fields; i++) {
		const struct tracepoint_field *field = &tp->fields[i];
		bool is_number = !(field->flags & (TRACEPOINT_ARRAY | TRACEPOINT_STRING | TRACEPOINT_DYNAMIC));
		uint64_t number = is_number ? tracepoint_number(tp, field, facts->bytes, facts->size_bytes) : 0;
		const char *name = is_number ? facts->enum_name(facts->ctx, i, number) : NULL;
		/* a value that has a name is shown even if it is 0 */
		if (is_number && !to->style->with_zeros && !to->values && !number && !name) continue;
		out_str(to->text, separator);
		out_str(to->text, field->name);
		out_lit(to->text, ": ");
		value_name(to->values, field->name);
		separator = ", ";
		if (name) {
			out_str(to->text, name);
			value_text(to->values, name, strlen(name));
			continue;
		}
		write_field(facts, field, number, to);
	}
}

/* By the event's own print format, as one text, or by fields. */
static void write_payload(const struct trace_payload_facts *facts, const struct target *to)
{
	if (!facts->tp) return;
	if (!to->style->payload_by_format) {
		write_fields(facts, to);
		return;
	}
	size_t start = to->text->size;
	tracepoint_print(facts->tp, facts->bytes, facts->size_bytes, NULL, to->text);
	value_name(to->values, "text");
	give_text(to, start);
}

/* ---- page faults */

/* "name": "0x1f" for values alone. */
static void give_address(const char *name, uint64_t address, const struct target *to)
{
	char text[2 + 24] = "0x";
	if (!to->values) return;
	value_name(to->values, name);
	value_text(to->values, text, 2 + format_hex(text + 2, address));
}

/* For both. */
static void write_address(const char *name, uint64_t address, const struct target *to)
{
	out_lit(to->text, "0x");
	out_hex(to->text, address, 0);
	give_address(name, address, to);
}

/* A name for both; in values under `what`. */
static void write_name(const char *what, const char *name, const struct target *to)
{
	out_str(to->text, name);
	value_name(to->values, what);
	value_text(to->values, name, strlen(name));
}

/* Who touched which memory: "[memset+0x1a] => /usr/lib/libc.so.6@0x1c4 (d.)". */
static void write_fault(const struct trace_fault_facts *facts, const struct target *to)
{
	out_char(to->text, '[');
	give_address("ip", facts->ip, to);
	if (facts->symbol) {
		write_name("symbol", facts->symbol, to);
		out_lit(to->text, "+0x");
		out_hex(to->text, facts->symbol_off, 0);
		value_name(to->values, "symbol_offset");
		value_number(to->values, facts->symbol_off);
	} else {
		write_address("object_ip", facts->object_ip, to);
	}
	out_lit(to->text, "] => ");
	if (facts->object) {
		write_name("object", facts->object, to);
		out_char(to->text, '@');
	}
	write_address(facts->object ? "object_address" : "address", facts->object_address, to);
	out_lit(to->text, " (");
	out_char(to->text, facts->object ? 'd' : '?');
	out_char(to->text, facts->level);
	out_char(to->text, ')');
	value_name(to->values, "level");
	value_text(to->values, &facts->level, 1);
}

/* ---- the two writers */

/* No values: scratch is not used. */
static struct target to_text(const void *style, struct outbuf *args)
{
	return (struct target){ .style = style, .text = args };
}

static void trace_args_text_call(const void *style, const struct trace_call_facts *facts, struct outbuf *args,
				 struct outbuf *scratch)
{
	const struct target to = to_text(style, args);
	write_call(facts, &to);
}

static void trace_args_text_payload(const void *style, const struct trace_payload_facts *facts, struct outbuf *args,
				    struct outbuf *scratch)
{
	const struct target to = to_text(style, args);
	write_payload(facts, &to);
}

static void trace_args_text_fault(const void *style, const struct trace_fault_facts *facts, struct outbuf *args,
				  struct outbuf *scratch)
{
	const struct target to = to_text(style, args);
	write_fault(facts, &to);
}

struct trace_args_writer trace_args_text(const struct trace_args_style *style)
{
	return (struct trace_args_writer){ style, trace_args_text_call, trace_args_text_payload,
					   trace_args_text_fault };
}

/* The text that values are made of on the way goes to scratch. */
static struct target to_values(const void *style, struct value_sink *values, struct outbuf *args,
			       struct outbuf *scratch)
{
	*values = (struct value_sink){ .type = &value_json, .out = args };
	scratch->size = 0;
	return (struct target){ .style = style, .text = scratch, .values = values };
}

static void trace_args_json_call(const void *style, const struct trace_call_facts *facts, struct outbuf *args,
				 struct outbuf *scratch)
{
	struct value_sink values;
	const struct target to = to_values(style, &values, args, scratch);
	write_call(facts, &to);
}

static void trace_args_json_payload(const void *style, const struct trace_payload_facts *facts, struct outbuf *args,
				    struct outbuf *scratch)
{
	struct value_sink values;
	const struct target to = to_values(style, &values, args, scratch);
	write_payload(facts, &to);
}

static void trace_args_json_fault(const void *style, const struct trace_fault_facts *facts, struct outbuf *args,
				  struct outbuf *scratch)
{
	struct value_sink values;
	const struct target to = to_values(style, &values, args, scratch);
	write_fault(facts, &to);
}

struct trace_args_writer trace_args_json(const struct trace_args_style *style)
{
	return (struct trace_args_writer){ style, trace_args_json_call, trace_args_json_payload,
					   trace_args_json_fault };
}
