/* perf kwork timehist: a line an execution, written while the recording is read. */
#include "analysis/pass/sample_filter.h"
#include "commands/kwork/kwork_cmd.h"
#include "commands/option/session_show.h"
#include "render/listing/kwork_text.h"

static const char *const usage[] = { "perf kwork timehist [<options>]", NULL };
static const struct option options[] = { KWORK_CMD_ROWS,
					 OPTION_BOOL('g', "call-graph", struct kwork_cmd_values, chains,
						     "Display call chains if present"),
					 SESSION_ROW_VMLINUX(struct kwork_cmd_values, session),
					 /* -k is the kernel's image here */
					 OPTION_WORDS(0, "kwork", struct kwork_cmd_values, classes, "kwork",
						      KWORK_CMD_HELP_CLASSES, &kwork_cmd_class_set),
					 SESSION_ROW_KALLSYMS(struct kwork_cmd_values, session),
					 OPTION_UINT(0, "max-stack", struct kwork_cmd_values, max_stack,
						     "Maximum number of functions to display backtrace."),
					 OPTION_STRING(0, "symfs", struct kwork_cmd_values, session.symfs, "directory",
						       "Look for files with symbols relative to this directory"),
					 KWORK_CMD_ROWS_READING, OPTION_END };
static const struct option_table table = { .rows = options, .usage = usage };

/* Where lines go. */
struct timehist {
	struct outbuf *out;
	struct chain_texts chains;
};

static int kwork_timehist_run(void *ctx, const struct kwork_run *run)
{
	struct timehist *timehist = ctx;
	kwork_text_timehist_run(run, &timehist->chains, timehist->out);
	return 0;
}

static int kwork_timehist_batch(void *ctx) { return out_flush_some(((struct timehist *)ctx)->out); }

static int kwork_timehist_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	const struct kwork_cmd_values *values = ctx;
	struct timehist timehist = { .out = out };
	struct sample_filter filter;
	const struct kwork_options wanted = { .what = KWORK_EACH,
					      .classes = kwork_cmd_classes(values->classes, KWORK_CMD_USUAL),
					      .name = values->name,
					      .filter = &filter,
					      .max_stack = values->chains ? values->max_stack : 0,
					      .ctx = &timehist,
					      .run = kwork_timehist_run,
					      .batch = kwork_timehist_batch };
	struct kwork *kwork;
	const struct kwork_result *result;
	int r = kwork_cmd_filter(values, session, &filter, err);
	chain_texts_init(&timehist.chains);
	if (r >= 0) {
		kwork_text_timehist_head(out);
		r = kwork_run(session, &wanted, &kwork, &result, err);
	}
	chain_texts_done(&timehist.chains);
	sample_filter_done(&filter);
	if (r < 0) return r;
	kwork_cmd_tell(session, wanted.classes, result->nr_damaged);
	kwork_free(kwork);
	return 0;
}

int kwork_cmd_timehist(const struct kwork_cmd_values *before, int argc, const char **argv)
{
	enum { USUAL_MAX_STACK = 5 };
	struct kwork_cmd_values values = *before;
	int status;
	values.max_stack = USUAL_MAX_STACK;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	return session_show_status(session_show(&(struct session_show){
		.values = &values.session, .ctx = &values, .show = kwork_timehist_show, .dump = values.dump }));
}
