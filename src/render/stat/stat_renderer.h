/* Counts as text, CSV and JSON: one renderer a file, chosen by the table in stat_renderer.def. The layouts are those of
 * upstream 6.12, which other programs parse. A printer keeps what stands between one interval and the next (when to
 * repeat the titles). */
#ifndef RENDER_STAT_STAT_RENDERER_H
#define RENDER_STAT_STAT_RENDERER_H

#include <locale.h>
#include "base/outbuf.h"
#include "result/stat_result.h"

/* What the options of `perf stat` choose about the output. Zeroed is the default. */
struct stat_print_options {
	const char *separator;   /* CSV: -x */
	enum stat_target target; /* text: what stands in the first line */
	const char *target_text; /* "1234,1235", "0-3"; of a command: NULL */
	const char *const *argv;
	size_t nr_args;
	/* Text: whose digits are grouped and how the decimal point looks; 0: the C locale. Never changes CSV and
	 * JSON. */
	locale_t locale;
	bool big_numbers; /* text: digits are grouped as the locale does */
	bool colours;     /* text: for a terminal */
	bool metric_only;
	bool null_run;       /* -n */
	bool table;          /* text: --table */
	bool clear;          /* --interval-clear: the screen is cleared before each interval */
	bool summary;        /* --summary: CSV has that word before what is no interval */
	bool no_csv_summary; /* it has not */
	bool nmi_watchdog;   /* text: it takes a counter; said when some were not counted */
};

struct stat_printer;

/* format: "text", "csv" or "json"; anything else is text. options is copied, what it points to must outlive the
 * printer. Never NULL; freed by stat_printer_free. A printer is for one thread at a time: text switches that thread's
 * locale while it prints. */
struct stat_printer *stat_printer_new(const char *format, const struct stat_print_options *options);
void stat_printer_free(struct stat_printer *printer); /* takes NULL */
/* Appends one result: all of it, or one interval. Long results are flushed on the way where out has a descriptor;
 * errors stay in out->error. */
void stat_printer_print(struct stat_printer *printer, const struct stat_result *result, struct outbuf *out);

#endif
