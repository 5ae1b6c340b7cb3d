/* Metric formulas. The first line is the formula, further lines are "name formula" of other metrics. */
#include <math.h>
#include "event/metric/metric_expr.h"
#include "tests/fuzz/fuzz.h"

enum { METRICS_MAX = 16 };
struct metrics {
	const char *names[METRICS_MAX], *formulas[METRICS_MAX];
	int count;
};

static const char *find_metric(void *ctx, const char *name)
{
	const struct metrics *metrics = ctx;
	for (int i = 0; i < metrics->count; i++)
		if (strcmp(metrics->names[i], name) == 0) return metrics->formulas[i];
	return NULL;
}
static bool has_event(void *ctx, const char *name)
{
	(void)ctx;
	return name[0] < 'm';
}

FUZZ(data, size)
{
	const struct metric_literals literals = { .num_cpus = 4, .num_cores = 2, .smt_on = true, .slots = 8 };
	char *text = fuzz_text(data, size), *rest;
	struct metrics metrics = { .count = 0 };
	const char *formula = strtok_r(text, "\n", &rest);
	for (char *line; (line = strtok_r(NULL, "\n", &rest)) && metrics.count < METRICS_MAX;) {
		char *blank = strchr(line, ' ');
		if (!blank) continue;
		*blank = '\0';
		metrics.names[metrics.count] = line;
		metrics.formulas[metrics.count++] = blank + 1;
	}
	const struct metric_environment env = {
		.literals = &literals, .ctx = &metrics, .find_metric = find_metric, .has_event = has_event
	};
	struct err err = ERR_INIT;
	struct metric_expr *expr = metric_expr_new(formula ? formula : "", NULL, &env, &err);
	if (!expr && !err.message) abort();
	if (expr) {
		size_t count = metric_expr_nr_ids(expr);
		struct metric_value *values = calloc(count + 1, sizeof(*values));
		for (size_t i = 0; i < count; i++)
			values[i] = (struct metric_value){ i % 3 == 2 ? NAN : (double)i * 1e6, (unsigned)i };
		(void)metric_expr_evaluate(expr, values);
		free(values);
	}
	metric_expr_free(expr);
	err_done(&err);
	free(text);
}
