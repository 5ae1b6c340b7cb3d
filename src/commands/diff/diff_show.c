/* For each event of the baseline: tables of all recordings, joined (result/diff.h), computed or judged (analysis/diff),
 * and written (render/listing/diff_*.h). */
#include "commands/diff/diff_show.h"
#include <errno.h>
#include <string.h>
#include "analysis/diff/diff_cycles.h"
#include "analysis/diff/diff_judge.h"
#include "analysis/diff/diff_table.h"
#include "analysis/profile/branch_streams.h"
#include "cli/console.h"
#include "render/listing/diff_json.h"
#include "render/listing/diff_judged_text.h"
#include "render/listing/diff_streams_text.h"
#include "render/listing/diff_text.h"

/* The event of a recording with the name of an event of the baseline; NULL: it has none. */
static struct hist_event *find_event(const struct hist *hist, const char *name)
{
	for (size_t i = 0; i < hist_nr_events(hist); i++)
		if (strcmp(hist_totals(hist_event_at(hist, i))->event->name, name) == 0) return hist_event_at(hist, i);
	return NULL;
}

/* The rows of one recording; an event that it does not have is an empty table. */
static void make_table(const struct diff_run *run, struct diff_recording *recording, const char *event_name,
		       struct hist_joiner *joiner, struct table *table, struct diff_value *total)
{
	struct hist_event *event = find_event(recording->hist, event_name);
	struct hist_report_options options = {
		.relative = run->values->relative,
		.joiner = joiner,
		.threads = session_threads(recording->session),
		.graphs = run->values->stacks,
		/* Less than what is shown, so that a path that is light in one recording has its numbers there. */
		.graph = { .threshold = DIFF_STACK_LIMIT / 1000, .by_weight = true },
	};
	if (!event) return;
	hist_report(recording->hist, &event, 1, &recording->layout, &options, table);
	const struct hist_totals *totals = hist_totals(event);
	total->period = run->values->relative ? totals->shown_period : totals->period;
	total->samples = run->values->relative ? totals->shown_samples : totals->nr_samples;
}

static bool has_key(const struct diff *diff, const char *name)
{
	for (size_t i = 0; i < diff->keys.count; i++)
		if (strcmp(diff->keys.items[i].name, name) == 0) return true;
	return false;
}

/* -c cycles: blocks of the event in each recording, compared. */
static void make_cycles(const struct diff_run *run, const struct diff *diff, const char *event_name,
			struct table *table)
{
	_free_ struct diff_blocks *blocks = xcalloc(run->nr_recordings, sizeof(*blocks));
	if (!has_key(diff, "symbol"))
		console_warning("-c cycles compares blocks of functions: there are none without sym among the keys "
				"(-s dso,sym).");
	for (size_t i = 0; i < run->nr_recordings; i++) {
		const struct diff_recording *recording = &run->recordings[i];
		struct hist_event *event = find_event(recording->hist, event_name);
		if (event) block_cycles_list(&recording->blocks, recording->hist, event, &blocks[i]);
	}
	diff_cycles_table(diff, blocks, &run->values->table, run->values->cycles_histogram, table);
	for (size_t i = 0; i < run->nr_recordings; i++) diff_blocks_done(&blocks[i]);
}

/* The layout of upstream. */
static void show_table(struct diff_run *run, const struct diff *diff, const char *event)
{
	const struct diff_values *v = run->values;
	bool names_files = run->nr_recordings > 2 || console.verbosity > 0;
	struct diff_text_style style = {
		.separator = v->separator,
		.no_head = console.quiet,
		.files = names_files ? run->paths : NULL,
		.nr_files = run->nr_recordings,
	};
	struct table shown;
	table_init(&shown);
	if (v->table.method == DIFF_CYCLES) make_cycles(run, diff, event, &shown);
	else diff_table(diff, &v->table, &shown);
	diff_text(&shown, event, run->nr_shown == 0 || console.quiet, &style, &run->out);
	table_done(&shown);
}

static void show_judgement(struct diff_run *run, const struct diff *diff, const char *event)
{
	const struct diff_values *v = run->values;
	struct diff_judge_options options = { .nr_before = run->nr_before,
					      .by_period = v->by_period,
					      .least_share = v->least_share };
	struct diff_judgement judgement;
	bool is_first = run->nr_shown == 0;
	diff_judge(diff, &options, &judgement);
	if (v->json) diff_json_event(diff, &judgement, event, is_first, &run->out);
	else if (v->markdown) diff_judged_markdown(&judgement, diff, event, is_first, &run->out);
	else diff_judged_text(&judgement, diff, event, is_first, console.quiet, &run->out);
	if (v->is_limited) run->exceeds |= diff_judgement_exceeds(&judgement, v->fail_above);
	diff_judgement_done(&judgement);
}

/* The event with this name, with its values in all recordings. */
static void show_event(struct diff_run *run, const char *name)
{
	struct hist_joiner *joiner = hist_joiner_new(run->recordings[0].layout.keys.count);
	_free_ struct table *tables = xcalloc(run->nr_recordings, sizeof(*tables));
	struct diff diff;
	diff_init(&diff, run->nr_recordings);
	for (size_t i = 0; i < run->nr_recordings; i++) {
		table_init(&tables[i]);
		make_table(run, &run->recordings[i], name, joiner, &tables[i], &diff.totals[i]);
		diff_add_table(&diff, i, &tables[i]);
	}
	if (run->is_judged) show_judgement(run, &diff, name);
	else if (run->values->json) diff_json_event(&diff, NULL, name, run->nr_shown == 0, &run->out);
	else show_table(run, &diff, name);
	run->nr_shown++;
	diff_done(&diff);
	for (size_t i = 0; i < run->nr_recordings; i++) table_done(&tables[i]);
	hist_joiner_free(joiner);
}

/* Also events that no other recording has: what is gone is a difference. */
int diff_show(struct diff_run *run)
{
	const struct hist *base = run->recordings[0].hist;
	int r = 0;
	if (run->values->json) diff_json_begin(run->paths, run->nr_recordings, run->nr_before, &run->out);
	for (size_t e = 0; e < hist_nr_events(base) && r >= 0; e++) {
		show_event(run, hist_totals(hist_event_at(base, e))->event->name);
		r = out_flush_some(&run->out);
	}
	if (run->values->json) diff_json_end(&run->out);
	return r;
}

/* --stream: of the first two recordings, event by event. */
int diff_show_streams(struct diff_run *run, struct err *err)
{
	const struct hist *base = run->recordings[0].hist;
	int r = 0;
	for (size_t e = 0; e < hist_nr_events(base) && r >= 0; e++) {
		const struct perf_event *event = hist_totals(hist_event_at(base, e))->event;
		struct diff_streams streams[2] = { 0 };
		for (size_t i = 0; i < 2 && r >= 0; i++)
			r = branch_streams_collect(&streams[i], run->recordings[i].session, event->name,
						   &run->recordings[i].filter, err);
		for (size_t i = 0; i < 2 && r >= 0; i++)
			if (!streams[i].nr_samples)
				r = err_set(err, -ENODATA,
					    "%s has no branch stacks of event %s: --stream needs recordings made with "
					    "perf record -b",
					    run->paths[i], event->name);
		if (r >= 0) diff_streams_text(&streams[0], &streams[1], &run->out);
		diff_streams_done(&streams[0]);
		diff_streams_done(&streams[1]);
	}
	return r;
}
