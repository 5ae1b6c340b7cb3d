/* Beginnings and ends of system calls, brought together by thread. Given events in order of time; one thread.
 *
 *     struct syscall_pair pair;
 *     enum syscall_pairing what = syscall_pairs_enter(pairs, tid, number, time_ns, &pair);
 *     ...
 * The caller keeps what it wants to know of a call's beginning in the slot of its thread. */
#ifndef ANALYSIS_TRACE_SYSCALL_PAIRS_H
#define ANALYSIS_TRACE_SYSCALL_PAIRS_H

#include "base/u64map.h"
#include "base/vec.h"

struct syscall_slot {        /* of a thread */
	uint32_t tid, index; /* index counts threads from 0, in order of first sight */
	int64_t number;      /* of the call it is in */
	uint64_t enter_ns;
	bool is_inside; /* it is in a call whose beginning was seen */
	void *user;     /* the caller's; NULL at first */
};

struct syscall_pairs {
	struct u64map by_tid; /* tid -> struct syscall_slot * */
	VEC(struct syscall_slot *) slots;
	struct syscall_slot *last; /* asked for */
	uint64_t nr_without_begin, nr_without_end;
};

void syscall_pairs_done(struct syscall_pairs *pairs); /* zero-initialised: empty */
struct syscall_slot *syscall_pairs_slot(struct syscall_pairs *pairs, uint32_t tid);
struct syscall_slot *syscall_pairs_find(const struct syscall_pairs *pairs, uint32_t tid); /* NULL: there is none */
/* Frees the slot; the last one gets its index. */
void syscall_pairs_remove(struct syscall_pairs *pairs, struct syscall_slot *slot);
/* A call begins. Returns true when the thread was still in another, whose end was not seen: lost, or one that returns
 * elsewhere (sigreturn). That one is then forgotten. */
bool syscall_pairs_enter(struct syscall_pairs *pairs, struct syscall_slot *slot, int64_t number, uint64_t time_ns);
/* The thread never comes back from the call it is in (exit). */
void syscall_pairs_gone(struct syscall_slot *slot);
/* A call ends. True: *ret_enter_ns is when it began; false: that was not seen, or what began was another call. */
bool syscall_pairs_exit(struct syscall_pairs *pairs, struct syscall_slot *slot, int64_t number, uint64_t *ret_enter_ns);

#endif
