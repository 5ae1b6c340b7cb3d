/* perf sched timehist: every event of the scheduler, and sums by task. */
#include <errno.h>
#include <stdio.h>
#include "analysis/sched/sched_timehist.h"
#include "cli/console.h"
#include "commands/sched_cmd.h"
#include "commands/option/session_option.h"
#include "render/listing/sched_json.h"
#include "render/listing/sched_text.h"

enum {
	USUAL_MAX_STACK = 5,
	USUAL_USER_STACK = 5,
	MAX_VISUAL_CPUS = 8192 /* no Linux has more; a damaged header may say 4 billion */
};

static struct sched_timehist_options wanted;
static struct sched_text_columns columns;
static bool chains = true, summary_only, with_summary, visual;
static unsigned max_stack = USUAL_MAX_STACK;
static bool max_stack_given;
static const char *cpus, *pids, *tids, *prios, *times;

static const char *const usage[] = { "perf sched timehist [<options>]", NULL };
static const struct option options[] = {
	SESSION_OPTION_VMLINUX,
	OPTION_STRING(0, "kallsyms", &session_option_values.kallsyms, "file", "kallsyms pathname"),
	OPTION_BOOL('g', "call-graph", &chains, "Display call chains if present (default on)"),
	{ .kind = OPTION_KIND_UINT,
	  .long_name = "max-stack",
	  .value = &max_stack,
	  .arg_name = "n",
	  .was_set = &max_stack_given,
	  .help = "Maximum number of functions to display backtrace." },
	OPTION_STRING(0, "symfs", &session_option_values.symfs, "directory",
		      "Look for files with symbols relative to this directory"),
	OPTION_BOOL('s', "summary", &summary_only, "Show only syscall summary with statistics"),
	OPTION_BOOL('S', "with-summary", &with_summary, "Show all syscalls and summary with statistics"),
	OPTION_BOOL('w', "wakeups", &wanted.wakeups, "Show wakeup events"),
	OPTION_BOOL('n', "next", &columns.next, "Show next task"),
	OPTION_BOOL('M', "migrations", &wanted.migrations, "Show migration events"),
	OPTION_BOOL('V', "cpu-visual", &visual, "Add CPU visual"),
	OPTION_BOOL('I', "idle-hist", &wanted.idle_only, "Show idle events only"),
	OPTION_STRING(0, "time", &times, "str", "Time span for analysis (start,stop)"),
	OPTION_BOOL(0, "state", &columns.state, "Show task state when sched-out"),
	OPTION_IDS('p', "pid", &pids, "pid[,pid...]", "analyze events only for given process id(s)"),
	OPTION_IDS('t', "tid", &tids, "tid[,tid...]", "analyze events only for given thread id(s)"),
	OPTION_NUMBERS('C', "cpu", &cpus, "cpu", "list of cpus to profile"),
	OPTION_BOOL(0, "show-prio", &columns.prio, "Show task priority"),
	OPTION_NUMBERS(0, "prio", &prios, "prio", "analyze events only for given task priority(ies)"),
	SCHED_CMD_OPTIONS,
	SCHED_CMD_JSON,
	OPTION_END
};

struct shown {
	struct outbuf *out;
	bool first;
};

static int text_row(void *ctx, const struct sched_timehist_row *row)
{
	sched_text_timehist_row(row, &columns, ((struct shown *)ctx)->out);
	return out_flush_some(((struct shown *)ctx)->out);
}

static int json_row(void *ctx, const struct sched_timehist_row *row)
{
	struct shown *shown = ctx;
	sched_json_timehist_row(row, shown->first, shown->out);
	shown->first = false;
	return 0;
}

static int flush(void *ctx) { return out_flush_some(((struct shown *)ctx)->out); }

static int parse_lists(struct sample_filter *filter, const struct session *session, struct err *err)
{
	const struct session_totals *totals = session_totals(session);
	int r = cpus ? number_list_parse(&filter->cpus, cpus, err) : 0;
	filter->by_cpu = cpus != NULL;
	if (r >= 0 && pids) r = number_list_parse(&filter->pids, pids, err);
	if (r >= 0 && tids) r = number_list_parse(&filter->tids, tids, err);
	if (r >= 0 && prios) r = number_list_parse(&wanted.prios, prios, err);
	if (r >= 0 && times)
		r = time_ranges_parse(&filter->times, times, totals->first_sample_ns, totals->last_sample_ns, err);
	filter->by_time = times != NULL;
	return r;
}

static int show_filtered(struct session *session, struct sample_filter *filter, struct outbuf *out, struct err *err)
{
	struct shown shown = { .out = out, .first = true };
	struct sched_timehist *timehist;
	const struct sched_timehist_summary *summary;
	struct sched_presence presence = sched_events_presence(session);
	bool json = sched_cmd_values.json, rows = !summary_only;

	if (!presence.has_switch)
		return err_set(err, -ENODATA, "No sched_switch events found. Have you run 'perf sched record'?");
	if (chains && !presence.switch_has_chains)
		fprintf(stderr, "Samples of sched_switch event do not have callchains.\n");
	wanted.max_stack = chains && presence.switch_has_chains ? max_stack : 0;
	wanted.user_stack = wanted.max_stack && !max_stack_given ? USUAL_USER_STACK : 0;
	wanted.filter = filter;
	wanted.ctx = &shown;
	wanted.row = !rows ? NULL : json ? json_row : text_row;
	wanted.batch = flush;
	columns.wakeups = wanted.wakeups;
	uint32_t nr_cpus = session_header(session)->nrcpus_online;
	wanted.nr_cpus = nr_cpus < MAX_VISUAL_CPUS ? nr_cpus : 0;
	columns.visual_cpus = !visual ? 0 : nr_cpus < MAX_VISUAL_CPUS ? nr_cpus + 1 : MAX_VISUAL_CPUS;
	if (json) sched_json_timehist_begin(rows, out);
	else if (rows) sched_text_timehist_head(&columns, out);
	int r = sched_timehist_run(session, &wanted, &timehist, &summary, err);
	if (r < 0) return r;
	if (json) sched_json_timehist_summary(summary, rows, out);
	else if (summary_only || with_summary) sched_text_timehist_summary(summary, columns.state, out);
	sched_timehist_free(timehist);
	return 0;
}

static int show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct sample_filter filter = { .socket = -1 };
	int r = parse_lists(&filter, session, err);
	if (r >= 0) r = show_filtered(session, &filter, out, err);
	sample_filter_done(&filter);
	number_list_done(&wanted.prios);
	return r;
}

int sched_cmd_timehist(int argc, const char **argv)
{
	argc = options_parse(argc, argv, options, usage, 0);
	if (argc) options_unexpected(argv[0], usage, options);
	if (summary_only && (wanted.wakeups || columns.next)) {
		fprintf(stderr, " Error: -s and -[n|w] are mutually exclusive.\n");
		options_usage_for(usage, options, "s");
		if (wanted.wakeups) options_help_for(options, "w");
		if (columns.next) options_help_for(options, "n");
		return 256 - EINVAL;
	}
	sched_cmd_values.has_losses = true;
	return sched_cmd_show(show);
}
