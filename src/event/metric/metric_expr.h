/* Formulas over counts, as vendors' metric tables write them (the MetricExpr and MetricThreshold of perfmon JSON):
 *
 *     tma_frontend_bound = IDQ_UOPS_NOT_DELIVERED.CORE / (4 * cpu@CYCLES\,any\=1@ / 2 if #smt_on else 4 * CYCLES)
 *
 *     expr    := or ['if' expr 'else' expr]
 *     or      := xor ('|' xor)*    xor := and ('^' and)*    and := compare ('&' compare)*
 *     compare := sum (('<'|'>'|'<='|'>='|'=='|'!=') sum)*
 *     sum     := product (('+'|'-') product)*    product := unary (('*'|'/'|'%') unary)*
 *     unary   := ('-'|'+'|'!') unary | NUMBER | '#'LITERAL | NAME | '(' expr ')' | FUNCTION '(' ... ')'
 *
 * Functions: min max d_ratio if(condition, a, b) has_event(NAME) source_count(NAME) strcmp_cpuid_str(CPUID). A NAME is
 * an event, or a metric, whose formula then stands there; in an event's name '@' stands for '/', and a backslash before
 * a character takes it as it is. What needs no count is computed when the formula is compiled; events of a branch that
 * is never taken are not asked for. */
#ifndef EVENT_METRIC_METRIC_EXPR_H
#define EVENT_METRIC_METRIC_EXPR_H

#include <stdbool.h>
#include "base/err.h"

/* What "#name" stands for; a number that is 0 is not known, and makes the formula NaN. */
struct metric_literals {
	double num_cpus, num_cpus_online, num_cores, num_dies, num_packages;
	double system_tsc_freq, slots;
	bool smt_on, core_wide, has_pmem;
};

/* What a formula may ask for while it is compiled. */
struct metric_environment {
	const struct metric_literals *literals;
	bool nmi_watchdog; /* the kernel keeps a counter for it, so that groups that need all counters do not fit */
	void *ctx;
	/* Each may be NULL: no metrics, no event known, no CPU the same. */
	const char *(*find_metric)(void *ctx, const char *name); /* its formula; NULL when name is no metric */
	bool (*has_event)(void *ctx, const char *name);
	bool (*is_cpuid)(void *ctx, const char *cpuid);
};

/* What the event of one id came to. */
struct metric_value {
	double count;          /* NaN: not counted */
	unsigned source_count; /* over how many PMUs it is summed; 1 for most */
};

/* A compiled formula. */
struct metric_expr;

/* Compiles text, with the formulas of the metrics it names. NULL with err set when text is no formula, or a metric
 * is defined by itself. env is used only during the call. name may be NULL: the metric that text defines, so that a
 * circle is found. metric_expr_free frees. */
struct metric_expr *metric_expr_new(const char *text, const char *name, const struct metric_environment *env,
				    struct err *err);
void metric_expr_free(struct metric_expr *expr);
/* The ids of the events it needs, in the order of their first use; escapes are resolved, '@' is '/'. Valid as long
 * as expr. */
size_t metric_expr_nr_ids(const struct metric_expr *expr);
const char *metric_expr_id(const struct metric_expr *expr, size_t i);
/* values[i] is for id i. NaN when something was divided by zero or not counted. Not thread safe: steps keep their
 * results. */
double metric_expr_evaluate(struct metric_expr *expr, const struct metric_value *values);

#endif
