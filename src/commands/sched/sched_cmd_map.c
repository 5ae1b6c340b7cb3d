/* perf sched map: which task ran where, a line a switch and a column a CPU. The analysis calls back for each row,
 * which is written at once: a long recording needs no memory for its map. */
#include <errno.h>
#include "analysis/sched/sched_map.h"
#include "cli/colour.h"
#include "cli/console.h"
#include "commands/sched/sched_cmd.h"
#include "render/listing/sched_json.h"
#include "render/listing/sched_text.h"

/* What was given; lists stay text until the recording is open (parse_lists), and what is made of them in wanted is
 * owned here. */
struct map_values {
	struct sched_cmd_values cmd;
	struct sched_map_options wanted;
	const char *cpus, *colour_cpus, *colour_tids, *tasks;
};

static const char *const usage[] = { "perf sched map [<options>]", NULL };
static const struct option options[] = {
	OPTION_BOOL(0, "compact", struct map_values, wanted.compact, "map output in compact mode"),
	OPTION_IDS(0, "color-pids", struct map_values, colour_tids, "pids", "highlight given pids in map"),
	OPTION_NUMBERS(0, "color-cpus", struct map_values, colour_cpus, "cpus", "highlight given CPUs in map"),
	OPTION_NUMBERS(0, "cpus", struct map_values, cpus, "cpus", "display given CPUs in map"),
	OPTION_STRING(0, "task-name", struct map_values, tasks, "task", "map output only for the given task name(s)."),
	OPTION_BOOL(0, "fuzzy-name", struct map_values, wanted.fuzzy,
		    "given command name can be partially matched (fuzzy matching)"),
	SCHED_CMD_ROWS(struct map_values, cmd),
	SCHED_CMD_ROW_JSON(struct map_values, cmd),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* What rows need: where they go, and whether one was written before (JSON puts a comma in front of the others). */
struct shown {
	struct outbuf *out;
	bool colour, first;
};

/* The analysis' callbacks: a row as text or JSON, and the moment between rows when the buffer may be written. */
static int sched_map_text_row(void *ctx, const struct sched_map_row *row)
{
	struct shown *shown = ctx;
	sched_text_map_row(row, shown->colour, shown->out);
	/* A row is as wide as there are CPUs: the buffer would grow with each until the batch ends. */
	return out_flush_some(shown->out);
}

static int sched_map_json_row(void *ctx, const struct sched_map_row *row)
{
	struct shown *shown = ctx;
	sched_json_map_row(row, shown->first, shown->out);
	shown->first = false;
	return 0;
}

static int sched_map_flush(void *ctx) { return out_flush_some(((struct shown *)ctx)->out); }

/* Texts of options that are lists, into the analysis' options. */
static int parse_lists(struct map_values *values, struct err *err)
{
	int r = values->cpus ? number_list_parse(&values->wanted.cpus, values->cpus, err) : 0;
	if (r >= 0 && values->colour_cpus) r = number_list_parse(&values->wanted.colour_cpus, values->colour_cpus, err);
	if (r >= 0 && values->colour_tids) r = number_list_parse(&values->wanted.colour_tids, values->colour_tids, err);
	return r >= 0 && values->tasks ? name_list_parse(&values->wanted.tasks, values->tasks, err) : r;
}

/* JSON begins before the first row; its end is written only when all rows are there, so that a document that was cut
 * short is not taken for a whole one. */
static int sched_show_map(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct map_values *values = ctx;
	struct shown shown = { .out = out, .colour = colour_wanted(COLOUR_AUTO), .first = true };
	int r = parse_lists(values, err);
	if (r < 0) return r;
	values->wanted.ctx = &shown;
	values->wanted.row = values->cmd.json ? sched_map_json_row : sched_map_text_row;
	values->wanted.batch = sched_map_flush;
	if (values->cmd.json) sched_json_map_begin(out);
	r = sched_map_run(session, &values->wanted, err);
	const struct session_totals *totals = session_totals(session);
	if (values->cmd.json && r >= 0) sched_json_end(out);
	else if (r >= 0) sched_text_losses(totals->lost_events, totals->lost_chunks, totals->nr_records, out);
	return r;
}

/* Frees the lists that parse_lists has made. */
int sched_cmd_map(const struct sched_cmd_values *before, int argc, const char **argv)
{
	struct map_values values = { .cmd = *before };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	status = sched_cmd_show(&values.cmd, &(struct sched_cmd_show){ .show = sched_show_map, .ctx = &values });
	number_list_done(&values.wanted.cpus);
	number_list_done(&values.wanted.colour_cpus);
	number_list_done(&values.wanted.colour_tids);
	name_list_done(&values.wanted.tasks);
	return status;
}
