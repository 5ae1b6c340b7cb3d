/* Work on all cores, in three shapes: independent items (threads_for), items whose neighbours have much in common
 * (threads_for_near), and items whose results are consumed in order (threads_ordered).
 *
 * Each call starts its threads and joins them before it returns, so run may use what is on the caller's stack, and
 * whatever the threads wrote is visible afterwards. The caller is worker 0 and works too. The other threads block all
 * signals but SIGBUS (base/file_map.h). Where threads cannot be started, fewer do the work.
 *
 * Results must not depend on the number of threads: what a worker accumulates is merged by the caller in a way that
 * does not depend on the workers, or consumed in item order. */
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include "base/compiler.h"

/* CPUs that this process may run on (sched_getaffinity(2)), at least 1 and at most 1024; PERF_THREADS in the
 * environment overrides it (tests use it). */
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
