/* `perf --debug NAME[=N]`: levels of talkativeness by subject, of which only "verbose", console.verbosity, has an
 * effect here. */
#ifndef CLI_DEBUG_H
#define CLI_DEBUG_H

#include "base/err.h"

enum debug_subject {
#define X(symbol, name) DEBUG_##symbol,
#include "cli/debug.def"
#undef X
};

/* "name" or "name=level". -EINVAL when the name is unknown. */
int debug_parse(const char *text, struct err *err);

#endif
