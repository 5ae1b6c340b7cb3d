/* Brings begins and ends of system calls together, by thread. Events must come in order of time, from one thread.
 *
 *     struct syscall_pairs pairs = { 0 };
 *     struct syscall_slot *slot = syscall_pairs_slot(&pairs, tid);
 *     syscall_pairs_enter(&pairs, slot, number, time_ns);
 *     ...
 *     if (syscall_pairs_exit(&pairs, slot, number, &enter_ns)) duration_ns = time_ns - enter_ns;
 *
 * A thread is in one call at most, so that a slot for each thread is enough. What else the caller wants to know of a
 * call's begin it keeps behind slot->user. */
#ifndef ANALYSIS_TRACE_SYSCALL_PAIRS_H
#define ANALYSIS_TRACE_SYSCALL_PAIRS_H

#include "base/u64map.h"
#include "base/vec.h"

/* A thread. Its address stays until syscall_pairs_remove or syscall_pairs_done. */
struct syscall_slot {
	/* index is its place in slots: threads are counted from 0 in order of first sight, see syscall_pairs_remove. */
	uint32_t tid, index;
	/* Number and begin of the call it is in; meaningless unless is_inside. */
	int64_t number;
	uint64_t enter_ns;
	bool is_inside; /* it is in a call whose beginning was seen */
	/* The caller's, who frees it; NULL at first. */
	void *user;
};

/* All threads. Zero-initialised: empty. */
struct syscall_pairs {
	struct u64map by_tid; /* tid -> struct syscall_slot * */
	VEC(struct syscall_slot *) slots;
	/* The one last asked for: a call's begin and end often follow each other. */
	struct syscall_slot *last;
	/* Ends whose begin was not seen, and begins whose end was not. */
	uint64_t nr_without_begin, nr_without_end;
};

/* Frees all slots, but not what user points to. */
void syscall_pairs_done(struct syscall_pairs *pairs);
/* The thread's slot, made when there is none. Never NULL. */
struct syscall_slot *syscall_pairs_slot(struct syscall_pairs *pairs, uint32_t tid);
/* NULL: the thread has no slot. */
struct syscall_slot *syscall_pairs_find(const struct syscall_pairs *pairs, uint32_t tid);
/* Frees the slot. The last slot takes its index, so that indices stay without gaps: who has an array by index moves
 * its last item likewise. */
void syscall_pairs_remove(struct syscall_pairs *pairs, struct syscall_slot *slot);
/* A call begins. True when the thread was still in another one whose end was not seen: the event was lost, or the
 * call returns elsewhere (sigreturn). That call is forgotten. */
bool syscall_pairs_enter(struct syscall_pairs *pairs, struct syscall_slot *slot, int64_t number, uint64_t time_ns);
/* The thread never comes back from the call it is in (exit). */
void syscall_pairs_gone(struct syscall_slot *slot);
/* A call ends. True: *ret_enter_ns is when it began. False: its begin was not seen, or that of another call was;
 * *ret_enter_ns is unchanged. In either case the thread is in no call afterwards. */
bool syscall_pairs_exit(struct syscall_pairs *pairs, struct syscall_slot *slot, int64_t number, uint64_t *ret_enter_ns);

#endif
