/* What the parsers of a print format's expressions share: payload_expr has its operators and values, payload_helper
 * what looks like a call. */
#ifndef EVENT_FORMAT_PAYLOAD_PARSER_H
#define EVENT_FORMAT_PAYLOAD_PARSER_H

#include "event/format/payload_expr.h"

/* State while one print format's arguments are parsed. nesting bounds the recursion. */
struct payload_parser {
	struct format_lexer *lexer;
	const struct tracepoint *tp;
	struct arena *arena;
	unsigned nesting;
};
/* A type in brackets: "(unsigned long)", "(u32 *)". */
struct payload_type {
	const char *name;
	bool pointer;
	int known; /* index of a type that is known, or -1 */
};

/* Puts the parser into error and returns NULL. All functions here that parse return NULL (or false) after an error,
 * and the lexer is in error then. */
struct payload_node *payload_parser_fail(struct payload_parser *k);
/* A new node of that kind, the rest zero; the arena's. */
struct payload_node *payload_parser_node(struct payload_parser *k, enum node_kind kind);
/* Makes part, which may be NULL after an error, a part of node at *place. False, in error, where node would become
 * deeper than PAYLOAD_MAX_DEPTH: evaluating recurses as deep as nodes are. */
bool payload_parser_attach(struct payload_parser *k, struct payload_node *node, const struct payload_node **place,
			   const struct payload_node *part);
/* The lexer's functions of the same names. */
bool payload_parser_is(struct payload_parser *k, uint16_t mark);
bool payload_parser_expect(struct payload_parser *k, uint16_t mark);
/* "WORD WORD * )" with at least one word that is no number: steps behind the bracket. Otherwise stays where it is. */
bool payload_parser_type(struct payload_parser *k, struct payload_type *ret);
unsigned payload_type_bytes(const struct payload_parser *k, const struct payload_type *type); /* of one that is known */
/* NULL, without an error, when the tracepoint has no field of that name. */
const struct tracepoint_field *payload_parser_field(struct payload_parser *k);
/* An expression up to a comma, a bracket or the end. */
const struct payload_node *payload_parser_expression(struct payload_parser *k);

/* A helper behind whose name and bracket the parser stands: "__print_flags(". NULL with the parser in error when there
 * is none of that name. */
const struct payload_node *payload_helper_parse(struct payload_parser *k, const char *name);

#endif
