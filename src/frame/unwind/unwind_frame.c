/* The frame that an address of the stack is in. A chain of n addresses leaves the machine in the frame of the next one,
 * so chains that grow by one show one frame after the other: nothing is kept for this in the loop of all chains. */
#include "frame/unwind/unwind_private.h"

enum { FRAMES_MAX = 24 /* from the innermost outwards */ };

/* The frame at hand is the n-th: where it ends. */
static bool frame_end(struct unwinder *unwinder, struct machine *m, const struct sample_task *task, size_t n,
		      struct unwind_frame *ret)
{
	ret->ip = n ? m->pc - 1 : m->pc;
	const struct cached_rule *known = unwind_rule_at(unwinder, task, space_id(task->user_space) + 1, ret->ip);
	return known->mapped && known->rule && machine_cfa(m, known->cfi, known->rule, &ret->cfa);
}

bool unwinder_frame_with(struct unwinder *unwinder, const struct sample_task *task, const struct sample *sample,
			 uint64_t vaddr, struct unwind_frame *ret)
{
	struct machine machine;
	uint64_t ips[FRAMES_MAX];
	const struct unwind_counts counts = unwinder->counts;
	bool found = false;
	for (size_t n = 0; n < FRAMES_MAX; n++) {
		size_t nr = 0;
		if (!unwind_begin(unwinder, task, sample, &machine)) break;
		if (vaddr < machine.stack_vaddr) break; /* below the stack pointer, or not on the stack */
		if (unwind_chain(unwinder, &machine, task, n, ips, &nr) != UNWIND_LIMIT) break;
		if (!frame_end(unwinder, &machine, task, n, ret)) break;
		found = vaddr < ret->cfa;
		if (found) break;
	}
	unwinder->counts = counts;
	return found;
}
