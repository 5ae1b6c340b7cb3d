/* perf diff: reads recordings and shows what changed between the first and each of the others.
 *
 *     diff_run            options, names of recordings
 *     diff_recordings_read   a session and a profile for each (diff_recording.h)
 *     show_events         for each event of the baseline: tables, joined (result/diff.h), computed (analysis/diff),
 *                         written (render/listing/diff_text.h) */
#include "commands/diff/diff_run.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/diff/diff_table.h"
#include "base/teardown.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "cli/textout.h"
#include "commands/diff/diff_recording.h"
#include "render/listing/diff_text.h"
#include "session/session_dump.h"

/* One run. */
struct diff_run {
	struct diff_values *values;
	struct diff_recording *recordings;
	const char **paths;
	size_t nr_recordings;
	struct outbuf out;
	size_t nr_shown;
};

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

/* The name of the event, with its values in all recordings. */
static void show_event(struct diff_run *run, const char *name)
{
	const struct diff_values *v = run->values;
	bool names_files = run->nr_recordings > 2 || console.verbosity > 0;
	struct diff_text_style style = {
		.separator = v->separator,
		.no_head = console.quiet,
		.files = names_files ? run->paths : NULL,
		.nr_files = run->nr_recordings,
	};
	struct hist_joiner *joiner = hist_joiner_new(run->recordings[0].layout.keys.count);
	_free_ struct table *tables = xcalloc(run->nr_recordings, sizeof(*tables));
	struct table shown;
	struct diff diff;
	diff_init(&diff, run->nr_recordings);
	table_init(&shown);
	for (size_t i = 0; i < run->nr_recordings; i++) {
		table_init(&tables[i]);
		make_table(run, &run->recordings[i], name, joiner, &tables[i], &diff.totals[i]);
		diff_add_table(&diff, i, &tables[i]);
	}
	diff_table(&diff, &v->table, &shown);
	diff_text(&shown, name, run->nr_shown++ == 0 || console.quiet, &style, &run->out);
	table_done(&shown);
	diff_done(&diff);
	for (size_t i = 0; i < run->nr_recordings; i++) table_done(&tables[i]);
	hist_joiner_free(joiner);
}

/* All events of the baseline, also those that no other recording has: what is gone is a difference. */
static int show_events(struct diff_run *run)
{
	const struct hist *base = run->recordings[0].hist;
	int r = 0;
	for (size_t e = 0; e < hist_nr_events(base) && r >= 0; e++) {
		show_event(run, hist_totals(hist_event_at(base, e))->event->name);
		r = out_flush_some(&run->out);
	}
	return r;
}

/* -D: the records of each recording in front of the differences. */
static int dump(struct diff_run *run, struct err *err)
{
	int r = 0;
	for (size_t i = 0; i < run->nr_recordings && r >= 0; i++)
		r = session_dump(run->recordings[i].session, &(struct session_dump_options){ .tool = DUMP_REPORT },
				 &run->out, err);
	return r;
}

/* Recordings in their order: the first failure is what is said. 0 or the exit status. */
static int check_recordings(struct diff_run *run)
{
	for (size_t i = 0; i < run->nr_recordings; i++) {
		struct diff_recording *recording = &run->recordings[i];
		if (recording->result >= 0) continue;
		if (recording->is_usage) {
			console_error("%s", recording->err.message);
			if (recording->err.hint) fputs(recording->err.hint, stderr);
			return option_table_usage(&diff_option_table);
		}
		console_err(&recording->err);
		if (!recording->session) fprintf(stderr, "Failed to open %s\n", recording->path);
		return recording->status ? recording->status : 255;
	}
	return 0;
}

/* --time "A:B": ranges of each recording; without a colon the same for all. copy is cut up. */
static void set_times(struct diff_run *run, char *copy)
{
	bool is_each = copy && strchr(copy, ':');
	char *rest = copy;
	for (size_t i = 0; i < run->nr_recordings; i++) {
		run->recordings[i].time = copy;
		if (!is_each) continue;
		char *colon = rest ? strchr(rest, ':') : NULL;
		if (colon) *colon = '\0';
		run->recordings[i].time = rest;
		rest = colon ? colon + 1 : NULL;
	}
}

static int run_recordings(struct diff_run *run)
{
	_err_done_ struct err err = ERR_INIT;
	diff_recordings_read(run->recordings, run->nr_recordings);
	int status = check_recordings(run);
	if (status) return status;
	pager_start();
	textout_stdout(&run->out);
	int r = run->values->dump ? dump(run, &err) : 0;
	if (r >= 0) r = show_events(run);
	int closed = textout_close(&run->out, NULL);
	if (r >= 0) r = closed;
	if (r < 0 && r != -EPIPE) console_err(&err);
	for (size_t i = 0; i < run->nr_recordings; i++) {
		if (r >= 0) session_option_losses(run->recordings[i].session, run->values->dump);
		console_warnings(run->recordings[i].warnings);
		session_option_end(run->recordings[i].session);
	}
	return r < 0 && r != -EPIPE ? 255 : 0;
}

int diff_run(int argc, const char **argv)
{
	static const char *usual[] = { "perf.data.old", "perf.data" };
	struct diff_values values = DIFF_VALUES_INIT;
	int status;
	diff_option_configure(&values);
	if (!option_table_parse(&diff_option_table, &argc, argv, &values, &status)) return status;
	if (console.quiet) console.verbosity = 0; /* as upstream: -q suppresses -v */
	if (values.separator && strcmp(values.separator, ".") == 0)
		return fprintf(stderr, "'.' is the only non valid --field-separator argument"), 255;
	/* One name is that of the newer recording. */
	const char *paths_of_one[] = { usual[0], argc ? argv[0] : NULL };
	struct diff_run run = { .values = &values, .paths = argv, .nr_recordings = (size_t)argc };
	if (argc < 2) {
		run.paths = argc ? paths_of_one : usual;
		run.nr_recordings = 2;
	}
	if (values.order >= run.nr_recordings) return fprintf(stderr, "Order option out of limit.\n"), 255;
	values.table.order = values.order;
	if (values.separator && strcmp(values.separator, "\\t") == 0) values.separator = "\t";
	run.recordings = xcalloc(run.nr_recordings, sizeof(*run.recordings));
	_free_ char *times = values.filter.time ? xstrdup(values.filter.time) : NULL;
	set_times(&run, times);
	for (size_t i = 0; i < run.nr_recordings; i++) {
		run.recordings[i].path = run.paths[i];
		run.recordings[i].values = &values;
	}
	status = run_recordings(&run);
	if (status || teardown_is_whole()) diff_recordings_done(run.recordings, run.nr_recordings);
	free(run.recordings);
	return status;
}
