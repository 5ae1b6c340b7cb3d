/* What is recorded: which threads, on which CPUs. */
#ifndef KERNEL_TARGET_H
#define KERNEL_TARGET_H

#include "base/err.h"
#include "base/vec.h"
#include "event/attr/event_spec.h"
#include "kernel/kernelfs.h"

struct target_options {
	const char *pids, *tids, *cpus, *uid; /* as typed; NULL: not given */
	bool all_cpus, per_thread;
	bool skip_offline; /* CPUs that are not online are left out, as long as there are others */
	bool all_threads;  /* every thread there is, each by itself */
};

struct target {
	VEC(int32_t) tids; /* -1: whoever runs on the CPUs */
	VEC(int32_t) cpus; /* -1: wherever the threads run */
	VEC(int32_t) pids; /* processes to describe in the side band; empty: all (-1) or the workload's */
	bool has_cpu;      /* -a or -C */
	bool has_task;     /* -p, -t or -u */
	bool per_thread;
	bool cpus_given;        /* -C */
	size_t nr_offline;      /* how many of these were left out */
	size_t nr_package_cpus; /* the last of cpus are only for events that count for a package, whoever runs there */
};

/* Resolves names and lists. -ESRCH and others with err set. A target without tids gets the workload's thread later. */
int target_resolve(const struct target_options *options, const struct kernelfs *fs, struct target *ret,
		   struct err *err);
/* Events of threads can only be counted besides events of a package (spec->is_uncore) on CPUs of their own: adds these
 * CPUs. */
void target_add_package_cpus(struct target *target, const struct event_list *events);
/* Whether an event is one for the n-th of cpus, as far as the target says. */
bool target_has_place(const struct target *target, const struct event_spec *spec, size_t cpu);
void target_done(struct target *target);

#endif
