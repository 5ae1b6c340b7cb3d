/* BPF programs at the beginnings and ends of system calls. Either they add up in the kernel what each thread calls
 * (perf trace -s), or they give one record a call, with what its arguments point to, to the rings of a recording (perf
 * trace; syscall/syscall_record.h).
 *
 *     tap_new -> [recording_run: tap_open -> tap_switch -> tap_harvest ...] -> tap_read -> tap_free */
#ifndef BPF_TAP_H
#define BPF_TAP_H

#include "base/err.h"
#include "kernel/kernelfs.h"
#include "kernel/target.h"
#include "syscall/syscall_set.h"
#include "syscall/syscall_tally.h"

struct tap_options {
	const struct kernelfs *fs;
	const char *tracefs;                 /* relative to fs; may be NULL */
	const struct syscall_set *selection; /* NULL: all calls */
	const int64_t *hidden_tids;
	size_t nr_hidden_tids;
	bool everyone; /* whoever runs, but this process; else the target's threads and (inherit) their children */
	bool inherit;
	bool of_cpus; /* only what happens on the target's CPUs */
	bool errnos;
	bool by_cgroup;                    /* sums of control groups (version 2), not of threads */
	bool records;                      /* of each call; else sums are kept */
	const struct syscall_types *types; /* with memory; may be NULL */
	bool memory;                       /* with records: what arguments point to */
};

struct tap;
/* Makes maps and loads programs; nothing runs yet. *options must stay as it is until tap_free. 0; -errno with err
 * set: -EPERM no rights, -EOPNOTSUPP not on this machine or in this container. */
int tap_new(const struct tap_options *options, struct tap **ret, struct err *err) _warn_unused_;
void tap_free(struct tap *tap); /* NULL is fine */
/* The event whose rings the records go to (spec->of_cpus), first of its list to be so: "syscalls", by which
 * analysis/trace/syscall_events knows it. */
void tap_add_event(struct event_list *events);
/* Whom to watch, and where records go: ring_fds[i] is tap_add_event's event on target->cpus.items[i], negative where it
 * is not open; NULL without records. workload_pid: one that is only watched from its exec on; 0: there is none. */
int tap_open(struct tap *tap, const struct target *target, const int *ring_fds, uint32_t workload_pid,
	     struct err *err) _warn_unused_;
/* Nothing is counted while it is off, as it is at first. 0 or -errno with err set. */
int tap_switch(struct tap *tap, bool on, struct err *err) _warn_unused_;
/* Moves what is known of threads that ended out of the kernel, which has room for some ten thousand of them: to be
 * called every now and then. */
void tap_harvest(struct tap *tap);
/* All sums, of threads that ended and of those that run; the caller frees with syscall_tallies_done. Those that
 * ended are handed out once. by_cgroup: an item a control group, with its id as order and no thread; all sums so far.
 */
void tap_read(struct tap *tap, struct syscall_tallies *ret);

/* Events that found no room in the kernel, besides those the rings count. */
uint64_t tap_lost(const struct tap *tap);

#endif
