/* Recursive descent over the expressions of a print format, straight to the nodes that are evaluated per sample.
 *
 * Operators bind as in C. What the operators then do keeps the ways of libtraceevent, as its output is what users know:
 * numbers are unsigned 64 bit throughout, casts only mask, "^" yields 0, a dynamic array's index counts bytes. */
#include "event/format/payload_parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Calls of the parser within each other. Bounds its stack on hostile text; real formats are far below. */
enum { MAX_NESTING = 100 };

struct payload_node *payload_parser_fail(struct payload_parser *k)
{
	k->lexer->error = true;
	return NULL;
}

struct payload_node *payload_parser_node(struct payload_parser *k, enum node_kind kind)
{
	struct payload_node *node = arena_zalloc(k->arena, sizeof(*node));
	node->kind = kind;
	node->depth = 1;
	return node;
}

bool payload_parser_attach(struct payload_parser *k, struct payload_node *node, const struct payload_node **place,
			   const struct payload_node *part)
{
	*place = part;
	if (!part || part->depth >= PAYLOAD_MAX_DEPTH) {
		(void)payload_parser_fail(k);
		return false;
	}
	node->depth = MAX(node->depth, part->depth + 1);
	return true;
}

/* text: as it was written; it is what a constant prints as a string. The number of a word that is no number is 0, as
 * strtoull(3) gives it: names of enum members remain in formats of old kernels. */
static struct payload_node *constant(struct payload_parser *k, uint64_t value, const char *text)
{
	struct payload_node *node = payload_parser_node(k, NODE_CONST);
	node->value = value;
	node->text = text;
	return node;
}

/* A constant that was computed; its text is its number. */
static struct payload_node *folded(struct payload_parser *k, const struct payload_node *node)
{
	uint64_t value = payload_eval(&(struct payload){ .tp = k->tp }, node);
	return constant(k, value, arena_printf(k->arena, "%lld", (long long)value));
}

/* The word the lexer is on, NUL-terminated; the arena's. */
static char *copy_word(struct payload_parser *k)
{
	return arena_strndup(k->arena, k->lexer->text.text, k->lexer->text.size);
}

/* "unsigned long long": words in a row, one blank between them; a few at most. */
static const char *parse_word_run(struct payload_parser *k)
{
	const char *words = copy_word(k);
	for (format_lexer_next(k->lexer); k->lexer->kind == FORMAT_WORD && strlen(words) < 200;
	     format_lexer_next(k->lexer))
		words = arena_printf(k->arena, "%s %.*s", words, (int)k->lexer->text.size, k->lexer->text.text);
	return words;
}

bool payload_parser_is(struct payload_parser *k, uint16_t mark) { return format_lexer_is(k->lexer, mark); }
bool payload_parser_expect(struct payload_parser *k, uint16_t mark) { return format_lexer_expect(k->lexer, mark); }

/* ---- types */

/* The size is that of the recorded machine's long. */
enum { OF_LONG = 0xff };

/* Types that casts and sizeof know. masked: a cast to it cuts the value. pointed: an index behind a cast to a pointer
 * to it reads that many bytes, else a long. */
static const struct {
	const char *name;
	uint8_t bytes;
	bool masked, pointed;
} types[] = { { "u8", 1, true, true },           { "s8", 1, true, true },
	      { "char", 1, true, true },         { "unsigned char", 1, true, true },
	      { "u16", 2, true, true },          { "s16", 2, true, true },
	      { "short", 2, true, true },        { "unsigned short", 2, true, true },
	      { "u32", 4, true, true },          { "s32", 4, true, true },
	      { "int", 4, true, true },          { "unsigned int", 4, true, true },
	      { "u64", 8, false, true },         { "s64", 8, false, true },
	      { "long long", 8, false, false },  { "unsigned long long", 8, false, false },
	      { "bool", 1, false, false },       { "unsigned", 4, false, false },
	      { "__u8", 1, false, false },       { "__s8", 1, false, false },
	      { "__u16", 2, false, false },      { "__s16", 2, false, false },
	      { "__u32", 4, false, false },      { "__s32", 4, false, false },
	      { "__u64", 8, false, false },      { "__s64", 8, false, false },
	      { "long", OF_LONG, false, false }, { "unsigned long", OF_LONG, false, false } };

bool payload_parser_type(struct payload_parser *k, struct payload_type *ret)
{
	struct format_lexer start = *k->lexer;
	const char *name = NULL;
	bool pointer = false;

	if (k->lexer->kind == FORMAT_WORD && *k->lexer->text.text > '9') name = parse_word_run(k);
	for (; name && payload_parser_is(k, '*'); format_lexer_next(k->lexer)) pointer = true;
	if (!name || !payload_parser_is(k, ')') || strcmp(name, "REC") == 0) {
		*k->lexer = start;
		return false;
	}
	format_lexer_next(k->lexer);
	*ret = (struct payload_type){ name, pointer, -1 };
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (strcmp(types[i].name, name) == 0) ret->known = (int)i;
	return true;
}

unsigned payload_type_bytes(const struct payload_parser *k, const struct payload_type *type)
{
	return types[type->known].bytes == OF_LONG ? k->tp->long_size : types[type->known].bytes;
}

/* ---- fields and indexes */

const struct tracepoint_field *payload_parser_field(struct payload_parser *k)
{
	const struct tracepoint_field *field = NULL;
	if (k->lexer->kind == FORMAT_WORD) field = tracepoint_field(k->tp, copy_word(k));
	else (void)payload_parser_fail(k);
	format_lexer_next(k->lexer);
	return field;
}

/* Sizes of numbers. */
static bool loadable(uint64_t size_bytes)
{
	return size_bytes == 1 || size_bytes == 2 || size_bytes == 4 || size_bytes == 8;
}

/* "->FIELD" behind "REC". A field that does not exist gives a node with missing set, as upstream prints such
 * formats. */
static const struct payload_node *parse_record_field(struct payload_parser *k)
{
	if (!payload_parser_expect(k, FORMAT_MARK2('-', '>'))) return NULL;
	const struct tracepoint_field *field = payload_parser_field(k);
	if (k->lexer->error) return NULL;
	struct payload_node *node = payload_parser_node(k, NODE_BYTES);
	node->field = field;
	node->missing = !field;
	if (field && loadable(field->size)) {
		node->kind = NODE_LOAD;
		node->offset = field->offset;
		node->size = (uint8_t)field->size;
	}
	return node;
}

/* "array[index]": of a field's elements, or of what a dynamic field holds. */
static const struct payload_node *parse_index(struct payload_parser *k, const struct payload_node *array)
{
	struct payload_node *node = payload_parser_node(k, NODE_INDEX);
	unsigned pointed_bytes = k->tp->long_size;

	format_lexer_next(k->lexer);
	if (!payload_parser_attach(k, node, &node->b, payload_parser_expression(k)) || !payload_parser_expect(k, ']'))
		return NULL;
	/* The innermost cast decides how many bytes an index reads. */
	for (; array->kind == NODE_CAST; array = array->a) pointed_bytes = array->size;
	if (array->kind == NODE_DYNAMIC) {
		node->field = array->field;
		node->value = 1;
		node->size = (uint8_t)pointed_bytes;
	} else if (array->kind == NODE_LOAD || array->kind == NODE_BYTES) {
		node->field = array->field;
		node->value = array->field ? array->field->element_size : 0;
		node->size = (uint8_t)MIN(node->value, UINT8_MAX);
	}
	if (!node->field || !loadable(node->size)) return payload_parser_node(k, NODE_ZERO);
	/* a place that is known */
	if (node->b->kind == NODE_CONST && !(node->field->flags & TRACEPOINT_DYNAMIC) && node->b->value < UINT16_MAX) {
		uint64_t offset = node->field->offset + node->b->value * node->value;
		node->kind = NODE_LOAD;
		node->offset = (uint32_t)MIN(offset, UINT32_MAX);
		node->field = NULL;
	}
	return node;
}

/* ---- what stands between operators */

/* Digits, a name, or several words in a row, which count as one; a helper when a bracket follows the first. */
static const struct payload_node *parse_words(struct payload_parser *k)
{
	/* Digits are a word to the lexer, so that numbers come through here as well. */
	const char *text = parse_word_run(k);

	if (strcmp(text, "REC") == 0) return parse_record_field(k);
	if (payload_parser_is(k, '(')) {
		format_lexer_next(k->lexer);
		return payload_helper_parse(k, text);
	}
	return constant(k, strtoull(text, NULL, 0), text);
}

/* "'x'" or an escape: a number. */
static const struct payload_node *parse_char(struct payload_parser *k)
{
	static const char escapes[][2] = { { 'n', '\n' }, { 't', '\t' }, { 'r', '\r' }, { '0', 0 } };
	struct text_view text = k->lexer->text; /* with its quotes */
	if (text.size < 3) return payload_parser_fail(k);
	uint8_t code = (uint8_t)text.text[1];
	if (code == '\\') {
		code = (uint8_t)text.text[2];
		for (size_t i = 0; i < ARRAY_SIZE(escapes); i++)
			if (escapes[i][0] == text.text[2]) code = (uint8_t)escapes[i][1];
	}
	format_lexer_next(k->lexer);
	return constant(k, code, arena_printf(k->arena, "%u", code));
}

static const struct payload_node *parse_unary(struct payload_parser *k);

/* "(TYPE) operand", "(EXPRESSION)", or "(NAME)", a name like any other that is not a field: what follows decides. */
static const struct payload_node *parse_bracket(struct payload_parser *k)
{
	struct payload_type type;
	format_lexer_next(k->lexer);
	if (!payload_parser_type(k, &type)) {
		const struct payload_node *inner = payload_parser_expression(k);
		return inner && payload_parser_expect(k, ')') ? inner : NULL;
	}
	/* Nothing that can be an operand follows: "(NAME)" was a constant in brackets, not a cast. */
	if (k->lexer->kind != FORMAT_WORD && k->lexer->kind != FORMAT_STRING && k->lexer->kind != FORMAT_CHAR &&
	    !payload_parser_is(k, '(') && !payload_parser_is(k, '~') && !payload_parser_is(k, '!'))
		return constant(k, 0, type.name);
	struct payload_node *node = payload_parser_node(k, NODE_CAST);
	bool known = type.known >= 0;
	node->value = known && types[type.known].masked && !type.pointer
			      ? ((uint64_t)1 << types[type.known].bytes * 8) - 1
			      : UINT64_MAX;
	node->size = known && types[type.known].pointed ? types[type.known].bytes : k->tp->long_size;
	if (!payload_parser_attach(k, node, &node->a, parse_unary(k))) return NULL;
	return node->a->kind == NODE_CONST ? constant(k, node->a->value & node->value, node->a->text) : node;
}

/* A value and the indexes behind it. */
static const struct payload_node *parse_postfix(struct payload_parser *k)
{
	const struct payload_node *node;
	switch (k->lexer->kind) {
	case FORMAT_WORD: node = parse_words(k); break;
	case FORMAT_CHAR: node = parse_char(k); break;
	case FORMAT_STRING: {
		const char *text = format_lexer_string(k->lexer, k->arena);
		node = constant(k, strtoull(text, NULL, 0), text);
		format_lexer_next(k->lexer);
		break;
	}
	case FORMAT_MARK: node = payload_parser_is(k, '(') ? parse_bracket(k) : payload_parser_fail(k); break;
	default: node = payload_parser_fail(k); break;
	}
	while (node && payload_parser_is(k, '[')) node = parse_index(k, node);
	return node;
}

/* '!', '~', '-' and '+', from right to left; unary operators of constants are computed here. */
static const struct payload_node *parse_unary(struct payload_parser *k)
{
	static const struct {
		char mark;
		uint8_t op;
	} ops[] = { { '!', OP_NOT }, { '~', OP_COMPLEMENT }, { '-', OP_NEGATE } };
	const struct payload_node *result = NULL;

	/* not taken back after a failure: the parser is in error for good then */
	if (++k->nesting > MAX_NESTING) return payload_parser_fail(k);
	if (payload_parser_is(k, '+')) {
		format_lexer_next(k->lexer);
		result = parse_unary(k);
	} else {
		struct payload_node *node = NULL;
		for (size_t i = 0; i < ARRAY_SIZE(ops) && !node; i++)
			if (payload_parser_is(k, (uint16_t)ops[i].mark)) {
				node = payload_parser_node(k, NODE_UNARY);
				node->op = ops[i].op;
			}
		if (!node) {
			result = parse_postfix(k);
		} else {
			format_lexer_next(k->lexer);
			if (payload_parser_attach(k, node, &node->a, parse_unary(k))) result = node;
			if (result && node->a->kind == NODE_CONST)
				result = constant(k, payload_eval(&(struct payload){ .tp = k->tp }, node), NULL);
		}
	}
	k->nesting--;
	return result;
}

/* ---- operators between values */

/* Binary operators; a larger binding binds tighter. To add one: its mark, its op (payload.h) and what it does
 * (eval_binary). */
static const struct binary {
	uint16_t mark;
	uint8_t op, binding;
} binaries[] = {
	{ '*', OP_MUL, 10 },
	{ '/', OP_DIV, 10 },
	{ '%', OP_MOD, 10 },
	{ '+', OP_ADD, 9 },
	{ '-', OP_SUB, 9 },
	{ FORMAT_MARK2('<', '<'), OP_SHL, 8 },
	{ FORMAT_MARK2('>', '>'), OP_SHR, 8 },
	{ '<', OP_LT, 7 },
	{ '>', OP_GT, 7 },
	{ FORMAT_MARK2('<', '='), OP_LE, 7 },
	{ FORMAT_MARK2('>', '='), OP_GE, 7 },
	{ FORMAT_MARK2('=', '='), OP_EQ, 6 },
	{ FORMAT_MARK2('!', '='), OP_NE, 6 },
	{ '&', OP_AND, 5 },
	{ '^', OP_XOR, 4 },
	{ '|', OP_OR, 3 },
	{ FORMAT_MARK2('&', '&'), OP_LOGICAL_AND, 2 },
	{ FORMAT_MARK2('|', '|'), OP_LOGICAL_OR, 1 },
};

/* The operator the lexer stands on; NULL: something else. */
static const struct binary *find_binary(const struct format_lexer *lexer)
{
	for (size_t i = 0; lexer->kind == FORMAT_MARK && i < ARRAY_SIZE(binaries); i++)
		if (binaries[i].mark == lexer->mark) return &binaries[i];
	return NULL;
}

/* Operators that bind at least so strongly; those of equal strength from left to right. */
static const struct payload_node *parse_binary(struct payload_parser *k, unsigned binding)
{
	const struct payload_node *left = parse_unary(k);
	const struct binary *binary;

	while (left && (binary = find_binary(k->lexer)) && binary->binding >= binding) {
		struct payload_node *node = payload_parser_node(k, NODE_BINARY);
		node->op = binary->op;
		format_lexer_next(k->lexer);
		if (!payload_parser_attach(k, node, &node->a, left) ||
		    !payload_parser_attach(k, node, &node->b, parse_binary(k, binary->binding + 1u)))
			return NULL;
		left = node->a->kind == NODE_CONST && node->b->kind == NODE_CONST ? folded(k, node) : node;
	}
	return left;
}

const struct payload_node *payload_parser_expression(struct payload_parser *k)
{
	if (++k->nesting > MAX_NESTING) return payload_parser_fail(k);
	const struct payload_node *result = parse_binary(k, 1);
	if (result && payload_parser_is(k, '?')) {
		struct payload_node *node = payload_parser_node(k, NODE_CONDITION);
		format_lexer_next(k->lexer);
		result = payload_parser_attach(k, node, &node->a, result) &&
					 payload_parser_attach(k, node, &node->b, payload_parser_expression(k)) &&
					 payload_parser_expect(k, ':') &&
					 payload_parser_attach(k, node, &node->c, payload_parser_expression(k))
				 ? node
				 : NULL;
	}
	k->nesting--;
	return k->lexer->error ? NULL : result;
}

bool payload_expr_parse_args(struct format_lexer *lexer, const struct tracepoint *tp, struct arena *arena,
			     struct payload_args *args)
{
	struct payload_parser k = { .lexer = lexer, .tp = tp, .arena = arena };

	while (lexer->kind != FORMAT_END) {
		if (!payload_parser_expect(&k, ',')) return false;
		const struct payload_node *node = payload_parser_expression(&k);
		if (!node) return false;
		vec_push(&args->nodes, node);
	}
	return !lexer->error;
}
