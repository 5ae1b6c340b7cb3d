#include <errno.h>
#include "frame/callchain.h"
#include "frame/resolver_cache.h"
#include "frame/unwind.h"

void chain_done(struct chain *chain)
{
	free(chain->frames);
	*chain = (struct chain){ 0 };
}

void chain_memo_done(struct chain_memo *memo)
{
	free(memo->frames);
	free(memo->ips);
	*memo = (struct chain_memo){ 0 };
}

/* A stretch of a recorded chain in one mode: addresses chain[first .. end). */
struct stretch { size_t first, end; enum cpumode cpumode; };
#define MAX_STRETCHES 16
/* The addresses of a sample, recorded or unwound. */
struct recorded {
	const uint64_t *ips;
	struct stretch stretches[MAX_STRETCHES + 1]; /* innermost first */
	int nr;
	size_t nr_ips; /* in all stretches */
	enum unwind_end end;
};

/* Cuts the recorded chain at its markers, up to the innermost `most` addresses; what is behind them is not looked at. Returns
   the number of stretches, -EBADMSG for a marker nobody knows. A chain with more mode switches than there are modes is taken
   for broken too. */
static int cut_at_markers(const struct sample *sample, size_t most, struct stretch stretches[MAX_STRETCHES], size_t *ret_nr_ips)
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
			stretches[nr++] = (struct stretch){ first, i, cpumode };
			nr_ips += i - first;
		}
		if (i == stop) break;
		switch (ips[i]) {
		case CONTEXT_HV: cpumode = CPUMODE_HYPERVISOR; break;
		case CONTEXT_KERNEL: cpumode = CPUMODE_KERNEL; break;
		case CONTEXT_USER: cpumode = CPUMODE_USER; break;
		case CONTEXT_USER_DEFERRED: i++; break; /* the user side comes in a later record; what follows is its number */
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
static void add_unwound(struct resolver *resolver, const struct sample_task *task, const struct sample *sample, size_t limit, struct recorded *chain)
{
	size_t most = MIN(limit, (size_t)UNWIND_MAX_FRAMES), count, recorded = sample->nr_callchain;
	vec_reserve(&resolver->unwound, recorded + most);
	if (recorded) memcpy(resolver->unwound.items, sample->callchain, recorded * sizeof(*sample->callchain));
	chain->end = unwinder_run(resolver_unwinder(resolver), task, sample, most, resolver->unwound.items + recorded, &count);
	chain->ips = resolver->unwound.items;
	if (!count) return;
	chain->stretches[chain->nr++] = (struct stretch){ recorded, recorded + count, CPUMODE_USER };
	chain->nr_ips += count;
}

/* The recorded part and the unwound one have the limit each; of the unwound, the innermost are kept in either order, as upstream has it. */
static int chain_of(struct resolver *resolver, const struct sample_task *task, const struct sample *sample, const struct callchain_options *options,
		    struct recorded *ret)
{
	size_t limit = options && options->max_stack ? options->max_stack : SIZE_MAX;
	bool outermost = options && options->caller_first;
	ret->ips = sample->callchain;
	ret->end = NR_UNWIND_ENDS;
	ret->nr = cut_at_markers(sample, outermost ? SIZE_MAX : limit, ret->stretches, &ret->nr_ips);
	if (ret->nr < 0) return ret->nr;
	if (ret->nr_ips > limit) {
		ret->nr = drop_innermost(ret->stretches, ret->nr, ret->nr_ips, limit);
		ret->nr_ips = limit;
	}
	if (unlikely(sample->present & SAMPLE_STACK_USER)) add_unwound(resolver, task, sample, limit, ret);
	return 0;
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
	const uint64_t *ips = recorded.ips;
	size_t nr_ips = recorded.nr_ips;
	if (nr_ips > ret->capacity) {
		ret->capacity = MAX(nr_ips, (size_t)128);
		ret->frames = xreallocarray(ret->frames, ret->capacity, sizeof(*ret->frames));
	}
	const struct frame **frames = ret->frames;
	if (!caller_first) {
		for (int s = 0; s < nr; s++) {
			struct resolver_mode mode = resolver_mode(resolver, task, stretches[s].cpumode);
			for (size_t i = stretches[s].first; i < stretches[s].end; i++) *frames++ = resolver_lookup(resolver, &mode, ips[i]);
		}
	} else {
		for (int s = nr; s-- > 0;) {
			struct resolver_mode mode = resolver_mode(resolver, task, stretches[s].cpumode);
			for (size_t i = stretches[s].end; i-- > stretches[s].first;) *frames++ = resolver_lookup(resolver, &mode, ips[i]);
		}
	}
	ret->count = nr_ips;
	return 0;
}

size_t callchain_update(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
			const struct callchain_options *options, struct chain_memo *memo)
{
	struct recorded recorded;
	const struct stretch *stretches = recorded.stretches;
	if (chain_of(resolver, task, sample, options, &recorded) < 0) {
		memo->count = 0;
		memo->end = NR_UNWIND_ENDS;
		return 0;
	}
	size_t nr_ips = recorded.nr_ips;
	int nr = recorded.nr;
	memo->end = recorded.end;
	if (nr_ips > memo->capacity) {
		memo->capacity = MAX(nr_ips, (size_t)32);
		memo->frames = xreallocarray(memo->frames, memo->capacity, sizeof(*memo->frames));
		memo->ips = xreallocarray(memo->ips, memo->capacity, sizeof(*memo->ips));
	}
	if (memo->user_space != task->user_space || memo->kernel_space != task->kernel_space) {
		memo->user_space = task->user_space;
		memo->kernel_space = task->kernel_space;
		memo->count = 0;
	}
	const uint64_t *ips = recorded.ips;
	size_t same = 0, at = 0;
	bool comparing = true;
	uint32_t nr_old = memo->count ? memo->nr_stretches : 0, nr_new = 0;
	for (int s = nr; s-- > 0; nr_new++) {
		size_t i = stretches[s].end, first = stretches[s].first, length = i - first;
		if (comparing) {
			size_t old_length = 0;
			if (nr_new < nr_old && memo->stretches[nr_new].cpumode == (uint8_t)stretches[s].cpumode) old_length = memo->stretches[nr_new].count;
			for (const uint64_t *old = &memo->ips[at], *end = old + MIN(old_length, length); old < end && *old == ips[i - 1]; old++, i--) at++;
			same = at;
			comparing = i == first && old_length == length;
		}
		if (nr_new < ARRAY_SIZE(memo->stretches)) {
			memo->stretches[nr_new].count = (uint32_t)length;
			memo->stretches[nr_new].cpumode = (uint8_t)stretches[s].cpumode;
		}
		if (i == first) continue;
		struct resolver_mode mode = resolver_mode(resolver, task, stretches[s].cpumode);
		for (size_t ahead = i; ahead-- > first;) resolver_prefetch(resolver, &mode, ips[ahead]);
		for (; i-- > first; at++) {
			memo->ips[at] = ips[i];
			memo->frames[at] = resolver_lookup(resolver, &mode, ips[i]);
		}
	}
	memo->nr_stretches = MIN(nr_new, (uint32_t)ARRAY_SIZE(memo->stretches));
	memo->count = nr_ips;
	return same;
}
