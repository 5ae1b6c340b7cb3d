/* perf inject: writes a recording anew with what it did not say itself: build-ids, how long threads slept, samples made
 * of hardware traces. The options are here, the work is in commands/inject. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/console.h"
#include "commands/inject/inject_run.h"

/* Options of upstream's that are known, and not there yet. */
static int refuse(const struct option *option, const char *arg, bool unset, void *member)
{
	if (unset) return 0;
	return option_error(option, "perf inject --%s%s%s is not supported yet", option->long_name, arg ? "=" : "",
			    arg ? arg : "");
}

static const char *const usage[] = { "perf inject [<options>]", NULL };
#define REFUSED(name, argument, help)                                                                          \
	{                                                                                                      \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, name, help), .arg_name = argument, .flags = OPTION_OPTARG, \
								 .store = refuse                               \
	}
static const struct option options[] = {
	OPTION_BOOL('b', "build-ids", struct inject_values, build_ids, "Inject build-ids into the output stream"),
	OPTION_BOOL(0, "buildid-all", struct inject_values, buildid_all,
		    "Inject build-ids of all DSOs into the output stream"),
	OPTION_STRING(0, "known-build-ids", struct inject_values, known_build_ids, "buildid path [,buildid path...]",
		      "build-ids to use for given paths"),
	OPTION_BOOL('B', "mmap2-buildids", struct inject_values, mmap2,
		    "Drop unused mmap events, make others mmap2 with build IDs"),
	OPTION_BOOL(0, "mmap2-buildid-all", struct inject_values, mmap2_all,
		    "Rewrite all mmap events as mmap2 events with build IDs"),
	SESSION_ROW_INPUT(struct inject_values, session),
	OPTION_STRING('o', "output", struct inject_values, output, "file", "output file name"),
	OPTION_BOOL('s', "sched-stat", struct inject_values, sched_stat,
		    "Merge sched-stat and sched-switch for getting events where and how long tasks slept"),
	OPTION_BOOL('j', "jit", struct inject_values, jit, "merge jitdump files into perf.data file"),
	OPTION_VERBOSE("be more verbose (show build ids, etc)"),
	SESSION_ROW_VMLINUX(struct inject_values, session),
	SESSION_ROW_IGNORE_VMLINUX(struct inject_values, session),
	SESSION_ROW_KALLSYMS(struct inject_values, session),
	{
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, "itrace", session_option_itrace_help),
		.arg_name = "opts",
		.flags = OPTION_OPTARG,
		.store = session_option_store_itrace,
		.member = OPTION_MEMBER(struct itrace_options, struct inject_values, session.itrace),
		.given = OPTION_MEMBER(bool, struct inject_values, itrace),
	},
	OPTION_BOOL(0, "strip", struct inject_values, strip, "strip non-synthesized events (use with --itrace)"),
	SESSION_ROW_FORCE(struct inject_values, session),
	SESSION_ROW_SYMFS(struct inject_values, session),
	REFUSED("vm-time-correlation", "opts", "correlate time between VM guests and the host (not yet)"),
	REFUSED("guest-data", "opts", "inject events from a guest perf.data file (not yet)"),
	OPTION_CALLBACK_ALL(0, "guestmount", "directory", "mount directory of guests (not yet)", refuse),
	OPTION_BOOL(0, "convert-callchain", struct inject_values, convert_callchain,
		    "Generate callchains using DWARF and drop register/stack data"),
	OPTION_BOOL(0, "trace", struct inject_values, trace,
		    "Merge the beginning and the end of system calls into one sample, whose period is its time"),
	OPTION_CALLBACK_ALL_NOARG(0, "aslr", "Remap virtual memory addresses similar to ASLR (not yet)", refuse),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* Upstream always reads standard input: also where that is a file. */
static const char *usual_input(void)
{
	struct stat st;
	if (fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode)) return "-";
	return session_option_input(NULL, NULL);
}

static int run(int argc, const char **argv)
{
	struct inject_values values = { .session = SESSION_OPTION_VALUES_INIT };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	_err_done_ struct err err = ERR_INIT;
	struct warnings *warnings = warnings_new();
	if (!values.session.input) values.session.input = usual_input();
	int r = session_values_check(&values.session, &err);
	if (r >= 0) r = inject_run(&values, warnings, &err);
	if (r < 0) console_err(&err);
	console_warnings(warnings);
	bool failed = r < 0 || warnings_has_failed(warnings);
	warnings_free(warnings);
	return failed ? 255 : 0;
}

const struct command command_inject = {
	.name = "inject",
	.summary = "Filter to augment the events stream with additional information",
	.run = run,
};
