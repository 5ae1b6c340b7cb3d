/* Counts for programs, as perf-stat(1) says under CSV FORMAT, a line an event:
 *
 *     [time,][cell,[CPUs,]]value,unit,event,[cgroup,][error,]runtime,percent,metric,metric-unit
 *
 * Each further metric of an event is a line of the same time and cell whose fields in between are empty. Numbers are
 * those of the C locale whatever the user's is. Fields are not quoted: -x has to be something that no name contains. */
#include "render/stat/stat_printer.h"
#include "base/printable.h"

/* What -x gave, else a comma. */
static void write_sep(const struct stat_printer *printer, struct outbuf *out)
{
	out_str(out, printer->options.separator ? printer->options.separator : ",");
}

/* A name and the separator behind it; control characters are escaped, the separator is not. */
static void write_field(const struct stat_printer *printer, const char *text, struct outbuf *out)
{
	out_name(out, text);
	write_sep(printer, out);
}

/* What each line begins with: the time of the interval, or "summary". */
static void write_start(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	if (result->is_interval) {
		stat_time_write(result->time_ns, 0, out);
		write_sep(printer, out);
	} else if (printer->options.summary && !printer->options.no_csv_summary) {
		write_field(printer, "summary", out);
	}
}

/* The cell's name and how many CPUs it sums up, each with its separator. */
static void write_cell(const struct stat_printer *printer, const struct stat_result *result, const struct stat_row *row,
		       bool with_count, struct outbuf *out)
{
	char cell[96];
	stat_cell_format(row, result->aggr, cell, sizeof(cell));
	if (*cell) write_field(printer, cell, out);
	if (!with_count) return;
	out_dec(out, row->nr_aggregated, 0);
	write_sep(printer, out);
}

/* The count, or why there is none. */
static void write_value(const struct stat_row *row, struct outbuf *out)
{
	const char *placeholder = stat_row_placeholder(row);
	if (placeholder) out_str(out, placeholder);
	else out_float(out, row->value, 0, row->is_fraction ? 2 : 0);
}

/* value,unit: both empty when there is no value. */
static void write_metric(const struct stat_printer *printer, const struct stat_metric *metric, struct outbuf *out)
{
	if (metric && metric->has_value) {
		stat_metric_write_plain(metric, out);
		write_sep(printer, out);
		out_name(out, metric->unit);
	} else {
		write_sep(printer, out);
	}
}

/* A line for the count, and one for each further metric. */
static void write_row(const struct stat_printer *printer, const struct stat_result *result, const struct stat_row *row,
		      struct outbuf *out)
{
	size_t nr_written = 1; /* metrics on the first line */
	write_start(printer, result, out);
	write_cell(printer, result, row, stat_aggr_has_count(result->aggr), out);
	if (!row->group) {
		write_value(row, out);
		write_sep(printer, out);
		write_field(printer, row->unit, out);
		write_field(printer, row->name, out);
		if (result->has_cgroups) write_field(printer, row->cgroup ? row->cgroup : "", out);
		if (result->runs > 1) {
			out_float(out, row->error_percent, 0, 2);
			write_field(printer, "%", out);
		}
	} else {
		write_sep(printer, out);
	}
	out_dec(out, row->state == STAT_COUNTED ? row->running_ns : 0, 0);
	write_sep(printer, out);
	out_float(out, stat_row_percent_running(row), 0, 2);
	write_sep(printer, out);
	if (row->group) {
		for (int field = 0; field < 3; field++) write_sep(printer, out);
		out_name(out, row->group);
		nr_written = 0;
	} else {
		write_metric(printer, row->nr_metrics ? &row->metrics[0] : NULL, out);
	}
	for (size_t i = nr_written; i < row->nr_metrics; i++) {
		if (!stat_metric_is_shown(&row->metrics[i])) continue;
		out_char(out, '\n');
		write_start(printer, result, out);
		write_cell(printer, result, row, stat_aggr_has_count(result->aggr), out);
		/* value, unit, event, run time and share are empty: they stand in the line above */
		for (int field = 0; field < 5 + result->has_cgroups; field++) write_sep(printer, out);
		write_metric(printer, &row->metrics[i], out);
	}
	out_char(out, '\n');
}

/* --metric-only has a line of titles, which comes again every STAT_TITLES_EVERY intervals. */
static void write_titles(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	char title[400];
	if (result->is_interval) write_field(printer, "time", out);
	if (result->aggr == STAT_AGGR_THREAD) write_field(printer, "comm-pid", out);
	else if (*stat_aggr_title(result->aggr)) write_field(printer, stat_aggr_title(result->aggr), out);
	/* sic: upstream has none for nodes */
	if (stat_aggr_has_count(result->aggr) && result->aggr != STAT_AGGR_NODE) write_field(printer, "cpus", out);
	for (size_t i = 0; i < result->titles.count; i++) {
		const struct stat_title *t = &result->titles.items[i];
		stat_metric_title(t->unit, t->of_all, t->event_name, title, sizeof(title));
		write_field(printer, title, out);
	}
	out_char(out, '\n');
}

/* All metrics of a cell in the order of the titles; one that has no value keeps its place. */
static void write_metric_line(const struct stat_printer *printer, const struct stat_result *result,
			      const struct stat_line *line, struct outbuf *out)
{
	const struct stat_row *first = line->rows[0];
	write_start(printer, result, out);
	write_cell(printer, result, first, stat_aggr_has_count(result->aggr), out);
	if (result->has_cgroups) {
		write_sep(printer, out);
		out_name(out, first->cgroup ? first->cgroup : "");
	}
	for (size_t i = 0; i < line->count; i++) {
		const struct stat_row *row = line->rows[i];
		if (row->state != STAT_COUNTED) write_sep(printer, out);
		for (size_t m = 0; m < row->nr_metrics; m++) {
			if (!row->metrics[m].metric_only) continue;
			if (row->metrics[m].has_value) stat_metric_write_plain(&row->metrics[m], out);
			write_sep(printer, out);
		}
	}
	out_char(out, '\n');
}

/* Rows or, with --metric-only, lines; titles with --metric-only alone. */
static void print_csv(struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	if (result->ports) {
		const char *separator = printer->options.separator;
		stat_ports_write_csv(printer, result, separator ? separator : ",", out);
		return;
	}
	if (!printer->options.metric_only) {
		for (size_t i = 0; i < result->rows.count; i++) {
			write_row(printer, result, &result->rows.items[i], out);
			if (out->fd >= 0) (void)out_flush_some(out);
		}
		return;
	}
	if (!result->is_summary && printer->nr_intervals % STAT_TITLES_EVERY == 0 && !printer->options.null_run)
		write_titles(printer, result, out);
	struct stat_lines lines;
	struct stat_line line;
	stat_lines_init(&lines, result);
	while (stat_lines_next(&lines, &line)) write_metric_line(printer, result, &line, out);
	stat_lines_done(&lines);
}

const struct stat_renderer stat_csv_renderer = { "csv", print_csv };
