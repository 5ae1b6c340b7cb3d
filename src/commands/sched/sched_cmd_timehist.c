/* perf sched timehist: every event of the scheduler, and sums by task.
 *
 *     parse_lists: filter -> sched_timehist_run (analysis/sched) -> callbacks: a row each, written at once
 *                                                                -> summary, behind the rows (-S) or instead (-s) */
#include <errno.h>
#include <stdio.h>
#include "analysis/sched/sched_timehist.h"
#include "cli/console.h"
#include "commands/sched/sched_cmd.h"
#include "commands/option/session_option.h"
#include "commands/option/text_pager.h"
#include "render/listing/sched_json.h"
#include "render/listing/sched_text.h"

enum {
	/* Frames of call chains that are shown, upstream's default; USUAL_USER_STACK: of those in user space. */
	USUAL_MAX_STACK = 5,
	USUAL_USER_STACK = 5,
	TITLE_LINES = 3, /* that sched_text_timehist_head writes */
	/* No Linux has more; a damaged header may say 4 billion. */
	MAX_VISUAL_CPUS = 8192
};

/* What was given; texts of lists are parsed when the recording is open. -s is summary_only, -S with_summary. */
struct timehist_values {
	struct sched_cmd_values cmd;
	struct sched_timehist_options wanted;
	struct sched_text_columns columns;
	bool chains, summary_only, with_summary, visual, tui;
	unsigned max_stack;
	bool max_stack_given;
	const char *cpus, *pids, *tids, *prios, *times;
};

static const char *const usage[] = { "perf sched timehist [<options>]", NULL };
static const struct option options[] = {
	SESSION_ROW_VMLINUX(struct timehist_values, cmd.session),
	OPTION_STRING(0, "kallsyms", struct timehist_values, cmd.session.kallsyms, "file", "kallsyms pathname"),
	OPTION_BOOL('g', "call-graph", struct timehist_values, chains, "Display call chains if present (default on)"),
	{ OPTION_ROW(OPTION_KIND_UINT, 0, "max-stack", "Maximum number of functions to display backtrace."),
	  .member = OPTION_MEMBER(unsigned, struct timehist_values, max_stack), .arg_name = "n",
	  .given = OPTION_MEMBER(bool, struct timehist_values, max_stack_given) },
	OPTION_STRING(0, "symfs", struct timehist_values, cmd.session.symfs, "directory",
		      "Look for files with symbols relative to this directory"),
	OPTION_BOOL('s', "summary", struct timehist_values, summary_only, "Show only syscall summary with statistics"),
	OPTION_BOOL('S', "with-summary", struct timehist_values, with_summary,
		    "Show all syscalls and summary with statistics"),
	OPTION_BOOL('w', "wakeups", struct timehist_values, wanted.wakeups, "Show wakeup events"),
	OPTION_BOOL('n', "next", struct timehist_values, columns.next, "Show next task"),
	OPTION_BOOL('M', "migrations", struct timehist_values, wanted.migrations, "Show migration events"),
	OPTION_BOOL('V', "cpu-visual", struct timehist_values, visual, "Add CPU visual"),
	OPTION_BOOL('I', "idle-hist", struct timehist_values, wanted.idle_only, "Show idle events only"),
	OPTION_STRING(0, "time", struct timehist_values, times, "str", "Time span for analysis (start,stop)"),
	OPTION_BOOL(0, "state", struct timehist_values, columns.state, "Show task state when sched-out"),
	OPTION_IDS('p', "pid", struct timehist_values, pids, "pid[,pid...]",
		   "analyze events only for given process id(s)"),
	OPTION_IDS('t', "tid", struct timehist_values, tids, "tid[,tid...]",
		   "analyze events only for given thread id(s)"),
	OPTION_NUMBERS('C', "cpu", struct timehist_values, cpus, "cpu", "list of cpus to profile"),
	OPTION_BOOL(0, "show-prio", struct timehist_values, columns.prio, "Show task priority"),
	OPTION_NUMBERS(0, "prio", struct timehist_values, prios, "prio",
		       "analyze events only for given task priority(ies)"),
	OPTION_BOOL('P', "pre-migrations", struct timehist_values, columns.before_move, "Show pre-migration wait time"),
	OPTION_BOOL(0, "tui", struct timehist_values, tui, "Show the rows in a window that can be searched"),
	SCHED_CMD_ROWS(struct timehist_values, cmd),
	SCHED_CMD_ROW_JSON(struct timehist_values, cmd),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* What the callbacks for rows need. first: no row was written yet, which JSON must know. */
struct shown {
	const struct sched_text_columns *columns;
	struct outbuf *out;
	bool first;
};

/* The analysis' callbacks: a row as text or JSON, and the moment between rows when the buffer may be written. */
static int sched_timehist_text(void *ctx, const struct sched_timehist_row *row)
{
	const struct shown *shown = ctx;
	sched_text_timehist_row(row, shown->columns, shown->out);
	return out_flush_some(shown->out);
}

static int sched_timehist_json(void *ctx, const struct sched_timehist_row *row)
{
	struct shown *shown = ctx;
	sched_json_timehist_row(row, shown->first, shown->out);
	shown->first = false;
	return 0;
}

static int sched_timehist_flush(void *ctx) { return out_flush_some(((struct shown *)ctx)->out); }

/* Into filter what chooses samples; priorities are the analysis' to compare, because a sample does not have its
 * task's. All lists are the caller's to free, also after a failure. */
static int parse_lists(struct timehist_values *values, struct sample_filter *filter, const struct session *session,
		       struct err *err)
{
	const struct session_totals *totals = session_totals(session);
	int r = values->cpus ? number_list_parse(&filter->cpus, values->cpus, err) : 0;
	filter->by_cpu = values->cpus != NULL;
	if (r >= 0 && values->pids) r = number_list_parse(&filter->pids, values->pids, err);
	if (r >= 0 && values->tids) r = number_list_parse(&filter->tids, values->tids, err);
	if (r >= 0 && values->prios) r = number_list_parse(&values->wanted.prios, values->prios, err);
	if (r >= 0 && values->times)
		r = time_ranges_parse(&filter->times, values->times, totals->first_sample_ns, totals->last_sample_ns,
				      err);
	filter->by_time = values->times != NULL;
	return r;
}

/* Sets up columns and callbacks, and runs the analysis. Recordings without sched_switch are refused: all times are
 * measured at switches. Texts of chains (columns.chains) are only needed while rows are written. */
static int show_filtered(struct timehist_values *values, struct session *session, struct sample_filter *filter,
			 struct outbuf *out, struct err *err)
{
	struct shown shown = { .columns = &values->columns, .out = out, .first = true };
	struct sched_timehist *timehist;
	const struct sched_timehist_summary *summary;
	struct sched_presence presence = sched_events_presence(session);
	bool json = values->cmd.json, rows = !values->summary_only;

	if (!presence.has_switch)
		return err_set(err, -ENODATA, "No sched_switch events found. Have you run 'perf sched record'?");
	if (values->chains && !presence.switch_has_chains)
		fprintf(stderr, "Samples of sched_switch event do not have callchains.\n");
	values->wanted.max_stack = values->chains && presence.switch_has_chains ? values->max_stack : 0;
	values->wanted.user_stack = values->wanted.max_stack && !values->max_stack_given ? USUAL_USER_STACK : 0;
	values->wanted.filter = filter;
	values->wanted.ctx = &shown;
	if (rows) values->wanted.row = json ? sched_timehist_json : sched_timehist_text;
	values->wanted.batch = sched_timehist_flush;
	values->columns.wakeups = values->wanted.wakeups;
	/* The summary counts at least the CPUs of the header, and the visual has a column for each. */
	uint32_t nr_cpus = session_header(session)->nrcpus_online;
	values->wanted.nr_cpus = nr_cpus < MAX_VISUAL_CPUS ? nr_cpus : 0;
	if (values->visual) values->columns.visual_cpus = nr_cpus < MAX_VISUAL_CPUS ? nr_cpus + 1 : MAX_VISUAL_CPUS;
	if (json) sched_json_timehist_begin(rows, out);
	else if (rows) sched_text_timehist_head(&values->columns, out);
	struct chain_texts chains;
	chain_texts_init(&chains);
	values->columns.chains = &chains;
	int r = sched_timehist_run(session, &values->wanted, &timehist, &summary, err);
	chain_texts_done(&chains);
	if (r < 0) return r;
	if (json) sched_json_timehist_summary(summary, rows, out);
	else if (values->summary_only || values->with_summary)
		sched_text_timehist_summary(summary, values->columns.state, out);
	sched_timehist_free(timehist);
	return 0;
}

/* Frees what parse_lists has made, also when it failed half way. */
static int sched_show_timehist(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct timehist_values *values = ctx;
	struct sample_filter filter = { .socket = -1 };
	int r = parse_lists(values, &filter, session, err);
	if (r >= 0) r = show_filtered(values, session, &filter, out, err);
	sample_filter_done(&filter);
	number_list_done(&values->wanted.prios);
	return r;
}

/* Lost events are rows of the result (TIMEHIST_LOST), so session_show need not tell of them. */
int sched_cmd_timehist(const struct sched_cmd_values *before, int argc, const char **argv)
{
	struct timehist_values values = { .cmd = *before, .chains = true, .max_stack = USUAL_MAX_STACK };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	/* Both add rows, and -s leaves all rows out. */
	if (values.summary_only && (values.wanted.wakeups || values.columns.next)) {
		fprintf(stderr, " Error: -s and -[n|w] are mutually exclusive.\n");
		(void)option_table_usage_for(&table, "s");
		if (values.wanted.wakeups) options_help_for(options, "w");
		if (values.columns.next) options_help_for(options, "n");
		return 256 - EINVAL;
	}
	if (values.tui) {
		_err_done_ struct err err = ERR_INIT;
		const struct text_pager_options pager = { .title = "Scheduler events in order of time",
							  .nr_titles = values.summary_only ? 0 : TITLE_LINES };
		enum text_pager shown = text_pager_start(&pager, &status, &err);
		if (shown == TEXT_PAGER_FAILED) console_err(&err);
		if (shown != TEXT_PAGER_COMMAND) return shown == TEXT_PAGER_SHOWN ? status : 255;
	}
	return sched_cmd_show(&values.cmd, &(struct sched_cmd_show){
						   .show = sched_show_timehist, .ctx = &values, .tells_losses = true });
}
