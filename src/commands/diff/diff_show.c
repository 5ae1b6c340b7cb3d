/* For each event of the baseline: tables of all recordings, joined (result/diff.h), computed or judged (analysis/diff),
 * and written (render/listing/diff_*.h). */
#include "commands/diff/diff_show.h"
#include <string.h>
#include "analysis/diff/diff_judge.h"
#include "analysis/diff/diff_table.h"
#include "cli/console.h"
#include "render/listing/diff_json.h"
#include "render/listing/diff_judged_text.h"
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
	};
	if (!event) return;
	hist_report(recording->hist, &event, 1, &recording->layout, &options, table);
	const struct hist_totals *totals = hist_totals(event);
	total->period = run->values->relative ? totals->shown_period : totals->period;
	total->samples = run->values->relative ? totals->shown_samples : totals->nr_samples;
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
	diff_table(diff, &v->table, &shown);
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
