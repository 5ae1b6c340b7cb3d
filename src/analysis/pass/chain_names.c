/* Resolves a chain, drops what is not wanted, and writes the rest as one text. Texts are interned by worker: a
 * recording has few different chains. */
#include "analysis/pass/chain_names.h"

#include <string.h>
#include "result/call_names.h"

static bool is_skipped(const struct chain_limits *limits, const char *symbol)
{
	for (size_t i = 0; i < limits->nr_skip_symbols; i++)
		if (strcmp(symbol, limits->skip_symbols[i]) == 0) return true;
	return false;
}

static bool is_user(const struct frame *frame)
{
	return frame->cpumode == CPUMODE_USER || frame->cpumode == CPUMODE_GUEST_USER;
}

/* Writes the frames that the limits keep. is_cut: the kernel's part was not resolved to its end, so that there is a
 * gap before the user's part. */
static void pack_chain(const struct chain_limits *limits, const struct chain *chain, bool is_cut, struct outbuf *out)
{
	unsigned nr_user = 0;
	bool gap = false;
	for (size_t i = 0; i < chain->count; i++) {
		const struct frame *frame = chain->frames[i];
		bool user = is_user(frame), beyond = i >= limits->max_stack;
		if (beyond && nr_user >= limits->user_stack) break;
		gap |= beyond && (!user || (is_cut && !nr_user)); /* what is between is the kernel's */
		nr_user += user;
		if ((beyond && !user) || (frame->symbol && is_skipped(limits, frame->symbol->name))) continue;
		if (gap) out_char(out, CALL_GAP);
		gap = false;
		out_char(out, frame->symbol ? CALL_NAMED : CALL_UNKNOWN);
		if (frame->symbol) out_str(out, frame->symbol->name);
	}
	out_char(out, '\0');
}

/* How many addresses to ask for: recorded chains begin with the kernel's part, copied stacks are unwound behind it,
 * with a limit of their own. */
static unsigned depth_of(const struct chain_limits *limits, const struct sample *sample)
{
	enum { KERNEL_DEPTH = 24 };
	if (!limits->user_stack) return limits->max_stack;
	return sample->present & SAMPLE_STACK_USER ? MAX(limits->max_stack, limits->user_stack)
						   : limits->max_stack + KERNEL_DEPTH;
}

const char *chain_names_of(struct tracepoint_worker *worker, const struct sample *sample,
			   const struct chain_limits *limits)
{
	struct resolver *resolver = worker->session->resolver;
	struct callchain_options how = { .max_stack = depth_of(limits, sample) };
	struct sample_task task;
	resolver_task(resolver, sample, &task);
	if (callchain_resolve(resolver, &task, sample, &how, &worker->chain) < 0) worker->chain.count = 0;
	/* it begins with a marker */
	bool is_cut = sample->present & SAMPLE_STACK_USER && sample->nr_callchain > how.max_stack + 1;
	worker->text.size = 0;
	pack_chain(limits, &worker->chain, is_cut, &worker->text);
	return intern_string(&worker->same_texts, worker->text.data);
}
