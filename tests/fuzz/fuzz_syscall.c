/* System calls of any arguments with any memory behind them: the call's number, arguments and result, options, then
 * what was read, each with its size. */
#include "base/json.h"
#include "base/value_json.h"
#include "syscall/syscall_memory.h"
#include "syscall/syscall_set.h"
#include "syscall/syscall_types.h"
#include "tests/fuzz/fuzz.h"

struct input {
	const uint8_t *data;
	size_t size;
	struct syscall_bytes reads[SYSCALL_MAX_READS];
};

static uint64_t take_number(struct input *input, size_t size)
{
	uint64_t value = 0;
	size = size < input->size ? size : input->size;
	memcpy(&value, input->data, size);
	input->data += size;
	input->size -= size;
	return value;
}

static bool memory(void *ctx, unsigned read, struct syscall_bytes *ret)
{
	const struct input *input = ctx;
	if (!input->reads[read].bytes) return false;
	*ret = input->reads[read];
	return true;
}

static bool i_prefer(struct input *input) { return take_number(input, 1) & 1; }
static const char *fd_path(void *ctx, int32_t fd) { return fd & 1 ? "/tmp/x" : NULL; }
static const char *task_name(void *ctx, int32_t tid) { return tid & 1 ? "name" : NULL; }

/* The same as values: one whole JSON object, whatever the bytes. */
static void check_values(const struct syscall *syscall, const uint64_t *values, const struct syscall_context *context)
{
	struct outbuf text, members;
	struct value_sink sink = { .type = &value_json, .out = &members };
	struct syscall_context with_values = *context;
	with_values.values = &sink;
	out_init(&text, -1);
	out_init(&members, -1);
	out_char(&members, '{');
	syscall_format_args(syscall, values, &with_values, &text);
	out_char(&members, '}');
	struct json json = json_of(members.data, members.size);
	json_skip(&json, json_next(&json));
	if (json_next(&json) != JSON_END) abort();
	json_done(&json);
	out_done(&text);
	out_done(&members);
}

/* Structures of any fields behind all arguments. */
enum { NR_TYPES = 3, NR_FIELDS = 3 };
struct any_types {
	struct syscall_type_field fields[NR_TYPES][NR_FIELDS];
	struct syscall_type types[NR_TYPES];
	struct syscall_types described;
};

static void take_types(struct input *input, struct any_types *ret)
{
	static struct syscall_typed_arg args[1024][SYSCALL_MAX_ARGS];
	static const struct syscall_type_name names[] = { { 7, "SEVEN" }, { -1, "LESS" } };
	for (size_t i = 0; i < NR_TYPES; i++) {
		for (size_t k = 0; k < NR_FIELDS; k++)
			ret->fields[i][k] = (struct syscall_type_field){ .name = take_number(input, 1) & 3 ? "f" : "",
									 .bit_off = (uint32_t)take_number(input, 2),
									 .nr_bits = (uint32_t)take_number(input, 1),
									 .nr_elements = (uint32_t)take_number(input, 2),
									 .form = (uint8_t)(take_number(input, 1) % 6),
									 .type = (uint32_t)take_number(input, 1) & 3,
									 .names = names,
									 .nr_names = 2 };
		ret->types[i] = (struct syscall_type){ ret->fields[i], NR_FIELDS, (uint32_t)take_number(input, 2) };
	}
	for (size_t i = 0; i < syscall_count() && i < 1024; i++)
		for (size_t k = 0; k < SYSCALL_MAX_ARGS; k++)
			args[i][k] = (struct syscall_typed_arg){ .is_read = true,
								 .is_written = i & 1,
								 .next_says = false,
								 .itself_says = k & 1,
								 .type_plus_1 = 1 + (uint32_t)(i + k) % NR_TYPES };
	ret->described = (struct syscall_types){ ret->types, NR_TYPES,
						 (const struct syscall_typed_arg(*)[SYSCALL_MAX_ARGS])args,
						 i_prefer(input) };
}

FUZZ(data, size)
{
	struct input input = { .data = data, .size = size };
	uint64_t options = take_number(&input, 2), values[SYSCALL_MAX_ARGS];
	const struct syscall *syscall = syscall_at(take_number(&input, 2) % syscall_count());
	for (size_t i = 0; i < SYSCALL_MAX_ARGS; i++) values[i] = take_number(&input, options & 1 ? 8 : 2);
	int64_t result = (int64_t)take_number(&input, 8);
	struct any_types any;
	if (options & 0x2000) take_types(&input, &any);
	for (size_t i = 0; i < SYSCALL_MAX_READS && input.size; i++) {
		size_t wanted = (size_t)take_number(&input, 1);
		if (!wanted) continue;
		wanted = wanted < input.size ? wanted : input.size;
		/* of its own, so that what is read beyond it shows */
		uint8_t *bytes = malloc(wanted ? wanted : 1);
		memcpy(bytes, input.data, wanted);
		input.reads[i] = (struct syscall_bytes){ bytes, wanted };
		input.data += wanted;
		input.size -= wanted;
	}
	const struct syscall_context context = { .types = options & 0x2000 ? &any.described : NULL,
						 .ctx = &input,
						 .memory = options & 2 ? memory : NULL,
						 .fd_path = options & 4 ? fd_path : NULL,
						 .task_name = options & 8 ? task_name : NULL,
						 .with_zeros = options & 16,
						 .with_prefix = options & 32,
						 .without_names = options & 64,
						 .swap = options & 128,
						 .machine = (options >> 8) % 5,
						 .result = result,
						 .written_only = options & 0x8000,
						 .is_32 = options & 0x4000 };
	struct outbuf out;
	out_init(&out, -1);
	syscall_format_args(syscall, values, &context, &out);
	syscall_format_result(syscall, values, result, &context, &out);
	if (out.size > 100000) abort();
	check_values(syscall, values, &context);
	out_done(&out);
	for (size_t i = 0; i < SYSCALL_MAX_READS; i++) free((void *)input.reads[i].bytes);
}
