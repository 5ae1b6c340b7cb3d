/* Call chains of samples, resolved.
 *
 * A recorded chain is a list of addresses, innermost first, with markers that say in which mode the following addresses
 * are. As upstream: addresses before the first marker are user addresses, every address is looked up as it is (not the
 * call instruction before a return address), and a chain with a marker that is not known is no chain at all. When a
 * copy of the user's stack was recorded, what it unwinds to (unwind.h) follows. Of arm64, the caller of an innermost
 * function that keeps no frame record is added, as unwinder_leaf_caller knows it. Where the branch stack is a call
 * stack (--call-graph lbr), the user's part is made of that. An address in inlined functions stands for a frame for
 * each (inlined.h), where frame_space_set_inlines says so; limits count addresses.
 *
 * Two ways to ask. callchain_resolve gives the whole chain of one sample. An analysis that walks chains from the
 * outside in keeps a chain_memo for each thread instead: successive chains of a thread mostly share their outer frames,
 * and these are then neither looked up nor need they be visited:
 *
 *     struct chain_memo *memo = &memos[task.thread];
 *     size_t same = callchain_update(resolver, &task, sample, &options, memo);
 *     // memo->frames[0 .. same) are the very frames of the previous call, memo->frames[same .. memo->count) are new */
#ifndef FRAME_CALLCHAIN_H
#define FRAME_CALLCHAIN_H

#include "frame/resolver.h"
#include "frame/unwind/unwind.h"

/* Whether there is anything to make a chain of: recorded addresses, or registers and a copied stack. */
static inline bool sample_has_chain(const struct sample *sample)
{
	return sample->nr_callchain ||
	       ((sample->present & SAMPLE_STACK_USER) && sample->stack_size && sample->user_regs.abi);
}

/* NULL in place of options: no limit, innermost first. */
struct callchain_options {
	unsigned max_stack; /* at most this many addresses; 127 by default (0: no limit) */
	/* order caller: outermost first, and the outermost max_stack are kept; else callee: the innermost */
	bool caller_first;
};
/* Where a copied stack was unwound: why it ended there (else NR_UNWIND_ENDS), and the innermost address that was found
 * by scanning the stack, from which on the chain is less certain (0: none). */
struct chain_end {
	enum unwind_end why;
	uint64_t scanned_ip;
};
/* A resolved chain; zero-initialised: empty. May be used again for the next sample, for its memory. Frames are the
 * resolver's. */
struct chain {
	const struct frame **frames;
	size_t count, capacity;
	struct chain_end end;
};
void chain_done(struct chain *chain);

/* Resolves the sample's chain of addresses into ret->frames[0 .. count), in the order that options ask for. options may
 * be NULL. task: of the same sample. Returns 0, or -EBADMSG when the chain was broken (it is then empty). */
int callchain_resolve(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		      const struct callchain_options *options, struct chain *ret);

/* The last chain of a thread, outermost frame first. Zero-initialised: empty. */
struct chain_memo {
	const struct frame **frames;
	size_t count;
	struct chain_end end;
	/* private */
	uint64_t *ips;
	size_t nr_ips, ips_capacity;
	size_t capacity;
	bool expands;   /* addresses may have several frames each: */
	uint32_t *ends; /* how many the outermost i + 1 addresses have */
	const struct space_version *user_space, *kernel_space;
	struct {
		uint32_t count;
		uint8_t kind;
	} stretches[4]; /* of one mode, outermost first */
	uint32_t nr_stretches;
};
void chain_memo_done(struct chain_memo *memo);

/* Replaces *memo by the sample's chain, whatever options->caller_first says outermost first. Returns how many of its
 * outermost frames are the same frames as in the chain before. A broken chain is an empty one. */
size_t callchain_update(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
			const struct callchain_options *options, struct chain_memo *memo);

#endif
