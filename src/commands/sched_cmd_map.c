/* perf sched map: which task ran where, a line a switch. */
#include <errno.h>
#include "analysis/sched/sched_map.h"
#include "cli/colour.h"
#include "cli/console.h"
#include "commands/sched_cmd.h"
#include "render/listing/sched_json.h"
#include "render/listing/sched_text.h"

static struct sched_map_options wanted;
static const char *cpus, *colour_cpus, *colour_tids, *tasks;

static const char *const usage[] = { "perf sched map [<options>]", NULL };
static const struct option options[] = {
	OPTION_BOOL(0, "compact", &wanted.compact, "map output in compact mode"),
	OPTION_IDS(0, "color-pids", &colour_tids, "pids", "highlight given pids in map"),
	OPTION_NUMBERS(0, "color-cpus", &colour_cpus, "cpus", "highlight given CPUs in map"),
	OPTION_NUMBERS(0, "cpus", &cpus, "cpus", "display given CPUs in map"),
	OPTION_STRING(0, "task-name", &tasks, "task", "map output only for the given task name(s)."),
	OPTION_BOOL(0, "fuzzy-name", &wanted.fuzzy, "given command name can be partially matched (fuzzy matching)"),
	SCHED_CMD_OPTIONS,
	SCHED_CMD_JSON,
	OPTION_END
};

struct shown {
	struct outbuf *out;
	bool colour, first;
};

static int text_row(void *ctx, const struct sched_map_row *row)
{
	struct shown *shown = ctx;
	sched_text_map_row(row, shown->colour, shown->out);
	return out_flush_some(shown->out); /* a row is as wide as there are CPUs */
}

static int json_row(void *ctx, const struct sched_map_row *row)
{
	struct shown *shown = ctx;
	sched_json_map_row(row, shown->first, shown->out);
	shown->first = false;
	return 0;
}

static int flush(void *ctx) { return out_flush_some(((struct shown *)ctx)->out); }

static int parse_lists(struct err *err)
{
	int r = cpus ? number_list_parse(&wanted.cpus, cpus, err) : 0;
	if (r >= 0 && colour_cpus) r = number_list_parse(&wanted.colour_cpus, colour_cpus, err);
	if (r >= 0 && colour_tids) r = number_list_parse(&wanted.colour_tids, colour_tids, err);
	return r >= 0 && tasks ? name_list_parse(&wanted.tasks, tasks, err) : r;
}

static int show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct shown shown = { .out = out, .colour = colour_wanted(COLOUR_AUTO), .first = true };
	int r = parse_lists(err);
	if (r < 0) return r;
	wanted.ctx = &shown;
	wanted.row = sched_cmd_values.json ? json_row : text_row;
	wanted.batch = flush;
	if (sched_cmd_values.json) sched_json_map_begin(out);
	r = sched_map_run(session, &wanted, err);
	const struct session_totals *totals = session_totals(session);
	if (sched_cmd_values.json && r >= 0) sched_json_end(out);
	else if (r >= 0) sched_text_losses(totals->lost_events, totals->lost_chunks, totals->nr_records, out);
	return r;
}

int sched_cmd_map(int argc, const char **argv)
{
	argc = options_parse(argc, argv, options, usage, 0);
	if (argc) options_unexpected(argv[0], usage, options);
	return sched_cmd_show(show);
}
