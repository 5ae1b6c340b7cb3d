/* Profiles of samples made by hand: however samples come, in however many parts and on however many workers, the same
 * comes out; all ways to add. */
#include "tests/unit/test.h"
#include <errno.h>
#include <unistd.h>
#include "analysis/profile/rows/callgraph.h"
#include "analysis/profile/collect/hist_private.h"
#include "analysis/profile/answers/hist_source.h"
#include "tests/unit/model/record_builder.h"

#define PID 3999998 /* above any pid_max: nobody else's perf map */
enum { WORKERS = 3, SAMPLES = 900, MAX_DEPTH = 9, BRANCHES = 6, FUNCTIONS = 5 };

/* ---- what is profiled: two threads, functions f0 .. f4, and addresses that nothing is known of */

struct world {
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct resolver *resolvers[WORKERS];
	struct perf_events events;
	char path[64];
};

static void world_init(struct world *w)
{
	static const struct symbol_options options;
	struct built b;
	*w = (struct world){ .model = model_new(NULL) };
	for (uint32_t tid = PID; tid < PID + 2; tid++) {
		struct record r = build_comm(&b, 0, PID, tid, tid == PID ? "first" : "second");
		CHECK_INT(model_apply(w->model, &r, 0), 0);
	}
	struct record r = build_mmap2(&b, CPUMODE_USER, PID, PID, 0x500000, 0x10000, 0, 5, "//anon");
	CHECK_INT(model_apply(w->model, &r, 0), 0);
	snprintf(w->path, sizeof(w->path), "/tmp/perf-%d.map", PID);
	FILE *f = fopen(w->path, "w");
	CHECK(f != NULL);
	for (unsigned i = 0; f && i < FUNCTIONS; i++) fprintf(f, "%x 100 f%u\n", 0x500000 + i * 0x100, i);
	if (f) fclose(f);
	w->symbols = symbol_store_new(&options);
	w->frames = frame_space_new(w->model, w->symbols);
	for (unsigned i = 0; i < WORKERS; i++) w->resolvers[i] = resolver_new(w->frames);
	events_init(&w->events);
	struct event_attr attr = { .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CALLCHAIN };
	events_add(&w->events, &attr, "cycles");
	events_add(&w->events, &attr, "faults");
}

static void world_done(struct world *w)
{
	for (unsigned i = 0; i < WORKERS; i++) resolver_free(w->resolvers[i]);
	frame_space_free(w->frames);
	symbol_store_free(w->symbols);
	model_free(w->model);
	events_done(&w->events);
	unlink(w->path);
}

static uint64_t state;
static uint32_t next(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state % below);
}

static uint64_t next_ip(void)
{
	if (next(20) == 0) return 0x700000 + next(3) * 0x10; /* nothing is mapped there */
	if (next(20) == 0) return 0x508000 + next(3) * 0x10; /* no symbol is */
	return 0x500000 + next(FUNCTIONS) * 0x100 + next(3) * 4;
}

struct made_sample {
	struct sample sample;
	uint64_t chain[MAX_DEPTH + 1];
	struct branch_entry branches[BRANCHES];
};

/* The samples are the same each time. Periods are even. */
static struct made_sample *make_samples(const struct world *w)
{
	struct made_sample *made = calloc(SAMPLES, sizeof(*made));
	state = 88172645463325252u;
	for (uint64_t i = 0; i < SAMPLES; i++) {
		struct made_sample *m = &made[i];
		unsigned depth = 1 + next(MAX_DEPTH);
		m->chain[0] = CONTEXT_USER;
		for (unsigned d = 1; d <= depth; d++) m->chain[d] = next_ip();
		for (unsigned n = 0; n < BRANCHES; n++)
			m->branches[n] = (struct branch_entry){ next_ip(), next_ip(), next(2) + 1 + (next(9) << 4) };
		m->sample = (struct sample){ .event = w->events.items[next(3) == 0],
					     .turn = i,
					     .present = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CALLCHAIN |
							SAMPLE_PERIOD | SAMPLE_CPU,
					     .ip = next(8) ? m->chain[1] : next_ip(),
					     .time_ns = 1000 + next(100000),
					     .pid = PID,
					     .tid = PID + next(2),
					     .cpu = next(4),
					     .period = 2 + 2 * (uint64_t)next(50),
					     .weight = 2 * (uint64_t)next(10),
					     .cpumode = CPUMODE_USER,
					     .nr_callchain = depth + 1,
					     .nr_branches = next(BRANCHES + 1) };
		m->sample.callchain = m->chain;
		m->sample.branches = m->branches;
	}
	return made;
}

/* ---- profiles as text */

struct way {
	const char *keys[4];
	struct hist_options options;
};

static struct hist *begin_with(const struct world *w, const struct way *way, unsigned nr_workers, bool is_whole)
{
	const struct key *keys[ARRAY_SIZE(way->keys)];
	struct hist_options options = way->options;
	struct hist_input input = {
		.events = &w->events,
		.model = w->model,
		.frames = w->frames,
		.nr_workers = nr_workers,
		.is_whole = is_whole,
	};
	for (size_t i = 0; i < ARRAY_SIZE(way->keys) && way->keys[i]; i++)
		keys[options.nr_keys++] = key_find(way->keys[i]);
	options.keys = keys;
	options.max_stack = 127;
	struct hist *hist = NULL;
	CHECK_INT(hist_begin(&input, &options, &hist, NULL), 0);
	if (nr_workers > 1) hist->nodes_a_thread = 40; /* entries are made by several threads */
	return hist;
}

static struct hist *begin(const struct world *w, const struct way *way, unsigned nr_workers)
{
	return begin_with(w, way, nr_workers, false);
}

static void add(struct world *w, struct hist *hist, struct made_sample *made, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		unsigned index = (unsigned)(i * 7 / 3) % hist->in.nr_workers;
		struct sample_task task;
		if (!hist_wants(hist, &made[i].sample)) continue;
		resolver_task(w->resolvers[index], &made[i].sample, &task);
		hist_add(hist_worker(hist, index, w->resolvers[index]), &made[i].sample, &task);
	}
}

static void write_tree(const struct tree *tree, uint32_t first, unsigned depth, bool counts, struct outbuf *out)
{
	for (uint32_t id = first; id != TREE_NONE; id = tree->nodes.items[id].next) {
		const struct tree_node *node = &tree->nodes.items[id];
		out_spaces(out, depth);
		out_printf(out, "%s %llu own %llu", node->label, (unsigned long long)node->period,
			   (unsigned long long)node->own_period);
		if (counts) out_printf(out, " of %llu", (unsigned long long)node->count);
		out_char(out, ' ');
		write_tree(tree, node->first_child, depth + 1, counts, out);
	}
}

static char *line_of(struct hist *hist, struct hist_event *event, uint32_t number, bool counts)
{
	const struct hist_entry *entry = &event->entries.items[number];
	struct outbuf out;
	out_init(&out, -1);
	out_printf(&out, "%s:", event->totals.event->name);
	for (size_t k = 0; k < hist->nr_keys; k++) {
		out_char(&out, ' ');
		hist->keys[k]->format(hist->env, hist_cell(hist, entry, k), 0, &out);
	}
	out_printf(&out, ": %llu of %llu%s, depth %u", (unsigned long long)entry->period,
		   (unsigned long long)entry->total_period, entry->filtered ? " hidden" : "", entry->depth);
	if (counts) out_printf(&out, ", samples %u of %u", entry->count, entry->total_count);
	for (unsigned i = 0; hist->options.sums && i < HIST_SUMS; i++)
		out_printf(&out, " %llu", (unsigned long long)event->sums.items[number].sums[i]);
	if (hist->options.use_chains) {
		struct tree *tree;
		struct callgraph_options graph = { .by_weight = true, .total_period = 1, .threads = 1 };
		callgraphs_make(hist, event, &graph, &number, 1, &tree);
		out_lit(&out, " | ");
		write_tree(tree, tree->first_root, 0, counts, &out);
		tree_free(tree);
	}
	out_char(&out, 0);
	char *line = strdup(out.data);
	out_done(&out);
	return line;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* All entries of the last snapshot, a line each. counts: also how many samples there were. */
static char *text_of(struct hist *hist, bool counts)
{
	char **lines = NULL;
	size_t nr_lines = 0;
	struct outbuf out;
	out_init(&out, -1);
	for (size_t i = 0; i < hist_nr_events(hist); i++) {
		struct hist_event *event = hist_event_at(hist, i);
		hist_entries_make(hist, event);
		const struct hist_totals *t = hist_totals(event);
		out_printf(&out, "%s %llu %llu\n", t->event->name, (unsigned long long)t->period,
			   (unsigned long long)t->shown_period);
		if (counts)
			out_printf(&out, "samples %llu %llu\n", (unsigned long long)t->nr_samples,
				   (unsigned long long)t->shown_samples);
		lines = xreallocarray(lines, nr_lines + event->entries.count + 1, sizeof(*lines));
		for (uint32_t n = 0; n < event->entries.count; n++) lines[nr_lines++] = line_of(hist, event, n, counts);
	}
	qsort(lines, nr_lines, sizeof(*lines), by_text);
	for (size_t i = 0; i < nr_lines; i++) {
		out_printf(&out, "%s\n", lines[i]);
		free(lines[i]);
	}
	free(lines);
	out_char(&out, 0);
	char *text = strdup(out.data);
	out_done(&out);
	return text;
}

/* Says where they differ: they are long. */
static void same_text(const char *got, const char *want, size_t way, int line)
{
	size_t i = 0;
	while (got[i] && got[i] == want[i]) i++;
	if (got[i] == want[i]) return;
	while (i && got[i - 1] != '\n' && want[i - 1] != '\n') i--;
	test_failures++;
	fprintf(stderr, "test_hist.c:%d: way %zu: \"%.*s\", not \"%.*s\"\n", line, way, (int)strcspn(got + i, "\n"),
		got + i, (int)strcspn(want + i, "\n"), want + i);
}

static char *all_at_once(struct world *w, const struct way *way, struct made_sample *made, size_t to, bool counts)
{
	struct hist *hist = begin(w, way, 1);
	add(w, hist, made, 0, to);
	hist_finish(hist);
	char *text = text_of(hist, counts);
	hist_free(hist);
	return text;
}

static const struct way ways[] = {
	{ { "comm", "sym" }, { .sums = true } },
	{ { "comm", "cpu", "sym" }, { .hide_unresolved = true } },
	{ { "comm", "sym" }, { .use_chains = true } },
	{ { "comm", "sym" }, { .use_chains = true, .children = true, .sums = true } },
	{ { "sym" }, { .use_chains = true, .children = true, .caller_first = true, .chain_key = CHAIN_ADDRESS } },
	{ { "cpu", "sym" }, { .use_chains = true, .ignore_callees = "f2" } },
	{ { "sym", "parent" }, { .use_chains = true, .parent_regex = "f1" } },
	{ { "sym", "parent" }, { .parent_regex = "f1", .exclude_other = true } },
	{ { "sym" },
	  { .use_chains = true, .branch_history = true, .branch_labels = true, .chain_key = CHAIN_ADDRESS } },
	{ { "sym" }, { .use_chains = true, .branch_history = true, .children = true, .hide_unresolved = true } },
	{ { "comm", "symbol_from", "symbol_to" }, { .branches = true } },
};

TEST(in_parts_and_on_workers_as_at_once)
{
	struct world w;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	for (size_t n = 0; n < ARRAY_SIZE(ways); n++) {
		_free_ char *half = all_at_once(&w, &ways[n], made, SAMPLES / 2, true);
		_free_ char *all = all_at_once(&w, &ways[n], made, SAMPLES, true);
		CHECK(strlen(half) > 300 && strcmp(half, all) != 0);
		for (unsigned nr_workers = 1; nr_workers <= WORKERS; nr_workers++) {
			struct hist *hist = begin(&w, &ways[n], nr_workers);
			add(&w, hist, made, 0, SAMPLES / 2);
			hist_snapshot(hist);
			_free_ char *first = text_of(hist, true);
			same_text(first, half, n, __LINE__);
			hist_snapshot(hist);
			_free_ char *again = text_of(hist, true);
			same_text(again, half, n, __LINE__);
			add(&w, hist, made, SAMPLES / 2, SAMPLES);
			hist_finish(hist);
			_free_ char *last = text_of(hist, true);
			same_text(last, all, n, __LINE__);
			hist_free(hist);
		}
	}
	free(made);
	world_done(&w);
}

/* The sum of the lowest addresses that stand for the symbols of all entries. */
static uint64_t lowest_addresses(struct hist *hist)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < hist_nr_events(hist); i++) {
		struct hist_event *event = hist_event_at(hist, i);
		for (uint32_t n = 0; n < event->entries.count; n++)
			for (size_t k = 0; k < hist->nr_keys; k++)
				if (hist->keys[k]->flags & KEY_SYMBOL)
					sum += key_env_place_of(hist->env, hist_cell(hist, &event->entries.items[n], k))
						       ->ip;
	}
	return sum;
}

/* Places that are known by object and address (hist_add_code) are those that frames are in: of an object that is mapped
 * three times, at falling addresses; of code with symbols; and of nothing. What is shown of a place without a symbol is
 * that of its lowest address. */
TEST(known_places_need_no_frames)
{
	static const struct way by_place[] = {
		{ { "comm", "sym" }, { .sums = true } },
		{ { "dso", "sym", "symoff" }, { .env = { .symbol_addresses = true } } },
		{ { "dso", "sym" }, { .env = { .join_unnamed = true } } },
		{ { "symbol_size", "sym", "cpu" }, { .keep_samples = true } },
		{ { "dso", "addr" }, { .sums = true } },
		{ { "sym" }, { .hide_unresolved = true } },
	};
	struct world w;
	struct built b;
	world_init(&w);
	for (unsigned i = 0; i < 3; i++) {
		struct record r = build_mmap2(&b, CPUMODE_USER, PID, PID, 0x900000 - i * 0x100000, 0x3000, 0x2000, 5,
					      "/nonexistent/lib.so");
		CHECK_INT(model_apply(w.model, &r, 0), 0);
	}
	struct made_sample *made = make_samples(&w);
	for (unsigned i = 0; i < SAMPLES; i += 2)
		made[i].sample.ip = 0x900000 - i / (SAMPLES / 3) * 0x100000 + next(8) * 0x300;
	for (size_t n = 0; n < ARRAY_SIZE(by_place); n++) {
		struct hist *by_frame = begin(&w, &by_place[n], 1);
		add(&w, by_frame, made, 0, SAMPLES);
		hist_finish(by_frame);
		_free_ char *want = text_of(by_frame, true);
		for (unsigned nr_workers = 1; nr_workers <= WORKERS; nr_workers++) {
			struct hist *hist = begin_with(&w, &by_place[n], nr_workers, true);
			add(&w, hist, made, 0, SAMPLES);
			hist_finish(hist);
			_free_ char *text = text_of(hist, true);
			same_text(text, want, n, __LINE__);
			CHECK_INT(lowest_addresses(hist), lowest_addresses(by_frame));
			hist_free(hist);
		}
		hist_free(by_frame);
	}
	free(made);
	world_done(&w);
}

/* What each keeps of the frames that they share does not meet. */
TEST(two_profiles_side_by_side)
{
	struct world w;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	for (size_t n = 0; n < ARRAY_SIZE(ways); n++) {
		const struct way *other = &ways[(n + 1) % ARRAY_SIZE(ways)];
		struct hist *a = begin(&w, &ways[n], 2), *b = begin(&w, other, 2);
		for (size_t i = 0; i < SAMPLES; i++) {
			add(&w, a, made, i, i + 1);
			add(&w, b, made, i, i + 1);
		}
		hist_finish(a);
		hist_finish(b);
		_free_ char *text_a = text_of(a, true), *text_b = text_of(b, true);
		_free_ char *alone_a = all_at_once(&w, &ways[n], made, SAMPLES, true);
		_free_ char *alone_b = all_at_once(&w, other, made, SAMPLES, true);
		same_text(text_a, alone_a, n, __LINE__);
		same_text(text_b, alone_b, n, __LINE__);
		hist_free(a);
		hist_free(b);
	}
	free(made);
	world_done(&w);
}

TEST(nothing_was_added)
{
	struct world w;
	world_init(&w);
	for (size_t n = 0; n < ARRAY_SIZE(ways); n++) {
		struct hist *hist = begin(&w, &ways[n], 2);
		hist_snapshot(hist);
		_free_ char *none = text_of(hist, true);
		CHECK_STR(none, "cycles 0 0\nsamples 0 0\nfaults 0 0\nsamples 0 0\n");
		hist_worker(hist, 1, w.resolvers[1]);
		hist_decay(hist, 0.5);
		hist_finish(hist);
		_free_ char *still = text_of(hist, true);
		CHECK_STR(still, none);
		hist_free(hist);
	}
	world_done(&w);
}

/* All periods are even: half of a sum is the sum of halves. Counts and depths of branches and chains are not halved
 * exactly. */
TEST(decay_halves)
{
	struct world w;
	world_init(&w);
	struct made_sample *made = make_samples(&w), *halves = make_samples(&w);
	for (size_t i = 0; i < SAMPLES / 2; i++) {
		halves[i].sample.period /= 2;
		halves[i].sample.weight /= 2;
	}
	for (size_t n = 0; n < ARRAY_SIZE(ways); n++) {
		if (ways[n].options.branches || ways[n].options.branch_history) continue;
		_free_ char *want = all_at_once(&w, &ways[n], halves, SAMPLES, false);
		struct hist *hist = begin(&w, &ways[n], 2);
		add(&w, hist, made, 0, SAMPLES / 2);
		hist_decay(hist, 0.5);
		add(&w, hist, made, SAMPLES / 2, SAMPLES);
		hist_snapshot(hist);
		_free_ char *text = text_of(hist, false);
		same_text(text, want, n, __LINE__);
		hist_free(hist);
	}
	free(made);
	free(halves);
	world_done(&w);
}

TEST(decay_to_nothing)
{
	struct world w;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	for (size_t n = 0; n < ARRAY_SIZE(ways); n++) {
		struct hist *hist = begin(&w, &ways[n], 2);
		add(&w, hist, made, 0, SAMPLES);
		for (unsigned i = 0; i < 40; i++) hist_decay(hist, 0.7);
		for (unsigned i = 0; i < 2; i++) CHECK_INT(hist_totals(hist_event_at(hist, i))->nr_samples, 0);
		hist_snapshot(hist);
		for (unsigned i = 0; i < 2; i++) CHECK_INT(hist_event_at(hist, i)->tree.count, 0);
		/* and on it goes as if nothing had been */
		add(&w, hist, made, 0, SAMPLES);
		hist_finish(hist);
		_free_ char *text = text_of(hist, true);
		_free_ char *want = all_at_once(&w, &ways[n], made, SAMPLES, true);
		same_text(text, want, n, __LINE__);
		hist_free(hist);
	}
	free(made);
	world_done(&w);
}

/* What is left in part has a sample at least: entries without samples would not be shown. */
TEST(decay_keeps_what_has_weight)
{
	struct world w;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	struct hist *hist = begin(&w, &ways[2], 1);
	made[0].sample.period = 1000;
	made[1].sample.period = 3;
	add(&w, hist, made, 0, 2);
	hist_decay(hist, 0.25);
	hist_snapshot(hist);
	uint64_t nr_samples = 0, period = 0;
	for (unsigned i = 0; i < 2; i++) {
		nr_samples += hist_totals(hist_event_at(hist, i))->nr_samples;
		period += hist_totals(hist_event_at(hist, i))->period;
	}
	CHECK_INT(nr_samples, 1);
	CHECK_INT(period, 250);
	hist_free(hist);
	free(made);
	world_done(&w);
}

/* ---- what a view asks (result/source.h) */

struct view {
	struct hist_layout layout;
	struct hist_report_options options;
	struct hist *hist;
	struct hist_event *event;
	struct hist_source profile;
	struct result_source source;
};

/* Of the first event, with the samples from..to of each worker. */
static void view_open_sorted(struct view *v, struct world *w, bool use_chains, const char *sort)
{
	struct hist_layout_options columns = { .sort = sort, .nr_samples = true };
	*v = (struct view){ .options = { .threads = 2, .graphs = false, .graph = { .by_weight = true } } };
	const char *option;
	CHECK_INT(hist_layout_make(&v->layout, &columns, &option, NULL), 0);
	struct hist_options options = { .keys = v->layout.keys.items,
					.nr_keys = v->layout.keys.count,
					.use_chains = use_chains,
					.max_stack = 127,
					.keep_samples = true };
	struct hist_input input = {
		.events = &w->events, .model = w->model, .frames = w->frames, .nr_workers = WORKERS
	};
	CHECK_INT(hist_begin(&input, &options, &v->hist, NULL), 0);
	v->hist->nodes_a_thread = 40; /* entries are made by several threads */
	v->event = hist_event_at(v->hist, 0);
	v->profile = (struct hist_source){
		.hist = v->hist, .events = &v->event, .nr_events = 1, .layout = &v->layout, .options = &v->options
	};
	v->source = hist_source_of(&v->profile);
}

static void view_open(struct view *v, struct world *w, bool use_chains)
{
	view_open_sorted(v, w, use_chains, "comm,sym");
}

static void view_close(struct view *v)
{
	hist_source_done(&v->profile);
	hist_free(v->hist);
	hist_layout_done(&v->layout);
}

static size_t column(const struct table *table, const char *name)
{
	for (size_t i = 0; i < table->columns.count; i++)
		if (strcmp(table->columns.items[i].name, name) == 0) return i;
	CHECK(false);
	return 0;
}

static const union table_cell *cell_of(const struct table *table, size_t row, const char *name)
{
	return &table->rows.items[row].cells[column(table, name)];
}

static const struct table_row *row_of(const struct table *table, uint64_t id)
{
	for (size_t i = 0; i < table->rows.count; i++)
		if (table->rows.items[i].id == id) return &table->rows.items[i];
	return NULL;
}

static void ask(struct view *v, const struct result_request *request, struct table *table)
{
	table_init(table);
	CHECK_INT(v->source.rows(v->source.ctx, request, table, NULL), 0);
}

static uint64_t nr_samples_in(const struct table *table)
{
	uint64_t nr = 0;
	for (size_t i = 0; i < table->rows.count; i++) nr += cell_of(table, i, "sample")->number;
	return nr;
}

/* The same rows in the same order, whatever their ids. */
static void check_same_rows(const struct table *a, const struct table *b)
{
	CHECK_INT(a->rows.count, b->rows.count);
	CHECK_INT(a->columns.count, b->columns.count);
	for (size_t i = 0; i < MIN(a->rows.count, b->rows.count); i++) {
		CHECK_INT(a->rows.items[i].period, b->rows.items[i].period);
		CHECK_INT(cell_of(a, i, "sample")->number, cell_of(b, i, "sample")->number);
		for (size_t n = 0; n < a->columns.count; n++)
			if (a->columns.items[n].kind == COLUMN_TEXT)
				CHECK_STR(a->rows.items[i].cells[n].text, b->rows.items[i].cells[n].text);
	}
}

/* Another sort of what is there gives the rows of a profile that was made with it. */
TEST(view_sorts_anew)
{
	static const char *const sorts[] = { "sym", "comm", "sym,comm", "comm,sym" };
	static const char *const names[] = { "symbol", "comm", "symbol,comm", "comm,symbol" };
	struct world w;
	struct view v, fresh;
	struct table one, other;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	for (int chains = 0; chains < 2; chains++) {
		view_open(&v, &w, chains);
		add(&w, v.hist, made, 0, SAMPLES);
		hist_finish(v.hist);
		for (size_t i = 0; i < ARRAY_SIZE(sorts); i++) {
			view_open_sorted(&fresh, &w, chains, sorts[i]);
			add(&w, fresh.hist, made, 0, SAMPLES);
			hist_finish(fresh.hist);
			ask(&fresh, &(struct result_request){ 0 }, &one);
			ask(&v, &(struct result_request){ .sort = names[i] }, &other);
			check_same_rows(&one, &other);
			table_done(&one);
			table_done(&other);
			view_close(&fresh);
		}
		CHECK_INT(v.source.rows(v.source.ctx, &(struct result_request){ .sort = "symbol,zebra" }, &other, NULL),
			  -EINVAL);
		view_close(&v);
	}
	free(made);
	world_done(&w);
}

/* What samples of each row say, taken apart by their time: each part has as many as the profile says of that time. */
TEST(view_selects_samples)
{
	struct world w;
	struct view v;
	struct table all, samples, before, behind;
	struct result_totals totals;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	view_open(&v, &w, true);
	add(&w, v.hist, made, 0, SAMPLES);
	hist_finish(v.hist);
	ask(&v, &(struct result_request){ 0 }, &all);
	v.source.totals(v.source.ctx, &totals);
	CHECK(totals.last_ns > totals.first_ns);
	uint64_t middle_ns = totals.first_ns + (totals.last_ns - totals.first_ns) / 2;
	ask(&v, &(struct result_request){ .selection = { .until_ns = middle_ns } }, &before);
	v.source.totals(v.source.ctx, &totals);
	CHECK_INT(nr_samples_in(&before), totals.nr_samples);
	ask(&v, &(struct result_request){ .selection = { .from_ns = middle_ns } }, &behind);
	v.source.totals(v.source.ctx, &totals);
	CHECK_INT(nr_samples_in(&behind), totals.nr_samples);
	CHECK(before.rows.count && behind.rows.count);
	for (size_t i = 0; i < all.rows.count; i++) {
		const struct table_row *row = &all.rows.items[i], *first = row_of(&before, row->id),
				       *second = row_of(&behind, row->id);
		uint64_t expected = 0, period = 0;
		CHECK_INT((first ? first->period : 0) + (second ? second->period : 0), row->period);
		table_init(&samples);
		CHECK_INT(v.source.samples(v.source.ctx, row->id, &samples, NULL), 0);
		for (size_t n = 0; n < samples.rows.count; n++) {
			if (cell_of(&samples, n, "time")->number >= middle_ns) continue;
			expected++;
			period += cell_of(&samples, n, "period")->number;
		}
		CHECK((first != NULL) == (expected != 0));
		CHECK_INT(first ? first->period : 0, period);
		table_done(&samples);
	}
	table_done(&before);
	ask(&v, &(struct result_request){ 0 }, &before); /* everything again */
	check_same_rows(&all, &before);
	table_done(&all);
	table_done(&before);
	table_done(&behind);
	view_close(&v);
	free(made);
	world_done(&w);
}

/* The first rows are those of all rows, in whatever order. */
TEST(view_has_first_rows)
{
	static const char *const orders[] = { NULL, "sample", "overhead", "comm" };
	struct world w;
	struct view v;
	struct table all, first;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	view_open(&v, &w, true);
	add(&w, v.hist, made, 0, SAMPLES);
	hist_finish(v.hist);
	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		ask(&v, &(struct result_request){ .order = orders[i] }, &all);
		CHECK(all.rows.count > 5); /* else all are ordered anyway */
		for (size_t count = 1; count <= all.rows.count; count++) {
			ask(&v, &(struct result_request){ .order = orders[i], .max_rows = count }, &first);
			CHECK_INT(first.rows.count, count);
			CHECK_INT(first.nr_left_out, all.rows.count - count);
			for (size_t n = 0; n < count; n++) CHECK_INT(first.rows.items[n].id, all.rows.items[n].id);
			table_done(&first);
		}
		table_done(&all);
	}
	view_close(&v);
	free(made);
	world_done(&w);
}

/* Whatever was selected and sorted before, rows are those of the request alone. */
TEST(view_forgets_selections)
{
	const struct result_request requests[] = { { 0 },
						   { .sort = "symbol" },
						   { .selection.tid_1 = PID + 1 },
						   { .selection.tid_1 = PID + 1, .sort = "symbol" } };
	struct world w;
	struct view v, fresh;
	struct table one, other;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	view_open(&v, &w, true);
	add(&w, v.hist, made, 0, SAMPLES);
	hist_finish(v.hist);
	/* each of them after each other one */
	for (size_t i = 0; i < ARRAY_SIZE(requests) * ARRAY_SIZE(requests); i++) {
		const struct result_request *request = &requests[i % ARRAY_SIZE(requests)];
		ask(&v, &requests[i / ARRAY_SIZE(requests)], &other);
		table_done(&other);
		ask(&v, request, &other);
		view_open(&fresh, &w, true);
		add(&w, fresh.hist, made, 0, SAMPLES);
		hist_finish(fresh.hist);
		ask(&fresh, request, &one);
		check_same_rows(&one, &other);
		CHECK(one.rows.count);
		table_done(&one);
		table_done(&other);
		view_close(&fresh);
	}
	view_close(&v);
	free(made);
	world_done(&w);
}

TEST(view_filters)
{
	struct world w;
	struct view v;
	struct table all, some;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	view_open(&v, &w, true);
	add(&w, v.hist, made, 0, SAMPLES);
	hist_snapshot(v.hist);
	ask(&v, &(struct result_request){ 0 }, &all);
	uint64_t nr_samples = hist_totals(v.event)->nr_samples;
	CHECK_INT(nr_samples_in(&all), nr_samples);

	static const struct result_condition conditions[] = { { "comm", "first", true }, { "symbol", "f1", false } };
	ask(&v, &(struct result_request){ .conditions = conditions, .nr_conditions = 1 }, &some);
	CHECK(some.rows.count > 0 && some.rows.count < all.rows.count);
	CHECK_INT(nr_samples_in(&some), hist_totals(v.event)->shown_samples);
	for (size_t i = 0; i < some.rows.count; i++) {
		CHECK_STR(cell_of(&some, i, "comm")->text, "first");
		const struct table_row *same = row_of(&all, some.rows.items[i].id);
		CHECK(same && same->period == some.rows.items[i].period);
	}
	for (size_t i = 0; i < all.rows.count; i++)
		CHECK((row_of(&some, all.rows.items[i].id) != NULL) ==
		      (strcmp(cell_of(&all, i, "comm")->text, "first") == 0));
	table_done(&some);

	ask(&v, &(struct result_request){ .conditions = conditions, .nr_conditions = 2 }, &some);
	CHECK_INT(some.rows.count, 1);
	CHECK(some.rows.count && strstr(cell_of(&some, 0, "symbol")->text, "f1"));
	table_done(&some);
	ask(&v, &(struct result_request){ 0 }, &some); /* conditions are of one request */
	CHECK_INT(some.rows.count, all.rows.count);
	CHECK_INT(hist_totals(v.event)->shown_samples, nr_samples);
	table_done(&some);

	static const struct result_condition wrong[] = { { "symbl", "f1", false }, { "sample", "1", true } };
	for (size_t i = 0; i < 2; i++) {
		_err_done_ struct err err = { 0 };
		table_init(&some);
		CHECK_INT(v.source.rows(v.source.ctx,
					&(struct result_request){ .conditions = &wrong[i], .nr_conditions = 1 }, &some,
					&err),
			  -EINVAL);
		table_done(&some);
	}
	table_done(&all);
	view_close(&v);
	free(made);
	world_done(&w);
}

TEST(view_orders)
{
	struct world w;
	struct view v;
	struct table all, some;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	view_open(&v, &w, false);
	CHECK(v.source.below == NULL); /* no chains: no graphs to ask for */
	add(&w, v.hist, made, 0, SAMPLES);
	hist_snapshot(v.hist);
	ask(&v, &(struct result_request){ .order = "sample" }, &all);
	for (size_t i = 0; i + 1 < all.rows.count; i++)
		CHECK(cell_of(&all, i, "sample")->number >= cell_of(&all, i + 1, "sample")->number);
	ask(&v, &(struct result_request){ .order = "sample", .max_rows = 3 }, &some);
	CHECK_INT(some.rows.count, 3);
	CHECK_INT(some.nr_left_out, all.rows.count - 3);
	for (size_t i = 0; i < some.rows.count; i++) CHECK_INT(some.rows.items[i].id, all.rows.items[i].id);
	table_done(&some);
	ask(&v, &(struct result_request){ .max_rows = all.rows.count }, &some);
	CHECK_INT(some.rows.count, all.rows.count);
	CHECK_INT(some.nr_left_out, 0);
	table_done(&some);
	ask(&v, &(struct result_request){ .order = "comm" }, &some);
	for (size_t i = 0; i + 1 < some.rows.count; i++)
		CHECK(strcmp(cell_of(&some, i, "comm")->text, cell_of(&some, i + 1, "comm")->text) <= 0);
	table_done(&some);
	table_init(&some);
	CHECK_INT(v.source.rows(v.source.ctx, &(struct result_request){ .order = "samples" }, &some, NULL), -EINVAL);
	table_done(&some);
	table_done(&all);
	view_close(&v);
	free(made);
	world_done(&w);
}

TEST(view_of_rows)
{
	struct world w;
	struct view v;
	struct table all, samples, later;
	world_init(&w);
	struct made_sample *made = make_samples(&w);
	view_open(&v, &w, true);
	add(&w, v.hist, made, 0, SAMPLES / 2);
	hist_snapshot(v.hist);
	ask(&v, &(struct result_request){ 0 }, &all);
	for (size_t i = 0; i < all.rows.count; i++) {
		const struct table_row *row = &all.rows.items[i];
		uint64_t period = 0;
		table_init(&samples);
		CHECK_INT(v.source.samples(v.source.ctx, row->id, &samples, NULL), 0);
		CHECK_INT(samples.rows.count, cell_of(&all, i, "sample")->number);
		for (size_t n = 0; n < samples.rows.count; n++) {
			const struct made_sample *m = &made[samples.rows.items[n].id - 1];
			CHECK_INT(cell_of(&samples, n, "time")->number, m->sample.time_ns);
			CHECK_INT(cell_of(&samples, n, "tid")->number, m->sample.tid);
			CHECK_INT(cell_of(&samples, n, "cpu")->number, m->sample.cpu);
			CHECK(!n || cell_of(&samples, n - 1, "time")->number <= m->sample.time_ns);
			period += cell_of(&samples, n, "period")->number;
		}
		CHECK_INT(period, row->period);
		table_done(&samples);
		struct tree *tree = v.source.below(v.source.ctx, row->id);
		uint64_t below = 0;
		for (uint32_t id = tree->first_root; id != TREE_NONE; id = tree->nodes.items[id].next)
			below += tree->nodes.items[id].period;
		CHECK(below <= row->period && below == tree->children_period);
		tree_free(tree);
	}
	/* ids are of the same rows when more samples have come */
	add(&w, v.hist, made, SAMPLES / 2, SAMPLES);
	hist_finish(v.hist);
	ask(&v, &(struct result_request){ 0 }, &later);
	for (size_t i = 0; i < all.rows.count; i++) {
		const struct table_row *row = row_of(&later, all.rows.items[i].id);
		CHECK(row && row->period >= all.rows.items[i].period);
		CHECK_STR(row ? row->cells[column(&later, "symbol")].text : "", cell_of(&all, i, "symbol")->text);
	}
	CHECK_INT(nr_samples_in(&later), hist_totals(v.event)->nr_samples);
	/* and of no row nothing is known */
	table_init(&samples);
	CHECK_INT(v.source.samples(v.source.ctx, 0, &samples, NULL), 0);
	CHECK_INT(samples.rows.count, 0);
	struct tree *tree = v.source.below(v.source.ctx, 0);
	CHECK(tree && tree->first_root == TREE_NONE);
	tree_free(tree);
	table_done(&samples);
	table_done(&later);
	table_done(&all);
	view_close(&v);
	free(made);
	world_done(&w);
}

TEST_MAIN
