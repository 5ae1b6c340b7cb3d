/* What is recorded or counted: which threads, on which CPUs. Events are opened for each thread of tids on each of
 * cpus (perf_event_open(2), pid and cpu):
 *     workload (no option)     tids of the child, added later    cpus all online, or -1 with --per-thread
 *     -p, -t, -u               their threads                     as above
 *     -a, -C                   -1                                all online, or the list */
#ifndef KERNEL_TARGET_H
#define KERNEL_TARGET_H

#include "base/err.h"
#include "base/vec.h"
#include "event/attr/event_spec.h"
#include "kernel/kernelfs.h"

/* The options of the command line, strings borrowed. */
struct target_options {
	const char *pids, *tids, *cpus, *uid; /* as typed; NULL: not given */
	bool all_cpus, per_thread;
	bool skip_offline; /* CPUs that are not online are left out, as long as there are others */
	bool all_threads;  /* every thread there is, each by itself */
};

/* Made by target_resolve, freed by target_done. */
struct target {
	VEC(int32_t) tids; /* -1: whoever runs on the CPUs */
	VEC(int32_t) cpus; /* -1: wherever the threads run */
	VEC(int32_t) pids; /* processes to describe in the side band; empty: all (-1) or the workload's */
	bool has_cpu;      /* -a or -C */
	bool has_task;     /* -p, -t or -u */
	bool per_thread;
	bool takes_command;     /* -u names the user who runs this program: what it starts is of that user, too */
	bool cpus_given;        /* -C */
	size_t nr_offline;      /* how many of these were left out */
	size_t nr_package_cpus; /* the last of cpus are only for events that count for a package, whoever runs there */
};

/* Reads lists and looks up processes, users and CPUs. 0; -ESRCH (no such process or none of that user), -ENXIO,
 * -ENODEV (CPU offline), -EINVAL (no such list) or another -errno with err set, *ret untouched. Without pids, tids,
 * uid or CPUs tids is empty: the workload's thread is added later by the caller. */
int target_resolve(const struct target_options *options, const struct kernelfs *fs, struct target *ret,
		   struct err *err);
/* Events of a package (spec->is_uncore) cannot count a thread; next to events of threads they are opened on CPUs of
 * their own. Appends the CPUs that their PMUs name to cpus, and counts them in nr_package_cpus. */
void target_add_package_cpus(struct target *target, const struct event_list *events);
/* Whether an event is to be opened on cpus[cpu] (an index): with package CPUs, events of a package only there and
 * others only elsewhere. */
bool target_has_place(const struct target *target, const struct event_spec *spec, size_t cpu);
void target_done(struct target *target);

#endif
