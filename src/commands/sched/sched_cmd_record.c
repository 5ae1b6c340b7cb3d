/* perf sched record: which events tell of the scheduler here, system-wide, each event a sample (-c 1), with large
 * buffers because they come in bursts. */
#include "commands/record/record_request.h"
#include "commands/sched/sched_cmd.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

/* What `perf sched record` asks `perf record` for: of the events that the analyses use, those that this kernel has.
 * The first five are expected in every kernel: perf record says so where one is missing. */
int sched_cmd_record(int argc, const char **argv)
{
	static const char *const events[] = {
		"sched:sched_switch",     "sched:sched_stat_runtime", "sched:sched_process_fork",
		"sched:sched_wakeup_new", "sched:sched_migrate_task",
	};
	/* Only on kernels with CONFIG_SCHEDSTATS. */
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
