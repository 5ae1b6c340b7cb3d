/* perf stat report: the counts of a recording, round by round.
 *
 * A round is what was counted at one moment: the end of an interval, or of a run. Rounds go through the same tally as
 * perf stat's own counts, so that both print the same. */
#include "commands/stat/stat_run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "analysis/stat/stat_recording.h"
#include "cli/console.h"
#include "cli/options.h"
#include "commands/option/session_option.h"
#include "commands/stat/stat_option.h"
#include "commands/stat/stat_output.h"
#include "commands/stat/stat_value.h"

static const char *const usage[] = { "perf stat report [<options>]", NULL };
static const struct option rows[] = {
	OPTION_SET('A', "no-aggr", struct stat_options, aggr, STAT_AGGR_NONE,
		   "disable aggregation across CPUs or PMUs"),
	OPTION_STRING('i', "input", struct stat_options, input, "file", "input file name"),
	STAT_ROWS_AGGREGATION,
	OPTION_END,
};
static const struct option_table table = { .rows = rows, .usage = usage };

/* Prints what the tally holds now. */
static void print(struct stat_output *output, const struct stat_tally *tally)
{
	struct stat_result result;
	stat_tally_result(tally, &result);
	stat_output_print(output, &result);
	stat_result_done(&result);
}

/* Intervals are shown as they come, runs once at the end, as their mean. 0, or -errno of reading the recording. */
static int print_rounds(struct stat_recording *recording, struct stat_output *output)
{
	const struct stat_setup *setup = stat_recording_setup(recording);
	struct stat_tally *tally = stat_tally_new(setup);
	struct stat_round round;
	int r;
	while ((r = stat_recording_next(recording, &round)) > 0) {
		if (setup->interval_ns) stat_tally_add_interval(tally, round.counts, &round.times);
		else stat_tally_add_run(tally, round.counts, &round.times);
		if (setup->interval_ns || round.is_final) print(output, tally);
	}
	stat_tally_free(tally);
	return r;
}

/* A recorder that was killed wrote no final record. */
static void warn_of_cut(const struct stat_recording *recording, struct warnings *warnings)
{
	if (!stat_recording_is_cut(recording)) return;
	bool left_out = stat_recording_setup(recording)->interval_ns;
	warnings_add(warnings, "cut recording", "the recorder did not finish: %s",
		     left_out ? "counts behind the last interval have no time and are left out"
			      : "how long it ran is not known");
}

/* A pipe has no command line in its header: its title says "pipe". */
static int report(const struct stat_options *options, struct perfdata *pd, struct warnings *warnings, struct err *err)
{
	static const char *const piped[] = { "pipe" };
	struct stat_recording_options how = { .aggr = options->aggr, .cache_level = (unsigned)options->cache_level };
	struct stat_recording *recording = NULL;
	struct stat_output output;
	int r = stat_recording_open(pd, &how, &recording, err);
	if (r < 0) return r;
	const struct perf_header *header = perfdata_header(pd);
	bool has_command = !perfdata_pipe_records(pd) && header->nr_cmdline;
	struct stat_output_options to = { .fd = STDERR_FILENO,
					  .path = options->output,
					  .json = options->json,
					  .separator = stat_option_separator(options),
					  .print = { .metric_only = options->metric_only,
						     .target = STAT_TARGET_COMMAND,
						     .big_numbers = options->big_numbers,
						     .argv = has_command ? (const char *const *)header->cmdline : piped,
						     .nr_args = has_command ? header->nr_cmdline : 1 } };
	r = stat_output_open(&output, &to, err);
	if (r >= 0) r = print_rounds(recording, &output);
	if (r >= 0) warn_of_cut(recording, warnings);
	if (r < 0) err_set_errno(err, r, "%s", perfdata_path(pd));
	stat_output_close(&output);
	stat_recording_close(recording);
	return r;
}

/* Parsed into the same struct as the options in front of "report". */
int stat_report_run(struct stat_options *options, int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	int status;
	/* What stood in front of "report" does not count: the recording says how counts were added up. */
	options->aggr = STAT_AGGR_UNSET;
	if (!option_table_parse(&table, &argc, argv, options, &status)) return status;
	struct warnings *warnings = warnings_new();
	struct perfdata_options how = { .warnings = warnings };
	struct perfdata *pd = NULL;
	int r = perfdata_open(session_option_input(options->input, argc ? argv[0] : NULL), &how, &pd, &err);
	if (r >= 0) r = report(options, pd, warnings, &err);
	console_warnings(warnings);
	if (r < 0) console_err(&err);
	if (pd) perfdata_close(pd);
	warnings_free(warnings);
	return r < 0 ? 255 : 0;
}
