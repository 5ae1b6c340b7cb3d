/* The tracers' settings, in a tracefs made here: what is written, what is refused, and what is put back. */
#include "kernel/function_tracer.h"

#include <errno.h>
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;

static void set(const char *file, const char *text)
{
	char path[128];
	snprintf(path, sizeof(path), "sys/kernel/tracing/%s", file);
	fixture_file(path, text);
}

static void check_file(const char *file, const char *want)
{
	char *text = kernelfs_read(&fs, "sys/kernel/tracing/%s", file);
	if (!text || strcmp(text, want) != 0) fprintf(stderr, "%s\n", file);
	CHECK_STR(text, want);
	free(text);
}

static void make_tree(void)
{
	static const char *const zeros[] = { "max_graph_depth",           "tracing_thresh",
					     "options/function-fork",     "options/funcgraph-proc",
					     "options/funcgraph-abstime", "options/funcgraph-tail",
					     "options/latency-format",    "options/func_stack_trace" };
	static const char *const ones[] = { "tracing_on", "options/sleep-time", "options/funcgraph-irqs",
					    "options/irq-info" };
	static const char *const lists[] = { "set_ftrace_pid", "set_ftrace_filter", "set_ftrace_notrace",
					     "set_graph_function", "set_graph_notrace" };
	if (!fs.root) fs.root = fixture_begin();
	fixture_file("sys/devices/system/cpu/online", "0-3,32\n");
	fixture_file("sys/kernel/tracing/events/header_page", "");
	for (size_t i = 0; i < sizeof(zeros) / sizeof(zeros[0]); i++) set(zeros[i], "0\n");
	for (size_t i = 0; i < sizeof(ones) / sizeof(ones[0]); i++) set(ones[i], "1\n");
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) set(lists[i], "left\n");
	set("available_tracers", "function_graph function nop\n");
	set("current_tracer", "function\n");
	set("tracing_cpumask", "1f\n");
	set("buffer_size_kb", "7 (expanded: 1408)\n");
	set("trace", "# tracer: nop\n");
	set("trace_pipe", "");
	set("available_filter_functions", "vfs_read\ndummy_xmit [dummy]\n");
}

TEST(usual_settings)
{
	make_tree();
	struct function_tracer tracer;
	const struct function_tracer_options options = { .tracer = "function_graph" };
	CHECK_INT(function_tracer_open(&tracer, &fs, NULL, NULL), 0);
	CHECK_INT(function_tracer_set(&tracer, &options, NULL), 0);
	check_file("current_tracer", "function_graph");
	check_file("tracing_on", "0");
	check_file("tracing_cpumask", "1,0000000f");
	check_file("set_ftrace_filter", "");
	check_file("set_ftrace_pid", "");
	check_file("options/irq-info", "0");
	check_file("trace", "0");
	CHECK_INT(function_tracer_switch(&tracer, true, NULL), 0);
	check_file("tracing_on", "1");
	function_tracer_done(&tracer);
	check_file("current_tracer", "nop");
	check_file("tracing_on", "1");
	check_file("tracing_cpumask", "1f");
	check_file("options/irq-info", "1");
	check_file("buffer_size_kb", "7 (expanded: 1408)");
}

TEST(all_settings)
{
	make_tree();
	struct function_tracer tracer;
	const int32_t tids[] = { 11, 12 }, cpus[] = { 0, 2 };
	struct function_tracer_options options = { .tracer = "function_graph",
						   .tids = tids,
						   .nr_tids = 2,
						   .cpus = cpus,
						   .nr_cpus = 2,
						   .inherit = true,
						   .call_graph = true,
						   .irq_info = true,
						   .no_sleep_time = true,
						   .no_interrupts = true,
						   .verbose = true,
						   .tail = true,
						   .threshold_us = 7,
						   .depth = 3,
						   .buffer_kb = 64 };
	vec_push(&options.traced.names, "vfs_*");
	vec_push(&options.traced.names, "ksys_*");
	vec_push(&options.not_graphed.names, "vfs_open");
	CHECK_INT(function_tracer_open(&tracer, &fs, NULL, NULL), 0);
	CHECK_INT(function_tracer_set(&tracer, &options, NULL), 0);
	/* the blank that empties a list stays in a file, and the kernel does not mind it */
	check_file("set_ftrace_filter", " \nvfs_*\nksys_*");
	check_file("set_graph_notrace", " \nvfs_open");
	check_file("set_ftrace_pid", " \n11\n12");
	check_file("tracing_cpumask", "5");
	check_file("max_graph_depth", "3");
	check_file("tracing_thresh", "7");
	check_file("buffer_size_kb", "64");
	static const char *const ones[] = { "options/function-fork",  "options/func_stack_trace",
					    "options/funcgraph-proc", "options/funcgraph-abstime",
					    "options/funcgraph-tail", "options/latency-format",
					    "options/irq-info" };
	for (size_t i = 0; i < sizeof(ones) / sizeof(ones[0]); i++) check_file(ones[i], "1");
	check_file("options/sleep-time", "0");
	check_file("options/funcgraph-irqs", "0");
	function_tracer_done(&tracer);
	for (size_t i = 0; i < 6; i++) check_file(ones[i], "0");
	check_file("options/sleep-time", "1");
	check_file("set_ftrace_filter", "");
	check_file("set_ftrace_pid", "");
	check_file("max_graph_depth", "0");
	check_file("buffer_size_kb", "1408");
	vec_done(&options.traced.names);
	vec_done(&options.not_graphed.names);
}

/* What was not there before is not made, and what was asked for is not passed over. */
TEST(missing_option)
{
	make_tree();
	struct function_tracer tracer;
	struct err err = ERR_INIT;
	const struct function_tracer_options options = { .tracer = "function_graph", .arguments = true };
	CHECK_INT(function_tracer_open(&tracer, &fs, NULL, NULL), 0);
	CHECK_INT(function_tracer_set(&tracer, &options, &err), -ENOENT);
	CHECK(err.message && strstr(err.message, "--graph-opts args") && strstr(err.message, "options/funcgraph-args"));
	function_tracer_done(&tracer);
	check_file("current_tracer", "nop");
	check_file("tracing_on", "1");
	CHECK(!kernelfs_exists(&fs, "sys/kernel/tracing/options/funcgraph-args"));
	err_done(&err);
}

TEST(unknown_tracer)
{
	make_tree();
	struct function_tracer tracer;
	struct err err = ERR_INIT;
	set("available_tracers", "blk functions nop\n");
	const struct function_tracer_options options = { .tracer = "function" };
	CHECK_INT(function_tracer_open(&tracer, &fs, NULL, NULL), 0);
	CHECK_INT(function_tracer_set(&tracer, &options, &err), -EINVAL);
	CHECK(err.message && strstr(err.message, "blk functions nop"));
	function_tracer_done(&tracer);
	check_file("current_tracer", "function");
	check_file("set_ftrace_filter", "left");
	err_done(&err);
}

TEST(no_tracefs)
{
	struct function_tracer tracer;
	struct err err = ERR_INIT;
	const struct kernelfs nowhere = { .root = "/nonexistent" };
	CHECK_INT(function_tracer_open(&tracer, &nowhere, NULL, &err), -ENOENT);
	CHECK(err.hint && strstr(err.hint, "mount -t tracefs"));
	function_tracer_done(&tracer);
	err_done(&err);
}

TEST_MAIN
