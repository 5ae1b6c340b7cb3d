/* Runs of the tracer, with a tracefs made of files: the text is there when it begins. */
#include "record/tracer/tracer_run.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;
static struct strbuf got;

static int take_text(void *ctx, const char *text, size_t size)
{
	strbuf_add(&got, text, size);
	return *(int *)ctx;
}

static void make_tree(void)
{
	static const char *const files[] = { "tracing_on", "current_tracer", "set_ftrace_pid", "tracing_cpumask",
					     "trace" };
	char path[64];
	if (!fs.root) fs.root = fixture_begin();
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "sys/kernel/tracing/%s", files[i]);
		fixture_file(path, "0\n");
	}
	fixture_file("sys/kernel/tracing/events/header_page", "");
	fixture_file("sys/kernel/tracing/trace_pipe", " 0)   0.500 us    |  a();\n");
	strbuf_clear(&got);
}

static int run(struct tracer_run_options options, int answer, struct tracer_run_result *result, struct err *err)
{
	make_tree();
	options.fs = &fs;
	options.tracer.tracer = "function";
	options.text = take_text;
	options.ctx = &answer;
	int r = tracer_run(&options, result, err);
	char *tracer = kernelfs_read(&fs, "sys/kernel/tracing/current_tracer"),
	     *pids = kernelfs_read(&fs, "sys/kernel/tracing/set_ftrace_pid");
	CHECK_STR(tracer, "nop");
	CHECK_STR(pids, "");
	free(tracer);
	free(pids);
	return r;
}

TEST(of_a_command)
{
	const char *const command[] = { "true", NULL };
	struct tracer_run_result result;
	CHECK_INT(run((struct tracer_run_options){ .workload = command, .only_workload = true, .titles = true }, 0,
		      &result, NULL),
		  0);
	CHECK_STR(strbuf_text(&got), "0\n 0)   0.500 us    |  a();\n");
	CHECK_INT(result.signal_number, 0);
	CHECK_INT(run((struct tracer_run_options){ .workload = command, .delay_ms = 1 }, 0, &result, NULL), 0);
	CHECK_STR(strbuf_text(&got), " 0)   0.500 us    |  a();\n");
}

/* Without a command the end of the file ends it: pipes of the kernel have none. */
TEST(of_everybody)
{
	struct tracer_run_result result;
	CHECK_INT(run((struct tracer_run_options){ .titles = false }, 0, &result, NULL), 0);
	CHECK_STR(strbuf_text(&got), " 0)   0.500 us    |  a();\n");
}

TEST(what_fails)
{
	const char *const command[] = { "/nonexistent/program", NULL };
	struct tracer_run_result result;
	struct err err = ERR_INIT;
	CHECK_INT(run((struct tracer_run_options){ .workload = command }, 0, &result, &err), -ENOENT);
	CHECK(err.message && strstr(err.message, "Workload failed"));
	err_done(&err);
	CHECK_INT(run((struct tracer_run_options){ .titles = false }, -EPIPE, &result, NULL), -EPIPE);
}

/* A signal ends the command and puts everything back. */
TEST(a_signal)
{
	const char *const command[] = { "sh", "-c", "kill -TERM $PPID; exec sleep 100", NULL };
	struct tracer_run_result result;
	CHECK_INT(run((struct tracer_run_options){ .workload = command }, 0, &result, NULL), 0);
	CHECK_INT(result.signal_number, SIGTERM);
	strbuf_done(&got);
}

TEST_MAIN
