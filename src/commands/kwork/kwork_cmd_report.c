/* perf kwork report and perf kwork latency: how long work took, and how long it waited until it began. */
#include <string.h>
#include "analysis/pass/sample_filter.h"
#include "commands/kwork/kwork_cmd.h"
#include "commands/option/session_show.h"
#include "render/listing/kwork_text.h"

static const char *const report_names[] = { "runtime", "max", "count", NULL }, *const latency_names[] = { "avg", "max",
													  "count",
													  NULL };
static const struct option_set report_set = { .what = "sort key", .names = report_names, .is_list = true },
			       latency_set = { .what = "sort key", .names = latency_names, .is_list = true };

static const char *const report_usage[] = { "perf kwork report [<options>]", NULL };
static const struct option report_options[] = {
	KWORK_CMD_ROWS,
	KWORK_CMD_ROW_CLASSES,
	KWORK_CMD_ROWS_READING,
	OPTION_WORDS('s', "sort", struct kwork_cmd_values, sort, "key[,key2...]", "sort by key(s): runtime, max, count",
		     &report_set),
	OPTION_BOOL('S', "with-summary", struct kwork_cmd_values, summary, "Show summary with statistics"),
	OPTION_END
};
static const struct option_table report_table = { .rows = report_options, .usage = report_usage };

static const char *const latency_usage[] = { "perf kwork latency [<options>]", NULL };
static const struct option latency_options[] = { KWORK_CMD_ROWS, KWORK_CMD_ROW_CLASSES, KWORK_CMD_ROWS_READING,
						 OPTION_WORDS('s', "sort", struct kwork_cmd_values, sort,
							      "key[,key2...]", "sort by key(s): avg, max, count",
							      &latency_set),
						 OPTION_END };
static const struct option_table latency_table = { .rows = latency_options, .usage = latency_usage };

/* Which of the two, and what was given. */
struct report {
	const struct kwork_cmd_values *values;
	enum kwork_what what;
};

/* Words are those of the set: "max", "count", or the first one, which is the command's own. */
static enum kwork_key key_of(char letter, enum kwork_key own)
{
	if (letter == 'm') return KWORK_KEY_MAX;
	return letter == 'c' ? KWORK_KEY_COUNT : own;
}

static void choose_keys(const struct report *report, struct kwork_options *wanted)
{
	enum kwork_key own = report->what == KWORK_DELAY ? KWORK_KEY_MEAN : KWORK_KEY_TOTAL;
	const char *at = report->values->sort ? report->values->sort : "own,max,count", *word;
	size_t size;
	while (wanted->nr_keys < KWORK_KEYS && kwork_cmd_word(&at, &word, &size))
		wanted->keys[wanted->nr_keys++] = key_of(*word, own);
}

static int kwork_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	const struct report *report = ctx;
	const struct kwork_cmd_values *values = report->values;
	struct sample_filter filter;
	struct kwork_options wanted = { .what = report->what,
					.classes = kwork_cmd_classes(values->classes, KWORK_CMD_USUAL),
					.name = values->name,
					.filter = &filter };
	struct kwork *kwork;
	const struct kwork_result *result;
	int r = kwork_cmd_filter(values, session, &filter, err);
	choose_keys(report, &wanted);
	if (r >= 0) r = kwork_run(session, &wanted, &kwork, &result, err);
	sample_filter_done(&filter);
	if (r < 0) return r;
	kwork_text_rows(result, report->what == KWORK_DELAY, values->summary, out);
	if (wanted.name && !result->nr_rows)
		warnings_add(session_warnings(session), "name", "no work is called %s", wanted.name);
	kwork_cmd_tell(session, wanted.classes, result->nr_damaged);
	kwork_free(kwork);
	return 0;
}

static int show(struct report *report, struct kwork_cmd_values *values)
{
	return session_show_status(session_show(&(struct session_show){
		.values = &values->session, .ctx = report, .show = kwork_show, .dump = values->dump }));
}

int kwork_cmd_report(const struct kwork_cmd_values *before, int argc, const char **argv)
{
	struct kwork_cmd_values values = *before;
	struct report report = { &values, KWORK_RUNTIME };
	int status;
	if (!option_table_parse(&report_table, &argc, argv, &values, &status)) return status;
	return argc ? option_table_unexpected(&report_table, argv[0]) : show(&report, &values);
}

int kwork_cmd_latency(const struct kwork_cmd_values *before, int argc, const char **argv)
{
	struct kwork_cmd_values values = *before;
	struct report report = { &values, KWORK_DELAY };
	int status;
	if (!option_table_parse(&latency_table, &argc, argv, &values, &status)) return status;
	return argc ? option_table_unexpected(&latency_table, argv[0]) : show(&report, &values);
}
