/* Building and destroying struct err.
 *
 * Arguments of a new message may point into the old one ("%s: in file", err->message), so that each function formats
 * first and frees afterwards. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/err.h"
#include "base/printable.h"

static void replace_message(struct err *err, int code, char *message)
{
	free(err->message);
	free(err->hint);
	*err = (struct err){ .code = code, .message = message };
}

int err_set(struct err *err, int code, const char *format, ...)
{
	if (!err) return code;
	va_list args;
	va_start(args, format);
	char *message = printable_vformat(format, args); /* first: the arguments may be the old message */
	va_end(args);
	replace_message(err, code, message);
	return code;
}

int err_set_errno(struct err *err, int code, const char *format, ...)
{
	if (!err) return code;
	va_list args;
	va_start(args, format);
	_free_ char *what = printable_vformat(format, args);
	va_end(args);
	char reason[128];
	replace_message(err, code, xasprintf("%s: %s", what, strerror_r(-code, reason, sizeof(reason))));
	return code;
}

int err_wrap(struct err *err, int code, const char *format, ...)
{
	if (!err) return code;
	va_list args;
	va_start(args, format);
	_free_ char *context = printable_vformat(format, args);
	va_end(args);
	char *message = err->message ? xasprintf("%s: %s", context, err->message) : xstrdup(context);
	free(err->message);
	err->message = message;
	if (!err->code) err->code = code;
	return err->code;
}

void err_hint(struct err *err, const char *format, ...)
{
	if (!err) return;
	va_list args;
	va_start(args, format);
	char *line;
	if (vasprintf(&line, format, args) < 0) line = xstrdup("out of memory");
	va_end(args);
	if (err->hint) {
		char *both = xasprintf("%s\n%s", err->hint, line);
		free(line);
		free(err->hint);
		line = both;
	}
	err->hint = line;
}

void err_done(struct err *err)
{
	free(err->message);
	free(err->hint);
	*err = (struct err)ERR_INIT;
}
