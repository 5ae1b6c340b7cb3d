/* Waits for locks of the running kernel, added up where they happen, by BPF programs at the tracepoints
 * lock:contention_begin and contention_end. Nothing is recorded: what there is to read are sums.
 *
 *     lock_tap_new(&options, &tap, &err);                  programs are loaded
 *     lock_tap_watch(tap, tid)                             unless everyone is
 *     lock_tap_switch(tap, true, &err);
 *     ...
 *     lock_tap_switch(tap, false, &err);
 *     lock_tap_read(tap, &sums); */
#ifndef BPF_LOCK_TAP_H
#define BPF_LOCK_TAP_H

#include "base/vec.h"
#include "kernel/kernelfs.h"
#include "bpf/lock_tap_code.h"

/* What is asked for. types are LCB_F_* of the tracepoint (kernel, include/trace/events/lock.h). */
struct lock_tap_options {
	const struct kernelfs *fs;
	enum lock_tap_by by;
	bool stacks;   /* call chains are wanted, whatever it is by */
	bool everyone; /* else threads that are named, and their children */
	const int32_t *cpus;
	size_t nr_cpus; /* none: all */
	const uint32_t *types;
	size_t nr_types; /* LCB_F_*; none: all */
	const uint64_t *locks;
	size_t nr_locks; /* addresses; none: all */
	const uint64_t *cgroups;
	size_t nr_cgroups;   /* ids; none: all */
	unsigned nr_entries; /* of each map */
	unsigned max_stack;  /* addresses of a call chain, besides those of the program itself */
};

struct lock_tap;
/* Makes the maps and loads the programs; nothing runs yet. options are borrowed until it returns. 0; -EPERM or
 * -EOPNOTSUPP and others with err set where rights or the kernel do not allow it. */
int lock_tap_new(const struct lock_tap_options *options, struct lock_tap **ret, struct err *err) _warn_unused_;
void lock_tap_free(struct lock_tap *tap); /* NULL is fine */
/* Adds a thread to those watched (not with everyone). 0 or -errno; -E2BIG: 65536 are there already. */
int lock_tap_watch(struct lock_tap *tap, int32_t tid) _warn_unused_;
/* Attaches or detaches the programs. 0; -errno with err set, -ENOENT: a kernel before 5.19. */
int lock_tap_switch(struct lock_tap *tap, bool on, struct err *err) _warn_unused_;

/* One sum. What its key means depends on lock_tap_options.by (lock_tap_code.h). */
struct lock_tap_row {
	struct lock_tap_key key;
	struct lock_tap_sum sum;
	const uint64_t *ips;
	size_t nr_ips; /* innermost first, beginning in the program; none where no stacks were asked for */
};
struct lock_tap_rows {
	VEC(struct lock_tap_row) rows;
	/* how many waits were not counted, by enum lock_tap_failure */
	uint64_t failures[NR_LOCK_TAP_FAILURES];
	VEC(uint64_t *) stacks; /* private */
};
/* Copies all sums out of the kernel, in no order; lock_tap_rows_done frees. 0 or -errno, ret having what was read by
 * then. To be called after switching off. */
int lock_tap_read(const struct lock_tap *tap, struct lock_tap_rows *ret) _warn_unused_;
void lock_tap_rows_done(struct lock_tap_rows *rows);

/* The addresses of the locks of the CPUs' run queues, which have no symbol: an array by CPU number, 0 where one is
 * not known, freed by the caller. Returns its length, which is 0, with *ret untouched, where the kernel does not
 * tell. Asks by running a small BPF program on each CPU. */
size_t lock_tap_run_queue_locks(const struct kernelfs *fs, uint64_t **ret);

#endif
