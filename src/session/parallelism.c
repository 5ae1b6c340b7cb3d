/* The step function: a step is added when the number of running threads changes, or moved where several changes have
 * one time. While it grows, steps are without the threads that ran at the beginning, which are found out on the way. */
#include "session/parallelism.h"

enum { STANDS, RUNS };

static void add_step(struct parallelism *p, uint64_t time_ns, int change)
{
	p->nr_running += change;
	struct parallelism_step *last = p->steps.count ? vec_last(&p->steps) : NULL;
	/* records that came late do not move time back */
	if (!last || last->from_ns < time_ns) {
		vec_push(&p->steps, ((struct parallelism_step){ time_ns, p->nr_running }));
		return;
	}
	last->nr_running = p->nr_running;
	/* one thread after the other on a CPU: nothing changed */
	if (p->steps.count > 1 && last[-1].nr_running == p->nr_running) p->steps.count--;
}

void parallelism_begins(struct parallelism *p, uint64_t time_ns, uint32_t tid)
{
	uint64_t *state = u64map_put(&p->threads, tid, NULL);
	if (*state == RUNS) return;
	*state = RUNS;
	add_step(p, time_ns, 1);
}

void parallelism_ends(struct parallelism *p, uint64_t time_ns, uint32_t tid)
{
	bool is_new;
	uint64_t *state = u64map_put(&p->threads, tid, &is_new);
	if (*state == STANDS && !is_new) return;
	p->nr_at_first += is_new;
	*state = STANDS;
	add_step(p, time_ns, -1);
}

void parallelism_is_new(struct parallelism *p, uint32_t tid) { *u64map_put(&p->threads, tid, NULL) = STANDS; }

void parallelism_has_samples(struct parallelism *p, uint32_t tid)
{
	bool is_new;
	uint64_t *state = u64map_put(&p->threads, tid, &is_new);
	if (!is_new) return;
	*state = RUNS;
	p->nr_at_first++;
}

void parallelism_end(struct parallelism *p)
{
	struct parallelism whole = { .nr_running = p->nr_at_first };
	vec_reserve(&whole.steps, p->steps.count + 1);
	vec_push(&whole.steps, ((struct parallelism_step){ 0, p->nr_at_first }));
	for (size_t i = 0; i < p->steps.count; i++)
		vec_push(&whole.steps, ((struct parallelism_step){ p->steps.items[i].from_ns,
								   p->steps.items[i].nr_running + p->nr_at_first }));
	vec_done(&p->steps);
	u64map_done(&p->threads);
	*p = whole;
}

void parallelism_free(struct parallelism *p)
{
	if (!p) return;
	vec_done(&p->steps);
	u64map_done(&p->threads);
	free(p);
}

/* Samples of a ring follow each other in time, so the step is near the one before: it is looked for in strides that
 * double, and then between the last two. */
uint32_t parallelism_step_at(const struct parallelism *p, uint64_t time_ns, uint32_t near)
{
	const struct parallelism_step *steps = p->steps.items;
	size_t count = p->steps.count, from = near < count ? near : 0, to;
	if (steps[from].from_ns > time_ns) {
		size_t stride = 1;
		to = from;
		while (to > stride && steps[to - stride].from_ns > time_ns) {
			to -= stride;
			stride *= 2;
		}
		from = to > stride ? to - stride : 0;
	} else {
		size_t stride = 1;
		while (from + stride < count && steps[from + stride].from_ns <= time_ns) {
			from += stride;
			stride *= 2;
		}
		to = from + stride < count ? from + stride : count;
	}
	while (to - from > 1) {
		size_t middle = from + (to - from) / 2;
		if (steps[middle].from_ns <= time_ns) from = middle;
		else to = middle;
	}
	return (uint32_t)from;
}
