/* What commands say to the person who runs them: errors, warnings, remarks that -v asks for. All of it goes to stderr.
 */
#ifndef CLI_CONSOLE_H
#define CLI_CONSOLE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/compiler.h"
#include "base/err.h"
#include "base/warnings.h"

/* How talkative the program is: the one thing that commands and cli/ share as a variable. */
extern struct console {
	int verbosity;    /* how often -v was given */
	bool quiet;       /* -q: no warnings, no remarks */
	FILE *debug_file; /* of --debug-file, where remarks go; NULL: stderr. console_open_debug_file's */
} console;

/* The message, and below it the hint. Prints nothing when err holds nothing. */
void console_err(const struct err *err);
/* "Error:\nTEXT" is what users know from wrong use of options that are each right. */
void console_error(const char *format, ...) _printf_(1, 2);
/* "Warning:\nTEXT\n\n"; not when quiet. */
void console_warning(const char *format, ...) _printf_(1, 2);
/* All that was odd in the input: "Warning: kind: text", "Warning: kind: and N more". Not when quiet. Input that was
 * lost while it was used makes the exit status a failure (textout_finish), be it quiet or not. */
void console_warnings(const struct warnings *warnings);
/* That alone, for those who have a -q of their own. */
void console_note_failure(const struct warnings *warnings);
/* A remark for -v (level 1), -vv (2), ...: to stderr, or to the file of --debug-file. */
void console_verbose(int level, const char *format, ...) _printf_(2, 3);
/* 0 or -errno. */
int console_open_debug_file(const char *path);

#endif
