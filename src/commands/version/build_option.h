/* What this program can do here, for `perf version --build-options` and `perf check feature`. */
#ifndef COMMANDS_VERSION_BUILD_OPTION_H
#define COMMANDS_VERSION_BUILD_OPTION_H

#include <stdbool.h>

struct build_option {
	const char *name, *macro;
	const char *other_macro; /* the macro of upstream's other versions; NULL: none */
	bool (*is_there)(void);
	const char *tip; /* shown when it is off; NULL: nothing to say */
};

extern const struct build_option build_options[]; /* ends with a NULL name */

/* By name, or by macro, in any case; NULL: unknown. size is the length of name. */
const struct build_option *build_option_find(const char *name, unsigned long size);
void build_option_print(const struct build_option *option);

#endif
