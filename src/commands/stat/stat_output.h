/* Where `perf stat` prints, and how: the file or descriptor, and the printer (render/stat) that writes to it.
 *
 *     stat_output_open, then stat_output_print once for each result (-I: each interval), stat_output_close */
#ifndef COMMANDS_STAT_STAT_OUTPUT_H
#define COMMANDS_STAT_STAT_OUTPUT_H

#include "base/err.h"
#include "render/stat/stat_renderer.h"

/* What decides where and how results are printed. Borrowed until stat_output_close. */
struct stat_output_options {
	/* -o, with append; NULL: fd. */
	const char *path;
	bool append;
	/* Standard error, or --log-fd's; stays open. */
	int fd;
	/* The line "# started on ...": where the user has named a file (-o) or a descriptor (--log-fd). */
	bool header;
	bool json;
	/* -x: CSV; NULL: text or JSON. */
	const char *separator;
	/* What printers are told besides. stat_output_open adds colours, locale and separator, which depend on the
	 * output. */
	struct stat_print_options print;
};

/* The open output. */
struct stat_output {
	struct outbuf out;
	struct stat_printer *printer;
	locale_t locale;
	/* Of the options. */
	const char *path;
};

/* Opens the file, chooses the format, writes the header. 0, or a negative errno with err set: then nothing is open,
 * and stat_output_close does nothing. */
int stat_output_open(struct stat_output *output, const struct stat_output_options *options, struct err *err);
/* Prints one result at once: with -I each line is to be seen when its interval ends. What cannot be written is told
 * by stat_output_close. */
void stat_output_print(struct stat_output *output, const struct stat_result *result);
/* Tells of what could not be written, which makes the command's status a failure (textout_finish). */
void stat_output_close(struct stat_output *output);

#endif
