/* The arguments of a print format: C expressions over the payload's fields, with the kernel's helpers. Internal to
 * event/. */
#ifndef EVENT_FORMAT_PAYLOAD_EXPR_H
#define EVENT_FORMAT_PAYLOAD_EXPR_H

#include "base/vec.h"
#include "event/format/format_lexer.h"
#include "event/format/payload.h"

/* In the order of the format string's conversions. The caller frees with vec_done. */
struct payload_args {
	VEC(const struct payload_node *) nodes;
};

/* Parses ", EXPRESSION, EXPRESSION ..." to the end of the text the lexer stands in. tp's fields must be there. Nodes
 * are the arena's, at most PAYLOAD_MAX_DEPTH deep. False when something is not understood, which is what upstream does
 * not understand either. */
bool payload_expr_parse_args(struct format_lexer *lexer, const struct tracepoint *tp, struct arena *arena,
			     struct payload_args *args);

#endif
