/* How a compiled formula is built: a straight program of steps, each with one result, in the order in which they are
 * computed. The formulas of other metrics are compiled once and shared, so that a program is as long as the formulas it
 * uses, however often they use each other.
 * */
#ifndef EVENT_METRIC_METRIC_EXPR_PRIVATE_H
#define EVENT_METRIC_METRIC_EXPR_PRIVATE_H

#include "base/vec.h"
#include "event/metric/metric_expr.h"

/* What a step does. To add one: here, operand_count and compute (metric_expr.c), names_of (metric_order.c), and the
 * parser. */
enum metric_op {
	METRIC_CONST,
	METRIC_ID,
	METRIC_SOURCE_COUNT,
	METRIC_ADD,
	METRIC_SUB,
	METRIC_MUL,
	METRIC_DIV,
	METRIC_MOD,
	METRIC_AND,
	METRIC_OR,
	METRIC_XOR,
	METRIC_LT,
	METRIC_GT,
	METRIC_LE,
	METRIC_GE,
	METRIC_EQ,
	METRIC_NE,
	METRIC_NEG,
	METRIC_NOT,
	METRIC_MIN,
	METRIC_MAX,
	METRIC_D_RATIO,
	METRIC_IF
};
/* One operation, or a value to begin with. */
struct metric_step {
	enum metric_op op;
	/* operands: indices of earlier steps. METRIC_ID and METRIC_SOURCE_COUNT: a is an index into ids. METRIC_IF: a
	 * is the condition, b the value if it holds, c else. */
	uint32_t a, b, c;
	/* of METRIC_CONST; of all others the result of the last evaluation */
	double value;
};

/* A compiled formula. ids are owned; result is the index of the step whose value is the formula's. */
struct metric_expr {
	VEC(struct metric_step) steps;
	VEC(char *) ids;
	uint32_t result;
};

/* Appends the step, or the constant it comes to; returns the index of the step that has the result, which may be an
 * earlier one. */
uint32_t metric_expr_add(struct metric_expr *expr, struct metric_step step);
/* The number of the id, which is added when it is new; takes id. */
uint32_t metric_expr_add_id(struct metric_expr *expr, char *id);
/* Removes steps that the result does not need, and their ids. */
void metric_expr_prune(struct metric_expr *expr);

#endif
