/* Chains in three steps:
 *
 *     chain_of       the sample's addresses in stretches of one mode, innermost first, cut to the limit:
 *                      recorded        ips up to each PERF_CONTEXT_ marker
 *                      unwound         the copied stack, a stretch behind the recorded ones
 *                      branches        the LBR call stack in place of the user's part
 *     resolve        address by address (resolver_lookup), inlined calls in between
 *     memo           only what differs from the last chain of the thread, from the outside in
 *
 * Where addresses are not the recorded ones, they are put together in resolver->unwound, which the next chain
 * overwrites. */
#include <errno.h>
#include "frame/callchain.h"
#include "frame/lbr_stitch.h"
#include "frame/space/frame_space_private.h"
#include "frame/inlined.h"
#include "frame/resolver_cache.h"
#include "frame/unwind/unwind.h"

void chain_done(struct chain *chain)
{
	free(chain->frames);
	*chain = (struct chain){ 0 };
}

void chain_memo_done(struct chain_memo *memo)
{
	free(memo->frames);
	free(memo->ips);
	free(memo->ends);
	*memo = (struct chain_memo){ 0 };
}

/* A stretch of a recorded chain in one mode: addresses chain[first .. end). */
struct stretch {
	size_t first, end;
	enum cpumode cpumode;
	bool expands; /* to the inlined calls of its addresses */
	bool returns; /* all but the innermost are return addresses: behind the call */
};
#define MAX_STRETCHES 16
/* The addresses of a sample, recorded or unwound. ips points into the sample or into resolver->unwound. */
struct recorded {
	const uint64_t *ips;
	struct stretch stretches[MAX_STRETCHES + 1]; /* innermost first */
	int nr;
	size_t nr_ips; /* in all stretches */
	bool expands;  /* a stretch does */
	struct chain_end end;
};

/* Cuts the recorded chain at its markers, up to the innermost `most` addresses; what is behind them is not looked at.
 * Returns the number of stretches, -EBADMSG for a marker nobody knows. A chain with more mode switches than there are
 * modes is taken for broken too. */
static int cut_at_markers(const struct sample *sample, size_t most, struct stretch stretches[MAX_STRETCHES],
			  size_t *ret_nr_ips)
{
	const uint64_t *ips = sample->callchain;
	size_t count = sample->nr_callchain, nr_ips = 0;
	int nr = 0;
	enum cpumode cpumode = CPUMODE_USER;
	for (size_t i = 0; i < count && nr_ips < most; i++) {
		size_t first = i, stop = first + MIN(count - first, most - nr_ips);
		while (i < stop && ips[i] < CONTEXT_MAX) i++;
		if (i > first) {
			if (nr == MAX_STRETCHES) return -EBADMSG;
			stretches[nr++] =
				(struct stretch){ .first = first, .end = i, .cpumode = cpumode, .returns = true };
			nr_ips += i - first;
		}
		if (i == stop) break;
		switch (ips[i]) {
		case CONTEXT_HV: cpumode = CPUMODE_HYPERVISOR; break;
		case CONTEXT_KERNEL: cpumode = CPUMODE_KERNEL; break;
		case CONTEXT_USER: cpumode = CPUMODE_USER; break;
		case CONTEXT_USER_DEFERRED:
			i++;
			break; /* the user side comes in a later record; what follows is its number */
		default: return -EBADMSG;
		}
	}
	*ret_nr_ips = nr_ips;
	return nr;
}

/* Leaves the outermost `keep` addresses. */
static int drop_innermost(struct stretch *stretches, int nr, size_t nr_ips, size_t keep)
{
	int gone = 0;
	for (size_t drop = nr_ips - keep; drop && gone < nr;) {
		struct stretch *s = &stretches[gone];
		size_t some = MIN(drop, s->end - s->first);
		s->first += some;
		drop -= some;
		if (s->first == s->end) gone++;
	}
	memmove(stretches, stretches + gone, (size_t)(nr - gone) * sizeof(*stretches));
	return nr - gone;
}

/* Most frames of one stack, when no other limit is set. */
#define UNWIND_MAX_FRAMES 4096

/* Unwinds the copied stack behind what was recorded; the new addresses are a stretch of their own, at the outer end. */
static void add_unwound(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
			size_t limit, struct recorded *chain)
{
	size_t most = MIN(limit, (size_t)UNWIND_MAX_FRAMES), count, recorded = sample->nr_callchain;
	vec_reserve(&resolver->unwound, recorded + most);
	if (recorded) memcpy(resolver->unwound.items, sample->callchain, recorded * sizeof(*sample->callchain));
	chain->end.why = unwinder_run(resolver_unwinder(resolver), task, sample, most,
				      resolver->unwound.items + recorded, &count);
	size_t scanned = unwinder_first_guess(resolver_unwinder(resolver));
	chain->ips = resolver->unwound.items;
	if (unlikely(scanned && scanned < count)) chain->end.scanned_ip = chain->ips[recorded + scanned];
	if (!count) return;
	bool expands = resolver->space->inlines != FRAME_INLINES_NONE;
	chain->stretches[chain->nr++] = (struct stretch){ recorded, recorded + count, CPUMODE_USER,
							  .expands = expands };
	chain->nr_ips += count;
	chain->expands |= expands;
}

/* Where the user part of a recorded chain begins, within its first `most` entries; their number: nowhere. */
static size_t find_user_part(const struct sample *sample, size_t most)
{
	size_t count = MIN((size_t)sample->nr_callchain, most);
	for (size_t i = 0; i < count; i++)
		if (sample->callchain[i] == CONTEXT_USER) return i;
	return sample->nr_callchain;
}

/* The kernel follows frame pointers from the innermost function's frame on: what called a function without one is added
 * behind its address. Returns the sample, or *with, which is it with that address. */
static const struct sample *with_leaf_caller(struct resolver *resolver, const struct sample_task *task,
					     const struct sample *sample, struct sample *with)
{
	size_t count = sample->nr_callchain, user = find_user_part(sample, SIZE_MAX);
	uint64_t caller;
	if (user + 1 >= count || sample->callchain[user + 1] >= CONTEXT_MAX) return sample;
	if (!unwinder_leaf_caller(resolver_unwinder(resolver), task, &sample->user_regs, sample->callchain[user + 1],
				  &caller))
		return sample;
	size_t before = user + 2;
	vec_reserve(&resolver->unwound, count + 1);
	uint64_t *ips = resolver->unwound.items;
	memcpy(ips, sample->callchain, before * sizeof(*ips));
	ips[before] = caller;
	memcpy(ips + before + 1, sample->callchain + before, (count - before) * sizeof(*ips));
	*with = *sample;
	with->callchain = ips;
	with->nr_callchain = count + 1;
	return with;
}

/* The branch stack in place of the user's addresses: where the newest call led, then where each call came from. As
 * upstream, that part has no limit. */
static int chain_of_branches(struct resolver *resolver, const struct sample *sample, size_t kernel_part,
			     struct recorded *ret)
{
	struct sample kernel = *sample;
	kernel.nr_callchain = kernel_part;
	ret->nr = cut_at_markers(&kernel, SIZE_MAX, ret->stretches, &ret->nr_ips);
	if (ret->nr < 0) return ret->nr;
	size_t beyond = sample->stitched ? MIN(sample->stitched->count, (uint64_t)UNWIND_MAX_FRAMES) : 0,
	       count = 1 + (size_t)sample->nr_branches + beyond;
	vec_reserve(&resolver->unwound, kernel_part + count);
	uint64_t *ips = resolver->unwound.items;
	if (kernel_part) memcpy(ips, sample->callchain, kernel_part * sizeof(*ips));
	ret->ips = ips;
	ips += kernel_part;
	*ips++ = sample->branches[0].to;
	for (uint64_t i = 0; i < sample->nr_branches; i++) *ips++ = sample->branches[i].from;
	const struct lbr_link *link = sample->stitched;
	for (size_t i = 0; i < beyond; i++, link = link->outer) *ips++ = link->from;
	ret->stretches[ret->nr++] = (struct stretch){ kernel_part, kernel_part + count, CPUMODE_USER };
	ret->nr_ips += count;
	return 0;
}

/* The recorded part and the unwound one have the limit each; of the unwound, the innermost are kept in either order, as
 * upstream has it. */
static int chain_of(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		    const struct callchain_options *options, struct recorded *ret)
{
	size_t limit = options && options->max_stack ? options->max_stack : SIZE_MAX;
	bool outermost = options && options->caller_first;
	struct sample with;
	if (unlikely(sample->present & SAMPLE_REGS_USER) && !(sample->present & SAMPLE_STACK_USER) &&
	    sample->nr_callchain)
		sample = with_leaf_caller(resolver, task, sample, &with);
	ret->ips = sample->callchain;
	ret->end = (struct chain_end){ NR_UNWIND_ENDS, 0 };
	ret->expands = resolver->space->inlines == FRAME_INLINES_ALL;
	size_t user_part = unlikely(sample_has_lbr_chain(sample)) ? find_user_part(sample, limit)
								  : sample->nr_callchain;
	if (unlikely(user_part < sample->nr_callchain)) {
		int code = chain_of_branches(resolver, sample, user_part, ret);
		for (int s = 0; s < ret->nr; s++) ret->stretches[s].expands = ret->expands;
		return code;
	}
	ret->nr = cut_at_markers(sample, outermost ? SIZE_MAX : limit, ret->stretches, &ret->nr_ips);
	if (ret->nr < 0) return ret->nr;
	if (ret->nr_ips > limit) {
		ret->nr = drop_innermost(ret->stretches, ret->nr, ret->nr_ips, limit);
		ret->nr_ips = limit;
	}
	for (int s = 0; s < ret->nr; s++) ret->stretches[s].expands = ret->expands;
	if (unlikely(sample->present & SAMPLE_STACK_USER)) add_unwound(resolver, task, sample, limit, ret);
	return 0;
}

static void chain_push(struct chain *chain, const struct frame *frame)
{
	if (unlikely(chain->count == chain->capacity)) {
		chain->capacity = MAX(2 * chain->capacity, (size_t)128);
		chain->frames = xreallocarray(chain->frames, chain->capacity, sizeof(*chain->frames));
	}
	chain->frames[chain->count++] = frame;
}

/* The functions at one address, in the chain's order. */
static void chain_push_inlined(struct chain *chain, const struct inlined *inlined, bool caller_first)
{
	for (uint32_t n = 0; n < inlined->count; n++)
		chain_push(chain, inlined->frames[caller_first ? inlined->count - 1 - n : n]);
}

int callchain_resolve(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		      const struct callchain_options *options, struct chain *ret)
{
	struct recorded recorded;
	const struct stretch *stretches = recorded.stretches;
	bool caller_first = options && options->caller_first;
	ret->count = 0;
	int code = chain_of(resolver, task, sample, options, &recorded), nr = recorded.nr;
	if (code < 0) return code;
	ret->end = recorded.end;
	for (int k = 0; k < nr; k++) {
		const struct stretch *s = &stretches[caller_first ? nr - 1 - k : k];
		struct resolver_mode mode = resolver_mode(task, s->cpumode);
		for (size_t i = 0; i < s->end - s->first; i++) {
			size_t at = caller_first ? s->end - 1 - i : s->first + i;
			const struct frame *frame = resolver_lookup(resolver, &mode, recorded.ips[at]);
			const struct inlined *inlined =
				s->expands ? inlined_of(resolver, frame, s->returns && at > s->first) : NULL;
			if (likely(!inlined || !inlined->count)) chain_push(ret, frame);
			else chain_push_inlined(ret, inlined, caller_first);
		}
	}
	return 0;
}

/* Makes room for count frames in all. */
static void reserve_frames(struct chain_memo *memo, size_t count)
{
	if (likely(count <= memo->capacity)) return;
	memo->capacity = MAX(2 * memo->capacity, count);
	memo->frames = xreallocarray(memo->frames, memo->capacity, sizeof(*memo->frames));
}

/* The frames of an address, outermost first, at memo->frames[at ..), and room for one each of the addresses that are
 * left. Returns where they end. */
static size_t put_frames(struct resolver *resolver, struct chain_memo *memo, const struct frame *frame, bool is_return,
			 size_t at, size_t nr_ips_left)
{
	const struct inlined *inlined = inlined_of(resolver, frame, is_return);
	reserve_frames(memo, at + inlined->count + nr_ips_left);
	if (!inlined->count) memo->frames[at++] = frame;
	for (uint32_t i = inlined->count; i-- > 0;) memo->frames[at++] = inlined->frames[i];
	return at;
}

/* Makes room for the chain's addresses. The last chain is forgotten (nr_ips = 0) where its arrays are new or it was one
 * of another kind. */
static void memo_reserve(struct chain_memo *memo, size_t nr_ips, bool expands)
{
	if (nr_ips > memo->ips_capacity) {
		memo->ips_capacity = MAX(nr_ips, (size_t)32);
		memo->ips = xreallocarray(memo->ips, memo->ips_capacity, sizeof(*memo->ips));
		free(memo->ends);
		memo->ends = NULL;
		memo->nr_ips = 0;
	}
	if (expands && !memo->ends) {
		memo->ends = xreallocarray(NULL, memo->ips_capacity, sizeof(*memo->ends));
		memo->nr_ips = 0;
	}
	if (memo->expands != expands) memo->nr_ips = 0;
	memo->expands = expands;
}

size_t callchain_update(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
			const struct callchain_options *options, struct chain_memo *memo)
{
	struct recorded recorded;
	const struct stretch *stretches = recorded.stretches;
	if (chain_of(resolver, task, sample, options, &recorded) < 0) {
		memo->count = memo->nr_ips = 0;
		memo->end = (struct chain_end){ NR_UNWIND_ENDS, 0 };
		return 0;
	}
	size_t nr_ips = recorded.nr_ips;
	int nr = recorded.nr;
	memo->end = recorded.end;
	memo_reserve(memo, nr_ips, recorded.expands);
	/* equal addresses in another address space are other frames */
	if (memo->user_space != task->user_space || memo->kernel_space != task->kernel_space) {
		memo->user_space = task->user_space;
		memo->kernel_space = task->kernel_space;
		memo->nr_ips = 0;
	}
	const uint64_t *ips = recorded.ips;
	size_t same = 0, at = 0, filled = 0; /* addresses, and frames */
	bool comparing = true;
	uint32_t nr_old = memo->nr_ips ? memo->nr_stretches : 0, nr_new = 0;
	for (int s = nr; s-- > 0; nr_new++) {
		size_t i = stretches[s].end, first = stretches[s].first, length = i - first;
		uint8_t kind = (uint8_t)(stretches[s].cpumode | stretches[s].expands << 7 | stretches[s].returns << 6);
		if (comparing) {
			size_t old_length = 0, most;
			if (nr_new < nr_old && memo->stretches[nr_new].kind == kind)
				old_length = memo->stretches[nr_new].count;
			/* the innermost address means another thing than the same as a return address */
			most = old_length == length || !stretches[s].expands ? MIN(old_length, length)
									     : MAX(MIN(old_length, length), 1) - 1;
			for (const uint64_t *old = &memo->ips[at], *end = old + most; old < end && *old == ips[i - 1];
			     old++, i--)
				at++;
			same = filled = memo->expands && at ? memo->ends[at - 1] : at;
			comparing = i == first && old_length == length;
		}
		if (nr_new < ARRAY_SIZE(memo->stretches)) {
			memo->stretches[nr_new].count = (uint32_t)length;
			memo->stretches[nr_new].kind = kind;
		}
		if (i == first) continue;
		struct resolver_mode mode = resolver_mode(task, stretches[s].cpumode);
		reserve_frames(memo, filled + (nr_ips - at));
		/* the misses of all addresses are waited for together */
		for (size_t ahead = i; ahead-- > first;) resolver_prefetch(resolver, &mode, ips[ahead]);
		for (; i-- > first; at++) {
			const struct frame *frame = resolver_lookup(resolver, &mode, ips[i]);
			memo->ips[at] = ips[i];
			if (unlikely(stretches[s].expands))
				filled = put_frames(resolver, memo, frame, stretches[s].returns && i > first, filled,
						    nr_ips - at);
			else memo->frames[filled++] = frame;
			if (unlikely(memo->expands)) memo->ends[at] = (uint32_t)filled;
		}
	}
	memo->nr_stretches = MIN(nr_new, (uint32_t)ARRAY_SIZE(memo->stretches));
	memo->nr_ips = nr_ips;
	memo->count = filled;
	return same;
}
