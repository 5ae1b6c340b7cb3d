/* Call graphs of rows: a profile of the accesses that are in rows, of which the row is the only key (analysis/profile).
 */
#include "analysis/memory/c2c_private.h"
#include "analysis/profile/collect/hist.h"

enum { MAX_STACK = 127 }; /* as perf report */

/* The pass. */
struct graphs {
	struct c2c *c2c;
	struct hist *hist;
	const struct perf_event *event; /* all samples count for it, as rows are of all events */
};

/* key.cell: the number of the row stands where the sample has its address (c2c_graphs_sample). */
static uint64_t c2c_row_cell(struct key_env *env, const struct key_input *in) { return in->sample->addr; }

static const struct key key_c2c_row = {
	.name = "row", .header = "Row", .scope = KEY_SAMPLE, .cell = c2c_row_cell, .format = key_format_dec
};

/* The number of the row that the access is in; UINT32_MAX: none that is shown. */
static uint32_t row_of(struct c2c *c2c, struct session_worker *session_worker, const struct sample *sample,
		       const struct sample_task *task)
{
	struct c2c_worker *worker = &c2c->workers[session_worker->index];
	struct resolver *resolver = session_worker->resolver;
	const struct map *map = resolver_map(resolver, task, (enum cpumode)sample->cpumode, sample->addr);
	if (!c2c->options.show_all && !u64map_find(&c2c->shared, c2c_line_hash(c2c, task, sample, map)))
		return UINT32_MAX;
	const struct frame *code = resolver_sample_ip(resolver, task, sample),
			   *data = resolver_ip(resolver, task, (enum cpumode)sample->cpumode, sample->addr);
	const struct c2c_item item = { .addr = sample->addr,
				       .line = c2c_line_place(c2c, worker, data, task->pid),
				       .place = c2c_code_place(c2c, worker, code),
				       .object = c2c_object_name(c2c, code),
				       .pid = sample->pid,
				       .tid = sample->tid };
	const uint32_t entry = c2c_find_entry(c2c, &item);
	return entry == UINT32_MAX ? UINT32_MAX : c2c->entries.items[entry].row_1 - 1;
}

/* sample_visitor.sample */
static void c2c_graphs_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	struct graphs *graphs = ctx;
	struct sample_task task;
	if (!(sample->present & SAMPLE_DATA_SRC)) return;
	resolver_task(session_worker->resolver, sample, &task);
	const uint32_t row = row_of(graphs->c2c, session_worker, sample, &task);
	if (row == UINT32_MAX) return;
	struct sample numbered = *sample;
	numbered.addr = row;
	numbered.event = graphs->event;
	hist_add(hist_worker(graphs->hist, session_worker->index, session_worker->resolver), &numbered, &task);
}

/* What rows weigh, and the graphs of the rows that have accesses in the profile. */
static void hang_graphs(struct c2c *c2c, struct hist *hist)
{
	const size_t count = c2c->rows.count;
	struct hist_event *event = hist_event_at(hist, 0);
	_free_ uint32_t *entries = xcalloc(count + 1, sizeof(*entries));
	_free_ uint64_t *periods = xcalloc(count + 1, sizeof(*periods)), *totals = xcalloc(count + 1, sizeof(*totals));
	_free_ struct tree **trees = xcalloc(count + 1, sizeof(struct tree *));
	_free_ struct c2c_row **rows = xcalloc(count + 1, sizeof(struct c2c_row *)); /* that have an entry */
	struct callgraph_options options = c2c->options.graph;
	hist_entries_by_cell(hist, event, count, entries, periods);
	for (size_t i = 0, n = 0; i < c2c->result.nr_lines; i++) {
		const struct c2c_line *line = &c2c->result.lines[i];
		for (size_t k = 0; k < line->nr_rows; k++) totals[n + k] = line->period;
		n += line->nr_rows;
	}
	size_t nr_entries = 0;
	for (size_t i = 0; i < count; i++) {
		c2c->rows.items[i]->period = periods[i];
		if (entries[i] == UINT32_MAX) continue;
		rows[nr_entries] = c2c->rows.items[i];
		entries[nr_entries] = entries[i];
		totals[nr_entries++] = totals[i];
	}
	options.totals = totals;
	options.threads = c2c->nr_workers;
	callgraphs_make(hist, event, &options, entries, nr_entries, trees);
	for (size_t i = 0; i < nr_entries; i++) rows[i]->graph = trees[i];
}

int c2c_make_graphs(struct c2c *c2c, struct session *session, struct err *err)
{
	static const struct key *const keys[] = { &key_c2c_row };
	const struct hist_options options = { .keys = keys,
					      .nr_keys = ARRAY_SIZE(keys),
					      .use_chains = true,
					      .chain_key = c2c->options.chain_key,
					      .caller_first = c2c->options.caller_first,
					      .max_stack = MAX_STACK };
	const struct hist_input input = { .events = session_events(session),
					  .header = c2c->header,
					  .model = session_model(session),
					  .frames = session_frames(session),
					  .nr_workers = session_threads(session) };
	int r = hist_begin(&input, &options, &c2c->graphs, err);
	if (r < 0) return r;
	struct graphs graphs = { .c2c = c2c, .hist = c2c->graphs, .event = input.events->items[0] };
	const struct sample_visitor visitor = { .ctx = &graphs, .sample = c2c_graphs_sample };
	r = session_samples(session, &visitor, err);
	if (r < 0) return r;
	hist_finish(c2c->graphs);
	hang_graphs(c2c, c2c->graphs);
	return 0;
}
