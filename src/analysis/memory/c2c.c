/* Runs the analysis: samples become items in the workers, which one thread adds up. */
#include "analysis/memory/c2c_private.h"
#include <errno.h>

/* sample_gatherer.sample */
static unsigned c2c_sample(void *ctx, struct session_worker *worker, const struct sample *sample, void *items)
{
	struct c2c *c2c = ctx;
	struct c2c_item *item = items;
	struct sample_task task;
	if (!(sample->present & SAMPLE_DATA_SRC)) return 0;
	resolver_task(worker->resolver, sample, &task);
	const struct frame *code = resolver_sample_ip(worker->resolver, &task, sample),
			   *data = resolver_ip(worker->resolver, &task, (enum cpumode)sample->cpumode, sample->addr);
	*item = (struct c2c_item){ .time_ns = item->time_ns,
				   .data_src = sample->data_src,
				   .weight = sample->weight,
				   .phys_addr = sample->phys_addr,
				   .addr = sample->addr,
				   .code = code,
				   .comm = task.comm,
				   .object = code->map ? code->map->dso->short_name : NULL,
				   .line = key_env_data_line(c2c->env, data, task.pid, c2c->line_bytes),
				   .place = key_env_place(c2c->env, code, false, PLACE_ADDRESS),
				   .pid = sample->pid,
				   .tid = sample->tid,
				   .cpu = sample->cpu,
				   .mapped = code->map && data->map };
	return 1;
}

/* sample_gatherer.items */
static int c2c_items(void *ctx, const void *const *items, size_t count)
{
	for (size_t i = 0; i < count; i++) c2c_add(ctx, items[i]);
	return 0;
}

/* Names of the events whose samples count. */
static size_t find_events(struct c2c *c2c, const struct perf_events *events)
{
	const char **names = arena_alloc(&c2c->arena, (events->count + 1) * sizeof(*names));
	size_t count = 0, with_memory = 0;
	for (size_t i = 0; i < events->count; i++) {
		names[count++] = events->items[i]->name;
		with_memory += (events->items[i]->attr.sample_type & SAMPLE_DATA_SRC) != 0;
	}
	c2c->result.events = names;
	c2c->result.nr_events = count;
	return with_memory;
}

static struct c2c *c2c_new(struct session *session, const struct c2c_options *options)
{
	const struct key_env_options how = { .full_source_path = options->full_source_path };
	struct c2c *c2c = xcalloc(1, sizeof(*c2c));
	c2c->options = *options;
	c2c->header = session_header(session);
	c2c->env = key_env_new(&how, c2c->header, session_model(session), session_frames(session));
	c2c->line_bytes = key_env_line_bytes(c2c->env) << options->double_lines;
	c2c->result.display = options->display;
	c2c->result.line_bytes = c2c->line_bytes;
	c2c->result.double_lines = options->double_lines;
	c2c->result.nr_fields = options->nr_fields;
	for (size_t i = 0; i < options->nr_fields; i++) {
		c2c->result.fields[i] = options->fields[i];
		c2c->by_field[options->fields[i]] = true;
	}
	c2c_find_nodes(c2c);
	return c2c;
}

int c2c_run(struct session *session, const struct c2c_options *options, struct c2c **ret,
	    const struct c2c_result **ret_result, struct err *err)
{
	struct c2c *c2c = c2c_new(session, options);
	const struct sample_gatherer gatherer = {
		.ctx = c2c, .item_size_bytes = sizeof(struct c2c_item), .sample = c2c_sample, .items = c2c_items
	};
	int r = 0;
	if (!find_events(c2c, session_events(session))) {
		r = err_set(err, -ENODATA,
			    "The recording does not say what memory accesses met (PERF_SAMPLE_DATA_SRC).");
		err_hint(err, "Record with perf c2c record, or perf mem record.");
	}
	if (r == 0) r = session_gather(session, &gatherer, err);
	if (r < 0) {
		c2c_free(c2c);
		return r;
	}
	c2c_make_rows(c2c);
	*ret = c2c;
	*ret_result = &c2c->result;
	return 0;
}

void c2c_free(struct c2c *c2c)
{
	if (!c2c) return;
	key_env_free(c2c->env);
	vec_done(&c2c->line_of_place);
	vec_done(&c2c->lines);
	vec_done(&c2c->entries);
	free(c2c->slots);
	free(c2c->node_of_cpu);
	arena_done(&c2c->arena);
	free(c2c);
}
