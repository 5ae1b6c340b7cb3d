/* The lock tracepoints of a recording, in order of time, as numbers: those of lockdep (lock_acquire, lock_acquired,
 * lock_contended, lock_release), and contention_begin and contention_end, which every kernel since 5.19 has.
 *
 * Workers decode, and find out who waits, on all cores; the visitor gets one event after the other on one thread at a
 * time. */
#ifndef ANALYSIS_LOCK_LOCK_EVENTS_H
#define ANALYSIS_LOCK_LOCK_EVENTS_H

#include "analysis/pass/tracepoint_pass.h"

enum lock_event_kind {
	LOCK_ACQUIRE,
	LOCK_ACQUIRED,
	LOCK_CONTENDED,
	LOCK_RELEASE,
	LOCK_CONTENTION_BEGIN,
	LOCK_CONTENTION_END
};

struct lock_event {
	TRACEPOINT_EVENT;  /* kind: enum lock_event_kind */
	bool filtered_out; /* none of chain_parts is in its call chain */
	uint32_t flags;    /* ACQUIRE: 1 try, 2 read; CONTENTION_BEGIN: LCB_F_* */
	uint64_t lock_vaddr;
	uint64_t chain_key; /* contention: of the part of the call chain that tells one caller from the other; 0: there
			       is none */
	const struct frame *caller; /* contention: the function that asked for the lock; NULL: not known. Lives as long
				       as the session */
	const char *name;           /* of the lock's class as lockdep has it, else "". Valid during the visit, as is: */
	const struct frame *const *frames;
	size_t nr_frames; /* contention_begin, where chains are wanted */
};

struct lock_visitor {
	void *ctx;
	int (*event)(void *ctx, const void *event); /* struct lock_event; nonzero stops */
	bool contention_only;
	bool callers;        /* chain_key and caller are wanted */
	bool chains;         /* frames are wanted */
	unsigned max_stack;  /* so many addresses of a chain are looked at */
	unsigned stack_skip; /* of these, so many of the innermost belong to the lock and its tracepoint */
	/* parts of names of functions one of which has to be in the chain; none: any chain will do */
	const char *const *chain_parts;
	size_t nr_chain_parts;
};

bool lock_events_has_contention(const struct session *session);
bool lock_events_has_any(const struct session *session);
/* Returns 0, what the visitor stopped with, or -errno with err set. */
int lock_events_visit(struct session *session, const struct lock_visitor *visitor, struct err *err) _warn_unused_;

/* Whether the frame is in the kernel's code that waits for locks: who asked for one is further out. */
bool lock_frame_waits(struct frame_space *space, const struct frame *frame);
/* Of an address's part in a chain_key. */
static inline uint64_t lock_chain_hash(uint64_t ip) { return ip * 0x61c8864680b583ebu; }

#endif
