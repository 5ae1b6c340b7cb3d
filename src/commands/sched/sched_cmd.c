/* perf sched: what the scheduler did. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/vec.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/sched/sched_cmd.h"
#include "commands/option/session_option.h"
#include "commands/record/record_request.h"
#include "commands/option/session_show.h"
#include "commands/script/script_cmd.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

struct sched_values {
	struct sched_cmd_values before; /* the subcommand */
};

static const char *const subcommands[] = { "record", "latency", "map", "replay", "script", "timehist", NULL };
static const char *const usage[] = { "perf sched [<options>] {record|latency|map|replay|script|timehist}", NULL };
static const struct option options[] = { SCHED_CMD_ROWS(struct sched_values, before), OPTION_END };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

int sched_cmd_show(struct sched_cmd_values *values, const struct sched_cmd_show *what)
{
	const struct session_show how = { .values = &values->session,
					  .ctx = what->ctx,
					  .show = what->show,
					  .gathers = true,
					  .without_losses = what->tells_losses,
					  .dump = values->dump };
	return session_show_status(session_show(&how));
}

/* What `perf sched record` asks `perf record` for: every event of the scheduler that this kernel has. */
static int run_record(int argc, const char **argv)
{
	static const char *const events[] = {
		"sched:sched_switch",     "sched:sched_stat_runtime", "sched:sched_process_fork",
		"sched:sched_wakeup_new", "sched:sched_migrate_task",
	};
	static const char *const schedstats[] = { "sched:sched_stat_wait", "sched:sched_stat_sleep",
						  "sched:sched_stat_iowait" };
	_free_ char *tracefs = machine_tracefs();
	struct record_request request = { .all_cpus = true, .raw = true, .pages = 1024, .period = 1 };
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) record_request_add(&request, events[i], NULL);
	bool has_stats = tracefs_has(machine_root(), tracefs, "sched", "sched_stat_wait");
	for (size_t i = 0; has_stats && i < ARRAY_SIZE(schedstats); i++)
		record_request_add(&request, schedstats[i], NULL);
	/* waking is the moment that is meant; kernels before 4.3 have only the other one */
	bool has_waking = tracefs_has(machine_root(), tracefs, "sched", "sched_waking");
	record_request_add(&request, has_waking ? "sched:sched_waking" : "sched:sched_wakeup", NULL);
	int status = record_request_run(&request, argc, argv);
	record_request_done(&request);
	return status;
}

static int run(int argc, const char **argv)
{
	struct sched_values values = { .before.session = SESSION_OPTION_VALUES_INIT };
	const struct sched_cmd_values *before = &values.before;
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (options_subcommand_is(argv[0], "script", 3))
		return script_cmd_run(&before->session, before->dump, argc, argv);
	if (options_subcommand_is(argv[0], "record", 3)) return run_record(argc, argv);
	if (options_subcommand_is(argv[0], "latency", 3)) return sched_cmd_latency(before, argc, argv);
	if (strcmp(argv[0], "map") == 0) return sched_cmd_map(before, argc, argv);
	if (options_subcommand_is(argv[0], "replay", 3)) return sched_cmd_replay(before, argc, argv);
	if (options_subcommand_is(argv[0], "timehist", 3)) return sched_cmd_timehist(before, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_sched = {
	.name = "sched",
	.summary = "Tool to trace/measure scheduler properties (latencies)",
	.run = run,
};
