/* What the renderers of counts share: private to render/stat_*. */
#ifndef RENDER_STAT_STAT_PRINTER_H
#define RENDER_STAT_STAT_PRINTER_H

#include "base/vec.h"
#include "render/stat/stat_renderer.h"

/* One format: name is what stat_printer_new is asked for, print appends one result. */
struct stat_renderer {
	const char *name;
	void (*print)(struct stat_printer *printer, const struct stat_result *result, struct outbuf *out);
};

/* What is kept from one interval to the next. */
struct stat_printer {
	const struct stat_renderer *renderer;
	struct stat_print_options options;
	unsigned nr_intervals; /* printed so far */
	bool has_own_point;    /* the locale's decimal point is not "." */
	bool groups_digits;    /* the locale puts something between thousands, and that is wanted */
};

enum {
	STAT_TITLES_EVERY = 26, /* intervals */
	STAT_METRIC_ONLY_WIDTH = 20,
};

/* Seconds with nine decimals. */
static inline void stat_time_write(uint64_t time_ns, unsigned width, struct outbuf *out)
{
	out_dec(out, time_ns / 1000000000, width);
	out_char(out, '.');
	out_dec0(out, time_ns % 1000000000, 9);
}

/* The name of a cell: "S0-D0-C1", "CPU3", "sh-1234"; empty when it is all there is. text has room for size bytes; 96
 * are enough for all but long names of commands, which are cut. */
void stat_cell_format(const struct stat_row *row, enum stat_aggr aggr, char *text, size_t size);
/* The name of a mode, for titles and keys: "core"; empty where all is one row. */
const char *stat_aggr_title(enum stat_aggr aggr);
/* Whether rows tell how many CPUs they sum up. */
bool stat_aggr_has_count(enum stat_aggr aggr);

/* Some metrics are left out when there is nothing to compute them from; others show a blank. */
static inline bool stat_metric_is_shown(const struct stat_metric *metric)
{
	return metric->has_value || !metric->only_with_value;
}
/* The number of a metric in the C locale, without blanks and percent sign. */
void stat_metric_write_plain(const struct stat_metric *metric, struct outbuf *out);
/* Decimals of its number. */
unsigned stat_metric_decimals(const struct stat_metric *metric);
/* What a metric is called when no event stands before it: "branch-misses of all branches". text has room for size
 * bytes; what does not fit is cut. */
void stat_metric_title(const char *unit, bool of_all, const char *event_name, char *text, size_t size);

/* "<not counted>", "<not supported>", or NULL. */
const char *stat_row_placeholder(const struct stat_row *row);
/* In how much of the time that the event was enabled it was counted, in percent, cut to a whole number: what CSV and
 * JSON have. */
double stat_row_percent_running(const struct stat_row *row);

/* --metric-only: the rows that one line shows, which are of one cell. */
struct stat_line {
	const struct stat_row *const *rows;
	size_t count;
};
/* The lines of a result, in order. rows holds those of line i from starts[i] to starts[i + 1]. */
struct stat_lines {
	const struct stat_row **rows;
	size_t *starts, count, next;
};
/* Sorts the rows of a result by line. The result is borrowed; stat_lines_done frees the rest. */
void stat_lines_init(struct stat_lines *lines, const struct stat_result *result);
void stat_lines_done(struct stat_lines *lines);
/* False at the end; a line has at least one row. */
bool stat_lines_next(struct stat_lines *lines, struct stat_line *ret);

/* --iostat, of the three formats: titles and the lines of ports. separator: CSV's. */
void stat_ports_write_text(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out);
void stat_ports_write_csv(const struct stat_printer *printer, const struct stat_result *result, const char *separator,
			  struct outbuf *out);
void stat_ports_write_json(const struct stat_result *result, struct outbuf *out);

#endif
