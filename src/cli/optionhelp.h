/* The text of help, made from a table: usage lines, and options in two columns. Users' eyes and scripts know the
 * columns; they are upstream's. Everything is written to `to` through stdio, nothing is returned.
 *
 *     Usage: perf x [<options>] [<file>]
 *
 *         -o, --output <file>   output file name
 *             --list            only list them */
#ifndef CLI_OPTIONHELP_H
#define CLI_OPTIONHELP_H

#include <stdio.h>
#include "cli/options.h"

/* " Usage: first\n    or: second\n\n". */
void optionhelp_usage(FILE *to, const char *const usage[]);
/* One option: names and argument, help from column 26. A group's row is its title. */
void optionhelp_option(FILE *to, const struct option *option);
/* All that are not hidden, by group: those with a short name first, alphabetically. */
void optionhelp_all(FILE *to, const struct option *options);
/* Those that a word of argv chooses: "-x" and "x" by letter, "--name" by the whole name, any other word by being part
 * of the long name or of the help. */
void optionhelp_matching(FILE *to, const struct option *options, int argc, const char *const *argv);

#endif
