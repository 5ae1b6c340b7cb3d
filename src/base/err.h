/* Why something failed, in words, for the person who ran the command.
 *
 * Boundary functions return 0 or a positive value on success and a negative errno on failure, and take a struct err as
 * last parameter. It is set where the facts are known, wrapped with context on the way up, and printed once, by the
 * command. All functions accept err == NULL and then only return the code. What %s is given in messages is a
 * name (base/printable.h). */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/compiler.h"

/* Start with ERR_INIT, or declare it with _err_done_ too. A zeroed struct is the same. Not thread safe: one per
 * thread. */
struct err {
	int code;      /* negative errno, 0 when nothing is set */
	char *message; /* owned */
	char *hint;    /* owned, may be NULL: what the user can do about it, may have several lines */
};

#define ERR_INIT  \
	{         \
		0 \
	}

/* Sets code and message (replacing what was there) and returns code, so that callers write "return err_set(...)". */
int err_set(struct err *err, int code, const char *format, ...) _printf_(3, 4);
/* As err_set, with ": " and strerror(-code) appended. */
int err_set_errno(struct err *err, int code, const char *format, ...) _printf_(3, 4);
/* Puts "context: " in front of the message; returns err->code (or code when err is NULL). */
int err_wrap(struct err *err, int code, const char *format, ...) _printf_(3, 4);
/* Adds a line that says how to mend it. The text is taken as it is: unlike messages, %s is not escaped. err_set and
 * err_set_errno drop earlier hints. */
void err_hint(struct err *err, const char *format, ...) _printf_(2, 3);
/* Frees message and hint; the struct is as ERR_INIT makes it and may be used again. */
void err_done(struct err *err);
#define _err_done_ _cleanup_(err_done)

#endif
