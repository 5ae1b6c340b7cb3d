/* Runs the analysis: samples become items in the workers, which one thread adds up. */
#include "analysis/memory/c2c_private.h"
#include <errno.h>

uint32_t c2c_code_place(struct c2c *c2c, struct c2c_worker *worker, const struct frame *code)
{
	struct c2c_frame *known = frame_array_at(&worker->codes, code);
	if (!known->place_1) known->place_1 = key_env_place(c2c->env, code, false, PLACE_ADDRESS) + 1;
	return known->place_1 - 1;
}

const char *c2c_object_name(const struct c2c *c2c, const struct frame *code)
{
	if (!code->map) return NULL;
	return c2c->options.verbose ? dso_whole_name(code->map->dso) : code->map->dso->short_name;
}

uint32_t c2c_line_place(struct c2c *c2c, struct c2c_worker *worker, const struct frame *data, uint32_t pid)
{
	struct c2c_frame *known = frame_array_at(&worker->lines, data);
	if (!known->place_1 || known->pid != pid)
		*known = (struct c2c_frame){ key_env_data_line(c2c->env, data, pid, c2c->line_bytes) + 1, pid };
	return known->place_1 - 1;
}

/* sample_gatherer.sample */
static unsigned c2c_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample, void *items)
{
	struct c2c *c2c = ctx;
	struct c2c_worker *worker = &c2c->workers[session_worker->index];
	struct resolver *resolver = session_worker->resolver;
	struct c2c_item *item = items;
	struct sample_task task;
	const enum cpumode mode = (enum cpumode)sample->cpumode;
	if (!(sample->present & SAMPLE_DATA_SRC)) return 0;
	resolver_task(resolver, sample, &task);
	const struct map *map = resolver_map(resolver, &task, mode, sample->addr);
	const bool mapped = map && resolver_map(resolver, &task, mode, sample->ip);
	c2c_class_of(&worker->classes, sample->data_src, sample->addr, mapped)->count++;
	if (!c2c->options.show_all && !u64map_find(&c2c->shared, c2c_line_hash(c2c, &task, sample, map))) return 0;
	const struct frame *code = resolver_sample_ip(resolver, &task, sample),
			   *data = resolver_ip(resolver, &task, mode, sample->addr);
	*item = (struct c2c_item){ .time_ns = item->time_ns,
				   .data_src = sample->data_src,
				   .weight = sample->weight,
				   .period = sample->period,
				   .phys_addr = sample->phys_addr,
				   .addr = sample->addr,
				   .code = code,
				   .comm = task.comm,
				   .object = c2c_object_name(c2c, code),
				   .line = c2c_line_place(c2c, worker, data, task.pid),
				   .place = c2c_code_place(c2c, worker, code),
				   .pid = sample->pid,
				   .tid = sample->tid,
				   .cpu = sample->cpu,
				   .mapped = mapped };
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
	c2c->nr_workers = session_threads(session);
	c2c->workers = xcalloc(c2c->nr_workers, sizeof(*c2c->workers));
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
	if (r == 0 && !options->show_all) r = c2c_find_shared(c2c, session, err);
	if (r == 0) r = session_gather(session, &gatherer, err);
	if (r < 0) {
		c2c_free(c2c);
		return r;
	}
	for (unsigned i = 0; i < c2c->nr_workers; i++) c2c_classes_sum(&c2c->workers[i].classes, &c2c->result.all);
	c2c_make_rows(c2c);
	if (options->with_graphs) r = c2c_make_graphs(c2c, session, err);
	if (r < 0) {
		c2c_free(c2c);
		return r;
	}
	*ret = c2c;
	*ret_result = &c2c->result;
	return 0;
}

static void worker_done(struct c2c_worker *worker)
{
	u64map_done(&worker->shared);
	frame_array_done(&worker->codes);
	frame_array_done(&worker->lines);
}

void c2c_free(struct c2c *c2c)
{
	if (!c2c) return;
	for (unsigned i = 0; i < c2c->nr_workers; i++) worker_done(&c2c->workers[i]);
	free(c2c->workers);
	u64map_done(&c2c->shared);
	for (size_t i = 0; i < c2c->rows.count; i++) tree_free((struct tree *)c2c->rows.items[i]->graph);
	vec_done(&c2c->rows);
	hist_free(c2c->graphs);
	key_env_free(c2c->env);
	vec_done(&c2c->line_of_place);
	vec_done(&c2c->lines);
	vec_done(&c2c->entries);
	free(c2c->slots);
	free(c2c->node_of_cpu);
	free(c2c->row_nodes);
	free(c2c->row_cpus);
	arena_done(&c2c->arena);
	free(c2c);
}
