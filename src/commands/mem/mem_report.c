/* perf mem report: a profile by weight (perf report --mem-mode), or every access as a line (-D). */
#include <errno.h>
#include <stdio.h>
#include "analysis/pass/sample_filter.h"
#include "base/pool.h"
#include "commands/mem/mem_cmd.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_show.h"
#include "commands/report/report_option.h"
#include "commands/report/report_show.h"
#include "script/access_line.h"

struct mem_report_values {
	struct mem_cmd_values cmd;
	const char *sort, *separator;
	bool dump, type_profile, hide_unresolved;
};

static const char *const usage[] = { "perf mem report [<options>]", NULL };
static const struct option options[] = {
	SESSION_ROW_INPUT(struct mem_report_values, cmd.session),
	OPTION_BOOL('D', "dump-raw-samples", struct mem_report_values, dump, "dump raw samples in ASCII"),
	OPTION_BOOL('U', "hide-unresolved", struct mem_report_values, hide_unresolved,
		    "Only display entries resolved to a symbol"),
	OPTION_STRING('x', "field-separator", struct mem_report_values, separator, "separator",
		      "separator for columns, no spaces will be added between columns '.' is reserved."),
	{ OPTION_ROW(OPTION_KIND_STRING, 's', "sort", NULL), .make_help = report_option_sort_help,
	  .member = OPTION_MEMBER(const char *, struct mem_report_values, sort), .arg_name = "key[,key2...]",
	  .set = &report_option_sort_set },
	OPTION_BOOL('T', "type-profile", struct mem_report_values, type_profile, "Show data-type profile result"),
	MEM_CMD_ROWS(struct mem_report_values, cmd),
	OPTION_END
};

/* ---- -D */

/* The pass of -D. */
struct dump {
	const struct mem_report_values *values;
	struct access_line_style style;
	struct sample_filter filter;
	struct outbuf *out;
	struct access_line_writer *writers; /* [session_threads] */
	struct pool texts; /* of batches that were written: memory that is made anew has to be cleared first */
};

static void *mem_report_batch_begin(void *ctx, struct session_worker *worker, size_t batch)
{
	struct dump *dump = ctx;
	struct outbuf *lines = pool_take(&dump->texts);
	if (!lines) {
		lines = xcalloc(1, sizeof(*lines));
		out_init(lines, -1);
	}
	return worker->state = lines;
}

static void mem_report_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	const struct dump *dump = ctx;
	struct sample_task task;
	if (sample_filter_drops(&dump->filter, sample)) return;
	resolver_task(worker->resolver, sample, &task);
	const struct frame *code = resolver_sample_ip(worker->resolver, &task, sample);
	if (dump->values->hide_unresolved && !code->symbol) return;
	access_line_write(&dump->writers[worker->index], &dump->style, sample, code, worker->state);
}

static void mem_report_batch_drop(void *ctx, void *state)
{
	struct dump *dump = ctx;
	struct outbuf *lines = state;
	lines->size = 0;
	pool_give(&dump->texts, lines);
}

static void mem_report_text_free(void *thing)
{
	out_done(thing);
	free(thing);
}

static int mem_report_batch_finish(void *ctx, void *state)
{
	struct dump *dump = ctx;
	int r = out_append(dump->out, state);
	mem_report_batch_drop(ctx, state);
	return r;
}

/* The hook of session_show. */
static int mem_report_dump(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	const struct mem_report_values *values = ctx;
	const struct filter_option_values filters = { .cpus = values->cmd.cpus };
	struct dump dump = { .values = values,
			     .style = { .separator = values->separator ? values->separator : " ",
					.physical = values->cmd.phys_data,
					.page_size = values->cmd.data_page_size },
			     .filter = { .socket = -1 },
			     .out = out,
			     .writers = xcalloc(session_threads(session), sizeof(*dump.writers)),
			     .texts = POOL_INIT };
	const struct sample_visitor visitor = { .ctx = &dump,
						.sample = mem_report_sample,
						.batch_begin = mem_report_batch_begin,
						.batch_finish = mem_report_batch_finish,
						.batch_drop = mem_report_batch_drop };
	int status, r = filter_values_parse(&filters, session, &dump.filter, &status, err);
	dump.filter.socket = -1;
	access_line_titles(&dump.style, out);
	if (r >= 0) r = session_samples_ordered(session, &visitor, err);
	pool_done(&dump.texts, mem_report_text_free);
	for (unsigned i = 0; i < session_threads(session); i++) access_line_writer_done(&dump.writers[i]);
	free(dump.writers);
	sample_filter_done(&dump.filter);
	return r;
}

/* Of the options behind perf mem's own those count that say where symbols come from and which CPUs are wanted. */
static int show_lines(struct mem_report_values *values, int argc, const char **argv)
{
	struct report_values report = REPORT_VALUES_INIT;
	int status;
	_free_ const char **words = xcalloc((size_t)argc + 2, sizeof(*words));
	memcpy(words + 1, argv, (size_t)argc * sizeof(*argv));
	argc++;
	report.session.input = values->cmd.session.input;
	report.session.force = values->cmd.session.force;
	if (!option_table_parse(&report_option_table, &argc, words, &report, &status)) return status;
	if (argc) return option_table_unexpected(&report_option_table, words[0]);
	return session_show_status(session_show(
		&(struct session_show){ .values = &report.session, .ctx = values, .show = mem_report_dump }));
}

/* ---- the profile */

/* The keys where -s names none, as upstream has them. NULL: perf report's own. The caller frees. */
static char *sort_keys(const struct mem_report_values *values)
{
	const char *keys = values->sort;
	bool more = values->cmd.phys_data || values->cmd.data_page_size;
	if (!keys && values->type_profile) keys = "mem,snoop,tlb,type";
	else if (!keys && values->cmd.accesses == MEMORY_STORES) keys = "mem,sym,dso,symbol_daddr,dso_daddr,tlb,locked";
	else if (!keys && more) keys = "local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked";
	if (!keys) return NULL;
	return xasprintf("%s%s%s%s", keys, values->type_profile && values->sort ? ",type" : "",
			 values->cmd.phys_data ? ",phys_daddr" : "",
			 values->cmd.data_page_size ? ",data_page_size" : "");
}

/* perf report with these options in front of what was given for it. */
static int show_profile(const struct mem_report_values *values, int argc, const char **argv)
{
	VEC(const char *) words = VEC_INIT;
	_free_ char *keys = sort_keys(values);
	vec_push(&words, "report");
	vec_push(&words, "--mem-mode");
	vec_push(&words, "-n");
	if (values->cmd.session.force) vec_push(&words, "-f");
	if (values->hide_unresolved) vec_push(&words, "-U");
	const struct {
		const char *option, *value;
	} texts[] = { { "-i", values->cmd.session.input },
		      { "-s", keys },
		      { "-C", values->cmd.cpus },
		      { "-t", values->separator } };
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		if (!texts[i].value) continue;
		vec_push(&words, texts[i].option);
		vec_push(&words, texts[i].value);
	}
	for (int i = 0; i < argc; i++) vec_push(&words, argv[i]);
	int nr_words = (int)words.count;
	vec_push(&words, NULL);
	int status = report_run(nr_words, words.items);
	vec_done(&words);
	return status;
}

int mem_cmd_report(const struct mem_cmd_values *before, int argc, const char **argv)
{
	const struct option_table table = { .rows = options, .usage = usage, .others = report_option_table.rows };
	struct mem_report_values values = { .cmd = *before };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	return values.dump ? show_lines(&values, argc, argv) : show_profile(&values, argc, argv);
}
