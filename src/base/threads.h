/* Work on all cores. Two shapes: independent items, and items whose results are consumed in order.
 *
 * Results must not depend on the number of threads: what a worker accumulates is merged by the caller in
 * worker-independent fashion, or consumed in item order. */
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include "base/compiler.h"

/* Usable CPUs of this process, at least 1; PERF_THREADS in the environment overrides it (tests use it). */
unsigned threads_default(void);

/* Calls run(ctx, worker, item) for every item in 0..items-1 on at most `threads` threads; worker < threads names the
 * thread and is stable for its life. With threads == 1 everything runs on the caller. Returns when all are done. */
void threads_for(unsigned threads, size_t items, void (*run)(void *ctx, unsigned worker, size_t item), void *ctx);

/* The same, for items whose neighbours have much in common: each thread works through a stretch of its own, and helps
 * where most is left when it is done. Fewer than 2^32 items. */
void threads_for_near(unsigned threads, size_t items, void (*run)(void *ctx, unsigned worker, size_t item), void *ctx);

/* As threads_for, and then, in item order and never concurrently, finish(ctx, item) for each; at most `window` items
 * are between the start of run and the end of finish. finish returning nonzero stops early; that value is returned,
 * else 0. */
int threads_ordered(unsigned threads, size_t items, size_t window, void (*run)(void *ctx, unsigned worker, size_t item),
		    int (*finish)(void *ctx, size_t item), void *ctx);

#endif
