/* Opens recordings and collects their profiles, several at a time. */
#include "commands/diff/diff_recording.h"
#include <string.h>
#include "analysis/pass/parallelism_pass.h"
#include "analysis/profile/rows/hist_pass.h"
#include "base/threads.h"
#include "cli/console.h"
#include "event/attr/attr.h"

/* Frames of a chain that count, as those of perf report. */
enum { MAX_STACK = 127 };
/* Sessions that are open at the same time, on a machine with many cores. */
enum { AT_A_TIME_MAX = 4 };

/* Columns of the keys of -s, which are what entries are told apart and ordered by: weights are no order here. */
static int make_layout(struct diff_recording *recording, struct err *err)
{
	static const char default_sort[] = "dso,symbol";
	const char *sort = recording->values->sort;
	_free_ char *longer = sort && sort[0] == '+' ? xasprintf("%s,%s", default_sort, sort + 1) : NULL;
	if (longer) sort = longer;
	struct hist_layout_options options = {
		/* As the default, so that "symbol" brings no column of its own. */
		.default_sort = sort ? sort : default_sort,
		.named_only = true,
		.nr_samples = true,
		.events = session_events(recording->session),
		.header = session_header(recording->session),
	};
	const char *wrong_option;
	struct hist_layout *layout = &recording->layout;
	int r = hist_layout_make(layout, &options, &wrong_option, err);
	if (r < 0) {
		recording->is_usage = true;
		return r;
	}
	size_t kept = 0;
	for (size_t i = 0; i < layout->order.count; i++)
		if (layout->order.items[i].key) layout->order.items[kept++] = layout->order.items[i];
	layout->order.count = kept;
	return 0;
}

/* Events that count something: a dummy has no samples. */
static size_t nr_counting(const struct perf_events *events)
{
	size_t count = 0;
	for (size_t i = 0; i < events->count; i++) {
		const struct event_attr *attr = &events->items[i]->attr;
		count += attr->type != ATTR_TYPE_SOFTWARE || attr->config != ATTR_SOFTWARE_DUMMY;
	}
	return count;
}

/* As upstream compares, code without a symbol is one entry for each object. It can be one place from the beginning
 * where nothing else tells entries apart: then it is shown by the lowest address of all that is counted. */
static bool can_join_unnamed(const struct diff_recording *recording)
{
	const struct sample_filter *filter = &recording->filter;
	const struct hist_layout *layout = &recording->layout;
	if (nr_counting(session_events(recording->session)) != 1 || recording->values->stacks) return false;
	if (filter->comms.given || filter->pids.count || filter->tids.count) return false;
	for (size_t i = 0; i < layout->keys.count; i++)
		if (strcmp(layout->keys.items[i]->name, "dso") != 0 && !(layout->keys.items[i]->flags & KEY_SYMBOL))
			return false;
	return true;
}

static void set_options(struct diff_recording *recording)
{
	const struct diff_values *v = recording->values;
	recording->options = (struct hist_options){
		.keys = recording->layout.keys.items,
		.nr_keys = recording->layout.keys.count,
		.filter = &recording->filter,
		.innermost = v->follow && !v->stacks,
		.sums = recording->layout.sums,
		.use_chains = v->stacks,
		.max_stack = v->stacks ? MAX_STACK : 0,
		.env = { .full_paths = console.verbosity > 0,
			 .symbol_addresses = console.verbosity > 0,
			 .bare_symbols = v->json,
			 .join_variants = v->follow,
			 .join_unnamed = can_join_unnamed(recording),
			 .full_source_path = v->session.full_source_path,
			 .wide_unresolved = !v->separator && !v->filter.dsos },
	};
}

/* -s parallelism, latency: how many threads ran when each sample was taken. */
static int set_up_parallelism(struct diff_recording *recording, struct err *err)
{
	if (!hist_layout_has_parallelism(&recording->layout)) return 0;
	return parallelism_collect(recording->session, parallelism_source_of(recording->session), err);
}

/* --stream: those of each event. */
static int collect_streams(struct diff_recording *recording, struct err *err)
{
	size_t count = hist_nr_events(recording->hist);
	int r = 0;
	recording->streams = xcalloc(count + 1, sizeof(*recording->streams));
	recording->nr_streams = count;
	for (size_t i = 0; i < count && r >= 0; i++) {
		const char *name = hist_totals(hist_event_at(recording->hist, i))->event->name;
		r = branch_streams_collect(&recording->streams[i], recording->session, name, &recording->filter, err);
	}
	return r;
}

static int read_recording(struct diff_recording *recording, struct err *err)
{
	struct session_options options = session_values_options(&recording->session_values, NULL, recording->warnings);
	/* A bar on the terminal is one thread's. */
	options.on_progress = NULL;
	options.keep_exited_tasks = true;
	options.threads = recording->threads;
	options.symbols.shared = recording->symbols;
	int r = session_open(&options, &recording->session, err);
	if (r == 0) r = session_values_prepare(&recording->session_values, recording->session, err);
	if (r == 0) r = make_layout(recording, err);
	if (r < 0) return r;
	struct filter_option_values filter = recording->values->filter;
	filter.time = recording->time;
	r = filter_values_parse(&filter, recording->session, &recording->filter, &recording->status, err);
	if (r < 0) return r;
	hist_layout_hide_filtered(&recording->layout, &recording->filter);
	set_options(recording);
	r = set_up_parallelism(recording, err);
	if (r < 0) return r;
	r = hist_collect(recording->session, &recording->options, &recording->hist, err);
	if (r >= 0 && recording->has_streams) r = collect_streams(recording, err);
	recording->losses = session_option_losses_of(recording->session);
	if (r < 0 || recording->values->table.method != DIFF_CYCLES) return r;
	return block_cycles_collect(&recording->blocks, recording->session, &recording->filter, NULL, err);
}

/* What diff_recordings_read hands to its threads. */
struct reading {
	struct diff_recording *recordings;
	void (*on_read)(void *ctx, size_t recording);
	void *ctx;
};

static void diff_recording_run(void *ctx, unsigned worker, size_t item)
{
	const struct reading *reading = ctx;
	struct diff_recording *recording = &reading->recordings[item];
	(void)worker;
	recording->status = 255;
	recording->result = read_recording(recording, &recording->err);
}

static void close_recording(struct diff_recording *recording)
{
	block_cycles_done(&recording->blocks);
	recording->blocks = (struct block_cycles){ 0 };
	hist_free(take(recording->hist));
	hist_layout_done(&recording->layout);
	recording->layout = (struct hist_layout){ 0 };
	sample_filter_done(&recording->filter);
	recording->filter = (struct sample_filter){ 0 };
	session_close(take(recording->session));
}

static int diff_recording_finish(void *ctx, size_t item)
{
	const struct reading *reading = ctx;
	struct diff_recording *recording = &reading->recordings[item];
	if (recording->result >= 0) reading->on_read(reading->ctx, item);
	if (recording->result >= 0 && !recording->values->dump) close_recording(recording);
	return 0;
}

void diff_recordings_read(struct diff_recording *recordings, size_t count, void (*on_read)(void *ctx, size_t recording),
			  void *ctx)
{
	struct reading reading = { recordings, on_read, ctx };
	unsigned cores = threads_default();
	unsigned at_a_time = (unsigned)MIN((size_t)MIN(cores, (unsigned)AT_A_TIME_MAX), count);
	for (size_t i = 0; i < count; i++) {
		struct diff_recording *recording = &recordings[i];
		recording->session_values = recording->values->session;
		recording->session_values.input = recording->path;
		recording->threads = MAX(1u, cores / at_a_time);
		recording->warnings = warnings_new();
		recording->err = (struct err)ERR_INIT;
	}
	(void)!threads_ordered(at_a_time, count, at_a_time, diff_recording_run, diff_recording_finish, &reading);
}

void diff_recordings_done(struct diff_recording *recordings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct diff_recording *recording = &recordings[i];
		close_recording(recording);
		for (size_t n = 0; n < recording->nr_streams; n++) diff_streams_done(&recording->streams[n]);
		free(recording->streams);
		warnings_free(recording->warnings);
		err_done(&recording->err);
	}
}
