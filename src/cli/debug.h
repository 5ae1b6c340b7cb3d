/* `perf --debug NAME[=N]`: levels of talkativeness by subject, of which only "verbose", console.verbosity, has an
 * effect here. */
#ifndef CLI_DEBUG_H
#define CLI_DEBUG_H

#include "base/err.h"

/* An index into the rows of debug.def. */
enum debug_subject {
#define X(symbol, name) DEBUG_##symbol,
#include "cli/debug.def"
#undef X
};

/* "name" or "name=level" (a decimal number; 1 where it is left out). 0, or -EINVAL with what is wrong, and the names
 * that there are as its hint, in err. */
int debug_parse(const char *text, struct err *err);

#endif
