/* Text of help: usage lines and the table of options in the columns users' eyes and scripts know. */
#ifndef CLI_OPTIONHELP_H
#define CLI_OPTIONHELP_H

#include <stdio.h>
#include "cli/options.h"

/* " Usage: first\n    or: second\n\n". */
void optionhelp_usage(FILE *to, const char *const usage[]);
/* One option: names and argument, help from column 26. */
void optionhelp_option(FILE *to, const struct option *option);
/* All that are not hidden, by group: those with a short name first, alphabetically. */
void optionhelp_all(FILE *to, const struct option *options);
/* Those that the words of argv name ("-x", "--name") or that have the word in name or help. */
void optionhelp_matching(FILE *to, const struct option *options, int argc, const char *const *argv);

#endif
