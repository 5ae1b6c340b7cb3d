/* perf lock report and info: what lockdep's events tell of each lock. Few kernels have these events
 * (CONFIG_LOCKDEP); for others there is perf lock contention. Both run the same analysis (lock_stats) and differ in
 * what they show of it: report a table of sums, info who and what there was. */
#include <errno.h>
#include <stdio.h>
#include "analysis/lock/lock_stats.h"
#include "cli/console.h"
#include "commands/lock/lock_cmd.h"
#include "render/listing/lock_json.h"
#include "render/listing/lock_text.h"

/* What was given to report or to info; threads is -t of both, locks is -m of info. key and fields are texts of the
 * command line, nr_entries below 1 means all rows. */
struct report_values {
	struct lock_cmd_values cmd;
	struct lock_stats_options wanted;
	struct lock_text_style style;
	bool threads, locks;
	const char *key, *fields;
	int nr_entries;
};

/* Words of -k and -F; lock_cmd_parse_fields knows what they mean. */
static const char *const field_names[] = { "acquired", "contended", "avg_wait", "wait_total",
					   "wait_max", "wait_min",  NULL };
static const struct option_set key_set = { .what = "key", .names = field_names },
			       field_set = { .what = "field", .names = field_names, .is_list = true };

static const char *const report_usage[] = { "perf lock report [<options>]", NULL };
static const struct option report_options[] = {
	OPTION_WORDS('k', "key", struct report_values, key, "acquired",
		     "key for sorting (acquired / contended / avg_wait / wait_total / wait_max / wait_min)", &key_set),
	OPTION_WORDS('F', "field", struct report_values, fields, "...",
		     "output fields (acquired / contended / avg_wait / wait_total / wait_max / wait_min)", &field_set),
	OPTION_BOOL('c', "combine-locks", struct report_values, wanted.combine, "combine locks in the same class"),
	OPTION_BOOL('t', "threads", struct report_values, threads, "show per-thread lock stats"),
	OPTION_INT('E', "entries", struct report_values, nr_entries, "display this many functions"),
	LOCK_CMD_ROWS(struct report_values, cmd),
	LOCK_CMD_ROW_JSON(struct report_values, cmd),
	OPTION_END
};
static const struct option_table report_table = { .rows = report_options, .usage = report_usage };

static const char *const info_usage[] = { "perf lock info [<options>]", NULL };
static const struct option info_options[] = {
	OPTION_BOOL('t', "threads", struct report_values, threads, "dump the thread list in perf.data"),
	OPTION_BOOL('m', "map", struct report_values, locks, "dump the map of lock instances (address:name table)"),
	LOCK_CMD_ROWS(struct report_values, cmd), LOCK_CMD_ROW_JSON(struct report_values, cmd), OPTION_END
};
static const struct option_table info_table = { .rows = info_options, .usage = info_usage };

/* Who asks for a report on a kernel without lockdep gets an empty table; why that is so is said. */
static void explain_nothing(const struct report_values *values, const struct session *session)
{
	if (values->cmd.quiet || lock_events_has_any(session)) return;
	fprintf(stderr, "There are no events of locks in the recording: record with 'perf lock record'.\n");
}

/* The hook of lock_cmd_show. The result borrows from stats, which is freed when it has been written. */
static int lock_show_report(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct report_values *values = ctx;
	struct lock_stats *stats;
	const struct lock_result *result;
	int r = lock_stats_run(session, &values->wanted, &stats, &result, err);
	if (r < 0) return r;
	if (values->cmd.json) lock_json_report(result, out);
	else lock_text_report(result, &values->style, out);
	explain_nothing(values, session);
	lock_stats_free(stats);
	return 0;
}

/* Rows are locks by address, or threads (-t). */
int lock_cmd_report(const struct lock_cmd_values *before, int argc, const char **argv)
{
	static const struct lock_columns usual = { { LOCK_FIELD_ACQUIRED, LOCK_FIELD_CONTENDED, LOCK_FIELD_AVG,
						     LOCK_FIELD_TOTAL, LOCK_FIELD_MAX, LOCK_FIELD_MIN },
						   NR_LOCK_FIELDS };
	struct report_values values = { .cmd = *before, .key = "acquired" };
	int status;

	if (!option_table_parse(&report_table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&report_table, argv[0]);
	if (lock_cmd_parse_fields(values.key, values.fields, (1u << NR_LOCK_FIELDS) - 1, &usual, &values.wanted.key,
				  &values.style.columns) < 0)
		return 256 - EINVAL;
	values.wanted.by = values.threads ? LOCK_BY_THREAD : LOCK_BY_ADDRESS;
	if (values.threads) values.wanted.combine = false; /* threads are of no class */
	values.style.no_head = values.cmd.quiet;
	values.style.verbose = console.verbosity > 0;
	values.wanted.view = LOCK_VIEW_REPORT;
	values.wanted.nr_entries = values.nr_entries > 0 ? (size_t)values.nr_entries : 0;
	return lock_cmd_show(
		&(struct lock_cmd_show){ .values = &values.cmd, .show = lock_show_report, .ctx = &values });
}

/* -t prints threads, -m locks; a blank line between both. */
static int lock_show_info(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct report_values *values = ctx;
	struct lock_stats *stats;
	const struct lock_result *result;
	int r = lock_stats_run(session, &values->wanted, &stats, &result, err);
	if (r < 0) return r;
	if (values->cmd.json) {
		lock_json_info(result, values->threads, values->locks, out);
	} else {
		if (values->threads) lock_text_threads(result, out);
		if (values->threads && values->locks) out_char(out, '\n');
		if (values->locks) lock_text_locks(result, out);
	}
	explain_nothing(values, session);
	lock_stats_free(stats);
	return 0;
}

/* Without -t and -m both are printed. */
int lock_cmd_info(const struct lock_cmd_values *before, int argc, const char **argv)
{
	struct report_values values = { .cmd = *before };
	int status;

	if (!option_table_parse(&info_table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&info_table, argv[0]);
	if (!values.threads && !values.locks) values.threads = values.locks = true;
	values.wanted.by = LOCK_BY_ADDRESS;
	values.wanted.view = LOCK_VIEW_INFO;
	values.wanted.key = NR_LOCK_FIELDS; /* by name */
	return lock_cmd_show(&(struct lock_cmd_show){ .values = &values.cmd, .show = lock_show_info, .ctx = &values });
}
