/* What commands say to the person who runs them: errors, warnings, remarks that -v asks for. All of it goes to
 * stderr; libraries below commands/ do not print, they fill a struct err or a struct warnings, which end here. For
 * the main thread: messages flush stdout first and must not mix. */
#ifndef CLI_CONSOLE_H
#define CLI_CONSOLE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/compiler.h"
#include "base/err.h"
#include "base/warnings.h"

/* How talkative the program is: the one thing that commands and cli/ share as a variable. */
extern struct console {
	/* How often -v was given. */
	int verbosity;
	/* -q: no warnings, no remarks. */
	bool quiet;
	/* Where remarks go, of --debug-file; NULL: stderr. console_open_debug_file sets it. */
	FILE *debug_file;
} console;

/* The message, or strerror of its code where there is none, and below it the hint. Prints nothing when err holds
 * nothing. Not silenced by -q. */
void console_err(const struct err *err);
/* "Error:\nTEXT\n": the form that users know for options that are each right and do not go together. */
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
/* Makes or empties the file and sends remarks there. 0 or -errno, with the file before it kept. */
int console_open_debug_file(const char *path);

#endif
