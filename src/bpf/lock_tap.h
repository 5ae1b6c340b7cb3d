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
/* -errno with err set: -EPERM, -EOPNOTSUPP where rights or the kernel do not allow it. options are borrowed until it
 * returns. */
int lock_tap_new(const struct lock_tap_options *options, struct lock_tap **ret, struct err *err) _warn_unused_;
void lock_tap_free(struct lock_tap *tap); /* NULL is fine */
int lock_tap_watch(struct lock_tap *tap, int32_t tid) _warn_unused_;
int lock_tap_switch(struct lock_tap *tap, bool on, struct err *err) _warn_unused_;

struct lock_tap_row {
	struct lock_tap_key key;
	struct lock_tap_sum sum;
	const uint64_t *ips;
	size_t nr_ips; /* innermost first, beginning in the program; none where no stacks were asked for */
};
struct lock_tap_rows {
	VEC(struct lock_tap_row) rows;
	uint64_t failures[NR_LOCK_TAP_FAILURES];
	VEC(uint64_t *) stacks; /* private */
};
int lock_tap_read(const struct lock_tap *tap, struct lock_tap_rows *ret) _warn_unused_;
void lock_tap_rows_done(struct lock_tap_rows *rows);

/* The locks of the CPUs' run queues, which have no symbol: the address of each, by CPU, 0 where it is not known.
 * Returns how many there are; 0 where the kernel does not tell. The caller frees. */
size_t lock_tap_run_queue_locks(const struct kernelfs *fs, uint64_t **ret);

#endif
