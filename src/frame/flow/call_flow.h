/* Calls out of the branches of a hardware trace, in order of time: a stack for each thread.
 *
 *     call f     call g     ret        jmp h      ret
 *       |---------f----------------------|
 *                  |---g-----|            |--h----|         a jump to another function's begin: f ends
 *
 * What is not known is not invented: a function whose call was before the trace begins where the trace first shows it,
 * and behind an error all begins anew; such begins and ends are marked. While a thread is not traced (in the kernel,
 * say) it has a slice that says so, and where a signal comes in, what it runs is within that slice.
 *
 * Addresses are resolved by the user, when they matter. By one thread. */
#ifndef FRAME_FLOW_CALL_FLOW_H
#define FRAME_FLOW_CALL_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "frame/resolver.h"

/* Where an address is. */
struct call_place {
	const void *function; /* equal for addresses of one function; not NULL */
	bool is_start;        /* the function's first address */
	const void *detail;   /* the user's */
};
/* Of a frame: its symbol tells functions apart, its object where there is none, or no more than the address. The frame
 * is the detail. */
struct call_place call_place_of(const struct frame *frame);

/* A function that runs, or the time in which the thread is not traced. */
struct call_slice {
	uint64_t id;          /* counts all slices from 1 */
	const void *function; /* NULL: the thread is not traced */
	uint64_t return_ip;   /* where it returns to; 0: its call was not seen */
	uint64_t begin_ns;    /* when it was first seen */
	uint64_t inner_ns;    /* of its time, that of slices within that ended */
	bool is_begin_exact;  /* the trace shows how it began */
	uint64_t tag;         /* the user's; 0 at its begin */
};

struct call_branch {
	uint64_t time_ns, ip, addr;
	uint32_t flow; /* bits of enum sample_flow */
	uint8_t insn_size_bytes;
};

/* Borrowed; ctx is given to call_flow_branch. */
struct call_flow_visitor {
	/* Of the branch at hand: of its addr (is_target), or its ip. */
	struct call_place (*locate)(void *ctx, bool is_target);
	/* A slice begins within those that run. place: as located; NULL for one that is not traced, of which `why` says
	 * why. caller: the function around it, or NULL. */
	void (*begin)(void *ctx, struct call_slice *slice, const struct call_place *place, const char *why,
		      const struct call_slice *caller);
	/* The innermost ends; is_exact: the trace shows that it did. */
	void (*end)(void *ctx, const struct call_slice *slice, uint64_t time_ns, bool is_exact);
};

struct call_flow;
/* most: slices of a thread; what is called deeper is not seen, and counted in its caller. Never NULL. */
struct call_flow *call_flow_new(const struct call_flow_visitor *visitor, size_t most);
void call_flow_free(struct call_flow *flow); /* NULL is fine. Nothing is said of slices that run */
/* The thread's next branch, whose time is not before that of its last. */
void call_flow_branch(struct call_flow *flow, uint32_t tid, const struct call_branch *branch, void *ctx);
/* Nothing is known of the thread any more: all its slices end, not exactly. */
void call_flow_cut(struct call_flow *flow, uint32_t tid, uint64_t time_ns, void *ctx);

#endif
