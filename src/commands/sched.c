/* perf sched: what the scheduler did. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/vec.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/commands.h"
#include "commands/sched_cmd.h"
#include "commands/option/session_option.h"
#include "commands/session_show.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

struct sched_cmd_values sched_cmd_values;

static const char *const subcommands[] = { "record", "latency", "map", "replay", "script", "timehist", NULL };
static const char *const usage[] = { "perf sched [<options>] {record|latency|map|replay|script|timehist}", NULL };
static const struct option options[] = { SCHED_CMD_OPTIONS, OPTION_END };

int sched_cmd_show(int (*show)(struct session *session, struct outbuf *out, struct err *err))
{
	const struct session_show how = { .show = show,
					  .gathers = true,
					  .without_losses = sched_cmd_values.has_losses,
					  .dump = sched_cmd_values.dump };
	return session_show_status(session_show(&how));
}

/* What `perf sched record` asks `perf record` for: every event of the scheduler that this kernel has. */
static int run_record(int argc, const char **argv)
{
	static const char *const always[] = { "record", "-a", "-R", "-m", "1024", "-c", "1" };
	static const char *const events[] = {
		"sched:sched_switch",     "sched:sched_stat_runtime", "sched:sched_process_fork",
		"sched:sched_wakeup_new", "sched:sched_migrate_task",
	};
	static const char *const schedstats[] = { "sched:sched_stat_wait", "sched:sched_stat_sleep",
						  "sched:sched_stat_iowait" };
	_free_ char *tracefs = machine_tracefs();
	VEC(const char *) words = VEC_INIT;
	for (size_t i = 0; i < ARRAY_SIZE(always); i++) vec_push(&words, always[i]);
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		vec_push(&words, "-e");
		vec_push(&words, events[i]);
	}
	bool has_stats = tracefs_has(machine_root(), tracefs, "sched", "sched_stat_wait");
	for (size_t i = 0; has_stats && i < ARRAY_SIZE(schedstats); i++) {
		vec_push(&words, "-e");
		vec_push(&words, schedstats[i]);
	}
	/* waking is the moment that is meant; kernels before 4.3 have only the other one */
	vec_push(&words, "-e");
	vec_push(&words, tracefs_has(machine_root(), tracefs, "sched", "sched_waking") ? "sched:sched_waking"
										       : "sched:sched_wakeup");
	int status = commands_run_with(words.items, words.count, argc, argv);
	vec_done(&words);
	return status;
}

static int run(int argc, const char **argv)
{
	argc = options_parse_subcommands(argc, argv, options, subcommands, usage, OPTIONS_STOP_AT_NON_OPTION);
	if (!argc) options_usage(usage, options);
	if (options_subcommand_is(argv[0], "script", 3)) return session_show_script(sched_cmd_values.dump, argc, argv);
	if (options_subcommand_is(argv[0], "record", 3)) return run_record(argc, argv);
	if (options_subcommand_is(argv[0], "latency", 3)) return sched_cmd_latency(argc, argv);
	if (strcmp(argv[0], "map") == 0) return sched_cmd_map(argc, argv);
	if (options_subcommand_is(argv[0], "replay", 3)) return sched_cmd_replay(argc, argv);
	if (options_subcommand_is(argv[0], "timehist", 3)) return sched_cmd_timehist(argc, argv);
	options_unknown_subcommand(argv[0], subcommands, usage, options);
}

const struct command command_sched = {
	.name = "sched",
	.summary = "Tool to trace/measure scheduler properties (latencies)",
	.usage = usage,
	.options = options,
	.subcommands = subcommands,
	.run = run,
};
