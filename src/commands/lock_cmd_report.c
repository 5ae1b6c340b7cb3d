/* perf lock report and info: what lockdep's events tell of each lock. */
#include <errno.h>
#include <stdio.h>
#include "analysis/lock/lock_stats.h"
#include "cli/console.h"
#include "commands/lock_cmd.h"
#include "render/listing/lock_json.h"
#include "render/listing/lock_text.h"

static struct lock_stats_options wanted;
static struct lock_text_style style;
static bool threads, locks;
static const char *key = "acquired", *fields;
static const char *const field_names[] = { "acquired", "contended", "avg_wait", "wait_total",
					   "wait_max", "wait_min",  NULL };
static const struct option_set key_set = { .what = "key", .names = field_names },
			       field_set = { .what = "field", .names = field_names, .is_list = true };
static int nr_entries;

static const char *const report_usage[] = { "perf lock report [<options>]", NULL };
static const struct option report_options[] = {
	OPTION_WORDS('k', "key", &key, "acquired",
		     "key for sorting (acquired / contended / avg_wait / wait_total / wait_max / wait_min)", &key_set),
	OPTION_WORDS('F', "field", &fields, "...",
		     "output fields (acquired / contended / avg_wait / wait_total / wait_max / wait_min)", &field_set),
	OPTION_BOOL('c', "combine-locks", &wanted.combine, "combine locks in the same class"),
	OPTION_BOOL('t', "threads", &threads, "show per-thread lock stats"),
	OPTION_INT('E', "entries", &nr_entries, "display this many functions"),
	LOCK_CMD_OPTIONS,
	LOCK_CMD_JSON,
	OPTION_END
};

static const char *const info_usage[] = { "perf lock info [<options>]", NULL };
static const struct option info_options[] = {
	OPTION_BOOL('t', "threads", &threads, "dump the thread list in perf.data"),
	OPTION_BOOL('m', "map", &locks, "dump the map of lock instances (address:name table)"), LOCK_CMD_OPTIONS,
	LOCK_CMD_JSON, OPTION_END
};

/* Who asks for a report on a kernel without lockdep gets an empty table; why that is so is said. */
static void explain_nothing(const struct session *session)
{
	if (lock_cmd_values.quiet || lock_events_has_any(session)) return;
	fprintf(stderr, "There are no events of locks in the recording: record with 'perf lock record'.\n");
}

static int show_report(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct lock_stats *stats;
	const struct lock_result *result;
	int r = lock_stats_run(session, &wanted, &stats, &result, err);
	if (r < 0) return r;
	if (lock_cmd_values.json) lock_json_report(result, out);
	else lock_text_report(result, &style, out);
	explain_nothing(session);
	lock_stats_free(stats);
	return 0;
}

int lock_cmd_report(int argc, const char **argv)
{
	static const struct lock_columns usual = { { LOCK_FIELD_ACQUIRED, LOCK_FIELD_CONTENDED, LOCK_FIELD_AVG,
						     LOCK_FIELD_TOTAL, LOCK_FIELD_MAX, LOCK_FIELD_MIN },
						   NR_LOCK_FIELDS };
	argc = options_parse(argc, argv, report_options, report_usage, 0);
	if (argc) options_unexpected(argv[0], report_usage, report_options);
	if (lock_cmd_parse_fields(key, fields, (1u << NR_LOCK_FIELDS) - 1, &usual, &wanted.key, &style.columns) < 0)
		return 256 - EINVAL;
	wanted.by = threads ? LOCK_BY_THREAD : LOCK_BY_ADDRESS;
	if (threads) wanted.combine = false; /* threads are of no class */
	style.no_head = lock_cmd_values.quiet;
	style.verbose = console_verbosity > 0;
	wanted.view = LOCK_VIEW_REPORT;
	wanted.nr_entries = nr_entries > 0 ? (size_t)nr_entries : 0;
	return lock_cmd_show(show_report);
}

static int show_info(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct lock_stats *stats;
	const struct lock_result *result;
	int r = lock_stats_run(session, &wanted, &stats, &result, err);
	if (r < 0) return r;
	if (lock_cmd_values.json) {
		lock_json_info(result, threads, locks, out);
	} else {
		if (threads) lock_text_threads(result, out);
		if (threads && locks) out_char(out, '\n');
		if (locks) lock_text_locks(result, out);
	}
	explain_nothing(session);
	lock_stats_free(stats);
	return 0;
}

int lock_cmd_info(int argc, const char **argv)
{
	argc = options_parse(argc, argv, info_options, info_usage, 0);
	if (argc) options_unexpected(argv[0], info_usage, info_options);
	if (!threads && !locks) threads = locks = true;
	wanted.by = LOCK_BY_ADDRESS;
	wanted.view = LOCK_VIEW_INFO;
	wanted.key = NR_LOCK_FIELDS; /* by name */
	return lock_cmd_show(show_info);
}
