/* Arguments of calls and places of page faults, as text and as JSON. */
#include "render/trace/trace_args.h"
#include "syscall/syscall.h"
#include "tests/unit/test.h"

static const struct trace_args_style plain = { .with_zeros = false };
static struct outbuf args = { .fd = -1 }, scratch = { .fd = -1 };

static const char *take_text(void)
{
	out_char(&args, '\0');
	args.size = 0;
	return args.data;
}

static const char *call_text(struct trace_args_writer writer, const char *name, const uint64_t *values)
{
	const struct syscall_context known = { .result = 0 };
	const struct trace_call_facts facts = { syscall_find(name), values, &known };
	writer.call(writer.style, &facts, &args, &scratch);
	return take_text();
}

static const char *fault_text(struct trace_args_writer writer, const struct trace_fault_facts *facts)
{
	writer.fault(writer.style, facts, &args, &scratch);
	return take_text();
}

TEST(calls_by_style)
{
	const uint64_t values[SYSCALL_MAX_ARGS] = { 3, 0x1000, 0 };
	struct trace_args_style style = plain;
	CHECK_STR(call_text(trace_args_text(&style), "read", values), "fd: 3, buf: 0x1000");
	CHECK_STR(call_text(trace_args_text(&style), "no_such_call", values), "arg0: 0x3, arg1: 0x1000");
	style.with_zeros = true;
	CHECK_STR(call_text(trace_args_text(&style), "read", values), "fd: 3, buf: 0x1000, count: 0");
	style.without_names = true;
	CHECK_STR(call_text(trace_args_text(&style), "read", values), "3, 0x1000, 0");
	/* zeros and names are there whatever the style of text is */
	CHECK_STR(call_text(trace_args_json(&plain), "read", values), "\"fd\": 3, \"buf\": \"0x1000\", \"count\": 0");
}

TEST(one_list_after_the_other)
{
	const uint64_t values[SYSCALL_MAX_ARGS] = { 4 };
	struct trace_args_writer writer = trace_args_json(&plain);
	CHECK_STR(call_text(writer, "close", values), "\"fd\": 4");
	CHECK_STR(call_text(writer, "close", values), "\"fd\": 4"); /* no comma: a list of its own */
}

TEST(results)
{
	const struct syscall_context known = { .result = 0 };
	struct trace_result result = { .value = -2, .call = { syscall_find("openat"), NULL, &known } };
	trace_args_result(&result, &plain, &args);
	CHECK_STR(take_text(), "-1 ENOENT (No such file or directory)");
	result.value = 3;
	trace_args_result(&result, &plain, &args);
	CHECK_STR(take_text(), "3");
	result = (struct trace_result){ .value = 12, .call = { NULL, NULL, &known } };
	trace_args_result(&result, &plain, &args);
	CHECK_STR(take_text(), "12");
}

TEST(faults_in_files_and_elsewhere)
{
	const struct trace_fault_facts in_file = { .ip = 0x40001a,
						   .object_ip = 0x1a,
						   .symbol = "memset",
						   .symbol_off = 0x1a,
						   .object = "/lib/libc.so",
						   .object_address = 0x1c4,
						   .level = '.' };
	const struct trace_fault_facts elsewhere = {
		.ip = 0x40001a, .object_ip = 0x1a, .object_address = 0x7f00, .level = 'k'
	};
	CHECK_STR(fault_text(trace_args_text(&plain), &in_file), "[memset+0x1a] => /lib/libc.so@0x1c4 (d.)");
	CHECK_STR(fault_text(trace_args_text(&plain), &elsewhere), "[0x1a] => 0x7f00 (?k)");
	CHECK_STR(fault_text(trace_args_json(&plain), &in_file),
		  "\"ip\": \"0x40001a\", \"symbol\": \"memset\", \"symbol_offset\": 26, \"object\": \"/lib/libc.so\", "
		  "\"object_address\": \"0x1c4\", \"level\": \".\"");
	CHECK_STR(fault_text(trace_args_json(&plain), &elsewhere),
		  "\"ip\": \"0x40001a\", \"object_ip\": \"0x1a\", \"address\": \"0x7f00\", \"level\": \"k\"");
}

TEST(an_event_without_fields)
{
	const struct trace_payload_facts facts = { .tp = NULL };
	struct trace_args_writer writer = trace_args_text(&plain);
	writer.payload(writer.style, &facts, &args, &scratch);
	CHECK_STR(take_text(), "");
	out_done(&args);
	out_done(&scratch);
}

TEST_MAIN
