/* For each event of the baseline: tables of all recordings, joined (result/diff.h), computed or judged (analysis/diff),
 * and written (render/listing/diff_*.h). */
#include "commands/diff/diff_show.h"
#include <errno.h>
#include "cli/console.h"
#include "commands/diff/diff_event.h"
#include "render/listing/diff_json.h"
#include "render/listing/diff_judged_text.h"
#include "render/listing/diff_streams_text.h"
#include "render/listing/diff_text.h"

/* The layout of upstream. */
static void show_table(struct diff_run *run, const struct diff_event *event)
{
	bool names_files = run->nr_recordings > 2 || console.verbosity > 0;
	struct diff_text_style style = {
		.separator = run->values->separator,
		.no_head = console.quiet,
		.files = names_files ? run->paths : NULL,
		.nr_files = run->nr_recordings,
	};
	struct table shown;
	table_init(&shown);
	diff_event_table(run, event, &shown);
	diff_text(&shown, event->name, run->nr_shown == 0 || console.quiet, &style, &run->out);
	table_done(&shown);
}

static void show_judgement(struct diff_run *run, const struct diff_event *event)
{
	const struct diff_values *v = run->values;
	const struct diff *diff = &event->diff;
	struct diff_judgement judgement;
	bool is_first = run->nr_shown == 0;
	diff_event_judge(run, event, &judgement);
	if (v->json) diff_json_event(diff, &judgement, event->name, is_first, &run->out);
	else if (v->markdown) diff_judged_markdown(&judgement, diff, event->name, is_first, &run->out);
	else diff_judged_text(&judgement, diff, event->name, is_first, console.quiet, &run->out);
	diff_judgement_done(&judgement);
}

/* The event, with its values in all recordings. */
static void show_event(struct diff_run *run, const struct diff_event *event)
{
	if (run->is_judged) show_judgement(run, event);
	else if (run->values->json) diff_json_event(&event->diff, NULL, event->name, run->nr_shown == 0, &run->out);
	else show_table(run, event);
	run->nr_shown++;
}

/* Also events that no other recording has: what is gone is a difference. */
int diff_show(struct diff_run *run)
{
	int r = 0;
	if (run->values->json) diff_json_begin(run->paths, run->nr_recordings, run->nr_before, &run->out);
	for (size_t i = 0; i < run->nr_events && r >= 0; i++) {
		show_event(run, &run->events[i]);
		r = out_flush_some(&run->out);
	}
	if (run->values->json) diff_json_end(&run->out);
	return r;
}

/* --stream: of the first two recordings, event by event. */
int diff_show_streams(struct diff_run *run, struct err *err)
{
	static const struct diff_streams none;
	int r = 0;
	for (size_t e = 0; e < run->nr_events && r >= 0; e++) {
		const struct diff_streams *streams[2];
		for (size_t i = 0; i < 2; i++) {
			uint32_t number = run->events[e].numbers[i];
			streams[i] = number == UINT32_MAX ? &none : &run->recordings[i].streams[number];
		}
		for (size_t i = 0; i < 2 && r >= 0; i++)
			if (!streams[i]->nr_samples)
				r = err_set(err, -ENODATA,
					    "%s has no branch stacks of event %s: --stream needs recordings made with "
					    "perf record -b",
					    run->paths[i], run->events[e].name);
		if (r >= 0) diff_streams_text(streams[0], streams[1], &run->out);
	}
	return r;
}
