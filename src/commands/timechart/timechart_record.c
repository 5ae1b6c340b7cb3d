/* perf timechart record: the events of the scheduler, of power states, or of calls that do I/O, as far as this
 * kernel has them.
 *
 *     find_events: names that tracefs lists -> choose: which of the tables below -> record_request -> perf record */
#include "commands/timechart/timechart_record.h"

#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
#include "base/intern.h"
#include "base/vec.h"
#include "cli/console.h"
#include "cli/options.h"
#include "commands/record/record_request.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

/* -I, -P, -T, -g and -o. */
struct timechart_record_values {
	bool io_only, power_only, tasks_only, chains;
	const char *output;
};

static const char *const usage[] = { "perf timechart record [<options>]", NULL };
static const struct option options[] = {
	OPTION_BOOL('P', "power-only", struct timechart_record_values, power_only, "output power data only"),
	OPTION_BOOL('T', "tasks-only", struct timechart_record_values, tasks_only, "output processes data only"),
	OPTION_BOOL('I', "io-only", struct timechart_record_values, io_only, "record only IO data"),
	OPTION_BOOL('g', "callchain", struct timechart_record_values, chains, "record callchain"),
	OPTION_STRING('o', "output", struct timechart_record_values, output, "file",
		      "output file name (perf record's)"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION };

/* Without these there is no chart of tasks: they are asked for in any case. */
static const char *const task_events[] = { "sched:sched_wakeup", "sched:sched_switch", NULL };
static const char *const power_events[] = { "power:cpu_frequency", "power:cpu_idle", NULL };
/* Names of the same events in old kernels. */
static const char *const old_power_events[] = { "power:power_start", "power:power_end", "power:power_frequency", NULL };
/* groups of calls: all beginnings of a group, then all its ends */
static const char *const disk_calls[] = { "read",     "pread64", "readv",   "preadv", "write",
					  "pwrite64", "writev",  "pwritev", "sync",   "sync_file_range",
					  "fsync",    "msync",   NULL };
static const char *const net_calls[] = { "recvfrom", "recvmmsg", "recvmsg", "sendto", "sendmsg", "sendmmsg", NULL };
static const char *const poll_calls[] = { "epoll_pwait", "epoll_wait", "poll", "ppoll", "pselect6", "select", NULL };

/* What is to be recorded: filled event by event with what this kernel has. request is the caller's, known its names. */
struct event_choice {
	struct record_request *request;
	struct intern known;
	/* Of each event that is added; NULL: none. */
	const char *filter;
};

/* Called by tracefs_list for each event: notes "system:event". */
static void timechart_record_note(void *arg, const char *system, const char *event, uint64_t id)
{
	char name[256];
	snprintf(name, sizeof(name), "%s:%s", system, event);
	intern_id(arg, name);
}

/* The events that this kernel has. */
static void find_events(struct intern *known)
{
	_free_ char *tracefs = machine_tracefs();
	static const char *const globs[][2] = { { "sched", "sched_*" }, { "power", "*" }, { "syscalls", "sys_*" } };
	for (size_t i = 0; tracefs && i < ARRAY_SIZE(globs); i++) {
		/* Nothing is said here: perf record is going to say what is wrong with tracefs. */
		_err_done_ struct err err = ERR_INIT;
		const struct tracepoint_query query = { globs[i][0], globs[i][1], .with_ids = false };
		(void)!tracefs_list(machine_root(), tracefs, &query, timechart_record_note, known, &err);
	}
}

/* always: also when the kernel does not have it, so that perf record says what is missing. Whether it was added. */
static bool add_event(struct event_choice *choice, const char *name, bool always)
{
	uint32_t id;
	if (!always && !intern_find(&choice->known, name, &id)) return false;
	record_request_add(choice->request, name, choice->filter);
	return true;
}

static bool add_events(struct event_choice *choice, const char *const *names, bool always)
{
	bool any = false;
	for (; *names; names++) any |= add_event(choice, *names, always);
	return any;
}

/* All beginnings, then all ends, in the order of upstream's recordings. Whether any was there. */
static bool add_calls(struct event_choice *choice, const char *const *calls)
{
	static const char *const ends[] = { "enter", "exit" };
	bool any = false;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		for (const char *const *call = calls; *call; call++) {
			char name[64];
			snprintf(name, sizeof(name), "syscalls:sys_%s_%s", ends[i], *call);
			any |= add_event(choice, name, false);
		}
	return any;
}

/* Calls that read, write and wait, of all but this program: what it writes of them would be written again. */
static void choose_io(struct event_choice *choice)
{
	char filter[64];
	snprintf(filter, sizeof(filter), "common_pid != %d", (int)getpid());
	choice->filter = filter;
	bool any = add_calls(choice, disk_calls);
	any |= add_calls(choice, net_calls);
	any |= add_calls(choice, poll_calls);
	/* One event that is not there, so that perf record says why there are none. */
	if (!any) add_event(choice, "syscalls:sys_enter_read", true);
	choice->filter = NULL;
}

/* Old names of power events are tried when the new ones are not there. */
static void choose(const struct timechart_record_values *values, struct event_choice *choice)
{
	if (values->io_only) {
		choose_io(choice);
		return;
	}
	if (!values->power_only) add_events(choice, task_events, true);
	if (!values->tasks_only && !add_events(choice, power_events, false) &&
	    !add_events(choice, old_power_events, false) && values->power_only)
		add_events(choice, power_events, true);
}

/* Which events there are differs from kernel to kernel; perf record refuses a list with one that is missing. */
int timechart_record(int argc, const char **argv)
{
	struct timechart_record_values values = { 0 };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (values.power_only && values.tasks_only) {
		fprintf(stderr, "-P and -T options cannot be used at the same time.\n");
		return 255;
	}
	struct record_request request = { .all_cpus = true,
					  .raw = true,
					  .period = 1,
					  .chains = values.chains,
					  .output = values.output,
					  .workload = argc ? argv : NULL };
	struct event_choice choice = { .request = &request };
	intern_init(&choice.known);
	find_events(&choice.known);
	choose(&values, &choice);
	status = record_request_run(&request, 0, NULL);
	record_request_done(&request);
	intern_done(&choice.known);
	return status;
}
