/* Counts for people, in the layout of upstream's `perf stat`:
 *
 *  Performance counter stats for 'ls':
 *
 *               1.02 msec task-clock                       #    0.713 CPUs utilized           ( +-  1.20% )  (49.9%)
 *     time, cell     value unit event                        # metric unit                        error   share of time
 *
 * write_row puts a line together from left to right; what is missing is blanks of the same width, so that lines of
 * one table agree. Intervals (-I) begin with their time, and titles come again every STAT_TITLES_EVERY of them.
 * --metric-only is another table: a line a cell, a column a metric.
 *
 * Numbers are in the locale of the user, for which print_text switches this thread's. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/printable.h"
#include "render/stat/stat_printer.h"

/* Widths in columns, upstream's. */
enum {
	GROUP_INDENT = 24,
	GROUP_WIDTH = 25,
	VALUE_WIDTH = 18,
	UNIT_WIDTH = 4,
	NAME_WIDTH = 32,
	CGROUP_WIDTH = 16,
	METRIC_WIDTH = 38,
	METRIC_NUMBER_WIDTH = 8,
	CPU_WIDTH = 6,
	COUNT_WIDTH = 4,
	THREAD_COMM_WIDTH = 16,
	THREAD_TID_WIDTH = 7,
};

/* Terminal colours by how a metric compares with its threshold. */
static const char *const COLOURS[] = {
	[STAT_UNKNOWN] = "",      [STAT_GOOD] = "\033[32m", [STAT_NOTICE] = "\033[33m",
	[STAT_WARN] = "\033[35m", [STAT_BAD] = "\033[31m",
};
#define COLOUR_END "\033[m"

/* In the locale that print_text has set for this thread: unlike out_printf. */
static void write_format(struct outbuf *out, const char *format, ...) _printf_(2, 3);
static void write_format(struct outbuf *out, const char *format, ...)
{
	char text[512];
	va_list args;
	va_start(args, format);
	int size = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (size > 0) out_mem(out, text, MIN((size_t)size, sizeof(text) - 1));
}

/* A number in the user's locale, mostly one that looks as it would in the C locale, which is much faster to write. */
static void write_number(const struct stat_printer *printer, double value, unsigned width, unsigned decimals,
			 struct outbuf *out)
{
	if (!printer->has_own_point) out_float(out, value, width, decimals);
	else write_format(out, "%*.*f", (int)width, (int)decimals, value);
}

/* A count, with its digits in groups where the user's locale does so. 999: less has nothing to be grouped. */
static void write_big_number(const struct stat_printer *printer, double value, unsigned width, unsigned decimals,
			     struct outbuf *out)
{
	bool has_groups = printer->groups_digits && !(fabs(value) < 999);
	if (has_groups) write_format(out, "%'*.*f", (int)width, (int)decimals, value);
	else write_number(printer, value, width, decimals, out);
}

/* In METRIC_NUMBER_WIDTH columns with what follows it: '%', or the blank that upstream's format for ratios has. */
static void write_metric_number(const struct stat_printer *printer, const struct stat_metric *metric,
				struct outbuf *out)
{
	bool has_suffix = metric->number == STAT_PERCENT || metric->number == STAT_RATIO;
	write_number(printer, metric->value, has_suffix ? METRIC_NUMBER_WIDTH - 1 : METRIC_NUMBER_WIDTH,
		     stat_metric_decimals(metric), out);
	if (has_suffix) out_char(out, metric->number == STAT_PERCENT ? '%' : ' ');
}

/* Columns of a cell's name, as upstream has them. */
static unsigned cell_width(enum stat_aggr aggr)
{
	switch (aggr) {
	case STAT_AGGR_SOCKET:
	case STAT_AGGR_NODE: return 6;
	case STAT_AGGR_DIE: return 12;
	case STAT_AGGR_CORE: return 18;
	case STAT_AGGR_CLUSTER: return 20;
	case STAT_AGGR_CACHE: return 22;
	default: return 0;
	}
}

/* Intervals only: seconds since the start. */
static void write_time(const struct stat_result *result, struct outbuf *out)
{
	if (!result->is_interval) return;
	stat_time_write(result->time_ns, 6, out);
	out_char(out, ' ');
}

/* The name of the row's cell, and how many CPUs it sums up where that is said. */
static void write_cell(const struct stat_result *result, const struct stat_row *row, struct outbuf *out)
{
	char cell[96];
	if (result->aggr == STAT_AGGR_THREAD) {
		out_name_right(out, row->cell.comm, THREAD_COMM_WIDTH);
		write_format(out, "-%-*d ", THREAD_TID_WIDTH, row->cell.tid);
		return;
	}
	stat_cell_format(row, result->aggr, cell, sizeof(cell));
	if (!*cell) return;
	if (result->aggr == STAT_AGGR_NONE)
		write_format(out, "%-*s ", row->whole_core ? (int)cell_width(STAT_AGGR_CORE) : CPU_WIDTH, cell);
	else write_format(out, "%-*s %*u ", (int)cell_width(result->aggr), cell, COUNT_WIDTH, row->nr_aggregated);
}

/* The count or its placeholder, on the right of the column. */
static void write_value(const struct stat_printer *printer, const struct stat_row *row, struct outbuf *out)
{
	const char *placeholder = stat_row_placeholder(row);
	if (placeholder) out_right(out, placeholder, VALUE_WIDTH);
	else write_big_number(printer, row->value, VALUE_WIDTH, row->is_fraction ? 2 : 0, out);
}

/* " #  12.34 unit", padded to the width of the column; blanks where there is no metric. */
static void write_metric(const struct stat_printer *printer, const struct stat_metric *metric, struct outbuf *out)
{
	if (!metric || !metric->has_value) {
		out_spaces(out, METRIC_WIDTH);
		return;
	}
	const char *colour = printer->options.colours ? COLOURS[metric->threshold] : "";
	out_lit(out, " # ");
	out_str(out, colour);
	size_t start = out->size;
	write_metric_number(printer, metric, out);
	/* without the colour, which takes no columns */
	size_t used = strlen(" # ") + (out->size - start) + 1;
	if (*colour) out_lit(out, COLOUR_END);
	out_char(out, ' ');
	out_name_left(out, metric->unit, used < METRIC_WIDTH ? METRIC_WIDTH - used : 0);
}

/* "( +-  1.20% )" of several runs. */
static void write_error(const struct stat_printer *printer, const struct stat_row *row, struct outbuf *out)
{
	if (row->error_percent == 0) return;
	out_lit(out, "  ( +-");
	write_number(printer, row->error_percent, 6, 2, out);
	out_lit(out, "% )");
}

/* Value, unit, name and control group: the left half of a line. */
static void write_count(const struct stat_printer *printer, const struct stat_result *result,
			const struct stat_row *row, struct outbuf *out)
{
	write_value(printer, row, out);
	out_char(out, ' ');
	out_name_left(out, row->unit, MAX(result->unit_width, UNIT_WIDTH));
	out_char(out, ' ');
	out_name_left(out, row->name, NAME_WIDTH);
	if (result->has_cgroups) {
		out_char(out, ' ');
		out_name_left(out, row->cgroup ? row->cgroup : "", CGROUP_WIDTH);
	}
}

/* A line for the count with its first metric, and one for each further metric below it. */
static void write_row(const struct stat_printer *printer, const struct stat_result *result, const struct stat_row *row,
		      struct outbuf *out)
{
	write_time(result, out);
	write_cell(result, row, out);
	if (row->group) {
		out_spaces(out, GROUP_INDENT);
		out_name_left(out, row->group, GROUP_WIDTH);
	} else {
		write_count(printer, result, row, out);
	}
	write_metric(printer, row->nr_metrics ? &row->metrics[0] : NULL, out);
	for (size_t i = 1; i < row->nr_metrics; i++) {
		if (!stat_metric_is_shown(&row->metrics[i])) continue;
		out_char(out, '\n');
		write_time(result, out);
		write_cell(result, row, out);
		out_spaces(out, result->aggr == STAT_AGGR_NONE ? 57 : 49);
		write_metric(printer, &row->metrics[i], out);
	}
	write_error(printer, row, out);
	if (row->running_ns != row->enabled_ns) {
		out_lit(out, "  (");
		write_number(printer, 100.0 * (double)row->running_ns / (double)row->enabled_ns, 0, 2, out);
		out_lit(out, "%)");
	}
	out_char(out, '\n');
}

/* --metric-only: a number below its title, as wide as the title where that is longer. */
static void write_metric_only_cell(const struct stat_printer *printer, const struct stat_row *row,
				   const struct stat_metric *metric, struct outbuf *out)
{
	char title[400];
	stat_metric_title(metric->unit, metric->of_all, row->event_name, title, sizeof(title));
	size_t width = strlen(title) > STAT_METRIC_ONLY_WIDTH ? strlen(title) + 1 : STAT_METRIC_ONLY_WIDTH;
	if (!metric->has_value) {
		out_spaces(out, width + 1);
		return;
	}
	/* the number is needed without its blanks: written, copied, and taken back */
	size_t at = out->size, size;
	char number[400];
	write_metric_number(printer, metric, out); /* and taken back */
	size = MIN(out->size - at, sizeof(number) - 1);
	memcpy(number, out->data + at, size);
	number[size] = 0;
	out->size = at;
	/* upstream makes room for the colours whether or not they are written */
	const char *colour = COLOURS[metric->threshold], *start = number + strspn(number, " ");
	if (metric->number != STAT_PERCENT && metric->threshold == STAT_UNKNOWN) {
		out_right(out, start, width);
	} else if (!printer->options.colours || !*colour) {
		out_right(out, start, width + strlen(colour) + strlen(COLOUR_END));
	} else {
		out_spaces(out, width > strlen(number) ? width - strlen(number) : 0);
		out_str(out, colour);
		out_str(out, number);
		out_lit(out, COLOUR_END);
	}
	out_char(out, ' ');
}

/* --metric-only: all metrics of a cell, each below its title. */
static void write_metric_line(const struct stat_printer *printer, const struct stat_result *result,
			      const struct stat_line *line, struct outbuf *out)
{
	const struct stat_row *first = line->rows[0];
	write_time(result, out);
	write_cell(result, first, out);
	if (result->has_cgroups) {
		out_char(out, ' ');
		out_name_left(out, first->cgroup ? first->cgroup : "", CGROUP_WIDTH);
	}
	for (size_t i = 0; i < line->count; i++) {
		const struct stat_row *row = line->rows[i];
		if (row->state != STAT_COUNTED) out_spaces(out, STAT_METRIC_ONLY_WIDTH + 1);
		for (size_t m = 0; m < row->nr_metrics; m++)
			if (row->metrics[m].metric_only) write_metric_only_cell(printer, row, &row->metrics[m], out);
	}
	out_char(out, '\n');
}

/* A line for each cell. */
static void write_metric_lines(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	struct stat_lines lines;
	struct stat_line line;
	stat_lines_init(&lines, result);
	while (stat_lines_next(&lines, &line)) write_metric_line(printer, result, &line, out);
	stat_lines_done(&lines);
}

/* Columns in front of the metrics of --metric-only. */
static size_t cell_title_width(enum stat_aggr aggr)
{
	if (aggr == STAT_AGGR_THREAD) return THREAD_COMM_WIDTH + 1 + THREAD_TID_WIDTH + 1;
	if (aggr == STAT_AGGR_NONE) return CPU_WIDTH + 1;
	return stat_aggr_has_count(aggr) ? cell_width(aggr) + 1 + COUNT_WIDTH + 1 : 1;
}

/* The heading of the column of cells. */
static void write_cell_title(const struct stat_result *result, struct outbuf *out)
{
	if (result->aggr == STAT_AGGR_THREAD)
		write_format(out, "%*s-%-*s ", THREAD_COMM_WIDTH, "comm", THREAD_TID_WIDTH, "pid");
	else if (result->aggr == STAT_AGGR_NONE) write_format(out, "%-*s ", CPU_WIDTH, "cpu");
	else if (stat_aggr_has_count(result->aggr))
		write_format(out, "%-*s %*s ", (int)cell_width(result->aggr), stat_aggr_title(result->aggr),
			     COUNT_WIDTH, "cpus");
}

/* The headings of --metric-only, one for each metric that has a place in lines. */
static void write_metric_titles(const struct stat_result *result, struct outbuf *out)
{
	char title[400];
	if (result->has_cgroups) out_spaces(out, 1 + CGROUP_WIDTH);
	for (size_t i = 0; i < result->titles.count; i++) {
		const struct stat_title *t = &result->titles.items[i];
		stat_metric_title(t->unit, t->of_all, t->event_name, title, sizeof(title));
		out_name_right(out, title, STAT_METRIC_ONLY_WIDTH);
		out_char(out, ' ');
	}
	out_char(out, '\n');
}

/* With --interval-clear before each interval, else every STAT_TITLES_EVERY of them. */
static void write_interval_titles(const struct stat_printer *printer, const struct stat_result *result,
				  struct outbuf *out)
{
	if (printer->options.clear) out_lit(out, "\033[H\033[2J\n");
	else if (printer->nr_intervals % STAT_TITLES_EVERY) return;
	out_lit(out, "#           time ");
	write_cell_title(result, out);
	if (printer->options.metric_only) write_metric_titles(result, out);
	else write_format(out, "            counts %*s events\n", (int)MAX(result->unit_width, UNIT_WIDTH), "unit");
}

/* What was counted, in quotes; the opening one stands at the beginning or behind a word. */
static void write_target(const struct stat_print_options *options, struct outbuf *out)
{
	const char *what = options->target_text ? options->target_text : "";
	switch (options->target) {
	case STAT_TARGET_SYSTEM: out_lit(out, "'system wide"); break;
	case STAT_TARGET_CPUS: out_printf(out, "'CPU(s) %s", what); break;
	case STAT_TARGET_BPF: out_printf(out, "'BPF program(s) %s", what); break;
	case STAT_TARGET_PIDS: out_printf(out, "process id '%s", what); break;
	case STAT_TARGET_TIDS: out_printf(out, "thread id '%s", what); break;
	case STAT_TARGET_COMMAND:
		out_char(out, '\'');
		for (size_t i = 0; i < options->nr_args; i++) {
			if (i) out_char(out, ' ');
			out_name(out, options->argv[i]);
		}
	}
	out_char(out, '\'');
}

/* Of what is no interval and no summary of intervals. */
static void write_header(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	out_lit(out, "\n Performance counter stats for ");
	write_target(&printer->options, out);
	if (result->runs > 1) write_format(out, " (%u runs)", result->runs);
	out_lit(out, ":\n\n");
	if (!printer->options.metric_only || result->ports) return;
	out_spaces(out, cell_title_width(result->aggr)); /* as upstream: no titles here */
	write_metric_titles(result, out);
}

/* So many decimals that the error has three digits. */
static int time_decimals(double error)
{
	if (error > 1 || !(error > 0)) return error > 0 ? 2 : 9;
	return (int)lround(ceil(-log10(error))) + 2;
}

/* --table: the time of each run, how far it is from the mean, and a mark for every 5 %. */
static void write_table(const struct stat_result *result, int decimals, struct outbuf *out)
{
	int indent = VALUE_WIDTH - (decimals + 2);
	write_format(out, "%*s# Table of individual measurements:\n", indent, "");
	for (size_t i = 0; i < result->nr_run_seconds; i++) {
		double run = result->run_seconds[i], distance = run - result->elapsed.mean;
		write_format(out, "%*.*f (%+.*f) ", VALUE_WIDTH, decimals, run, decimals, distance);
		double marks = run > 0 ? fabs(distance) * 100 / run / 5 : 0;
		for (double mark = 0; mark < marks && mark < 100; mark++) out_char(out, '#');
		out_char(out, '\n');
	}
	write_format(out, "\n%*s# Final result:\n", indent, "");
}

/* Times of the whole run, with their error when there were several. */
static void write_footer(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	const struct stat_time *elapsed = &result->elapsed;
	/* -n has no rows that an empty line would set apart */
	if (!printer->options.null_run) out_char(out, '\n');
	if (result->runs <= 1) {
		write_format(out, " %17.9f seconds time elapsed", elapsed->mean);
		if (result->has_rusage) {
			write_format(out, "\n\n %17.9f seconds user\n", result->user.mean);
			write_format(out, " %17.9f seconds sys\n", result->system.mean);
		}
	} else {
		int decimals = time_decimals(elapsed->error);
		if (printer->options.table) write_table(result, decimals, out);
		write_format(out, " %17.*f +- %.*f seconds time elapsed", decimals, elapsed->mean, decimals,
			     elapsed->error);
		/* the error as a share of the mean */
		double percent = elapsed->mean > 0 ? 100 * elapsed->error / elapsed->mean : 0;
		if (percent > 0) write_format(out, "  ( +-%6.2f%% )", percent);
	}
	out_lit(out, "\n\n");
	if (printer->options.nmi_watchdog && result->hardware_not_counted)
		out_lit(out, "Some events weren't counted. Try disabling the NMI watchdog:\n"
			     "\techo 0 > /proc/sys/kernel/nmi_watchdog\n\tperf stat ...\n\techo 1 > "
			     "/proc/sys/kernel/nmi_watchdog\n");
}

/* One after the other, written out on the way. */
static void write_rows(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	for (size_t i = 0; i < result->rows.count; i++) {
		write_row(printer, result, &result->rows.items[i], out);
		if (out->fd >= 0) (void)out_flush_some(out);
	}
}

/* Numbers are formatted in the user's locale, which is the thread's only while this runs. */
static void print_text(struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	locale_t before = printer->options.locale ? uselocale(printer->options.locale) : (locale_t)0;
	if (result->is_interval && !result->ports) write_interval_titles(printer, result, out);
	else if (!result->is_summary && !result->is_interval) write_header(printer, result, out);
	if (result->ports) stat_ports_write_text(printer, result, out);
	else if (printer->options.metric_only) write_metric_lines(printer, result, out);
	else write_rows(printer, result, out);
	if (!result->is_interval) write_footer(printer, result, out);
	if (before) uselocale(before);
}

const struct stat_renderer stat_text_renderer = { "text", print_text };
