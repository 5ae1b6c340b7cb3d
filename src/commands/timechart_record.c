#include "commands/timechart_record.h"

#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
#include "base/intern.h"
#include "base/vec.h"
#include "cli/console.h"
#include "cli/options.h"
#include "commands/commands.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

static bool io_only, power_only, tasks_only, chains;
static const char *output;

static const char *const usage[] = { "perf timechart record [<options>]", NULL };
static const struct option options[] = { OPTION_BOOL('P', "power-only", &power_only, "output power data only"),
					 OPTION_BOOL('T', "tasks-only", &tasks_only, "output processes data only"),
					 OPTION_BOOL('I', "io-only", &io_only, "record only IO data"),
					 OPTION_BOOL('g', "callchain", &chains, "record callchain"),
					 OPTION_STRING('o', "output", &output, "file",
						       "output file name (perf record's)"),
					 OPTION_END };

static const char *const task_events[] = { "sched:sched_wakeup", "sched:sched_switch", NULL };
static const char *const power_events[] = { "power:cpu_frequency", "power:cpu_idle", NULL };
static const char *const old_power_events[] = { "power:power_start", "power:power_end", "power:power_frequency", NULL };
/* groups of calls: all beginnings of a group, then all its ends */
static const char *const disk_calls[] = { "read",     "pread64", "readv",   "preadv", "write",
					  "pwrite64", "writev",  "pwritev", "sync",   "sync_file_range",
					  "fsync",    "msync",   NULL };
static const char *const net_calls[] = { "recvfrom", "recvmmsg", "recvmsg", "sendto", "sendmsg", "sendmmsg", NULL };
static const char *const poll_calls[] = { "epoll_pwait", "epoll_wait", "poll", "ppoll", "pselect6", "select", NULL };

struct words {
	VEC(const char *) all;
	struct intern texts;
	struct intern known;
	const char *filter;
};

static void note_event(void *arg, const char *system, const char *event, uint64_t id)
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
		_err_done_ struct err err = ERR_INIT; /* perf record says what is wrong */
		(void)!tracefs_list(machine_root(), tracefs, globs[i][0], globs[i][1], false, note_event, known, &err);
	}
}

static bool add_event(struct words *words, const char *name, bool always)
{
	uint32_t id;
	if (!always && !intern_find(&words->known, name, &id)) return false;
	vec_push(&words->all, "-e");
	vec_push(&words->all, intern_string(&words->texts, name));
	if (!words->filter) return true;
	vec_push(&words->all, "--filter");
	vec_push(&words->all, words->filter);
	return true;
}

static bool add_events(struct words *words, const char *const *names, bool always)
{
	bool any = false;
	for (; *names; names++) any |= add_event(words, *names, always);
	return any;
}

static bool add_calls(struct words *words, const char *const *calls)
{
	static const char *const ends[] = { "enter", "exit" };
	bool any = false;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		for (const char *const *call = calls; *call; call++) {
			char name[64];
			snprintf(name, sizeof(name), "syscalls:sys_%s_%s", ends[i], *call);
			any |= add_event(words, name, false);
		}
	return any;
}

int timechart_record(int argc, const char **argv)
{
	static const char *const always[] = { "record", "-a", "-R", "-c", "1" };
	argc = options_parse(argc, argv, options, usage, OPTIONS_STOP_AT_NON_OPTION);
	if (power_only && tasks_only) {
		fprintf(stderr, "-P and -T options cannot be used at the same time.\n");
		return 255;
	}
	struct words words = { .all = VEC_INIT };
	intern_init(&words.texts);
	intern_init(&words.known);
	find_events(&words.known);
	for (size_t i = 0; i < ARRAY_SIZE(always); i++) vec_push(&words.all, always[i]);
	if (chains) vec_push(&words.all, "-g");
	if (output) {
		vec_push(&words.all, "-o");
		vec_push(&words.all, output);
	}
	if (io_only) {
		/* what is written of writing would be written again */
		char filter[64];
		snprintf(filter, sizeof(filter), "common_pid != %d", (int)getpid());
		words.filter = intern_string(&words.texts, filter);
		bool any = add_calls(&words, disk_calls);
		any |= add_calls(&words, net_calls);
		any |= add_calls(&words, poll_calls);
		if (!any) add_event(&words, "syscalls:sys_enter_read", true); /* so that perf record says why not */
	} else {
		if (!power_only) add_events(&words, task_events, true);
		if (!tasks_only && !add_events(&words, power_events, false) &&
		    !add_events(&words, old_power_events, false) && power_only)
			add_events(&words, power_events, true);
	}
	if (argc) vec_push(&words.all, "--");
	for (int i = 0; i < argc; i++) vec_push(&words.all, argv[i]);
	int status = commands_run_with(words.all.items, words.all.count, 1, argv);
	vec_done(&words.all);
	intern_done(&words.texts);
	intern_done(&words.known);
	return status;
}
