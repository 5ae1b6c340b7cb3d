/* From text to a compiled formula (metric_expr.h has the grammar): recursive descent, one function for each row of the
 * grammar; binary operators share one that is told its level (operators).
 *
 * What is parsed becomes steps at once (metric_expr_add). The name of another metric is compiled where it first occurs,
 * by a parser of its own, and later uses are the same step; while it is compiled it is open, and a use then is a
 * circle. To add an operator: a row of operators; a function: a line in parse_primary; a literal: a row in
 * parse_literal. */
#include "event/metric/metric_expr_private.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include "base/strbuf.h"

/* Bounds for damaged tables: nesting, operations, and metrics that a formula uses. */
enum { DEPTH_MAX = 400, STEPS_MAX = 1 << 16, METRICS_MAX = 4096 };

/* A metric whose formula is compiled, so that a second use is the same step. */
struct compiled_metric {
	char *name;
	uint32_t step;
	bool is_open; /* being compiled: it may not be used */
};

/* State of one formula with all formulas it uses; each text has a parser of its own. */
struct compiler {
	const struct metric_environment *env;
	struct metric_expr *expr;
	VEC(struct compiled_metric) metrics;
	struct err *err;
	unsigned depth;
	int code; /* the first failure; nothing is parsed after it */
};

/* at is where it stands in text. */
struct parser {
	struct compiler *compiler;
	const char *text, *at;
};

static uint32_t parse_expr(struct parser *p);

/* A step that needs no computing. */
static uint32_t constant(struct parser *p, double value)
{
	return metric_expr_add(p->compiler->expr, (struct metric_step){ .op = METRIC_CONST, .value = value });
}

/* Notes the first error, with its column. Returns 0, the index of no step in particular. */
static uint32_t fail(struct parser *p, const char *what)
{
	struct compiler *c = p->compiler;
	if (!c->code)
		c->code = err_set(c->err, -EINVAL, "%s at column %zu of metric formula '%s'", what,
				  (size_t)(p->at - p->text) + 1, p->text);
	return 0;
}
static bool failed(const struct parser *p) { return p->compiler->code != 0; }

/* Functions that parse return the index of a step; after a failure 0, which means nothing. */
static uint32_t step(struct parser *p, enum metric_op op, uint32_t a, uint32_t b, uint32_t c)
{
	if (failed(p)) return 0;
	if (p->compiler->expr->steps.count >= STEPS_MAX) return fail(p, "too many operations");
	return metric_expr_add(p->compiler->expr, (struct metric_step){ .op = op, .a = a, .b = b, .c = c });
}

static void skip_blanks(struct parser *p)
{
	while (isspace((unsigned char)*p->at)) p->at++;
}

/* Takes token where it stands next, blanks in front of it too. Does not look what follows: words need accept_word. */
static bool accept(struct parser *p, const char *token)
{
	skip_blanks(p);
	size_t size = strlen(token);
	if (failed(p) || strncmp(p->at, token, size) != 0) return false;
	p->at += size;
	return true;
}

/* Takes token, or fails. */
static bool expect(struct parser *p, const char *token)
{
	if (accept(p, token)) return true;
	_free_ char *what = xasprintf("'%s' expected", token);
	fail(p, what);
	return false;
}

/* Of names without escapes. '?' stands for a parameter, ':' begins modifiers. */
static bool is_name_char(char c) { return isalnum((unsigned char)c) || (c && strchr("_.:?", c)); }

/* A word of its own: "if" is not the start of "ifetch". */
static bool accept_word(struct parser *p, const char *word)
{
	skip_blanks(p);
	size_t size = strlen(word);
	if (strncmp(p->at, word, size) != 0 || is_name_char(p->at[size]) || p->at[size] == '@' || p->at[size] == '\\')
		return false;
	p->at += size;
	return true;
}

/* A name with its escapes resolved and '@' made '/', between which anything goes; NULL when there is none. The caller
 * frees. */
static char *parse_name(struct parser *p)
{
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	bool inside = false;
	skip_blanks(p);
	for (;; p->at++) {
		if (*p->at == '\\' && p->at[1]) {
			p->at++;
			if (*p->at == '\\' && p->at[1])
				p->at++; /* as in tables whose backslashes were doubled once more */
			strbuf_char(&name, *p->at);
		} else if (*p->at == '@') {
			inside = !inside;
			strbuf_char(&name, '/');
		} else if (*p->at && (is_name_char(*p->at) || (inside && strchr(",=-/*[]{}", *p->at)))) {
			strbuf_char(&name, *p->at);
		} else {
			break;
		}
	}
	return name.size ? strbuf_take(&name) : NULL;
}

/* A step that reads the event's value. Takes name. */
static uint32_t id_step(struct parser *p, enum metric_op op, char *name)
{
	return step(p, op, metric_expr_add_id(p->compiler->expr, name), 0, 0);
}

/* The formula of another metric, compiled at its first use. */
static uint32_t metric_step(struct parser *p, const char *name, const char *text)
{
	struct compiler *c = p->compiler;
	for (size_t i = 0; i < c->metrics.count; i++) {
		const struct compiled_metric *metric = &c->metrics.items[i];
		if (strcmp(metric->name, name) != 0) continue;
		if (!metric->is_open) return metric->step;
		if (!c->code) c->code = err_set(c->err, -EINVAL, "metric '%s' is defined by itself", name);
		return 0;
	}
	if (c->metrics.count >= METRICS_MAX) return fail(p, "too many metrics");
	struct compiled_metric metric = { .name = xstrdup(name), .is_open = true };
	size_t index = c->metrics.count;
	vec_push(&c->metrics, metric);
	struct parser inner = { .compiler = c, .text = text, .at = text };
	uint32_t result = parse_expr(&inner);
	skip_blanks(&inner);
	if (*inner.at) fail(&inner, "an operator expected");
	c->metrics.items[index].step = result;
	c->metrics.items[index].is_open = false;
	return result;
}

/* An event, or the formula of a metric with this name. Takes name. */
static uint32_t name_step(struct parser *p, char *name)
{
	const struct metric_environment *env = p->compiler->env;
	/* A metric has precedence over an event of the same name. */
	const char *formula = env->find_metric ? env->find_metric(env->ctx, name) : NULL;
	if (!formula) return id_step(p, METRIC_ID, name);
	uint32_t result = metric_step(p, name, formula);
	free(name);
	return result;
}

/* Behind '#'. */
static uint32_t parse_literal(struct parser *p)
{
	const struct metric_literals *l = p->compiler->env->literals;
	size_t size = 0;
	while (isalnum((unsigned char)p->at[size]) || p->at[size] == '_') size++;
	if (!l) return fail(p, "a literal that is not known here");
	const struct {
		const char *name;
		double value;
		bool may_be_zero;
	} known[] = {
		{ "num_cpus", l->num_cpus, false },
		{ "num_cpus_online", l->num_cpus_online, false },
		{ "num_cores", l->num_cores, false },
		{ "num_dies", l->num_dies, false },
		{ "num_packages", l->num_packages, false },
		{ "system_tsc_freq", l->system_tsc_freq, false },
		{ "slots", l->slots, false },
		{ "smt_on", l->smt_on, true },
		{ "core_wide", l->core_wide, true },
		{ "has_pmem", l->has_pmem, true },
	};
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		/* tables differ in the case of letters */
		if (strlen(known[i].name) != size || strncasecmp(known[i].name, p->at, size) != 0) continue;
		p->at += size;
		return constant(p, known[i].value != 0 || known[i].may_be_zero ? known[i].value : NAN);
	}
	return fail(p, "unknown literal");
}

/* Whether digits follow, with or without a sign. */
static bool is_exponent(const char *at) { return isdigit((unsigned char)at[*at == '-' || *at == '+']); }

/* Digits, a fraction, an exponent; own reading, as strtod follows the locale and takes "0x1p3" and "nan". */
static uint32_t parse_number(struct parser *p)
{
	char digits[64];
	size_t size = 0;
	const char *at = p->at;
	bool exponent = false, point = false;
	for (; size < sizeof(digits) - 1; at++) {
		if (*at == '.' && !point && !exponent) point = true;
		else if ((*at == 'e' || *at == 'E') && !exponent && is_exponent(at + 1)) exponent = true;
		else if ((*at == '-' || *at == '+') && exponent && (at[-1] == 'e' || at[-1] == 'E'))
			;
		else if (!isdigit((unsigned char)*at)) break;
		digits[size++] = *at;
	}
	digits[size] = '\0';
	p->at = at;
	return constant(p, strtod(digits, NULL)); /* the program never leaves the C locale */
}

/* The single name between the parentheses of has_event(...). */
static char *parse_argument_name(struct parser *p)
{
	if (!expect(p, "(")) return NULL;
	char *name = parse_name(p);
	if (!name) fail(p, "a name expected");
	if (!expect(p, ")")) {
		free(name);
		return NULL;
	}
	return name;
}

/* (A, B) */
static uint32_t parse_two(struct parser *p, enum metric_op op)
{
	if (!expect(p, "(")) return 0;
	uint32_t a = parse_expr(p);
	if (!expect(p, ",")) return 0;
	uint32_t b = parse_expr(p);
	return expect(p, ")") ? step(p, op, a, b, 0) : 0;
}

/* (CONDITION, A, B) */
static uint32_t parse_if_function(struct parser *p)
{
	if (!expect(p, "(")) return 0;
	uint32_t condition = parse_expr(p);
	if (!expect(p, ",")) return 0;
	uint32_t a = parse_expr(p);
	if (!expect(p, ",")) return 0;
	uint32_t b = parse_expr(p);
	return expect(p, ")") ? step(p, METRIC_IF, condition, a, b) : 0;
}

/* A number, a name, a literal, a function, or an expression in brackets. */
static uint32_t parse_primary(struct parser *p)
{
	const struct metric_environment *env = p->compiler->env;
	if (accept(p, "(")) {
		uint32_t inner = parse_expr(p);
		return expect(p, ")") ? inner : 0;
	}
	if (accept(p, "#")) return parse_literal(p);
	if (isdigit((unsigned char)*p->at) || (*p->at == '.' && isdigit((unsigned char)p->at[1])))
		return parse_number(p);
	if (accept_word(p, "min")) return parse_two(p, METRIC_MIN);
	if (accept_word(p, "max")) return parse_two(p, METRIC_MAX);
	if (accept_word(p, "d_ratio")) return parse_two(p, METRIC_D_RATIO);
	if (accept_word(p, "if")) return parse_if_function(p);
	bool has_event = accept_word(p, "has_event"), is_cpuid = !has_event && accept_word(p, "strcmp_cpuid_str");
	if (has_event || is_cpuid) {
		_free_ char *name = parse_argument_name(p);
		if (!name) return 0;
		if (has_event) return constant(p, env->has_event && env->has_event(env->ctx, name));
		return constant(p, env->is_cpuid && env->is_cpuid(env->ctx, name));
	}
	if (accept_word(p, "source_count")) {
		char *name = parse_argument_name(p);
		return name ? id_step(p, METRIC_SOURCE_COUNT, name) : 0;
	}
	char *name = parse_name(p);
	return name ? name_step(p, name)
		    : fail(p, *p->at ? "a number, a name or '(' expected" : "formula ends too early");
}

/* '-', '+' and '!' from right to left. */
static uint32_t parse_unary(struct parser *p)
{
	if (failed(p)) return 0;
	if (++p->compiler->depth > DEPTH_MAX) fail(p, "too deeply nested");
	uint32_t result;
	if (failed(p)) result = 0;
	else if (accept(p, "-")) result = step(p, METRIC_NEG, parse_unary(p), 0, 0);
	else if (accept(p, "+")) result = parse_unary(p);
	else if (accept(p, "!")) result = step(p, METRIC_NOT, parse_unary(p), 0, 0);
	else result = parse_primary(p);
	p->compiler->depth--;
	return result;
}

/* Binary operators from the loosest to the tightest; within a row the longer text comes first. */
#define OPERATORS_MAX 6
static const struct {
	const char *text;
	enum metric_op op;
} operators[][OPERATORS_MAX + 1] = {
	{ { "|", METRIC_OR } },
	{ { "^", METRIC_XOR } },
	{ { "&", METRIC_AND } },
	{ { "<=", METRIC_LE },
	  { ">=", METRIC_GE },
	  { "==", METRIC_EQ },
	  { "!=", METRIC_NE },
	  { "<", METRIC_LT },
	  { ">", METRIC_GT } },
	{ { "+", METRIC_ADD }, { "-", METRIC_SUB } },
	{ { "*", METRIC_MUL }, { "/", METRIC_DIV }, { "%", METRIC_MOD } },
};

/* The operators of a level from left to right; the level behind the last are unary operators. */
static uint32_t parse_binary(struct parser *p, size_t level)
{
	if (level == ARRAY_SIZE(operators)) return parse_unary(p);
	uint32_t left = parse_binary(p, level + 1);
	for (;;) {
		size_t i = 0;
		/* rows end with a text of NULL */
		while (operators[level][i].text && !accept(p, operators[level][i].text)) i++;
		if (!operators[level][i].text || failed(p)) return left;
		uint32_t right = parse_binary(p, level + 1);
		left = step(p, operators[level][i].op, left, right, 0);
	}
}

/* A IF CONDITION ELSE B: the condition stands in the middle, so that A is compiled before it. */
static uint32_t parse_expr(struct parser *p)
{
	if (failed(p)) return 0;
	if (++p->compiler->depth > DEPTH_MAX) return fail(p, "too deeply nested");
	uint32_t result = parse_binary(p, 0);
	if (!failed(p) && accept_word(p, "if")) {
		uint32_t condition = parse_binary(p, 0);
		if (!failed(p) && !accept_word(p, "else")) fail(p, "'else' expected");
		uint32_t other = parse_expr(p);
		result = step(p, METRIC_IF, condition, result, other);
	}
	p->compiler->depth--;
	return failed(p) ? 0 : result;
}

struct metric_expr *metric_expr_new(const char *text, const char *name, const struct metric_environment *env,
				    struct err *err)
{
	struct metric_expr *expr = xcalloc(1, sizeof(*expr));
	struct compiler compiler = { .env = env, .expr = expr, .err = err };
	struct parser parser = { .compiler = &compiler, .text = text, .at = text };
	expr->result = name ? metric_step(&parser, name, text) : parse_expr(&parser);
	skip_blanks(&parser);
	if (!name && *parser.at) fail(&parser, "an operator expected");
	for (size_t i = 0; i < compiler.metrics.count; i++) free(compiler.metrics.items[i].name);
	vec_done(&compiler.metrics);
	if (compiler.code) {
		metric_expr_free(expr);
		return NULL;
	}
	metric_expr_prune(expr);
	return expr;
}
