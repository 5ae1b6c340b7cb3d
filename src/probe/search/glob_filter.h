/* Filters of names: glob patterns with "!" (not), "&", "|" and brackets, as perf-probe(1) describes them under FILTER
 * PATTERN: "foo* | bar*", "!foo* & *bar", "!(a* | b*)". Blanks part; "&" binds more than "|". */
#ifndef PROBE_SEARCH_GLOB_FILTER_H
#define PROBE_SEARCH_GLOB_FILTER_H

#include <stdbool.h>
#include "base/err.h"

struct glob_filter;
/* -EINVAL with err, which shows where ("Filter parse error at 2."). */
int glob_filter_new(const char *text, struct glob_filter **ret, struct err *err) _warn_unused_;
void glob_filter_free(struct glob_filter *filter); /* NULL is fine */
/* Whether the filter wants the name. Any number of threads may ask. */
bool glob_filter_matches(const struct glob_filter *filter, const char *name);

/* A single pattern: *, ?, [a-z], [!a-z], \x. ignore_blanks: of both ("lazy matching"). */
bool glob_matches(const char *pattern, const char *text, bool ignore_blanks);

#endif
