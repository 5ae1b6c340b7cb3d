/* perf kwork top: how tasks share the CPUs, and what interrupts and softirqs take of them. */
#include "analysis/kwork/kwork_top.h"
#include "analysis/pass/sample_filter.h"
#include "commands/kwork/kwork_cmd.h"
#include "commands/option/session_show.h"
#include "render/listing/kwork_text.h"

#define USUAL_CLASSES (1u << KWORK_IRQ | 1u << KWORK_SOFTIRQ | 1u << KWORK_SCHED)

static const char *const key_names[] = { "rate", "runtime", "tid", NULL };
static const struct option_set key_set = { .what = "sort key", .names = key_names, .is_list = true };
static const char *const usage[] = { "perf kwork top [<options>]", NULL };
static const struct option options[] = { KWORK_CMD_ROWS, KWORK_CMD_ROW_CLASSES, KWORK_CMD_ROWS_READING,
					 OPTION_WORDS('s', "sort", struct kwork_cmd_values, sort, "key[,key2...]",
						      "sort by key(s): rate, runtime, tid", &key_set),
					 OPTION_END };
static const struct option_table table = { .rows = options, .usage = usage };

/* The second letters of the set's words differ. */
static enum kwork_top_key key_of(const char *word)
{
	if (word[1] == 'a') return KWORK_TOP_RATE;
	return word[1] == 'u' ? KWORK_TOP_RUNTIME : KWORK_TOP_TID;
}

static int kwork_top_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	const struct kwork_cmd_values *values = ctx;
	struct sample_filter filter;
	struct kwork_top_options wanted = { .classes = kwork_cmd_classes(values->classes, USUAL_CLASSES),
					    .name = values->name,
					    .filter = &filter };
	const char *at = values->sort ? values->sort : "rate,runtime", *word;
	size_t size;
	while (wanted.nr_keys < KWORK_TOP_KEYS && kwork_cmd_word(&at, &word, &size))
		wanted.keys[wanted.nr_keys++] = key_of(word);
	struct kwork_top *top;
	const struct kwork_top_result *result;
	int r = kwork_cmd_filter(values, session, &filter, err);
	if (r >= 0) r = kwork_top_run(session, &wanted, &top, &result, err);
	sample_filter_done(&filter);
	if (r < 0) return r;
	kwork_text_top(result, out);
	if (!result->nr_cpus)
		warnings_add(session_warnings(session), "sched",
			     "there are no switches of tasks, which tell who was on which CPU: 'perf kwork -k "
			     "irq,softirq,sched record' records them");
	if (result->nr_missing)
		warnings_add(session_warnings(session), "missing switches",
			     "%llu switches come from a task that was not there: the time before them is nobody's "
			     "(were events lost? record with more room, -m 16M)",
			     (unsigned long long)result->nr_missing);
	kwork_cmd_tell(session, wanted.classes & ~(1u << KWORK_SCHED), result->nr_damaged);
	kwork_top_free(top);
	return 0;
}

int kwork_cmd_top(const struct kwork_cmd_values *before, int argc, const char **argv)
{
	struct kwork_cmd_values values = *before;
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	return session_show_status(session_show(&(struct session_show){
		.values = &values.session, .ctx = &values, .show = kwork_top_show, .dump = values.dump }));
}
