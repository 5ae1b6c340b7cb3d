/* Recursive descent over the expressions of a print format, straight to the nodes that are evaluated per sample.

   Operators bind as in C. What the operators then do keeps the ways of libtraceevent, as its output is what users know: numbers are
   unsigned 64 bit throughout, casts only mask, "^" yields 0, a dynamic array's index counts bytes. */
#include "event/payload_expr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTING = 100 };

struct parser {
	struct format_lexer *lexer;
	const struct tracepoint *tp;
	struct arena *arena;
	unsigned nesting;
};

/* All that parse give NULL after an error, and the lexer is in error then. */
static const struct payload_node *parse_expression(struct parser *k);

static struct payload_node *fail(struct parser *k)
{
	k->lexer->error = true;
	return NULL;
}

static struct payload_node *node_new(struct parser *k, enum node_kind kind)
{
	struct payload_node *node = arena_zalloc(k->arena, sizeof(*node));
	node->kind = kind;
	node->depth = 1;
	return node;
}

/* Adds a part, which may be NULL after an error; evaluating recurses as deep as nodes are. */
static bool attach(struct parser *k, struct payload_node *node, const struct payload_node **place, const struct payload_node *part)
{
	*place = part;
	if (!part || part->depth >= PAYLOAD_MAX_DEPTH) {
		(void)fail(k);
		return false;
	}
	node->depth = MAX(node->depth, part->depth + 1);
	return true;
}

static struct payload_node *constant(struct parser *k, uint64_t value, const char *text)
{
	struct payload_node *node = node_new(k, NODE_CONST);
	node->value = value;
	node->text = text;
	return node;
}

/* A constant that was computed; its text is its number. */
static struct payload_node *folded(struct parser *k, const struct payload_node *node)
{
	uint64_t value = payload_eval(&(struct payload){ .tp = k->tp }, node);
	return constant(k, value, arena_printf(k->arena, "%lld", (long long)value));
}

static char *copy_word(struct parser *k)
{
	return arena_strndup(k->arena, k->lexer->text.text, k->lexer->text.size);
}

/* "unsigned long long": words in a row, one blank between them; a few at most. */
static const char *parse_word_run(struct parser *k)
{
	const char *words = copy_word(k);
	for (format_lexer_next(k->lexer); k->lexer->kind == FORMAT_WORD && strlen(words) < 200; format_lexer_next(k->lexer))
		words = arena_printf(k->arena, "%s %.*s", words, (int)k->lexer->text.size, k->lexer->text.text);
	return words;
}

static bool next_is(struct parser *k, uint16_t mark) { return format_lexer_is(k->lexer, mark); }
static bool expect(struct parser *k, uint16_t mark) { return format_lexer_expect(k->lexer, mark); }

/* ---- types */

enum { OF_LONG = 0xff };

static const struct { const char *name; uint8_t bytes; bool masked, pointed; } types[] = {
	{ "u8", 1, true, true }, { "s8", 1, true, true }, { "char", 1, true, true }, { "unsigned char", 1, true, true },
	{ "u16", 2, true, true }, { "s16", 2, true, true }, { "short", 2, true, true }, { "unsigned short", 2, true, true },
	{ "u32", 4, true, true }, { "s32", 4, true, true }, { "int", 4, true, true }, { "unsigned int", 4, true, true },
	{ "u64", 8, false, true }, { "s64", 8, false, true }, { "long long", 8, false, false }, { "unsigned long long", 8, false, false },
	{ "bool", 1, false, false }, { "unsigned", 4, false, false }, { "__u8", 1, false, false }, { "__s8", 1, false, false },
	{ "__u16", 2, false, false }, { "__s16", 2, false, false }, { "__u32", 4, false, false }, { "__s32", 4, false, false },
	{ "__u64", 8, false, false }, { "__s64", 8, false, false },
	{ "long", OF_LONG, false, false }, { "unsigned long", OF_LONG, false, false } };

struct type { const char *name; bool pointer; int known; /* index into types, or -1 */ };

/* "WORD WORD * )" with at least one word that is no number: steps behind the bracket. Otherwise stays where it is. */
static bool parse_type(struct parser *k, struct type *ret)
{
	struct format_lexer start = *k->lexer;
	const char *name = NULL;
	bool pointer = false;

	if (k->lexer->kind == FORMAT_WORD && *k->lexer->text.text > '9') name = parse_word_run(k);
	for (; name && next_is(k, '*'); format_lexer_next(k->lexer)) pointer = true;
	if (!name || !next_is(k, ')') || strcmp(name, "REC") == 0) {
		*k->lexer = start;
		return false;
	}
	format_lexer_next(k->lexer);
	*ret = (struct type){ name, pointer, -1 };
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (strcmp(types[i].name, name) == 0) ret->known = (int)i;
	return true;
}

static unsigned type_bytes(const struct parser *k, const struct type *type)
{
	return types[type->known].bytes == OF_LONG ? k->tp->long_size : types[type->known].bytes;
}

/* ---- fields and indexes */

static const struct tracepoint_field *parse_field_name(struct parser *k)
{
	const struct tracepoint_field *field = NULL;
	if (k->lexer->kind == FORMAT_WORD)
		field = tracepoint_field(k->tp, copy_word(k));
	else
		(void)fail(k);
	format_lexer_next(k->lexer);
	return field;
}

static bool loadable(uint64_t size_bytes) { return size_bytes == 1 || size_bytes == 2 || size_bytes == 4 || size_bytes == 8; }

/* Behind "REC". */
static const struct payload_node *parse_record_field(struct parser *k)
{
	if (!expect(k, FORMAT_MARK2('-', '>')))
		return NULL;
	const struct tracepoint_field *field = parse_field_name(k);
	if (k->lexer->error)
		return NULL;
	struct payload_node *node = node_new(k, NODE_BYTES);
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
static const struct payload_node *parse_index(struct parser *k, const struct payload_node *array)
{
	struct payload_node *node = node_new(k, NODE_INDEX);
	unsigned pointed_bytes = k->tp->long_size;

	format_lexer_next(k->lexer);
	if (!attach(k, node, &node->b, parse_expression(k)) || !expect(k, ']'))
		return NULL;
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
	if (!node->field || !loadable(node->size))
		return node_new(k, NODE_ZERO);
	/* a place that is known */
	if (node->b->kind == NODE_CONST && !(node->field->flags & TRACEPOINT_DYNAMIC) && node->b->value < UINT16_MAX) {
		uint64_t offset = node->field->offset + node->b->value * node->value;
		node->kind = NODE_LOAD;
		node->offset = (uint32_t)MIN(offset, UINT32_MAX);
		node->field = NULL;
	}
	return node;
}

/* ---- helpers: what looks like a function call */

/* The number a name stands for. Words are what kernels before enum resolution left in their formats; upstream knows a few of them. */
static bool name_value(const struct payload_node *node, int64_t *ret)
{
	static const struct { const char *word; int value; } words[] = {
		{ "HI_SOFTIRQ", 0 }, { "TIMER_SOFTIRQ", 1 }, { "NET_TX_SOFTIRQ", 2 }, { "NET_RX_SOFTIRQ", 3 },
		{ "BLOCK_SOFTIRQ", 4 }, { "IRQ_POLL_SOFTIRQ", 5 },
		{ "TASKLET_SOFTIRQ", 6 }, { "SCHED_SOFTIRQ", 7 }, { "HRTIMER_SOFTIRQ", 8 }, { "RCU_SOFTIRQ", 9 },
		{ "HRTIMER_NORESTART", 0 }, { "HRTIMER_RESTART", 1 } };

	if (node->kind != NODE_CONST)
		return false;
	*ret = (int64_t)node->value;
	if (!node->text || (node->text[0] >= '0' && node->text[0] <= '9') || node->text[0] == '-')
		return true;
	*ret = -1;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strcmp(words[i].word, node->text) == 0) *ret = words[i].value;
	return true;
}

/* "{ VALUE, "TEXT" }, { VALUE, "TEXT" } ... )": numbers and their names; a comma may follow the last. */
static bool parse_names(struct parser *k, struct payload_node *node)
{
	VEC(struct payload_name) names = VEC_INIT;

	while (!k->lexer->error && next_is(k, '{')) {
		struct payload_name name;
		format_lexer_next(k->lexer);
		const struct payload_node *value = parse_expression(k);
		if (!value || !expect(k, ',') || !name_value(value, &name.value))
			break;
		const struct payload_node *text = parse_expression(k);
		if (!text || text->kind != NODE_CONST || !text->text || !expect(k, '}'))
			break;
		name.text = text->text;
		vec_push(&names, name);
		if (next_is(k, ')'))
			break;
		expect(k, ',');
	}
	bool ok = !k->lexer->error && expect(k, ')');
	if (ok) {
		node->names = arena_memdup(k->arena, names.items, names.count * sizeof(*names.items));
		node->nr_names = names.count;
	} else {
		(void)fail(k);
	}
	vec_done(&names);
	return ok;
}

/* What __print_flags and __print_symbolic are applied to; upstream does not understand them with a field that is not there. */
static bool parse_named_value(struct parser *k, struct payload_node *node)
{
	if (!attach(k, node, &node->a, parse_expression(k)) || !expect(k, ','))
		return false;
	return !node->a->missing || fail(k);
}

static const struct payload_node *parse_flags(struct parser *k, struct payload_node *node)
{
	if (!parse_named_value(k, node))
		return NULL;
	const struct payload_node *delimiter = parse_expression(k);
	if (!delimiter || delimiter->kind != NODE_CONST || !delimiter->text)
		return fail(k);
	node->text = delimiter->text;
	return expect(k, ',') && parse_names(k, node) ? node : NULL;
}

static const struct payload_node *parse_symbolic(struct parser *k, struct payload_node *node)
{
	return parse_named_value(k, node) && parse_names(k, node) ? node : NULL;
}

/* (ARRAY, COUNT) */
static const struct payload_node *parse_hex(struct parser *k, struct payload_node *node)
{
	return attach(k, node, &node->a, parse_expression(k)) && expect(k, ',') && attach(k, node, &node->b, parse_expression(k)) &&
	       expect(k, ')') ? node : NULL;
}

/* (ARRAY, COUNT, SIZE) */
static const struct payload_node *parse_array(struct parser *k, struct payload_node *node)
{
	return attach(k, node, &node->a, parse_expression(k)) && expect(k, ',') && attach(k, node, &node->b, parse_expression(k)) &&
	       expect(k, ',') && attach(k, node, &node->c, parse_expression(k)) && expect(k, ')') ? node : NULL;
}

/* (FIELD): text or a mask; nothing is printed when that is no dynamic field. */
static const struct payload_node *parse_text_field(struct parser *k, struct payload_node *node)
{
	node->field = parse_field_name(k);
	if (!node->field || !(node->field->flags & TRACEPOINT_DYNAMIC)) node->kind = NODE_ZERO;
	return expect(k, ')') ? node : NULL;
}

/* (FIELD), which must be there */
static const struct payload_node *parse_dynamic(struct parser *k, struct payload_node *node)
{
	node->field = parse_field_name(k);
	if (!node->field)
		return fail(k);
	return expect(k, ')') ? node : NULL;
}

/* (TYPE) or (REC->FIELD) */
static const struct payload_node *parse_sizeof(struct parser *k, struct payload_node *node)
{
	struct type type;
	uint64_t size_bytes;
	if (parse_type(k, &type)) {
		if (type.known < 0 && !type.pointer)
			return fail(k);
		size_bytes = type.pointer ? k->tp->long_size : type_bytes(k, &type);
	} else {
		const struct payload_node *of = parse_expression(k);
		if (!of || !of->field || !expect(k, ')'))
			return fail(k);
		size_bytes = of->field->size;
	}
	node->value = size_bytes;
	node->text = arena_printf(k->arena, "%llu", (unsigned long long)size_bytes);
	return node;
}

/* (EXPRESSION, LIKELY VALUE) */
static const struct payload_node *parse_expect(struct parser *k, struct payload_node *node)
{
	return parse_hex(k, node) ? node->a : NULL;
}

static const struct helper {
	const char *name;
	const struct payload_node *(*parse)(struct parser *k, struct payload_node *node);
	enum node_kind kind;
} helpers[] = {
	{ "__print_flags", parse_flags, NODE_FLAGS },
	{ "__print_symbolic", parse_symbolic, NODE_SYMBOLIC },
	{ "__print_hex", parse_hex, NODE_HEX },
	{ "__print_hex_str", parse_hex, NODE_HEX_STRING },
	{ "__print_array", parse_array, NODE_INT_ARRAY },
	{ "__get_str", parse_text_field, NODE_STRING },
	{ "__get_rel_str", parse_text_field, NODE_STRING },
	{ "__get_bitmask", parse_text_field, NODE_BITMASK },
	{ "__get_rel_bitmask", parse_text_field, NODE_BITMASK },
	{ "__get_cpumask", parse_text_field, NODE_CPUMASK },
	{ "__get_rel_cpumask", parse_text_field, NODE_CPUMASK },
	{ "__get_dynamic_array", parse_dynamic, NODE_DYNAMIC },
	{ "__get_rel_dynamic_array", parse_dynamic, NODE_DYNAMIC },
	{ "__get_dynamic_array_len", parse_dynamic, NODE_DYNAMIC_LENGTH },
	{ "__get_rel_dynamic_array_len", parse_dynamic, NODE_DYNAMIC_LENGTH },
	{ "__get_sockaddr", parse_dynamic, NODE_DYNAMIC },
	{ "__get_sockaddr_rel", parse_dynamic, NODE_DYNAMIC },
	{ "__builtin_expect", parse_expect, NODE_ZERO },
	{ "sizeof", parse_sizeof, NODE_CONST },
};

/* ---- what stands between operators */

/* Digits, a name, or several words in a row, which count as one; a helper when a bracket follows the first. */
static const struct payload_node *parse_words(struct parser *k)
{
	const char *text = parse_word_run(k);
	const struct helper *helper = NULL;

	if (strcmp(text, "REC") == 0)
		return parse_record_field(k);
	if (next_is(k, '(')) {
		for (size_t i = 0; i < ARRAY_SIZE(helpers) && !helper; i++)
			if (strcmp(helpers[i].name, text) == 0) helper = &helpers[i];
		if (!helper)
			return fail(k);
		format_lexer_next(k->lexer);
		return helper->parse(k, node_new(k, helper->kind));
	}
	return constant(k, strtoull(text, NULL, 0), text);
}

static const struct payload_node *parse_char(struct parser *k)
{
	static const char escapes[][2] = { { 'n', '\n' }, { 't', '\t' }, { 'r', '\r' }, { '0', 0 } };
	struct text_view text = k->lexer->text; /* with its quotes */
	if (text.size < 3)
		return fail(k);
	uint8_t code = (uint8_t)text.text[1];
	if (code == '\\') {
		code = (uint8_t)text.text[2];
		for (size_t i = 0; i < ARRAY_SIZE(escapes); i++)
			if (escapes[i][0] == text.text[2]) code = (uint8_t)escapes[i][1];
	}
	format_lexer_next(k->lexer);
	return constant(k, code, arena_printf(k->arena, "%u", code));
}

static const struct payload_node *parse_unary(struct parser *k);

/* "(TYPE) operand", "(EXPRESSION)", or "(NAME)", a name like any other that is not a field: what follows decides. */
static const struct payload_node *parse_bracket(struct parser *k)
{
	struct type type;
	format_lexer_next(k->lexer);
	if (!parse_type(k, &type)) {
		const struct payload_node *inner = parse_expression(k);
		return inner && expect(k, ')') ? inner : NULL;
	}
	if (k->lexer->kind != FORMAT_WORD && k->lexer->kind != FORMAT_STRING && k->lexer->kind != FORMAT_CHAR && !next_is(k, '(') &&
	    !next_is(k, '~') && !next_is(k, '!'))
		return constant(k, 0, type.name);
	struct payload_node *node = node_new(k, NODE_CAST);
	bool known = type.known >= 0;
	node->value = known && types[type.known].masked && !type.pointer ? ((uint64_t)1 << types[type.known].bytes * 8) - 1 : UINT64_MAX;
	node->size = known && types[type.known].pointed ? types[type.known].bytes : k->tp->long_size;
	if (!attach(k, node, &node->a, parse_unary(k)))
		return NULL;
	return node->a->kind == NODE_CONST ? constant(k, node->a->value & node->value, node->a->text) : node;
}

/* A value and the indexes behind it. */
static const struct payload_node *parse_postfix(struct parser *k)
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
	case FORMAT_MARK: node = next_is(k, '(') ? parse_bracket(k) : fail(k); break;
	default: node = fail(k); break;
	}
	while (node && next_is(k, '[')) node = parse_index(k, node);
	return node;
}

static const struct payload_node *parse_unary(struct parser *k)
{
	static const struct { char mark; uint8_t op; } ops[] = { { '!', OP_NOT }, { '~', OP_COMPLEMENT }, { '-', OP_NEGATE } };
	const struct payload_node *result = NULL;

	if (++k->nesting > MAX_NESTING)
		return fail(k);
	if (next_is(k, '+')) {
		format_lexer_next(k->lexer);
		result = parse_unary(k);
	} else {
		struct payload_node *node = NULL;
		for (size_t i = 0; i < ARRAY_SIZE(ops) && !node; i++)
			if (next_is(k, (uint16_t)ops[i].mark)) {
				node = node_new(k, NODE_UNARY);
				node->op = ops[i].op;
			}
		if (!node) {
			result = parse_postfix(k);
		} else {
			format_lexer_next(k->lexer);
			if (attach(k, node, &node->a, parse_unary(k))) result = node;
			if (result && node->a->kind == NODE_CONST)
				result = constant(k, payload_eval(&(struct payload){ .tp = k->tp }, node), NULL);
		}
	}
	k->nesting--;
	return result;
}

/* ---- operators between values */

static const struct binary { uint16_t mark; uint8_t op, binding; } binaries[] = {
	{ '*', OP_MUL, 10 }, { '/', OP_DIV, 10 }, { '%', OP_MOD, 10 },
	{ '+', OP_ADD, 9 }, { '-', OP_SUB, 9 },
	{ FORMAT_MARK2('<', '<'), OP_SHL, 8 }, { FORMAT_MARK2('>', '>'), OP_SHR, 8 },
	{ '<', OP_LT, 7 }, { '>', OP_GT, 7 }, { FORMAT_MARK2('<', '='), OP_LE, 7 }, { FORMAT_MARK2('>', '='), OP_GE, 7 },
	{ FORMAT_MARK2('=', '='), OP_EQ, 6 }, { FORMAT_MARK2('!', '='), OP_NE, 6 },
	{ '&', OP_AND, 5 }, { '^', OP_XOR, 4 }, { '|', OP_OR, 3 },
	{ FORMAT_MARK2('&', '&'), OP_LOGICAL_AND, 2 }, { FORMAT_MARK2('|', '|'), OP_LOGICAL_OR, 1 },
};

static const struct binary *find_binary(const struct format_lexer *lexer)
{
	for (size_t i = 0; lexer->kind == FORMAT_MARK && i < ARRAY_SIZE(binaries); i++)
		if (binaries[i].mark == lexer->mark) return &binaries[i];
	return NULL;
}

/* Operators that bind at least so strongly; those of equal strength from left to right. */
static const struct payload_node *parse_binary(struct parser *k, unsigned binding)
{
	const struct payload_node *left = parse_unary(k);
	const struct binary *binary;

	while (left && (binary = find_binary(k->lexer)) && binary->binding >= binding) {
		struct payload_node *node = node_new(k, NODE_BINARY);
		node->op = binary->op;
		format_lexer_next(k->lexer);
		if (!attach(k, node, &node->a, left) || !attach(k, node, &node->b, parse_binary(k, binary->binding + 1u)))
			return NULL;
		left = node->a->kind == NODE_CONST && node->b->kind == NODE_CONST ? folded(k, node) : node;
	}
	return left;
}

static const struct payload_node *parse_expression(struct parser *k)
{
	if (++k->nesting > MAX_NESTING)
		return fail(k);
	const struct payload_node *result = parse_binary(k, 1);
	if (result && next_is(k, '?')) {
		struct payload_node *node = node_new(k, NODE_CONDITION);
		format_lexer_next(k->lexer);
		result = attach(k, node, &node->a, result) && attach(k, node, &node->b, parse_expression(k)) && expect(k, ':') &&
			 attach(k, node, &node->c, parse_expression(k)) ? node : NULL;
	}
	k->nesting--;
	return k->lexer->error ? NULL : result;
}

bool payload_expr_parse_args(struct format_lexer *lexer, const struct tracepoint *tp, struct arena *arena, struct payload_args *args)
{
	struct parser k = { .lexer = lexer, .tp = tp, .arena = arena };

	while (lexer->kind != FORMAT_END) {
		if (!expect(&k, ','))
			return false;
		const struct payload_node *node = parse_expression(&k);
		if (!node)
			return false;
		vec_push(&args->nodes, node);
	}
	return !lexer->error;
}
