/* Call chains out of a sample's registers and its copy of the user's stack.
 *
 * From the innermost frame outwards: the rule for the frame's address (symbol/cfi/cfi.h) says where the caller's stack
 * pointer, return address and saved registers are; they are loaded from the copied stack, and so on. What the unwinder
 * knows of a worker's samples is kept: a cache from (set of maps, address) to rule.
 *
 * As upstream: the innermost address is the register's; of a caller it is the return address less one, which is inside
 * the call instruction, except where a signal frame was stepped over.
 *
 * Where no rule is known, or rules lead nowhere, this is guessed, in this order: a signal's return code, by the
 * architecture's layout of what the kernel pushed; the frame pointer; and at last, in functions that have a name, the
 * stack is scanned for what may be the return address: it lies in code behind a call of this function, or of one that
 * ends with a jump to it. Near by, a call by a pointer will do, if no rule was there. */
#ifndef FRAME_UNWIND_UNWIND_H
#define FRAME_UNWIND_UNWIND_H

#include "frame/space/frame_space.h"
#include "frame/space/sample_task.h"
#include "perfdata/record/sample.h"

/* Why a chain ended. */
enum unwind_end {
	UNWIND_OUTERMOST,    /* the outermost frame, by its own word */
	UNWIND_LIMIT,        /* as many frames as were asked for */
	UNWIND_STACK_SHORT,  /* goes on beyond the copied part of the stack */
	UNWIND_NO_CFI,       /* code of which nothing is said, and no frame pointer */
	UNWIND_BAD_MEMORY,   /* an address that is not on the stack, or a register that is not known */
	UNWIND_NO_OBJECT,    /* a return address in no mapping */
	UNWIND_NO_PROGRESS,  /* a frame is its own caller */
	UNWIND_NO_REGISTERS, /* nothing to begin with: a kernel thread, or an architecture that is not known */
	UNWIND_IN_EXEC,      /* the registers are those of a program that is no more */
	UNWIND_OTHER_STACK,  /* goes on on a stack that was not copied: of a signal's handler, a coroutine */
	NR_UNWIND_ENDS
};
const char *unwind_end_name(enum unwind_end end); /* "stack copy too short" */

enum { UNWIND_USUAL_FRAMES = 127 }; /* what --max-stack is when nobody says */

/* What happened to stacks: how many ended for which reason, and how many frames were found in which way. */
struct unwind_counts {
	uint64_t ends[NR_UNWIND_ENDS];
	/* nr_frames: in all; nr_by_frame_pointer, nr_by_scan: guessed so; nr_by_expression: by rules that are not
	 * simple */
	uint64_t nr_frames, nr_by_frame_pointer, nr_by_scan, nr_by_expression;
};

/* Adds to sum what came after `before`. */
void unwind_counts_add(struct unwind_counts *sum, const struct unwind_counts *counts,
		       const struct unwind_counts *before);

struct unwinder;
/* One for each worker; used by one thread at a time. arch: the name of the recorded machine as uname says (copied);
 * NULL: this machine's. swap: its bytes are in the other order. space must live longer. */
struct unwinder *unwinder_new(struct frame_space *space, const char *arch, bool swap);
void unwinder_free(struct unwinder *unwinder); /* NULL is fine */
/* Unwinds the sample's copied stack: writes at most `most` addresses to ips, which has room for them, innermost first,
 * and their number to *ret_count. Returns why it ended, which is counted, too. task: of the same sample. */
enum unwind_end unwinder_run(struct unwinder *unwinder, const struct sample_task *task, const struct sample *sample,
			     size_t most, uint64_t *ips, size_t *ret_count);
/* A frame: an address in its code, and where it ends (DWARF's CFA). */
struct unwind_frame {
	uint64_t ip, cfa;
};
/* The frame that has the byte of the user's stack at vaddr, of the innermost two dozen. The innermost one needs the
 * sample's registers alone, its callers the copied stack, too. False: it is in none that is known. Not counted. */
bool unwinder_frame_with(struct unwinder *unwinder, const struct sample_task *task, const struct sample *sample,
			 uint64_t vaddr, struct unwind_frame *ret);
/* For a chain of frame pointers, which misses the caller of a function that keeps no frame: whether the function at ip,
 * where the user's code is, returns to where the return register says, by its rule; *ret_caller is then inside that
 * call. Of arm64 only. */
bool unwinder_leaf_caller(struct unwinder *unwinder, const struct sample_task *task, const struct sample_regs *regs,
			  uint64_t ip, uint64_t *ret_caller);
/* The first frame of the last chain that was found by scanning the stack: it and those behind it are less certain. 0:
 * none was. */
size_t unwinder_first_guess(const struct unwinder *unwinder);
/* All that this unwinder has done since it was made, or unwinder_forget_counts. */
const struct unwind_counts *unwinder_counts(const struct unwinder *unwinder);
void unwinder_forget_counts(struct unwinder *unwinder);

#endif
