/* The BPF programs of a lock_tap (bpf/lock_tap.h), instruction by instruction. Pure: map descriptors in, code out.
 */
#ifndef BPF_LOCK_TAP_CODE_H
#define BPF_LOCK_TAP_CODE_H

#include "bpf/bpf_code.h"

/* A wait that goes on is known by thread and lock. The idle tasks of all CPUs are thread 0: they are told apart by
 * cpu, which is 0 for all others. */
struct lock_tap_wait_key {
	uint64_t lock_vaddr;
	uint32_t tid, cpu;
};
/* Locks without a symbol that are known by where they lie: mmap_lock of the waiting task's memory, siglock of its
 * signal handlers. */
enum lock_tap_known { LOCK_TAP_NOTHING, LOCK_TAP_MMAP_LOCK, LOCK_TAP_SIGLOCK };
enum { LOCK_TAP_COMM_BYTES = 16 };
/* Written at the beginning of a wait, read at its end. */
struct lock_tap_wait {
	uint64_t since_ns;
	uint64_t cgroup; /* id; 0: nobody asks */
	uint32_t flags;
	int32_t stack;                  /* of the map of stacks; -1: nobody asks */
	int32_t owner;                  /* tid; -1: not known */
	uint32_t known;                 /* enum lock_tap_known */
	char comm[LOCK_TAP_COMM_BYTES]; /* of the owner */
};

/* What waits are added up by; members that enum lock_tap_by does not ask for are 0. stack is also set when stacks
 * are wanted besides. */
struct lock_tap_key {
	uint64_t object /* lock, or cgroup */;
	int32_t stack, tid;
};
/* lock_vaddr, flags and known are those of the first wait. */
struct lock_tap_sum {
	uint64_t wait_ns, nr, max_wait_ns, min_wait_ns;
	uint64_t lock_vaddr;
	uint32_t flags, known;
	char comm[LOCK_TAP_COMM_BYTES]; /* of the thread, or the owner */
};

/* Why a wait was not counted (index into the map failures): no room for the wait, no room for its call chain, a
 * clock that went back, no room for the sum. */
enum lock_tap_failure {
	LOCK_TAP_NO_TASK,
	LOCK_TAP_NO_STACK,
	LOCK_TAP_BAD_TIME,
	LOCK_TAP_NO_DATA,
	NR_LOCK_TAP_FAILURES
};

/* What a row stands for: the caller (call chain), the waiting thread, the lock, the thread that held it, or the
 * waiting thread's control group. */
enum lock_tap_by { LOCK_TAP_BY_STACK, LOCK_TAP_BY_THREAD, LOCK_TAP_BY_LOCK, LOCK_TAP_BY_OWNER, LOCK_TAP_BY_CGROUP };

struct lock_tap_code_options {
	enum lock_tap_by by;
	bool stacks_too; /* stacks are asked for, whatever it is by */
	const uint32_t *types;
	size_t nr_types; /* only these flags; none: all */
	/* maps; -1: not there */
	int waits; /* struct lock_tap_wait_key -> struct lock_tap_wait */
	int sums;  /* struct lock_tap_key -> struct lock_tap_sum */
	int stacks;
	int failures; /* [1] of NR_LOCK_TAP_FAILURES u64 */
	int tasks;    /* tid -> u8; -1: everyone */
	int cpus;     /* [cpu] u8; -1: all */
	int locks;    /* address -> u8; -1: all */
	int cgroups;  /* id -> u8; -1: all */
	/* where structures of this kernel have their members; -1: not known */
	struct {
		int mutex_owner, rwsem_owner, task_pid, task_comm, task_mm, task_sighand, mm_mmap_lock, sighand_siglock;
	} offsets;
};

/* Each appends the whole program for the raw tracepoint it is named after: contention_begin, contention_end,
 * sched_process_fork, sched_process_exit. The latter two need options->tasks. */
void lock_tap_code_begin(struct bpf_code *code, const struct lock_tap_code_options *options);
void lock_tap_code_end(struct bpf_code *code, const struct lock_tap_code_options *options);
void lock_tap_code_fork(struct bpf_code *code, const struct lock_tap_code_options *options);
void lock_tap_code_exit(struct bpf_code *code, const struct lock_tap_code_options *options);

/* Not at a tracepoint, but run once on each CPU: stores where its copy of the kernel's variable is, in an array of u64
 * by CPU. */
void lock_tap_code_place(struct bpf_code *code, int32_t variable, int places);
/* Likewise, where the CPU's run queue is, by way of whoever runs there: queue_offset in its task_struct is that of a
 * pointer to its part of the queue, which at owner_offset points to the whole. For kernels that do not tell where their
 * variables are. */
void lock_tap_code_run_queue(struct bpf_code *code, int32_t queue_offset, int32_t owner_offset, int places);

#endif
