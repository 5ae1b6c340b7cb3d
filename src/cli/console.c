/* Messages. stdout is flushed before each, so that both come in the right order where they go to the same place. */
#include "cli/console.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"
#include "cli/textout.h"

struct console console;

/* Makes the text first and writes it in one call, so that lines of several processes do not mix within a message. */
static void print_lines(FILE *to, const char *before, const char *format, va_list args, const char *after)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;

	textout_flush();
	strbuf_vprintf(&text, format, args);
	fprintf(to, "%s%s%s", before, strbuf_text(&text), after);
}

void console_err(const struct err *err)
{
	if (!err || (!err->message && !err->code)) return;
	textout_flush();
	fprintf(stderr, "%s\n", err->message ? err->message : strerror(-err->code));
	if (err->hint) fprintf(stderr, "%s\n", err->hint);
}

void console_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_lines(stderr, "Error:\n", format, args, "\n");
	va_end(args);
}

void console_warning(const char *format, ...)
{
	va_list args;

	if (console.quiet) return;
	va_start(args, format);
	print_lines(stderr, "Warning:\n", format, args, "\n\n");
	va_end(args);
}

/* `more`: warnings of the kind that were counted and not kept. */
static void print_warning(void *ctx, const char *kind, const char *text, uint64_t more)
{
	fprintf(stderr, "Warning: %s: %s\n", kind, text);
	if (more) fprintf(stderr, "Warning: %s: and %" PRIu64 " more\n", kind, more);
}

void console_note_failure(const struct warnings *warnings)
{
	if (warnings_has_failed(warnings)) textout_fail();
}

/* What was lost counts before -q is looked at: silence does not make a run complete. */
void console_warnings(const struct warnings *warnings)
{
	console_note_failure(warnings);
	if (console.quiet || !warnings) return;
	textout_flush();
	warnings_visit(warnings, print_warning, NULL);
}

int console_open_debug_file(const char *path)
{
	FILE *file = fopen(path, "we");

	if (!file) return -errno;
	if (console.debug_file) fclose(console.debug_file);
	console.debug_file = file;
	return 0;
}

void console_verbose(int level, const char *format, ...)
{
	va_list args;

	if (console.verbosity < level || console.quiet) return;
	va_start(args, format);
	print_lines(console.debug_file ? console.debug_file : stderr, "", format, args, "\n");
	va_end(args);
}
