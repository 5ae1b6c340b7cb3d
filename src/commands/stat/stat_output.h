/* Where `perf stat` prints, and how: the file or descriptor, and the printer that writes to it. */
#ifndef COMMANDS_STAT_STAT_OUTPUT_H
#define COMMANDS_STAT_STAT_OUTPUT_H

#include "base/err.h"
#include "render/stat/stat_renderer.h"

struct stat_output_options {
	const char *path; /* -o; NULL: fd */
	bool append;
	int fd;      /* standard error, or --log-fd's */
	bool header; /* "# started on", where output is a file or descriptor of the user's */
	bool json;
	const char *separator;           /* NULL: text or JSON */
	struct stat_print_options print; /* without what this module finds out: colours, locale, separator */
};

struct stat_output {
	struct outbuf out;
	struct stat_printer *printer;
	locale_t locale;
	const char *path; /* of the options */
};

/* 0, or a negative errno with err set. */
int stat_output_open(struct stat_output *output, const struct stat_output_options *options, struct err *err);
/* Prints one result at once. */
void stat_output_print(struct stat_output *output, const struct stat_result *result);
/* Tells of what could not be written, which makes the command's status a failure (textout_finish). */
void stat_output_close(struct stat_output *output);

#endif
