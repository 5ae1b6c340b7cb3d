/* One object a line: the keys, their order and the quoting (numbers of counts are strings) of upstream 6.12's -j.
 *
 *     {"counter-value" : "1.020000", "unit" : "msec", "event" : "task-clock", "event-runtime" : 1020000, ...} */
#include <string.h>
#include "render/stat/stat_printer.h"

/* `, "key" : `, with the blanks of upstream. */
static void write_key(const char *key, bool *first, struct outbuf *out)
{
	if (!*first) out_lit(out, ", ");
	*first = false;
	out_json_string(out, key, strlen(key));
	out_lit(out, " : ");
}

/* A member whose value is a string. */
static void write_text(const char *key, const char *text, bool *first, struct outbuf *out)
{
	write_key(key, first, out);
	out_json_string(out, text, strlen(text));
}

/* A number as a string, with six decimals. */
static void write_quoted_float(const char *key, double value, bool *first, struct outbuf *out)
{
	write_key(key, first, out);
	out_char(out, '"');
	out_float(out, value, 0, 6);
	out_char(out, '"');
}

/* What every line starts with; *first tells whether something was written. */
static void write_start(const struct stat_result *result, const struct stat_row *row, bool *first, struct outbuf *out)
{
	char cell[96];
	out_char(out, '{');
	*first = true;
	if (result->is_interval) {
		write_key("interval", first, out);
		stat_time_write(result->time_ns, 0, out);
	}
	stat_cell_format(row, result->aggr, cell, sizeof(cell));
	if (*cell) {
		bool is_cpu = result->aggr == STAT_AGGR_NONE && !row->whole_core;
		write_text(row->whole_core ? "core" : stat_aggr_title(result->aggr),
			   is_cpu ? cell + strlen("CPU") : cell, first, out);
	}
	if (stat_aggr_has_count(result->aggr)) {
		write_key("aggregate-number", first, out);
		out_dec(out, row->nr_aggregated, 0);
	}
}

/* A metric without a value is 0 with its unit; a unit that is missing is "(null)", as upstream writes it. */
static void write_metric(const struct stat_metric *metric, bool *first, struct outbuf *out)
{
	write_quoted_float("metric-value", metric && metric->has_value ? metric->value : 0, first, out);
	const char *unit = metric ? metric->unit : "";
	write_text("metric-unit", unit ? unit : "(null)", first, out);
}

/* A count with its first metric, then an object for each further metric, which begins with the same time and cell. */
static void write_row(const struct stat_result *result, const struct stat_row *row, struct outbuf *out)
{
	bool first;
	const char *placeholder = stat_row_placeholder(row);
	write_start(result, row, &first, out);
	if (!row->group) {
		if (placeholder) write_text("counter-value", placeholder, &first, out);
		else write_quoted_float("counter-value", row->value, &first, out);
		write_text("unit", row->unit, &first, out);
		write_text("event", row->name, &first, out);
		if (result->has_cgroups) write_text("cgroup", row->cgroup ? row->cgroup : "", &first, out);
		if (result->runs > 1) {
			write_key("variance", &first, out);
			out_float(out, row->error_percent, 0, 2);
		}
	}
	write_key("event-runtime", &first, out);
	out_dec(out, row->state == STAT_COUNTED ? row->running_ns : 0, 0);
	write_key("pcnt-running", &first, out);
	out_float(out, stat_row_percent_running(row), 0, 2);
	if (row->group) write_text("metricgroup", row->group, &first, out);
	else write_metric(row->nr_metrics ? &row->metrics[0] : NULL, &first, out);
	out_lit(out, "}\n");
	for (size_t i = !row->group; i < row->nr_metrics; i++) {
		if (!stat_metric_is_shown(&row->metrics[i])) continue;
		write_start(result, row, &first, out);
		write_metric(&row->metrics[i], &first, out);
		out_lit(out, "}\n");
	}
}

/* --metric-only: one object for all metrics of a cell, or "none" when there are none. */
static void write_metric_line(const struct stat_result *result, const struct stat_line *line, struct outbuf *out)
{
	bool first, any = false;
	char title[400];
	const struct stat_row *start = line->rows[0];
	write_start(result, start, &first, out);
	if (result->has_cgroups) write_text("cgroup", start->cgroup ? start->cgroup : "", &first, out);
	for (size_t i = 0; i < line->count; i++) {
		const struct stat_row *row = line->rows[i];
		for (size_t m = 0; m < row->nr_metrics; m++) {
			const struct stat_metric *metric = &row->metrics[m];
			if (!metric->metric_only || !metric->has_value) continue;
			stat_metric_title(metric->unit, metric->of_all, row->event_name, title, sizeof(title));
			write_key(title, &first, out);
			out_char(out, '"');
			stat_metric_write_plain(metric, out);
			out_char(out, '"');
			any = true;
		}
	}
	if (!any) write_text("metric-value", "none", &first, out);
	out_lit(out, "}\n");
}

/* Objects follow each other without a list around them, so that a reader can take intervals as they come. */
static void print_json(struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	if (result->ports) {
		stat_ports_write_json(result, out);
		return;
	}
	if (!printer->options.metric_only) {
		for (size_t i = 0; i < result->rows.count; i++) {
			write_row(result, &result->rows.items[i], out);
			if (out->fd >= 0) (void)out_flush_some(out);
		}
		return;
	}
	struct stat_lines lines;
	struct stat_line line;
	stat_lines_init(&lines, result);
	while (stat_lines_next(&lines, &line)) write_metric_line(result, &line, out);
	stat_lines_done(&lines);
}

const struct stat_renderer stat_json_renderer = { "json", print_json };
