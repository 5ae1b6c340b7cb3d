/* Shared by unwind.c (from frame to frame, by rules) and unwind_guess.c (where there are none). */
#ifndef FRAME_UNWIND_UNWIND_PRIVATE_H
#define FRAME_UNWIND_UNWIND_PRIVATE_H

#include "frame/unwind/unwind.h"
#include "frame/unwind/unwind_machine.h"

/* Whether an address that something may return to stands behind a call. */
enum behind_call { BEHIND_NOT_ASKED, BEHIND_CALL, BEHIND_NO_CALL, BEHIND_NO_CODE /* nobody knows */ };

/* What is known of an address in a set of maps. rule NULL: nothing. */
struct cached_rule {
	uint64_t ip;
	uint32_t space_id_1; /* 0: free */
	bool mapped;         /* code may be here */
	bool in_exec;        /* only in the program before, which is gone */
	uint8_t behind_call; /* of ip + 1 */
	const struct cfi_rule *rule;
	const struct cfi *cfi;
};
#define CACHE_BITS 14

struct unwinder {
	struct frame_space *space;
	char *arch_name;
	const struct unwind_arch *arch; /* of the last sample */
	uint64_t abi;
	bool swap;
	/* [1 << CACHE_BITS], direct mapped */
	struct cached_rule *cache;
	size_t first_guess; /* of the last stack: its first frame by scanning; 0: none */
	struct unwind_counts counts;
};

/* A frame by its registers, kept for when the rule that leaves it turns out to be wrong. */
struct unwind_place {
	uint64_t pc, sp, fp;
};

/* Where a stack goes on without rules. */
struct unwind_stack {
	struct unwinder *unwinder;
	struct machine *machine;
	const struct sample_task *task;
	uint32_t space_id_1;
	unsigned nr_scanned; /* words so far */
};
enum unwind_guess { GUESS_NONE, GUESS_FRAME_POINTER, GUESS_SCANNED, GUESS_SIGNAL };

/* The machine in the sample's innermost frame. False: it has no registers, or those of a program that is no more. */
bool unwind_begin(struct unwinder *unwinder, const struct sample_task *task, const struct sample *sample,
		  struct machine *ret);
/* The chain of one stack, from the registers in m outwards; ips has room for `most`. *count, 0 before, is kept up to
 * date, so that it is right wherever this returns. UNWIND_LIMIT: m is in the frame behind the last address. */
enum unwind_end unwind_chain(struct unwinder *unwinder, struct machine *m, const struct sample_task *task, size_t most,
			     uint64_t *ips, size_t *count);
/* What is known of ip, from the cache. Valid until the next call, which may need the same entry. */
struct cached_rule *unwind_rule_at(struct unwinder *unwinder, const struct sample_task *task, uint32_t space_id_1,
				   uint64_t ip);
/* Whether the address is one to return to: code, and, as far as that is to be had, behind a call. */
enum behind_call unwind_behind_call(const struct unwind_stack *stack, uint64_t pc);
/* Goes on from `from` to its caller, into the machine. innermost: nothing was called from it. is_sure: only to a call
 * of this very function. */
enum unwind_guess unwind_guess(struct unwind_stack *stack, const struct unwind_place *from, bool innermost,
			       bool is_sure);
/* pc is code that returns from a signal: into the frame that was interrupted. */
bool unwind_leave_signal(struct unwind_stack *stack, uint64_t pc);
/* Whether the function at pc, of which no rule is known, is certainly called where return_pc is returned to, and that
 * is not of itself. */
bool unwind_is_called_from(const struct unwind_stack *stack, uint64_t pc, uint64_t return_pc);
/* Where programs begin, which nothing called: by name. */
bool unwind_is_start(const struct unwind_stack *stack, uint64_t pc);

#endif
