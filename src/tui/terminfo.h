/* What a terminal can do, from the terminfo database (terminfo(5)), through ncursesw or the part of it that reads the
 * database: loaded with dlopen(3) when first asked, so that perf runs without it. */
#ifndef TUI_TERMINFO_H
#define TUI_TERMINFO_H

#include <stdbool.h>
#include "base/err.h"

/* The functions of the library that are needed, with the signatures of X/Open Curses. */
struct terminfo {
	int (*setupterm)(const char *term, int fd, int *ret_error);
	char *(*tigetstr)(const char *capability);
	int (*tigetnum)(const char *capability);
	char *(*tparm)(const char *string, ...); /* parameters are long */
};

/* Loads the library, once a process, and reads the entry of the terminal. 0, or with err set: -ENOTSUP where the
 * library is not installed, -ENOENT where the terminal is not known, or cannot move its cursor. */
int terminfo_open(const char *term, int fd, struct terminfo *ret, struct err *err) _warn_unused_;
/* The capability's string without delays ("$<5>"), "" where the terminal has none. The caller frees it. */
char *terminfo_string(const struct terminfo *terminfo, const char *capability);
/* The string with its parameters filled in. Borrowed, until the next call. */
const char *terminfo_with(const struct terminfo *terminfo, const char *string, unsigned first, unsigned second);

#endif
