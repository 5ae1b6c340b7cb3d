/* What this program can do here, for `perf version --build-options` and `perf check feature`. */
#ifndef COMMANDS_VERSION_BUILD_OPTION_H
#define COMMANDS_VERSION_BUILD_OPTION_H

#include <stdbool.h>

/* A row of build_option.def. name and macro are what scripts look for: "zstd", "HAVE_ZSTD_SUPPORT". */
struct build_option {
	const char *name, *macro;
	/* The macro of upstream's other versions; NULL: none. */
	const char *other_macro;
	/* Asked when it is shown: some things depend on libraries that are installed. */
	bool (*is_there)(void);
	/* Shown when it is off; NULL: nothing to say. */
	const char *tip;
};

/* Ends with a row whose name is NULL. */
extern const struct build_option build_options[];

/* By name, or by macro, in any case of letters; NULL: unknown. name is `size` bytes and need not be terminated. */
const struct build_option *build_option_find(const char *name, unsigned long size);
/* A line of `perf version --build-options`, to stdout. */
void build_option_print(const struct build_option *option);

#endif
