/* perf lock record: which events tell of locks here. There are two sets, of which a kernel has mostly one:
 *
 *     lock:lock_acquire, _acquired, _contended, _release    CONFIG_LOCKDEP and CONFIG_LOCK_STAT: every use of a lock
 *     lock:contention_begin, contention_end                 from 5.19 on: waits only, cheap enough for any kernel */
#include <stdio.h>
#include "commands/lock/lock_cmd.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

/* Eight frames are enough to get out of the kernel's own functions for locks to who called them. */
void lock_cmd_ask_for_waits(struct record_request *request)
{
	request->call_graph = "fp";
	record_request_add(request, "lock:contention_begin/max-stack=8/", NULL);
	record_request_add(request, "lock:contention_end/max-stack=8/", NULL);
}

/* What `perf lock record` asks `perf record` for: lockdep's events, which few kernels have, else those of waits, with
 * who waits. */
int lock_cmd_record(int argc, const char **argv)
{
	static const char *const lockdep[] = { "lock:lock_acquire", "lock:lock_acquired", "lock:lock_contended",
					       "lock:lock_release" };
	_free_ char *tracefs = machine_tracefs();
	struct record_request request = { .raw = true, .pages = 1024, .period = 1, .synth = "task" };
	bool has_lockdep = tracefs_has(machine_root(), tracefs, "lock", "lock_acquire");
	/* where nothing can be read, `perf record` says what is missing */
	bool readable = tracefs_has(machine_root(), tracefs, "sched", "sched_switch");
	if (readable && !has_lockdep && !tracefs_has(machine_root(), tracefs, "lock", "contention_begin")) {
		fprintf(stderr, "tracepoint lock:lock_acquire is not enabled. Are CONFIG_LOCKDEP and CONFIG_LOCK_STAT "
				"enabled?\n"
				"Nor has this kernel lock:contention_begin, which those from 5.19 on have.\n");
		return 1;
	}
	for (size_t i = 0; has_lockdep && i < ARRAY_SIZE(lockdep); i++) record_request_add(&request, lockdep[i], NULL);
	if (!has_lockdep) lock_cmd_ask_for_waits(&request);
	int status = record_request_run(&request, argc, argv);
	record_request_done(&request);
	return status;
}
