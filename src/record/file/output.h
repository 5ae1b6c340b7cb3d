/* Where a recording goes: a file, a directory of files, or standard output; and what becomes of earlier ones under that
 * name. */
#ifndef RECORD_FILE_OUTPUT_H
#define RECORD_FILE_OUTPUT_H

#include <stdbool.h>
#include "base/err.h"
#include "base/vec.h"

/* Where the recording is to go. */
struct output_options {
	const char *path;   /* NULL: perf.data, or standard output when that is a pipe; "-": standard output */
	bool none;          /* nothing is written: somebody looks on */
	bool directory;     /* path/data instead of path */
	bool stamped;       /* in the end it is called path.TIMESTAMP */
	unsigned max_files; /* as many stamped ones are kept; 0: all */
	/* As many as take no more than this together, and the newest in any case; 0: all. Counted are data, not what is
	 * copied beside them (--kcore). */
	uint64_t max_total_bytes;
};

/* Where it goes. Made by output_init, freed by output_done. */
struct output {
	const struct output_options *options; /* borrowed */
	char *path;                           /* NULL: standard output */
	int fd;                               /* of the file with the header; owned; -1: not open */
	bool pipe;
	VEC(char *) stamped;         /* names of the files that are complete, oldest first */
	VEC(uint64_t) stamped_bytes; /* their sizes */
};

/* Decides by the options whether output is a pipe, and which path it has; opens nothing. options are borrowed. */
void output_init(struct output *output, const struct output_options *options);
/* Opens the file (fd), and again the next one after output_stamp. A directory of that name, or a file that is not
 * empty, becomes path.old, in place of an earlier one. The file is made for its owner alone (0600). 0 or -errno with
 * err set. */
int output_open(struct output *output, struct err *err) _warn_unused_;
/* Another file of a directory. The descriptor, or a negative errno with err set. */
int output_open_beside(const struct output *output, const char *name, struct err *err);
/* Closes the file and gives it its last name, path.YYYYmmddHHMMSScc (local time, hundredths); the oldest one is
 * removed when there are more than max_files, and more of them while they take more than max_total_bytes. *ret_name
 * lives as long as the output. 0 or -errno with err set. */
int output_stamp(struct output *output, const char **ret_name, struct err *err);
/* Removes what was begun: nothing is worth keeping. */
void output_discard(struct output *output);
/* Closes what is open and frees; files stay. */
void output_done(struct output *output);

#endif
