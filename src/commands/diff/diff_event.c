/* Tables of all recordings, joined (result/diff.h) as they are read, then computed or judged (analysis/diff). */
#include "commands/diff/diff_event.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/diff/diff_cycles.h"
#include "analysis/diff/diff_judge.h"
#include "analysis/diff/diff_stacks.h"
#include "analysis/diff/diff_table.h"
#include "base/threads.h"
#include "cli/console.h"

static const struct perf_event *event_of(const struct hist *hist, size_t number)
{
	return hist_totals(hist_event_at(hist, number))->event;
}

/* Whether events count the same, apart from modifiers. Numbers of tracepoints and of most PMUs are those of one boot.
 */
static bool counts_same(const struct diff_event *base, const struct event_attr *attr)
{
	const bool is_fixed = attr->type == ATTR_TYPE_HARDWARE || attr->type == ATTR_TYPE_SOFTWARE ||
			      attr->type == ATTR_TYPE_HW_CACHE || attr->type == ATTR_TYPE_RAW;
	return is_fixed && attr->type == base->type && attr->config == base->config;
}

static bool is_of_baseline(const struct diff_run *run, const char *name)
{
	for (size_t i = 0; i < run->nr_events; i++)
		if (strcmp(run->events[i].name, name) == 0) return true;
	return false;
}

/* The number of the event of a recording with the name of an event of the baseline; else of the first that counts the
 * same and has no name of the baseline's; UINT32_MAX: it has none. */
static uint32_t find_event(const struct diff_run *run, const struct hist *hist, const struct diff_event *base)
{
	const size_t count = hist_nr_events(hist);
	for (size_t i = 0; i < count; i++)
		if (strcmp(event_of(hist, i)->name, base->name) == 0) return (uint32_t)i;
	for (size_t i = 0; i < count; i++) {
		const struct perf_event *event = event_of(hist, i);
		if (counts_same(base, &event->attr) && !is_of_baseline(run, event->name)) return (uint32_t)i;
	}
	return UINT32_MAX;
}

/* The rows of one recording. */
static void read_table(const struct diff_run *run, struct diff_recording *recording, struct hist_event *event,
		       struct table *table, struct diff_value *total)
{
	struct hist_report_options options = {
		.relative = run->values->relative,
		.joiner = run->joiner,
		.threads = threads_default(), /* the others wait for their turn, or are read meanwhile */
		.graphs = run->values->stacks,
		/* Less than what is shown, so that a path that is light in one recording has its numbers there. */
		.graph = { .threshold = DIFF_STACK_LIMIT / 1000, .by_weight = true },
	};
	hist_report(recording->hist, &event, 1, &recording->layout, &options, table);
	const struct hist_totals *totals = hist_totals(event);
	total->period = run->values->relative ? totals->shown_period : totals->period;
	total->samples = run->values->relative ? totals->shown_samples : totals->nr_samples;
}

/* The number of the key column; as many as there are: it is not there. */
static size_t find_key(const struct diff *diff, const char *name)
{
	size_t i = 0;
	while (i < diff->keys.count && strcmp(diff->keys.items[i].name, name) != 0) i++;
	return i;
}

/* What stands behind a symbol that others are named as, in parentheses: the object where no key says it and others have
 * such a function, the address where the object has several. "?" behind what may be another one. */
static void name_function(const struct diff_run *run, struct diff *diff, struct diff_row *row, size_t key)
{
	struct joined_twin twin;
	struct joined_home home = { 0 };
	char address[32] = "";
	const bool is_twin = hist_joiner_is_twin(run->joiner, row->id, &twin),
		   is_homed = hist_joiner_is_homed(run->joiner, row->id, &home);
	row->twin = twin.number;
	if (!is_twin && !is_homed) return;
	row->is_guess = twin.is_guess || home.is_guess;
	diff->nr_guesses += twin.is_guess;
	diff->nr_object_guesses += home.is_guess;
	if (is_twin)
		snprintf(address, sizeof(address), "%s%#llx%s", is_homed ? " " : "", (unsigned long long)twin.elf_addr,
			 twin.is_guess ? "?" : "");
	_free_ char *text = xasprintf(" (%s%s%s)", is_homed ? home.object : "", home.is_guess ? "?" : "", address);
	diff_append_text(diff, row, key, text);
}

/* "[.] init" of several functions: "[.] init (0x1136)"; where it may be another one of them: "[.] init (0x1136?)". */
static void name_functions(const struct diff_run *run, struct diff *diff)
{
	size_t key = find_key(diff, "symbol");
	for (size_t i = 0; key < diff->keys.count && i < diff->rows.count; i++)
		name_function(run, diff, &diff->rows.items[i], key);
}

static void tell_guesses(const struct diff_run *run)
{
	size_t count = 0, nr_objects = 0;
	for (size_t i = 0; i < run->nr_events; i++) {
		count += run->events[i].diff.nr_guesses;
		nr_objects += run->events[i].diff.nr_object_guesses;
	}
	if (count)
		console_warning(
			"%zu %s of a name that several functions of the object have, and nothing tells which of them "
			"it is in the other recording: marked as (0x...?). Debug information of both builds helps, "
			"as source files tell functions apart.",
			count, count == 1 ? "row is" : "rows are");
	if (nr_objects)
		console_warning(
			"%zu %s of functions whose objects have different names in the recordings, and only the "
			"function's name says that it is the same: marked as (OBJECT?). -s dso,sym keeps them apart.",
			nr_objects, nr_objects == 1 ? "row is" : "rows are");
}

/* -c cycles: blocks of the event in each recording, compared. */
static void make_cycles(const struct diff_run *run, const struct diff_event *event, struct table *table)
{
	if (find_key(&event->diff, "symbol") == event->diff.keys.count)
		console_warning("-c cycles compares blocks of functions: there are none without sym among the keys "
				"(-s dso,sym).");
	for (size_t i = 0; i < run->nr_recordings; i++)
		if (event->numbers[i] != UINT32_MAX && !event->blocks[i].blocks.count)
			console_warning("%s has no branch stacks with cycles of event %s: -c cycles needs recordings "
					"made with perf record -b",
					run->recordings[i].path, event->name);
	diff_cycles_table(&event->diff, event->blocks, &run->values->table, run->values->cycles_histogram, table);
}

/* The events of the baseline, which has just been read. */
static void make_events(struct diff_run *run)
{
	const struct diff_recording *base = &run->recordings[0];
	run->nr_events = hist_nr_events(base->hist);
	run->events = xcalloc(run->nr_events + 1, sizeof(*run->events));
	run->nr_keys = base->layout.keys.count;
	run->joiner = hist_joiner_new(run->nr_keys);
	for (size_t i = 0; i < run->nr_events; i++) {
		struct diff_event *event = &run->events[i];
		event->name = xstrdup(event_of(base->hist, i)->name);
		event->type = event_of(base->hist, i)->attr.type;
		event->config = event_of(base->hist, i)->attr.config;
		event->numbers = xmalloc(run->nr_recordings * sizeof(*event->numbers));
		event->blocks = xcalloc(run->nr_recordings, sizeof(*event->blocks));
		diff_init(&event->diff, run->nr_recordings);
		event->diff.nr_unshown = base->layout.samples_unasked;
	}
}

void diff_events_take(void *ctx, size_t number)
{
	struct diff_run *run = ctx;
	struct diff_recording *recording = &run->recordings[number];
	if (!number) make_events(run);
	if (number && recording->layout.keys.count != run->nr_keys) {
		recording->result = err_set(&recording->err, -EINVAL,
					    "%s has other columns of these sort keys than %s: fields are compared of "
					    "recordings of the same events",
					    recording->path, run->recordings[0].path);
		return;
	}
	hist_joiner_next(run->joiner);
	for (size_t i = 0; i < run->nr_events; i++) {
		struct diff_event *event = &run->events[i];
		struct table table;
		event->numbers[number] = find_event(run, recording->hist, event);
		if (event->numbers[number] == UINT32_MAX) continue;
		struct hist_event *found = hist_event_at(recording->hist, event->numbers[number]);
		table_init(&table);
		read_table(run, recording, found, &table, &event->diff.totals[number]);
		diff_add_table(&event->diff, number, &table);
		table_done(&table);
		if (run->values->table.method == DIFF_CYCLES)
			block_cycles_list(&recording->blocks, recording->hist, found, run->joiner,
					  &event->blocks[number]);
	}
}

void diff_events_complete(struct diff_run *run)
{
	for (size_t i = 0; i < run->nr_events; i++) {
		struct diff *diff = &run->events[i].diff;
		diff_set_order(diff);
		name_functions(run, diff);
		if (run->values->stacks && (run->is_judged || run->values->json))
			diff_stacks_find_all(diff, DIFF_STACK_LIMIT);
	}
	tell_guesses(run);
}

void diff_events_done(struct diff_run *run)
{
	for (size_t i = 0; i < run->nr_events; i++) {
		struct diff_event *event = &run->events[i];
		diff_done(&event->diff);
		for (size_t n = 0; n < run->nr_recordings; n++) diff_blocks_done(&event->blocks[n]);
		free(event->blocks);
		free(event->numbers);
		free(event->name);
	}
	free(run->events);
	hist_joiner_free(run->joiner);
}

void diff_event_table(const struct diff_run *run, const struct diff_event *event, struct table *ret)
{
	const struct diff_values *v = run->values;
	if (v->table.method == DIFF_CYCLES) make_cycles(run, event, ret);
	else diff_table(&event->diff, &v->table, ret);
}

void diff_event_judge(struct diff_run *run, const struct diff_event *event, struct diff_judgement *ret)
{
	const struct diff_values *v = run->values;
	struct diff_judge_options options = { .nr_before = run->nr_before,
					      .by_period = v->by_period,
					      .least_share = v->least_share };
	diff_judge(&event->diff, &options, ret);
	if (!v->is_limited) return;
	run->exceeds |= diff_judgement_exceeds(ret, v->fail_above);
	if (diff_judgement_total_exceeds(ret, v->fail_above))
		run->total_change = fmax(run->total_change, ret->total.change);
}
