/* How the stacks of a recording unwind: where chains end, and why. */
#ifndef SESSION_SESSION_UNWINDING_H
#define SESSION_SESSION_UNWINDING_H

#include "frame/unwind/unwind.h"
#include "session/session.h"

/* Whether any event copied stacks. */
bool session_has_stacks(const struct session *session);
/* Unwinds every copied stack of the recording, up to max_frames frames each, on all cores; the chains themselves are
 * dropped. Returns 0 and the counts of this pass alone, or -errno with err set and *ret untouched. */
int session_count_unwinding(struct session *session, size_t max_frames, struct unwind_counts *ret,
			    struct err *err) _warn_unused_;

/* The sum over all workers since the session was opened or session_unwound_forget was called. Not while a pass runs. */
void session_unwound_so_far(const struct session *session, struct unwind_counts *ret);
/* Begins to count anew: what was unwound so far depends on which thread came first to what. */
void session_unwound_forget(struct session *session);
/* The size of the largest stack copies that were recorded, in bytes; 0: none. */
uint32_t session_stack_bytes(const struct session *session);

#endif
