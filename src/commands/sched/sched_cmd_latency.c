/* perf sched latency: how long tasks waited for a CPU, from waking to running, a row a name or (-p) a thread: run
 * time, switches, mean and longest delay, and when that was. The analysis is analysis/sched/sched_latency, one pass. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/sched/sched_latency.h"
#include "cli/console.h"
#include "commands/sched/sched_cmd.h"
#include "render/listing/sched_json.h"
#include "render/listing/sched_text.h"

/* cpu: -C; -1: all CPUs. sort: keys as text, of which parse_keys makes wanted.keys, the first being the most
 * important. */
struct latency_values {
	struct sched_cmd_values cmd;
	struct sched_latency_options wanted;
	int cpu;
	const char *sort;
};

static const char *const sort_names[] = { "runtime", "switch", "avg", "max", "pid", NULL };
static const struct option_set sort_set = { .what = "sort key", .names = sort_names, .is_list = true };
static const char *const usage[] = { "perf sched latency [<options>]", NULL };
static const struct option options[] = { OPTION_WORDS('s', "sort", struct latency_values, sort, "key[,key2...]",
						      "sort by key(s): runtime, switch, avg, max", &sort_set),
					 OPTION_INT('C', "CPU", struct latency_values, cpu, "CPU to profile on"),
					 OPTION_BOOL('p', "pids", struct latency_values, wanted.by_thread,
						     "latency stats per pid instead of per comm"),
					 SCHED_CMD_ROWS(struct latency_values, cmd),
					 SCHED_CMD_ROW_JSON(struct latency_values, cmd),
					 OPTION_END };
static const struct option_table table = { .rows = options, .usage = usage };

/* Words that are no keys were refused by the option; keys beyond the room in wanted do not change the order. */
static void parse_keys(struct latency_values *values)
{
	_free_ char *text = xstrdup(values->sort);
	char *rest = NULL;
	for (char *word = strtok_r(text, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest)) {
		enum sched_latency_key key;
		/* Unknown words were refused when the option was parsed. */
		if (!sched_latency_key_parse(word, &key)) continue;
		if (values->wanted.nr_keys < ARRAY_SIZE(values->wanted.keys))
			values->wanted.keys[values->wanted.nr_keys++] = key;
	}
}

/* The hook of sched_cmd_show. */
static int sched_show_latency(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct latency_values *values = ctx;
	struct sched_latency *latency;
	const struct sched_latency_result *result;
	/* as upstream: with a CPU named, moves from CPU to CPU count */
	values->wanted.follow_migrations = values->cpu >= 0;
	int r = sched_latency_run(session, &values->wanted, &latency, &result, err);
	if (r < 0) return r;
	if (values->cmd.json) sched_json_latency(result, out);
	else sched_text_latency(result, out);
	sched_latency_free(latency);
	return 0;
}

int sched_cmd_latency(const struct sched_cmd_values *before, int argc, const char **argv)
{
	struct latency_values values = { .cmd = *before, .cpu = -1, .sort = "avg, max, switch, runtime" };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	parse_keys(&values);
	return sched_cmd_show(&values.cmd, &(struct sched_cmd_show){ .show = sched_show_latency, .ctx = &values });
}
