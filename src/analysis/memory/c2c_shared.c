/* Which lines are shared, in a pass of its own before accesses are added up: most lines of a large recording are one
 * thread's, and nothing is kept of those. A line is known by a hash here: one that is taken for shared by mistake costs
 * time and changes nothing, as no access of it counts. */
#include "analysis/memory/c2c_private.h"

uint64_t c2c_line_hash(const struct c2c *c2c, const struct sample_task *task, const struct sample *sample,
		       const struct map *map)
{
	return key_env_data_line_hash(map, (enum cpumode)sample->cpumode, sample->addr, task->pid, c2c->line_bytes);
}

/* sample_visitor.sample */
static void c2c_shared_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	struct c2c *c2c = ctx;
	struct c2c_worker *worker = &c2c->workers[session_worker->index];
	struct sample_task task;
	if (!(sample->present & SAMPLE_DATA_SRC)) return;
	const struct c2c_class *class = c2c_class_of(&worker->classes, sample->data_src, sample->addr, true);
	if (!c2c_hitm(&class->stats) && !c2c_peer(&class->stats)) return;
	resolver_task(session_worker->resolver, sample, &task);
	const struct map *map = resolver_map(session_worker->resolver, &task, (enum cpumode)sample->cpumode,
					     sample->addr);
	u64map_put(&worker->shared, c2c_line_hash(c2c, &task, sample, map), NULL);
}

/* Adds the lines that the worker met to those of all. */
static void add_lines(struct c2c *c2c, struct c2c_worker *worker)
{
	size_t pos = 0;
	uint64_t line, nothing;
	u64map_reserve(&c2c->shared, worker->shared.count);
	while (u64map_next(&worker->shared, &pos, &line, &nothing)) u64map_put(&c2c->shared, line, NULL);
	u64map_done(&worker->shared);
}

int c2c_find_shared(struct c2c *c2c, struct session *session, struct err *err)
{
	const struct sample_visitor visitor = { .ctx = c2c, .sample = c2c_shared_sample };
	int r = session_samples(session, &visitor, err);
	for (unsigned i = 0; i < c2c->nr_workers; i++) add_lines(c2c, &c2c->workers[i]);
	return r;
}
