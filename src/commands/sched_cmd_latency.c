/* perf sched latency: how long tasks waited for a CPU. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/sched/sched_latency.h"
#include "cli/console.h"
#include "commands/sched_cmd.h"
#include "render/listing/sched_json.h"
#include "render/listing/sched_text.h"

static struct sched_latency_options wanted;
static int cpu = -1;
static const char *sort = "avg, max, switch, runtime";

static const char *const sort_names[] = { "runtime", "switch", "avg", "max", "pid", NULL };
static const struct option_set sort_set = { .what = "sort key", .names = sort_names, .is_list = true };
static const char *const usage[] = { "perf sched latency [<options>]", NULL };
static const struct option options[] = {
	OPTION_WORDS('s', "sort", &sort, "key[,key2...]", "sort by key(s): runtime, switch, avg, max", &sort_set),
	OPTION_INT('C', "CPU", &cpu, "CPU to profile on"),
	OPTION_BOOL('p', "pids", &wanted.by_thread, "latency stats per pid instead of per comm"),
	SCHED_CMD_OPTIONS,
	SCHED_CMD_JSON,
	OPTION_END
};

static void parse_keys(void)
{
	_free_ char *text = xstrdup(sort);
	char *rest = NULL;
	for (char *word = strtok_r(text, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest)) {
		enum sched_latency_key key;
		if (!sched_latency_key_parse(word, &key)) continue; /* refused as the option's value */
		if (wanted.nr_keys < ARRAY_SIZE(wanted.keys)) wanted.keys[wanted.nr_keys++] = key;
	}
}

static int show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct sched_latency *latency;
	const struct sched_latency_result *result;
	/* as upstream: with a CPU named, moves from CPU to CPU count */
	wanted.follow_migrations = cpu >= 0;
	int r = sched_latency_run(session, &wanted, &latency, &result, err);
	if (r < 0) return r;
	if (sched_cmd_values.json) sched_json_latency(result, out);
	else sched_text_latency(result, out);
	sched_latency_free(latency);
	return 0;
}

int sched_cmd_latency(int argc, const char **argv)
{
	argc = options_parse(argc, argv, options, usage, 0);
	if (argc) options_unexpected(argv[0], usage, options);
	parse_keys();
	return sched_cmd_show(show);
}
