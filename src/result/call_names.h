/* The functions of a call chain, innermost first, packed into one text:
 *
 *     CALL_NAMED "do_poll" CALL_NAMED "sys_poll" CALL_GAP CALL_UNKNOWN CALL_NAMED "main" NUL
 *
 * Packed, chains are kept, compared and told apart as texts are (base/intern.h), and nothing is decided about how they
 * look: render/chain_text.h writes "do_poll <- sys_poll <- ... <- [unknown] <- main". An empty text has no function. */
#ifndef RESULT_CALL_NAMES_H
#define RESULT_CALL_NAMES_H

#include <stddef.h>

/* What a packed text consists of: marks are bytes that no name of a symbol has. */
enum call_mark {
	CALL_GAP = 1,     /* callers are left out here */
	CALL_UNKNOWN = 2, /* a function without a name */
	CALL_NAMED = 3    /* the name follows, up to the next mark */
};

struct call_name {
	enum call_mark mark;
	const char *name; /* CALL_NAMED; not ended by NUL */
	size_t size_bytes;
};

/* Takes the part apart that begins at `at`, and returns where the next one begins, so that a loop visits them all;
 * NULL: there is none, *ret is untouched. The name in *ret is part of the packed text. */
static inline const char *call_names_next(const char *at, struct call_name *ret)
{
	if (!*at) return NULL;
	*ret = (struct call_name){ (enum call_mark) * at, at + 1, strcspn(at + 1, "\1\2\3") };
	return at + 1 + ret->size_bytes;
}

#endif
