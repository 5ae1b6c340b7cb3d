/* The functions at an address, as frames: a call that the compiler inlined left no frame on the stack, but debug
 * information tells of it.
 *
 * A frame of an inlined function has a symbol of its own: the function's name, and the start and end of the function
 * that it was inlined into, so that offsets are offsets in the code that there is. It is one per (function with the
 * code, inlined function), in all resolvers. A function inlined into itself keeps the symbol of the code. */
#ifndef FRAME_INLINED_H
#define FRAME_INLINED_H

#include "frame/resolver.h"

struct inlined {
	const struct inlined *next; /* private: the answer to the other question */
	bool is_return;
	uint32_t count;               /* 0: the frame stands for itself, nothing was inlined here */
	const struct frame *frames[]; /* innermost first; the last is the function that has the code */
};

/* Never NULL; worked out once for each frame. Addresses without a symbol have none. is_return: it is a return address,
 * and the functions are those at the call before it, each with the line of the call; also where it is a single one. */
const struct inlined *inlined_of(struct resolver *resolver, const struct frame *frame, bool is_return);

/* For both sides of a link between frames: the same for equal functions, wherever they were inlined. NULL: no symbol.
 */
static inline const struct symbol *frame_function(const struct frame *frame)
{
	return frame->is_call && frame->symbol && frame->symbol->is_inlined ? frame->call->function : frame->symbol;
}

#endif
