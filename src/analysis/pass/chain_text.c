#include "analysis/pass/chain_text.h"

#include <string.h>

static bool is_skipped(const struct chain_style *style, const char *symbol)
{
	for (size_t i = 0; i < style->nr_skip_symbols; i++)
		if (strcmp(symbol, style->skip_symbols[i]) == 0) return true;
	return false;
}

static bool is_user(const struct frame *frame)
{
	return frame->cpumode == CPUMODE_USER || frame->cpumode == CPUMODE_GUEST_USER;
}

/* is_cut: the kernel's part goes on behind max_stack. */
static void add_chain(const struct chain_style *style, const struct chain *chain, bool is_cut, struct outbuf *out)
{
	const char *separator = "";
	unsigned nr_user = 0;
	for (size_t i = 0; i < chain->count; i++) {
		const struct frame *frame = chain->frames[i];
		bool user = is_user(frame), beyond = i >= style->max_stack;
		if (beyond && nr_user >= style->user_stack) break;
		if (beyond && (!user || (is_cut && !nr_user)))
			separator = " <- ... <- "; /* what is between is the kernel's */
		nr_user += user;
		if ((beyond && !user) || (frame->symbol && is_skipped(style, frame->symbol->name))) continue;
		out_str(out, separator);
		if (frame->symbol) out_str(out, frame->symbol->name);
		else out_lit(out, "[unknown]");
		separator = " <- ";
	}
	out_char(out, '\0');
}

/* How many addresses to ask for: recorded chains begin with the kernel's part, copied stacks are unwound behind it,
 * with a limit of their own. */
static unsigned chain_limit(const struct chain_style *style, const struct sample *sample)
{
	enum { KERNEL_DEPTH = 24 };
	if (!style->user_stack) return style->max_stack;
	return sample->present & SAMPLE_STACK_USER ? MAX(style->max_stack, style->user_stack)
						   : style->max_stack + KERNEL_DEPTH;
}

const char *chain_text_of(struct tracepoint_worker *worker, const struct sample *sample,
			  const struct chain_style *style)
{
	struct resolver *resolver = worker->session->resolver;
	struct callchain_options how = { .max_stack = chain_limit(style, sample) };
	struct sample_task task;
	resolver_task(resolver, sample, &task);
	if (callchain_resolve(resolver, &task, sample, &how, &worker->chain) < 0) worker->chain.count = 0;
	/* it begins with a marker */
	bool is_cut = sample->present & SAMPLE_STACK_USER && sample->nr_callchain > how.max_stack + 1;
	worker->text.size = 0;
	add_chain(style, &worker->chain, is_cut, &worker->text);
	return intern_string(&worker->same_texts, worker->text.data);
}
