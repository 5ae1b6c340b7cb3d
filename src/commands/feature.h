/* Which optional parts this build has, for `perf version --build-options` and `perf check feature`. */
#ifndef COMMANDS_FEATURE_H
#define COMMANDS_FEATURE_H

#include <stdbool.h>

struct feature {
	const char *name, *macro;
	bool built_in;
};

extern const struct feature features[]; /* ends with a NULL name */

/* By name, or by macro with or without HAVE_ and _SUPPORT, in any case; NULL: unknown. size is the length of name. */
const struct feature *feature_find(const char *name, unsigned long size);
void feature_print(const struct feature *feature);

#endif
