/* Records a program, or a process for some seconds, with `perf record --wall -g`, or takes such a recording (-i), and
 * shows the longest waits. A recording of its own goes to a file that is removed at the end, or stays (-o). */
#include "commands/doctor/doctor_wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "analysis/wait/wait.h"
#include "cli/console.h"
#include "commands/option/session_show.h"
#include "commands/record/record_request.h"
#include "render/listing/wait_text.h"

struct wait_values {
	struct session_option_values session;
	const char *output, *call_graph;
	int32_t pid;
	unsigned nr_rows, seconds;
	bool json;
};

static const char *const usage[] = { "perf doctor wait [<options>] [<program> [<arguments>]]", NULL };
#define T struct wait_values
static const struct option options[] = {
	OPTION_STRING(0, "call-graph", T, call_graph, "mode",
		      "how call chains are recorded, as perf record --call-graph (default: frame pointers)"),
	OPTION_UINT(0, "duration", T, seconds, "seconds to look at the process of -p (default: 5)"),
	SESSION_ROW_FORCE(T, session),
	SESSION_ROW_INPUT(T, session),
	OPTION_BOOL('j', "json", T, json, "print JSON"),
	OPTION_UINT('n', "lines", T, nr_rows, "show so many waits (default: 10)"),
	OPTION_STRING('o', "output", T, output, "file", "keep the recording in this file"),
	OPTION_INT('p', "pid", T, pid, "the process to look at; of a recording, the one to show"),
	SESSION_ROW_SYMFS(T, session),
	OPTION_VERBOSE("be more verbose"),
	OPTION_END,
};
#undef T
static const struct option_table table = { .rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION };

/* What is wrong with the values together; NULL: nothing. */
static const char *contradiction(const struct wait_values *values, bool has_program)
{
	if (values->pid < 0) return "-p takes the number of a process";
	if (values->session.input && (has_program || values->output)) return "-i shows a recording, and makes none";
	if (!values->session.input && !has_program && !values->pid) return "say what to look at: a program, -p, or -i";
	if (has_program && values->pid) return "-p takes the number of one process, and no program beside it";
	if (!values->seconds) return "--duration=0 would see nothing";
	return NULL;
}

/* 0, or perf record's exit status where it has recorded nothing. What the program itself returns is its own affair. */
static int record(const struct wait_values *values, const char *path, const char **program)
{
	static const char *const wall[] = { "--wall", NULL };
	char pid[16], seconds[16];
	const char *sleep[] = { "sleep", seconds, NULL }, *nothing[] = { "record", NULL };
	struct stat st;
	snprintf(pid, sizeof(pid), "%d", (int)values->pid);
	snprintf(seconds, sizeof(seconds), "%u", values->seconds);
	struct record_request request = { .quiet = true,
					  .goes_on = true,
					  .chains = !values->call_graph,
					  .call_graph = values->call_graph,
					  .output = path,
					  .pids = values->pid ? pid : NULL,
					  .options = wall,
					  .workload = values->pid ? sleep : program };
	int status = record_request_run(&request, 1, nothing);
	record_request_done(&request);
	return stat(path, &st) == 0 && st.st_size > 0 ? 0 : MAX(status, 1);
}

static int show_waits(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	const struct wait_values *values = ctx;
	struct wait *wait;
	const struct wait_result *result;
	int r = wait_run(session, values->pid, &wait, &result, err);
	if (r < 0) return r;
	if (values->json) wait_json(result, values->nr_rows, out);
	else wait_text(result, values->nr_rows, out);
	if (values->pid && !result->total_ns)
		warnings_add(session_warnings(session), "pid", "nothing was recorded of process %d", (int)values->pid);
	if (result->nr_rows && !result->has_chains)
		warnings_add(session_warnings(session), "no chains",
			     "no call chain was recorded: where the time went is not known (perf record --wall -g)");
	wait_free(wait);
	return 0;
}

static int show(struct wait_values *values)
{
	return session_show_status(
		session_show(&(struct session_show){ .values = &values->session, .ctx = values, .show = show_waits }));
}

/* A recording of its own, shown. */
static int look(struct wait_values *values, const char **program)
{
	const char *folder = getenv("TMPDIR");
	_free_ char *path = values->output ? xstrdup(values->output)
					   : xasprintf("%s/perf-wait.XXXXXX", folder && *folder ? folder : "/tmp");
	if (!values->output) {
		int fd = mkstemp(path);
		if (fd < 0) {
			console_error("%s cannot be made: name a file for the recording with -o", path);
			return 255;
		}
		close(fd);
	}
	values->session.input = path;
	int status = record(values, path, program);
	if (!status) status = show(values);
	if (!values->output) unlink(path);
	else if (!status && !values->json) printf("All of it: perf report --wall -i %s\n", path);
	return status;
}

int doctor_wait(int argc, const char **argv)
{
	struct wait_values values = { .session = SESSION_OPTION_VALUES_INIT, .nr_rows = 10, .seconds = 5 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	const char *wrong = contradiction(&values, argc > 0);
	if (wrong) return option_table_usage_error(&table, "%s", wrong);
	return values.session.input ? show(&values) : look(&values, argv);
}
