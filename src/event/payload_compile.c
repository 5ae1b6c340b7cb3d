/* From a print format and libtraceevent's argument trees to a payload program. Quirks of its language that are kept because
   its output is what users know: numbers are unsigned 64 bit throughout, casts only mask, "^" yields 0, a dynamic array's index
   counts bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <traceevent/event-parse.h>
#include "base/vec.h"
#include "event/payload.h"

enum { MAX_DEPTH = 500 };

struct compiler {
	const struct tracepoint *tp;
	struct arena *arena;
	VEC(struct payload_step) steps;
};

static struct payload_node *node_new(struct compiler *k, enum node_kind kind, enum tep_print_arg_type type)
{
	struct payload_node *node = arena_zalloc(k->arena, sizeof(*node));
	node->kind = kind;
	node->tep_type = (uint8_t)type;
	return node;
}

static struct payload_node *constant(struct compiler *k, uint64_t value, const char *text)
{
	struct payload_node *node = node_new(k, NODE_CONST, TEP_PRINT_ATOM);
	node->value = value;
	node->text = text;
	return node;
}

static const struct tracepoint_field *own_field(const struct compiler *k, const char *name)
{
	return name ? tracepoint_field(k->tp, name) : NULL;
}

static bool loadable(uint32_t size) { return size == 1 || size == 2 || size == 4 || size == 8; }

static struct payload_node *field_node(struct compiler *k, const struct tracepoint_field *field)
{
	struct payload_node *node = node_new(k, NODE_BYTES, TEP_PRINT_FIELD);
	if (!field) {
		node->missing = true;
		return node;
	}
	node->field = field;
	node->offset = field->offset;
	if (loadable(field->size)) {
		node->kind = NODE_LOAD;
		node->size = (uint8_t)field->size;
	}
	return node;
}

static uint64_t cast_mask(const char *type)
{
	static const struct { const char *name; uint8_t bytes; } types[] = {
		{ "u8", 1 }, { "s8", 1 }, { "char", 1 }, { "unsigned char", 1 }, { "u16", 2 }, { "s16", 2 },
		{ "short", 2 }, { "unsigned short", 2 },
		{ "u32", 4 }, { "s32", 4 }, { "int", 4 }, { "unsigned int", 4 } };
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (strcmp(types[i].name, type) == 0) return ((uint64_t)1 << types[i].bytes * 8) - 1;
	return UINT64_MAX;
}

static unsigned pointed_size(const struct compiler *k, const char *type)
{
	static const struct { const char *name; uint8_t bytes; } types[] = {
		{ "u8", 1 }, { "s8", 1 }, { "char", 1 }, { "unsigned char", 1 }, { "u16", 2 }, { "s16", 2 },
		{ "short", 2 }, { "unsigned short", 2 },
		{ "u32", 4 }, { "s32", 4 }, { "int", 4 }, { "unsigned int", 4 }, { "u64", 8 }, { "s64", 8 } };
	size_t length = strcspn(type, "*");
	while (length && type[length - 1] == ' ') length--;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (strlen(types[i].name) == length && memcmp(types[i].name, type, length) == 0) return types[i].bytes;
	return k->tp->long_size;
}

/* The number a name stands for: digits, or one of the words that kernels before enum resolution left in their formats. */
static int64_t name_value(const char *text)
{
	static const struct { const char *word; int value; } words[] = {
		{ "HI_SOFTIRQ", 0 }, { "TIMER_SOFTIRQ", 1 }, { "NET_TX_SOFTIRQ", 2 }, { "NET_RX_SOFTIRQ", 3 },
		{ "BLOCK_SOFTIRQ", 4 }, { "IRQ_POLL_SOFTIRQ", 5 },
		{ "TASKLET_SOFTIRQ", 6 }, { "SCHED_SOFTIRQ", 7 }, { "HRTIMER_SOFTIRQ", 8 }, { "RCU_SOFTIRQ", 9 },
		{ "HRTIMER_NORESTART", 0 }, { "HRTIMER_RESTART", 1 } };
	if (text[0] >= '0' && text[0] <= '9')
		return (int64_t)strtoull(text, NULL, 0);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strcmp(words[i].word, text) == 0) return words[i].value;
	return -1;
}

static struct payload_name *names_of(struct compiler *k, const struct tep_print_flag_sym *list, size_t *ret_count)
{
	size_t count = 0, i = 0;
	for (const struct tep_print_flag_sym *s = list; s; s = s->next) count++;
	struct payload_name *names = arena_alloc(k->arena, (count + 1) * sizeof(*names));
	for (const struct tep_print_flag_sym *s = list; s; s = s->next, i++)
		names[i] = (struct payload_name){ .value = name_value(s->value ? s->value : ""),
						  .text = arena_strdup(k->arena, s->str ? s->str : "") };
	*ret_count = count;
	return names;
}

static int binary_op(const char *op)
{
	static const struct { const char *text; uint8_t op; } ops[] = {
		{ "+", OP_ADD }, { "-", OP_SUB }, { "*", OP_MUL }, { "/", OP_DIV }, { "%", OP_MOD }, { "<<", OP_SHL },
		{ ">>", OP_SHR }, { "&", OP_AND },
		{ "|", OP_OR }, { "^", OP_XOR }, { "&&", OP_LOGICAL_AND }, { "||", OP_LOGICAL_OR }, { "==", OP_EQ },
		{ "!=", OP_NE }, { "<", OP_LT },
		{ "<=", OP_LE }, { ">", OP_GT }, { ">=", OP_GE } };
	for (size_t i = 0; i < ARRAY_SIZE(ops); i++)
		if (strcmp(ops[i].text, op) == 0) return ops[i].op;
	return -1;
}

static const struct payload_node *compile(struct compiler *k, const struct tep_print_arg *arg, int depth);

static const struct payload_node *compile_index(struct compiler *k, const struct tep_print_arg *arg, int depth)
{
	struct payload_node *node = node_new(k, NODE_INDEX, TEP_PRINT_OP);
	const struct tep_print_arg *left = arg->op.left;
	unsigned size = k->tp->long_size;

	while (left && left->type == TEP_PRINT_TYPE) {
		size = left->typecast.type ? pointed_size(k, left->typecast.type) : size;
		left = left->typecast.item;
	}
	node->b = compile(k, arg->op.right, depth);
	if (left && left->type == TEP_PRINT_DYNAMIC_ARRAY && left->dynarray.field) {
		node->field = own_field(k, left->dynarray.field->name);
		node->value = 1;
		node->size = (uint8_t)size;
	} else if (left && left->type == TEP_PRINT_FIELD) {
		node->field = own_field(k, left->field.name);
		if (node->field) {
			node->value = node->field->element_size;
			node->size = (uint8_t)node->field->element_size;
		}
	}
	if (!node->field || !loadable(node->size))
		return node_new(k, NODE_ZERO, TEP_PRINT_OP);
	/* a place that is known */
	if (node->b->kind == NODE_CONST && !(node->field->flags & TRACEPOINT_DYNAMIC) && node->b->value < UINT16_MAX) {
		node->kind = NODE_LOAD;
		node->tep_type = TEP_PRINT_OP;
		node->offset = node->field->offset + (uint32_t)(node->b->value * node->value);
		node->field = NULL;
	}
	return node;
}

static const struct payload_node *compile_op(struct compiler *k, const struct tep_print_arg *arg, int depth)
{
	const char *op = arg->op.op ? arg->op.op : "";
	if (strcmp(op, "[") == 0)
		return compile_index(k, arg, depth);
	struct payload_node *node = node_new(k, NODE_BINARY, TEP_PRINT_OP);
	if (strcmp(op, "?") == 0) {
		const struct tep_print_arg *choice = arg->op.right;
		if (!choice || choice->type != TEP_PRINT_OP)
			return node_new(k, NODE_ZERO, TEP_PRINT_OP);
		node->kind = NODE_CONDITION;
		node->a = compile(k, arg->op.left, depth);
		node->b = compile(k, choice->op.left, depth);
		node->c = compile(k, choice->op.right, depth);
		return node;
	}
	bool unary = !arg->op.left || arg->op.left->type == TEP_PRINT_NULL;
	if (unary && (op[0] == '!' || op[0] == '~' || op[0] == '-') && !op[1]) {
		node->kind = NODE_UNARY;
		node->op = op[0] == '!' ? OP_NOT : op[0] == '~' ? OP_COMPLEMENT : OP_NEGATE;
		node->a = compile(k, arg->op.right, depth);
		if (node->a->kind == NODE_CONST)
			return constant(k, payload_eval(&(struct payload){ .tp = k->tp }, node), NULL);
		return node;
	}
	int kind = binary_op(op);
	if (kind < 0)
		return node_new(k, NODE_ZERO, TEP_PRINT_OP);
	node->op = (uint8_t)kind;
	node->a = compile(k, arg->op.left, depth);
	node->b = compile(k, arg->op.right, depth);
	if (node->a->kind == NODE_CONST && node->b->kind == NODE_CONST) {
		struct payload_node *folded = constant(k, payload_eval(&(struct payload){ .tp = k->tp }, node), NULL);
		folded->tep_type = TEP_PRINT_OP;
		return folded;
	}
	return node;
}

static uint64_t atom_value(const char *text)
{
	return strtoull(text, NULL, 0);
}

static const struct payload_node *compile(struct compiler *k, const struct tep_print_arg *arg, int depth)
{
	struct payload_node *node;
	if (!arg || depth > MAX_DEPTH)
		return node_new(k, NODE_ZERO, TEP_PRINT_NULL);
	depth++;
	switch (arg->type) {
	case TEP_PRINT_ATOM: {
		const char *text = arena_strdup(k->arena, arg->atom.atom ? arg->atom.atom : "");
		return constant(k, atom_value(text), text);
	}
	case TEP_PRINT_FIELD:
		return field_node(k, own_field(k, arg->field.name));
	case TEP_PRINT_TYPE:
		node = node_new(k, NODE_CAST, arg->type);
		node->a = compile(k, arg->typecast.item, depth);
		node->value = cast_mask(arg->typecast.type ? arg->typecast.type : "");
		return node;
	case TEP_PRINT_OP:
		return compile_op(k, arg, depth);
	case TEP_PRINT_STRING:
	case TEP_PRINT_BITMASK:
	case TEP_PRINT_CPUMASK:
		node = node_new(k, arg->type == TEP_PRINT_STRING ? NODE_STRING : arg->type == TEP_PRINT_BITMASK ? NODE_BITMASK :
				NODE_CPUMASK, arg->type);
		node->field = own_field(k, arg->string.string);
		if (!node->field || !(node->field->flags & TRACEPOINT_DYNAMIC))
			return node_new(k, NODE_ZERO, arg->type);
		return node;
	case TEP_PRINT_DYNAMIC_ARRAY:
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		node = node_new(k, arg->type == TEP_PRINT_DYNAMIC_ARRAY ? NODE_DYNAMIC : NODE_DYNAMIC_LENGTH, arg->type);
		node->field = arg->dynarray.field ? own_field(k, arg->dynarray.field->name) : NULL;
		return node->field ? node : node_new(k, NODE_ZERO, arg->type);
	case TEP_PRINT_FLAGS:
		node = node_new(k, NODE_FLAGS, arg->type);
		node->a = compile(k, arg->flags.field, depth);
		node->text = arena_strdup(k->arena, arg->flags.delim ? arg->flags.delim : "");
		node->names = names_of(k, arg->flags.flags, &node->nr_names);
		return node;
	case TEP_PRINT_SYMBOL:
		node = node_new(k, NODE_SYMBOLIC, arg->type);
		node->a = compile(k, arg->symbol.field, depth);
		node->names = names_of(k, arg->symbol.symbols, &node->nr_names);
		return node;
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
		node = node_new(k, arg->type == TEP_PRINT_HEX ? NODE_HEX : NODE_HEX_STRING, arg->type);
		node->a = compile(k, arg->hex.field, depth);
		node->b = compile(k, arg->hex.size, depth);
		return node;
	case TEP_PRINT_INT_ARRAY:
		node = node_new(k, NODE_INT_ARRAY, arg->type);
		node->a = compile(k, arg->int_array.field, depth);
		node->b = compile(k, arg->int_array.count, depth);
		node->c = compile(k, arg->int_array.el_size, depth);
		return node;
	case TEP_PRINT_NULL:
	case TEP_PRINT_BSTRING:
	case TEP_PRINT_FUNC:
	default:
		return node_new(k, NODE_ZERO, arg->type);
	}
}

static void add_text(struct compiler *k, const char *text, size_t size)
{
	if (!size)
		return;
	struct payload_step *last = k->steps.count ? vec_last(&k->steps) : NULL;
	if (last && last->kind == STEP_TEXT) {
		char *joined = arena_alloc(k->arena, last->text_size + size + 1);
		memcpy(joined, last->text, last->text_size);
		memcpy(joined + last->text_size, text, size);
		last->text = joined;
		last->text_size += (uint32_t)size;
		return;
	}
	vec_push(&k->steps, ((struct payload_step){ .kind = STEP_TEXT, .text = arena_memdup(k->arena, text, size),
						   .text_size = (uint32_t)size }));
}

/* The letters after %p choose the kind. Returns how many belong to it. */
static size_t pointer_kind(const char *p, struct payload_step *step)
{
	size_t used = 1;
	step->kind = STEP_POINTER;
	step->variant[0] = *p;
	switch (*p) {
	case 'F': case 'S': step->kind = STEP_SYMBOL_OFFSET; return 1;
	case 'f': case 's': step->kind = STEP_SYMBOL; return 1;
	case 'M': case 'm':
		step->kind = STEP_MAC;
		if (p[0] == 'M' && (p[1] == 'F' || p[1] == 'R')) step->variant[1] = p[used++];
		return used;
	case 'U':
		step->kind = STEP_UUID;
		if (p[1] && strchr("bBlL", p[1])) step->variant[1] = p[used++];
		return used;
	case 'h':
		step->kind = STEP_RAW_HEX;
		if (p[1] && strchr("CDN", p[1])) step->variant[1] = p[used++];
		return used;
	case 'I': case 'i':
		step->kind = STEP_TEXT; /* "%pI" of something unknown prints nothing */
		if (p[1] == '4') {
			step->kind = STEP_IP4;
			used = 2;
			if (p[2] && strchr("hnbl", p[2])) step->variant[1] = p[used++];
		} else if (p[1] == '6') {
			step->kind = STEP_IP6;
			used = 2;
			if (p[2] == 'c') step->variant[1] = p[used++];
		} else if (p[1] == 'S') {
			step->kind = STEP_SOCKADDR;
			used = 2;
			for (int i = 1; i < 3 && (p[used] == 'p' || p[used] == 'c'); i++) step->variant[i] = p[used++];
		}
		return used;
	default:
		return 0;
	}
}

const struct payload_program *payload_compile(const struct tracepoint *tp, const struct tep_print_arg *args, struct arena *arena)
{
	struct compiler k = { .tp = tp, .arena = arena, .steps = VEC_INIT };
	const char *p = tp->print_format;

#define NEXT_ARG() (args ? (current = args, args = args->next, compile(&k, current, 0)) : (const struct payload_node *)node_new(&k, NODE_ZERO, TEP_PRINT_NULL))
	while (*p) {
		const struct tep_print_arg *current;
		size_t plain = strcspn(p, "%\\");
		add_text(&k, p, plain);
		p += plain;
		if (*p == '\\') {
			char c = p[1];
			if (!c) break;
			c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
			add_text(&k, &c, 1);
			p += 2;
			continue;
		}
		if (!*p)
			break;
		p++;
		if (*p == '%') {
			add_text(&k, "%", 1);
			p++;
			continue;
		}
		struct payload_step step = { .width = -1, .precision = -1, .width_bits = 32 };
		char flags[8];
		size_t nr_flags = 0;
		int length = 0;
		bool formatted = false;
		for (; *p && strchr("-+#0", *p); p++) {
			if (nr_flags < sizeof(flags) - 1 && !memchr(flags, *p, nr_flags)) flags[nr_flags++] = *p;
			step.left |= *p == '-';
		}
		if (*p == '*') {
			step.width_arg = NEXT_ARG();
			p++;
		} else if (*p >= '1' && *p <= '9') {
			step.width = 0;
			for (; *p >= '0' && *p <= '9'; p++)
				if (step.width < 10000) step.width = step.width * 10 + (*p - '0');
		}
		if (*p == '.') {
			p++;
			if (*p == '*') {
				step.precision_arg = NEXT_ARG();
				p++;
			} else {
				step.precision = 0;
				for (; *p >= '0' && *p <= '9'; p++)
					if (step.precision < 10000) step.precision = step.precision * 10 + (*p - '0');
			}
		}
		for (;; p++) {
			if (*p == 'h') length--;
			else if (*p == 'l') length++;
			else if (*p == 'L' || *p == 'z' || *p == 'Z') length = 2;
			else break;
		}
		step.width_bits = length >= 1 ? 64 : length == 0 ? 32 : length == -1 ? 16 : 8;
		step.plain = step.width < 0 && !step.width_arg && step.precision < 0 && !step.precision_arg;
		formatted = !step.plain || nr_flags > 0;
		step.conversion = *p;
		step.text = arena_strndup(arena, flags, nr_flags);
		switch (*p) {
		case 'd': case 'i': step.kind = formatted ? STEP_FORMATTED : STEP_DEC; step.conversion = 'd'; break;
		case 'u': step.kind = formatted ? STEP_FORMATTED : STEP_UNSIGNED; break;
		case 'x': step.kind = formatted ? STEP_FORMATTED : STEP_HEX; break;
		case 'X': case 'o': step.kind = STEP_FORMATTED; break;
		case 'c': step.kind = STEP_CHAR; break;
		case 's': step.kind = STEP_STRING; break;
		case 'p': p += pointer_kind(p + 1, &step); break;
		default:
			add_text(&k, ">", 1);
			add_text(&k, p, *p ? 1 : 0);
			add_text(&k, "<", 1);
			if (*p) p++;
			continue;
		}
		p++;
		step.arg = NEXT_ARG();
		if (step.kind != STEP_TEXT)
			vec_push(&k.steps, step);
	}
#undef NEXT_ARG
	struct payload_program *program = arena_alloc(arena, sizeof(*program));
	const struct payload_step *steps = k.steps.count ? arena_memdup(arena, k.steps.items, k.steps.count * sizeof(*k.steps.items)) : NULL;
	*program = (struct payload_program){ .steps = steps,
					     .nr_steps = k.steps.count };
	vec_done(&k.steps);
	return program;
}
