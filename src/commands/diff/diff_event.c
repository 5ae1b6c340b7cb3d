/* Tables of all recordings, joined (result/diff.h), then computed or judged (analysis/diff). */
#include "commands/diff/diff_event.h"
#include <string.h>
#include "analysis/diff/diff_cycles.h"
#include "analysis/diff/diff_judge.h"
#include "analysis/diff/diff_stacks.h"
#include "analysis/diff/diff_table.h"
#include "cli/console.h"

/* The event of a recording with the name of an event of the baseline; NULL: it has none. */
static struct hist_event *find_event(const struct hist *hist, const char *name)
{
	for (size_t i = 0; i < hist_nr_events(hist); i++)
		if (strcmp(hist_totals(hist_event_at(hist, i))->event->name, name) == 0) return hist_event_at(hist, i);
	return NULL;
}

/* The rows of one recording; an event that it does not have is an empty table. */
static void read_table(const struct diff_run *run, struct diff_recording *recording, const char *event_name,
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
		if (event && !blocks[i].blocks.count)
			console_warning("%s has no branch stacks with cycles of event %s: -c cycles needs recordings "
					"made with perf record -b",
					recording->path, event_name);
	}
	diff_cycles_table(diff, blocks, &run->values->table, run->values->cycles_histogram, table);
	for (size_t i = 0; i < run->nr_recordings; i++) diff_blocks_done(&blocks[i]);
}

void diff_event_join(const struct diff_run *run, const char *name, struct diff_event *ret)
{
	struct diff *diff = &ret->diff;
	ret->name = name;
	ret->nr_tables = run->nr_recordings;
	ret->joiner = hist_joiner_new(run->recordings[0].layout.keys.count);
	ret->tables = xcalloc(run->nr_recordings, sizeof(*ret->tables));
	diff_init(diff, run->nr_recordings);
	diff->nr_unshown = run->recordings[0].layout.samples_unasked;
	for (size_t i = 0; i < run->nr_recordings; i++) {
		table_init(&ret->tables[i]);
		read_table(run, &run->recordings[i], name, ret->joiner, &ret->tables[i], &diff->totals[i]);
		diff_add_table(diff, i, &ret->tables[i]);
	}
	if (run->values->stacks && (run->is_judged || run->values->json)) diff_stacks_find_all(diff, DIFF_STACK_LIMIT);
}

void diff_event_done(struct diff_event *event)
{
	diff_done(&event->diff);
	for (size_t i = 0; i < event->nr_tables; i++) table_done(&event->tables[i]);
	free(event->tables);
	hist_joiner_free(event->joiner);
}

void diff_event_table(const struct diff_run *run, const struct diff_event *event, struct table *ret)
{
	const struct diff_values *v = run->values;
	if (v->table.method == DIFF_CYCLES) make_cycles(run, &event->diff, event->name, ret);
	else diff_table(&event->diff, &v->table, ret);
}

void diff_event_judge(struct diff_run *run, const struct diff_event *event, struct diff_judgement *ret)
{
	const struct diff_values *v = run->values;
	struct diff_judge_options options = { .nr_before = run->nr_before,
					      .by_period = v->by_period,
					      .least_share = v->least_share };
	diff_judge(&event->diff, &options, ret);
	if (v->is_limited) run->exceeds |= diff_judgement_exceeds(ret, v->fail_above);
}
