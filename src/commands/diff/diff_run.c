/* perf diff: reads recordings and shows what changed between the first and each of the others.
 *
 *     diff_run            options, names of recordings
 *     diff_recordings_read   a session and a profile for each (diff_recording.h), joined as they come (diff_event.h)
 *     diff_show              computes or judges, and writes */
#include "commands/diff/diff_run.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/teardown.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "cli/textout.h"
#include "commands/diff/diff_browse.h"
#include "commands/diff/diff_event.h"
#include "commands/option/text_pager.h"
#include "commands/option/tui_option.h"
#include "session/session_dump.h"

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

static int show_text(struct diff_run *run, struct err *err)
{
	pager_start();
	textout_stdout(&run->out);
	int r = run->values->dump ? dump(run, err) : 0;
	if (r >= 0) r = run->values->stream ? diff_show_streams(run, err) : diff_show(run);
	int closed = textout_close(&run->out, NULL);
	return r < 0 ? r : closed;
}

/* The store of what all recordings have in common. */
static struct symbol_store *shared_symbols(struct diff_run *run)
{
	struct session_option_values values = run->values->session;
	struct session_options options = session_values_options(&values, NULL, run->warnings);
	options.symbols.any_owner = options.force;
	return symbol_store_new(&options.symbols);
}

/* By share only rows count: a program that takes longer in all its parts alike passes. */
static void tell_uncounted_total(const struct diff_run *run)
{
	if (run->exceeds || run->total_change <= 0) return;
	console_warning(
		"All together grew by %.2f%%, which --fail-above %g%% does not count, as shares of a recording do "
		"not tell of it. Where both groups did the same work, --by period counts it.",
		run->total_change, run->values->fail_above);
}

static int run_recordings(struct diff_run *run)
{
	_err_done_ struct err err = ERR_INIT;
	for (size_t i = 0; i < run->nr_recordings; i++) {
		run->recordings[i].symbols = run->symbols;
		run->recordings[i].has_streams = run->values->stream && i < 2;
	}
	diff_recordings_read(run->recordings, run->nr_recordings, diff_events_take, run);
	int status = check_recordings(run);
	if (status) return status;
	diff_events_complete(run);
	int r = diff_browse_is_for(run->values) ? diff_browse(run, &err) : show_text(run, &err);
	if (r < 0 && r != -EPIPE) console_err(&err);
	for (size_t i = 0; i < run->nr_recordings; i++) {
		if (r >= 0) session_option_tell_losses(&run->recordings[i].losses, run->values->dump);
		console_warnings(run->recordings[i].warnings);
	}
	console_warnings(run->warnings);
	tell_uncounted_total(run);
	symbol_store_keep(run->symbols);
	if (r < 0 && r != -EPIPE) return 255;
	return run->exceeds ? DIFF_STATUS_EXCEEDS : 0;
}

/* Names on the command line: those in front of "--", then those behind it. */
struct words {
	const char **names; /* room for all words */
	size_t nr_before, nr_after;
};

/* Reads the words in front of "--" and those behind it: options may stand in both places, as long as there are names
 * in front; else "--" ends the options, as everywhere. False: that ends the command. */
static bool parse_words(int argc, const char **argv, struct diff_values *values, struct words *ret, int *ret_status)
{
	int front = 1;
	while (front < argc && strcmp(argv[front], "--") != 0) front++;
	const char **behind = argv + front;
	int nr_behind = argc - front;
	if (nr_behind) behind[0] = argv[0];
	argc = front;
	const char *word = argv[front];
	argv[front] = NULL;
	if (!option_table_parse(&diff_option_table, &argc, argv, values, ret_status)) return false;
	argv[front] = word;
	memcpy(ret->names, argv, (size_t)argc * sizeof(*argv));
	ret->nr_before = (size_t)argc;
	ret->nr_after = 0;
	if (nr_behind < 2) return true;
	if (argc && !option_table_parse(&diff_option_table, &nr_behind, behind, values, ret_status)) return false;
	if (!argc) {
		behind++;
		nr_behind--;
	}
	memcpy(ret->names + argc, behind, (size_t)nr_behind * sizeof(*argv));
	ret->nr_after = (size_t)nr_behind;
	return true;
}

/* Which recordings there are: names in front of "--" and behind it, or the usual ones. names has room for two
 * more. */
static void set_recordings(struct diff_run *run, const struct words *words, const char *before, const char *after)
{
	const char **names = words->names;
	size_t nr_before = words->nr_before, nr_after = words->nr_after;
	run->paths = names;
	run->nr_recordings = nr_before + nr_after;
	run->nr_before = nr_before;
	run->is_judged = nr_before && nr_after;
	if (run->is_judged) return;
	run->nr_before = 1;
	if (run->nr_recordings < 2) {
		/* One name is that of the newer recording. */
		names[1] = run->nr_recordings ? names[0] : after;
		names[0] = before;
		run->nr_recordings = 2;
	}
	run->is_judged = run->values->markdown || run->values->is_limited ||
			 (run->values->json && run->nr_recordings == 2);
}

/* --tui: says what is missing for it; of what is no rows shows the text in a window, in which case the command goes on
 * in a process of its own. False: *ret_status is what the command ends with. */
static bool start_screen(const struct diff_values *values, int *ret_status)
{
	_err_done_ struct err err = ERR_INIT;
	const struct text_pager_options pager = { .title = "Differences" };
	*ret_status = 255;
	if (diff_browse_is_for(values)) {
		if (tui_option_check(&err) == 0) return true;
		console_err(&err);
		return false;
	}
	enum text_pager shown = text_pager_start(&pager, ret_status, &err);
	if (shown == TEXT_PAGER_FAILED) {
		console_err(&err);
		*ret_status = 255;
	}
	return shown == TEXT_PAGER_COMMAND;
}

int diff_run(int argc, const char **argv) { return diff_run_of("perf.data.old", "perf.data", argc, argv); }

int diff_run_of(const char *before, const char *after, int argc, const char **argv)
{
	struct diff_values values = DIFF_VALUES_INIT;
	int status;
	diff_option_configure(&values);
	_free_ const char **names = xcalloc((size_t)argc + 2, sizeof(*names));
	struct words words = { .names = names };
	if (!parse_words(argc, argv, &values, &words, &status)) return status;
	if (console.quiet) console.verbosity = 0; /* as upstream: -q suppresses -v */
	if (values.separator && strcmp(values.separator, ".") == 0)
		return fprintf(stderr, "'.' is the only non valid --field-separator argument"), 255;
	if (values.cycles_histogram && values.table.method != DIFF_CYCLES)
		return option_table_usage_error(&diff_option_table, "--cycles-hist is of -c cycles");
	if (values.tui && !start_screen(&values, &status)) return status;
	struct diff_run run = { .values = &values };
	set_recordings(&run, &words, before, after);
	if (values.order >= run.nr_recordings) return fprintf(stderr, "Order option out of limit.\n"), 255;
	if (run.is_judged && run.nr_recordings > 2 && run.nr_before == 1 && !words.nr_after)
		return option_table_usage_error(&diff_option_table,
						"Which of the %zu recordings are before the change? Put -- between "
						"them and those after it",
						run.nr_recordings);
	values.table.order = values.order;
	values.table.stack_limit = values.stacks ? DIFF_STACK_LIMIT : 0;
	if (values.stacks && values.table.method == DIFF_CYCLES)
		return option_table_usage_error(&diff_option_table, "-g is of whole functions: not of -c cycles");
	if (values.separator && strcmp(values.separator, "\\t") == 0) values.separator = "\t";
	run.recordings = xcalloc(run.nr_recordings, sizeof(*run.recordings));
	_free_ char *times = values.filter.time ? xstrdup(values.filter.time) : NULL;
	set_times(&run, times);
	for (size_t i = 0; i < run.nr_recordings; i++) {
		run.recordings[i].path = run.paths[i];
		run.recordings[i].values = &values;
	}
	run.warnings = warnings_new();
	run.symbols = shared_symbols(&run);
	status = run_recordings(&run);
	if (status || teardown_is_whole()) {
		diff_events_done(&run);
		diff_recordings_done(run.recordings, run.nr_recordings);
		symbol_store_free(run.symbols);
		warnings_free(run.warnings);
	}
	free(run.recordings);
	return status;
}
