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

/* One event. Members that name kinds are 0 for the others. */
struct lock_event {
	TRACEPOINT_EVENT;  /* kind: enum lock_event_kind */
	bool filtered_out; /* none of chain_parts is in its call chain */
	/* ACQUIRE: 1 try, 2 read. CONTENTION_BEGIN: LCB_F_* of the kernel. */
	uint32_t flags;
	uint64_t lock_vaddr;
	/* Contention: hash of the part of the call chain that tells one caller from the other; 0: there is none, or
	 * callers were not asked for. */
	uint64_t chain_key;
	/* Contention: the function that asked for the lock; NULL: not known. The session's. */
	const struct frame *caller;
	/* Name of the lock's class as lockdep has it, else "". Valid during the visit of this event, like frames. */
	const char *name;
	const struct frame *const *frames;
	/* CONTENTION_BEGIN, where chains are wanted. */
	size_t nr_frames;
};

/* What is wanted, and who gets it. Borrowed for the visit. */
struct lock_visitor {
	void *ctx;
	int (*event)(void *ctx, const void *event); /* struct lock_event; nonzero stops */
	bool contention_only;
	bool callers; /* chain_key and caller are wanted */
	/* frames are wanted; has an effect only with callers or chain_parts. */
	bool chains;
	/* So many addresses of a chain are looked at. */
	unsigned max_stack;
	unsigned stack_skip; /* of these, so many of the innermost belong to the lock and its tracepoint */
	/* parts of names of functions one of which has to be in the chain; none: any chain will do */
	const char *const *chain_parts;
	size_t nr_chain_parts;
};

/* Whether the recording has contention_begin; whether it has any of these tracepoints. */
bool lock_events_has_contention(const struct session *session);
bool lock_events_has_any(const struct session *session);
/* Goes over the recording, events in order of time, one thread at a time. Returns 0, what the visitor stopped with,
 * or -errno with err set. */
int lock_events_visit(struct session *session, const struct lock_visitor *visitor, struct err *err) _warn_unused_;

/* Whether the frame is in the kernel's code that waits for locks, or in the tracepoint: who asked for the lock is
 * further out. */
bool lock_frame_waits(struct frame_space *space, const struct frame *frame);
/* An address's part in a chain_key. Parts are combined with xor. */
static inline uint64_t lock_chain_hash(uint64_t ip) { return ip * 0x61c8864680b583ebu; }

#endif
