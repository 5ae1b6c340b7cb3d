/* What text, CSV and JSON have in common: names of cells, placeholders, shares of time, and which rows one line of
 * --metric-only shows. A line of --metric-only has the metrics of all rows of one cell, which may be far apart in the
 * result: stat_lines sorts rows by line once (in time linear in their number). */
#include "render/stat/stat_printer.h"

#include <stdio.h>

/* The narrowest unit comes last: socket, die, then what is within a die. */
void stat_cell_format(const struct stat_row *row, enum stat_aggr aggr, char *text, size_t size)
{
	const struct stat_cell *cell = &row->cell;
	if (aggr == STAT_AGGR_NONE && cell->cpu < 0) aggr = STAT_AGGR_GLOBAL; /* threads, on whatever CPU they ran */
	if (aggr == STAT_AGGR_NONE && row->whole_core) aggr = STAT_AGGR_CORE;
	switch (aggr) {
	case STAT_AGGR_NONE: snprintf(text, size, "CPU%d", cell->cpu); return;
	case STAT_AGGR_SOCKET: snprintf(text, size, "S%d", cell->socket); return;
	case STAT_AGGR_DIE: snprintf(text, size, "S%d-D%d", cell->socket, cell->die); return;
	case STAT_AGGR_CLUSTER: snprintf(text, size, "S%d-D%d-CLS%d", cell->socket, cell->die, cell->cluster); return;
	case STAT_AGGR_CACHE:
		snprintf(text, size, "S%d-D%d-L%d-ID%d", cell->socket, cell->die, cell->cache_level, cell->cache);
		return;
	case STAT_AGGR_CORE: snprintf(text, size, "S%d-D%d-C%d", cell->socket, cell->die, cell->core); return;
	case STAT_AGGR_NODE: snprintf(text, size, "N%d", cell->node); return;
	case STAT_AGGR_THREAD: snprintf(text, size, "%s-%d", cell->comm, cell->tid); return;
	case STAT_AGGR_GLOBAL:
	case STAT_AGGR_UNSET: break;
	}
	*text = 0;
}

/* Also the key of JSON objects. */
const char *stat_aggr_title(enum stat_aggr aggr)
{
	switch (aggr) {
	case STAT_AGGR_NONE: return "cpu";
	case STAT_AGGR_SOCKET: return "socket";
	case STAT_AGGR_DIE: return "die";
	case STAT_AGGR_CLUSTER: return "cluster";
	case STAT_AGGR_CACHE: return "cache";
	case STAT_AGGR_CORE: return "core";
	case STAT_AGGR_NODE: return "node";
	case STAT_AGGR_THREAD: return "thread";
	case STAT_AGGR_GLOBAL:
	case STAT_AGGR_UNSET: break;
	}
	return "";
}

/* Modes in which a row sums up CPUs of the machine. */
bool stat_aggr_has_count(enum stat_aggr aggr)
{
	return aggr != STAT_AGGR_GLOBAL && aggr != STAT_AGGR_NONE && aggr != STAT_AGGR_THREAD &&
	       aggr != STAT_AGGR_UNSET;
}

unsigned stat_metric_decimals(const struct stat_metric *metric)
{
	/* By enum stat_number, as upstream's formats have them. */
	static const uint8_t DECIMALS[] = {
		[STAT_RATE] = 3, [STAT_PERCENT] = 2, [STAT_RATIO] = 2, [STAT_SCALED] = 1, [STAT_PLAIN_VALUE] = 2
	};
	return DECIMALS[metric->number];
}

void stat_metric_write_plain(const struct stat_metric *metric, struct outbuf *out)
{
	out_float(out, metric->value, 0, stat_metric_decimals(metric));
}

void stat_metric_title(const char *unit, bool of_all, const char *event_name, char *text, size_t size)
{
	if (of_all) snprintf(text, size, "%s %s", event_name, unit);
	else snprintf(text, size, "%s", unit);
}

/* A count of 0 is a count: it has no placeholder. */
const char *stat_row_placeholder(const struct stat_row *row)
{
	switch (row->state) {
	case STAT_NOT_SUPPORTED: return "<not supported>";
	case STAT_NOT_COUNTED: return "<not counted>";
	default: return NULL;
	}
}

/* A whole number, cut off, although CSV and JSON print it with two decimals. What was never enabled ran all the
 * time. */
double stat_row_percent_running(const struct stat_row *row)
{
	return row->enabled_ns ? (double)(uint64_t)((unsigned __int128)row->running_ns * 100 / row->enabled_ns) : 100;
}

/* Counting sort: first the number of rows of each line, then where each line begins, then the rows in their places. */
void stat_lines_init(struct stat_lines *lines, const struct stat_result *result)
{
	*lines = (struct stat_lines){ .count = result->nr_lines,
				      .rows = xcalloc(result->rows.count + 1, sizeof(*lines->rows)),
				      .starts = xcalloc((size_t)result->nr_lines + 2, sizeof(*lines->starts)) };
	/* ends[i] is at first where line i begins; each row that is put there moves it on, so that in the end it is
	 * where line i + 1 begins: the array starts */
	size_t *ends = lines->starts + 1;
	for (size_t i = 0; i < result->rows.count; i++)
		if (result->rows.items[i].line + 1 < result->nr_lines) ends[result->rows.items[i].line + 1]++;
	for (size_t line = 1; line < result->nr_lines; line++) ends[line] += ends[line - 1];
	for (size_t i = 0; i < result->rows.count; i++)
		if (result->rows.items[i].line < result->nr_lines)
			lines->rows[ends[result->rows.items[i].line]++] = &result->rows.items[i];
}

void stat_lines_done(struct stat_lines *lines)
{
	free(lines->rows);
	free(lines->starts);
}

bool stat_lines_next(struct stat_lines *lines, struct stat_line *ret)
{
	while (lines->next < lines->count) {
		size_t start = lines->starts[lines->next], end = lines->starts[lines->next + 1];
		lines->next++;
		*ret = (struct stat_line){ lines->rows + start, end - start };
		if (ret->count) return true;
	}
	return false;
}
