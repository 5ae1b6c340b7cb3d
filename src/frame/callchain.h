/* Call chains of samples, resolved. */
#ifndef FRAME_CALLCHAIN_H
#define FRAME_CALLCHAIN_H

#include "frame/resolver.h"

struct callchain_options {
	unsigned max_stack;  /* at most this many frames; 127 by default */
	bool caller_first;   /* order caller: outermost first; else callee: innermost first */
};
struct chain { const struct frame **frames; size_t count, capacity; };
void chain_done(struct chain *chain);

/* Resolves the sample's frame-pointer chain: context markers switch the mode, markers that are not addresses are dropped, an
   invalid marker ends the chain, deferred user stacks are skipped. Returns 0, -EBADMSG when the chain was broken (what was
   good is kept). Chain frames other than the sample's own ip are looked up as upstream does (docs/DIFFERENCES.md). */
int callchain_resolve(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		      const struct callchain_options *options, struct chain *ret);

#endif
