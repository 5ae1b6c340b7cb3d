/* Building a formula's steps, with constants folded and what is not needed removed, and computing them in order.
 * Because operands stand before the steps that use them, one walk forwards computes a formula and one backwards finds
 * what it needs. */
#include "event/metric/metric_expr_private.h"

#include <math.h>
#include <string.h>

/* How many of a, b and c are steps. */
static uint32_t operand_count(enum metric_op op)
{
	switch (op) {
	case METRIC_CONST:
	case METRIC_ID:
	case METRIC_SOURCE_COUNT: return 0;
	case METRIC_NEG:
	case METRIC_NOT: return 1;
	case METRIC_IF: return 3;
	default: return 2;
	}
}

/* Bit operators work on whole numbers; what does not fit one is cut to the nearest that does. */
static int64_t whole(double value)
{
	if (value >= 0x1p63) return INT64_MAX;
	return value <= -0x1p63 ? INT64_MIN : (int64_t)value;
}

/* NaN instead of infinity: a ratio of nothing is not known. */
static double divide(double a, double b) { return b == 0 ? NAN : a / b; }

/* Comparisons give 0 or 1. What is not known (NaN) stays so, but a d_ratio by zero is 0. */
static double compute(enum metric_op op, double a, double b, double c)
{
	switch (op) {
	case METRIC_ADD: return a + b;
	case METRIC_SUB: return a - b;
	case METRIC_MUL: return a * b;
	case METRIC_DIV: return divide(a, b);
	case METRIC_MOD: return b == 0 ? NAN : fmod(a, b);
	case METRIC_AND: return isnan(a) || isnan(b) ? NAN : (double)(whole(a) & whole(b));
	case METRIC_OR: return isnan(a) || isnan(b) ? NAN : (double)(whole(a) | whole(b));
	case METRIC_XOR: return isnan(a) || isnan(b) ? NAN : (double)(whole(a) ^ whole(b));
	case METRIC_LT: return isnan(a) || isnan(b) ? NAN : a < b;
	case METRIC_GT: return isnan(a) || isnan(b) ? NAN : a > b;
	case METRIC_LE: return isnan(a) || isnan(b) ? NAN : a <= b;
	case METRIC_GE: return isnan(a) || isnan(b) ? NAN : a >= b;
	case METRIC_EQ: return isnan(a) || isnan(b) ? NAN : a == b;
	case METRIC_NE: return isnan(a) || isnan(b) ? NAN : a != b;
	case METRIC_NEG: return -a;
	case METRIC_NOT: return isnan(a) ? NAN : a == 0;
	case METRIC_MIN: return isnan(a) || isnan(b) ? NAN : MIN(a, b);
	case METRIC_MAX: return isnan(a) || isnan(b) ? NAN : MAX(a, b);
	case METRIC_D_RATIO: return b == 0 ? 0 : a / b;
	case METRIC_IF:
		if (isnan(a)) return NAN;
		return a != 0 ? b : c;
	default: return NAN;
	}
}

/* Whether a step's value is known already. */
static bool is_const(const struct metric_expr *expr, uint32_t step)
{
	return expr->steps.items[step].op == METRIC_CONST;
}
static bool is_zero(const struct metric_expr *expr, uint32_t step)
{
	return is_const(expr, step) && expr->steps.items[step].value == 0;
}

/* Folds constants, so that an "if" whose condition is known keeps one branch, and metric_expr_prune removes the
 * other with its events. */
uint32_t metric_expr_add(struct metric_expr *expr, struct metric_step step)
{
	uint32_t operands = operand_count(step.op);
	const struct metric_step *steps = expr->steps.items;
	/* A known condition: the step is the branch itself. */
	if (step.op == METRIC_IF && is_const(expr, step.a) && !isnan(steps[step.a].value))
		return steps[step.a].value != 0 ? step.b : step.c;
	if (step.op == METRIC_AND &&
	    (is_zero(expr, step.a) || is_zero(expr, step.b))) /* whatever the other side counts */
		step = (struct metric_step){ .op = METRIC_CONST };
	else if (operands && is_const(expr, step.a) && (operands < 2 || is_const(expr, step.b)) &&
		 (operands < 3 || is_const(expr, step.c)))
		step = (struct metric_step){ .op = METRIC_CONST,
					     .value = compute(step.op, steps[step.a].value,
							      operands > 1 ? steps[step.b].value : 0,
							      operands > 2 ? steps[step.c].value : 0) };
	vec_push(&expr->steps, step);
	return (uint32_t)expr->steps.count - 1;
}

uint32_t metric_expr_add_id(struct metric_expr *expr, char *id)
{
	for (size_t i = 0; i < expr->ids.count; i++)
		if (strcmp(expr->ids.items[i], id) == 0) {
			free(id);
			return (uint32_t)i;
		}
	vec_push(&expr->ids, id);
	return (uint32_t)expr->ids.count - 1;
}

/* Backwards, as operands are earlier steps: one pass finds all that is used. */
static void mark(const struct metric_expr *expr, bool *used)
{
	used[expr->result] = true;
	for (size_t i = expr->result + 1; i-- > 0;) {
		if (!used[i]) continue;
		const struct metric_step *step = &expr->steps.items[i];
		uint32_t operands = operand_count(step->op);
		if (operands > 0) used[step->a] = true;
		if (operands > 1) used[step->b] = true;
		if (operands > 2) used[step->c] = true;
	}
}

void metric_expr_prune(struct metric_expr *expr)
{
	_free_ bool *used = xcalloc(expr->steps.count, sizeof(*used));
	_free_ uint32_t *moved = xcalloc(expr->steps.count, sizeof(*moved)),
			*moved_id = xcalloc(expr->ids.count + 1, sizeof(*moved_id));
	_free_ bool *used_id = xcalloc(expr->ids.count + 1, sizeof(*used_id));
	/* first steps, then ids: an id that only a removed step used must not be counted */
	mark(expr, used);
	for (size_t i = 0; i < expr->steps.count; i++) {
		const struct metric_step *step = &expr->steps.items[i];
		if (used[i] && (step->op == METRIC_ID || step->op == METRIC_SOURCE_COUNT)) used_id[step->a] = true;
	}
	/* ids and steps are moved to the front, with the new index of each in moved_id and moved */
	size_t nr_ids = 0, count = 0;
	for (size_t i = 0; i < expr->ids.count; i++) {
		moved_id[i] = (uint32_t)nr_ids;
		if (used_id[i]) expr->ids.items[nr_ids++] = expr->ids.items[i];
		else free(expr->ids.items[i]);
	}
	expr->ids.count = nr_ids;
	for (size_t i = 0; i < expr->steps.count; i++) {
		struct metric_step step = expr->steps.items[i];
		/* Operands are earlier steps, whose new places are known by now. */
		moved[i] = (uint32_t)count;
		if (!used[i]) continue;
		uint32_t operands = operand_count(step.op);
		if (step.op == METRIC_ID || step.op == METRIC_SOURCE_COUNT) step.a = moved_id[step.a];
		if (operands > 0) step.a = moved[step.a];
		if (operands > 1) step.b = moved[step.b];
		if (operands > 2) step.c = moved[step.c];
		expr->steps.items[count++] = step;
	}
	expr->result = moved[expr->result];
	expr->steps.count = count;
}

void metric_expr_free(struct metric_expr *expr)
{
	if (!expr) return;
	for (size_t i = 0; i < expr->ids.count; i++) free(expr->ids.items[i]);
	vec_done(&expr->ids);
	vec_done(&expr->steps);
	free(expr);
}

size_t metric_expr_nr_ids(const struct metric_expr *expr) { return expr->ids.count; }
const char *metric_expr_id(const struct metric_expr *expr, size_t i) { return expr->ids.items[i]; }

/* One walk: a step's operands stand before it, so that their values are there. */
double metric_expr_evaluate(struct metric_expr *expr, const struct metric_value *values)
{
	struct metric_step *steps = expr->steps.items;
	for (size_t i = 0; i < expr->steps.count; i++) {
		struct metric_step *step = &steps[i];
		switch (step->op) {
		case METRIC_CONST: break;
		case METRIC_ID: step->value = values[step->a].count; break;
		case METRIC_SOURCE_COUNT: step->value = values[step->a].source_count; break;
		case METRIC_NEG:
		case METRIC_NOT: step->value = compute(step->op, steps[step->a].value, 0, 0); break;
		default:
			step->value = compute(step->op, steps[step->a].value, steps[step->b].value,
					      step->op == METRIC_IF ? steps[step->c].value : 0);
		}
	}
	return steps[expr->result].value;
}
