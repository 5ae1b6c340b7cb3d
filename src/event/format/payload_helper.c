/* What looks like a function call in a print format: __print_flags(...), sizeof(...).
 *
 * The table at the end names each helper, its parser and the kind of its node; payload_helper_parse looks it up and
 * calls the parser with the lexer behind the opening bracket. A parser fills the node it is given, takes the closing
 * bracket, and returns the node that counts: mostly the same one. Comments above parsers show what is between the
 * brackets. How nodes are printed is in payload_print.c. */
#include "event/format/payload_parser.h"

#include <string.h>

/* The number a name stands for. Words are what kernels before enum resolution left in their formats; upstream knows a
 * few of them. */
static bool name_value(const struct payload_node *node, int64_t *ret)
{
	static const struct {
		const char *word;
		int value;
	} words[] = { { "HI_SOFTIRQ", 0 },      { "TIMER_SOFTIRQ", 1 },     { "NET_TX_SOFTIRQ", 2 },
		      { "NET_RX_SOFTIRQ", 3 },  { "BLOCK_SOFTIRQ", 4 },     { "IRQ_POLL_SOFTIRQ", 5 },
		      { "TASKLET_SOFTIRQ", 6 }, { "SCHED_SOFTIRQ", 7 },     { "HRTIMER_SOFTIRQ", 8 },
		      { "RCU_SOFTIRQ", 9 },     { "HRTIMER_NORESTART", 0 }, { "HRTIMER_RESTART", 1 } };

	if (node->kind != NODE_CONST) return false;
	*ret = (int64_t)node->value;
	if (!node->text || (node->text[0] >= '0' && node->text[0] <= '9') || node->text[0] == '-') return true;
	*ret = -1;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strcmp(words[i].word, node->text) == 0) *ret = words[i].value;
	return true;
}

/* "{ VALUE, "TEXT" }, { VALUE, "TEXT" } ... )": numbers and their names; a comma may follow the last. */
static bool parse_names(struct payload_parser *k, struct payload_node *node)
{
	VEC(struct payload_name) names = VEC_INIT;

	while (!k->lexer->error && payload_parser_is(k, '{')) {
		struct payload_name name;
		format_lexer_next(k->lexer);
		const struct payload_node *value = payload_parser_expression(k);
		if (!value || !payload_parser_expect(k, ',') || !name_value(value, &name.value)) break;
		const struct payload_node *text = payload_parser_expression(k);
		if (!text || text->kind != NODE_CONST || !text->text || !payload_parser_expect(k, '}')) break;
		name.text = text->text;
		vec_push(&names, name);
		/* no comma behind the last pair */
		if (payload_parser_is(k, ')')) break;
		payload_parser_expect(k, ',');
	}
	bool ok = !k->lexer->error && payload_parser_expect(k, ')');
	if (ok) {
		node->names = arena_memdup(k->arena, names.items, names.count * sizeof(*names.items));
		node->nr_names = names.count;
	} else {
		(void)payload_parser_fail(k);
	}
	vec_done(&names);
	return ok;
}

/* What __print_flags and __print_symbolic are applied to; upstream does not understand them with a field that is not
 * there. */
static bool parse_named_value(struct payload_parser *k, struct payload_node *node)
{
	if (!payload_parser_attach(k, node, &node->a, payload_parser_expression(k)) || !payload_parser_expect(k, ','))
		return false;
	return !node->a->missing || payload_parser_fail(k);
}

/* (VALUE, DELIMITER, { NUMBER, NAME } ...) */
static const struct payload_node *parse_flags(struct payload_parser *k, struct payload_node *node)
{
	if (!parse_named_value(k, node)) return NULL;
	const struct payload_node *delimiter = payload_parser_expression(k);
	if (!delimiter || delimiter->kind != NODE_CONST || !delimiter->text) return payload_parser_fail(k);
	node->text = delimiter->text;
	return payload_parser_expect(k, ',') && parse_names(k, node) ? node : NULL;
}

/* (VALUE, { NUMBER, NAME } ...) */
static const struct payload_node *parse_symbolic(struct payload_parser *k, struct payload_node *node)
{
	return parse_named_value(k, node) && parse_names(k, node) ? node : NULL;
}

/* (ARRAY, COUNT) */
static const struct payload_node *parse_hex(struct payload_parser *k, struct payload_node *node)
{
	return payload_parser_attach(k, node, &node->a, payload_parser_expression(k)) &&
			       payload_parser_expect(k, ',') &&
			       payload_parser_attach(k, node, &node->b, payload_parser_expression(k)) &&
			       payload_parser_expect(k, ')')
		       ? node
		       : NULL;
}

/* (ARRAY, COUNT, SIZE) */
static const struct payload_node *parse_array(struct payload_parser *k, struct payload_node *node)
{
	return payload_parser_attach(k, node, &node->a, payload_parser_expression(k)) &&
			       payload_parser_expect(k, ',') &&
			       payload_parser_attach(k, node, &node->b, payload_parser_expression(k)) &&
			       payload_parser_expect(k, ',') &&
			       payload_parser_attach(k, node, &node->c, payload_parser_expression(k)) &&
			       payload_parser_expect(k, ')')
		       ? node
		       : NULL;
}

/* (FIELD): text or a mask; nothing is printed when that is no dynamic field. */
static const struct payload_node *parse_text_field(struct payload_parser *k, struct payload_node *node)
{
	node->field = payload_parser_field(k);
	if (!node->field || !(node->field->flags & TRACEPOINT_DYNAMIC)) node->kind = NODE_ZERO;
	return payload_parser_expect(k, ')') ? node : NULL;
}

/* (FIELD), which must be there */
static const struct payload_node *parse_dynamic(struct payload_parser *k, struct payload_node *node)
{
	node->field = payload_parser_field(k);
	if (!node->field) return payload_parser_fail(k);
	return payload_parser_expect(k, ')') ? node : NULL;
}

/* (TYPE) or (REC->FIELD) */
static const struct payload_node *parse_sizeof(struct payload_parser *k, struct payload_node *node)
{
	struct payload_type type;
	uint64_t size_bytes;
	if (payload_parser_type(k, &type)) {
		if (type.known < 0 && !type.pointer) return payload_parser_fail(k);
		size_bytes = type.pointer ? k->tp->long_size : payload_type_bytes(k, &type);
	} else {
		const struct payload_node *of = payload_parser_expression(k);
		if (!of || !of->field || !payload_parser_expect(k, ')')) return payload_parser_fail(k);
		size_bytes = of->field->size;
	}
	node->value = size_bytes;
	node->text = arena_printf(k->arena, "%llu", (unsigned long long)size_bytes);
	return node;
}

/* (EXPRESSION, LIKELY VALUE) */
static const struct payload_node *parse_expect(struct payload_parser *k, struct payload_node *node)
{
	return parse_hex(k, node) ? node->a : NULL;
}

/* (VALUE, TEXT FOR THE REST, { NUMBER, NAME } ...) */
static const struct payload_node *parse_name_of(struct payload_parser *k, struct payload_node *node)
{
	return parse_flags(k, node);
}

/* (EXPRESSION) */
static const struct payload_node *parse_one(struct payload_parser *k, struct payload_node *node)
{
	return payload_parser_attach(k, node, &node->a, payload_parser_expression(k)) && payload_parser_expect(k, ')')
		       ? node
		       : NULL;
}

/* The number itself: milliseconds are printed as the ticks they were made of. */
static const struct payload_node *parse_same(struct payload_parser *k, struct payload_node *node)
{
	return parse_one(k, node) ? node->a : NULL;
}

/* is_writable_pte(EXPRESSION): bit 1 of an x86 page table entry. */
static const struct payload_node *parse_is_writable(struct payload_parser *k, struct payload_node *node)
{
	enum { WRITABLE = 2 };
	struct payload_node *bit = payload_parser_node(k, NODE_CONST);
	bit->value = WRITABLE;
	node->op = OP_AND;
	return payload_parser_attach(k, node, &node->b, bit) ? parse_one(k, node) : NULL;
}

/* xen_hypercall_name(EXPRESSION); a number without a name prints nothing. */
static const struct payload_node *parse_xen_hypercall(struct payload_parser *k, struct payload_node *node)
{
	static const struct payload_name names[] = {
#define X(number, name) { number, "(" name ")" },
#include "event/format/xen_hypercall.def"
#undef X
	};
	node->text = "";
	node->names = names;
	node->nr_names = ARRAY_SIZE(names);
	return parse_one(k, node);
}

/* (p, BYTES, SIZE) */
static const struct payload_node *parse_scsi(struct payload_parser *k, struct payload_node *node)
{
	return payload_parser_expression(k) && payload_parser_expect(k, ',') ? parse_hex(k, node) : NULL;
}

/* Name, parser behind the opening bracket, and the kind of the node it is given. of_plugins: only known with short
 * forms, as upstream knows it by a plugin of libtraceevent. */
static const struct helper {
	const char *name;
	const struct payload_node *(*parse)(struct payload_parser *k, struct payload_node *node);
	enum node_kind kind;
	bool of_plugins;
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
	{ "__name_of", parse_name_of, NODE_SYMBOLIC, true },
	{ "jbd2_dev_to_name", parse_one, NODE_DEVICE, true },
	{ "jiffies_to_msecs", parse_same, NODE_ZERO, true },
	{ "is_writable_pte", parse_is_writable, NODE_BINARY, true },
	{ "xen_hypercall_name", parse_xen_hypercall, NODE_SYMBOLIC, true },
	{ "scsi_trace_parse_cdb", parse_scsi, NODE_SCSI, true },
	{ "__le16_to_cpup", parse_one, NODE_LE16, true },
};

/* A walk over the table: formats are parsed once, and have few helpers. */
const struct payload_node *payload_helper_parse(struct payload_parser *k, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(helpers); i++)
		if (strcmp(helpers[i].name, name) == 0 && (!helpers[i].of_plugins || k->tp->short_forms))
			return helpers[i].parse(k, payload_parser_node(k, helpers[i].kind));
	return payload_parser_fail(k);
}
