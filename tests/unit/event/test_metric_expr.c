/* Metric formulas: values were computed by hand. */
#include "event/metric/metric_expr.h"

#include <math.h>
#include "tests/unit/test.h"

/* What the formulas may name. Events: a=8 b=3 c=0 n=not counted, "cpu/x,cmask=1/"=5, u (on 6 PMUs) = 60. */
static const struct {
	const char *name;
	double count;
	unsigned sources;
} events[] = {
	{ "a", 8, 1 },
	{ "b", 3, 1 },
	{ "c", 0, 1 },
	{ "n", NAN, 1 },
	{ "cpu/x,cmask=1/", 5, 1 },
	{ "u", 60, 6 },
	{ "x.1_y", 2, 1 },
	{ "a:u", 4, 1 },
	{ "duration_time", 2e9, 1 },
	{ "topdown-retiring", 7, 1 },
	{ "l3/e,f=0x3/k", 9, 1 },
};
static const struct {
	const char *name, *formula;
} metrics[] = {
	{ "m", "a / b" },        { "twice", "2 * m" },    { "four", "twice + twice" },
	{ "loop", "a + loop2" }, { "loop2", "loop * 1" }, { "wrong", "a +" },
};

static const char *find_metric(void *ctx, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(metrics); i++)
		if (strcmp(metrics[i].name, name) == 0) return metrics[i].formula;
	return NULL;
}
static bool has_event(void *ctx, const char *name) { return strcmp(name, "a") == 0 || strcmp(name, "cpu/x/") == 0; }
static bool is_cpuid(void *ctx, const char *cpuid) { return strcmp(cpuid, "0x410fd030") == 0; }

static const struct metric_literals literals = { .num_cpus = 8,
						 .num_cpus_online = 7,
						 .num_cores = 4,
						 .num_dies = 2,
						 .num_packages = 2,
						 .system_tsc_freq = 3e9,
						 .slots = 5,
						 .smt_on = true };
static const struct metric_environment env = {
	.literals = &literals, .find_metric = find_metric, .has_event = has_event, .is_cpuid = is_cpuid
};

static const struct {
	const char *text;
	double want;
} cases[] = {
	/* numbers and operators */
	{ "1", 1 },
	{ "1.5", 1.5 },
	{ ".5", 0.5 },
	{ "1e3", 1000 },
	{ "1e-3", 0.001 },
	{ "2.5e+2", 250 },
	{ "100.", 100 },
	{ "1 + 2 * 3", 7 },
	{ "(1 + 2) * 3", 9 },
	{ "10 - 3 - 2", 5 },
	{ "100 / 10 / 5", 2 },
	{ "7 % 4", 3 },
	{ "7.5 % 2", 1.5 },
	{ "-3 + 5", 2 },
	{ "2 * -3", -6 },
	{ "--4", 4 },
	{ "+4", 4 },
	{ "!0", 1 },
	{ "!7", 0 },
	{ "-(2 + 3)", -5 },
	{ "1 < 2", 1 },
	{ "2 < 1", 0 },
	{ "2 > 1", 1 },
	{ "2 <= 2", 1 },
	{ "3 <= 2", 0 },
	{ "2 >= 2", 1 },
	{ "2 == 2", 1 },
	{ "2 != 2", 0 },
	{ "1 + 1 < 1 + 2", 1 },
	{ "6 & 3", 2 },
	{ "6 | 3", 7 },
	{ "6 ^ 3", 5 },
	{ "1 | 6 & 2", 3 },
	{ "4 ^ 6 & 3", 6 },
	{ "1 | 2 ^ 3", 1 },
	{ "1 < 2 & 3 > 2", 1 },
	{ "1 > 2 | 3 > 2", 1 },
	{ "1 > 2 & 3 > 2", 0 },
	{ "5 if 1 else 6", 5 },
	{ "5 if 0 else 6", 6 },
	{ "5 if 2 > 1 else 6", 5 },
	{ "1 if 0 else 2 if 0 else 3", 3 },
	{ "1 if 0 else 2 if 1 else 3", 2 },
	{ "1 + 1 if 1 else 9", 2 },
	{ "(1 if 0 else 2) + 3", 5 },
	{ "if(1, 4, 5)", 4 },
	{ "if(0, 4, 5)", 5 },
	{ "min(3, 4)", 3 },
	{ "max(3, 4)", 4 },
	{ "min(3, 4) + max(5, 6)", 9 },
	{ "max(min(9, 2), 1)", 2 },
	{ "d_ratio(6, 3)", 2 },
	{ "d_ratio(6, 0)", 0 },
	{ "1 / 0", NAN },
	{ "1 % 0", NAN },
	{ "3 + 1 / 0", NAN },
	/* events */
	{ "a", 8 },
	{ "a + b", 11 },
	{ "a / b", 8.0 / 3 },
	{ "a / c", NAN },
	{ "d_ratio(a, c)", 0 },
	{ "n + 1", NAN },
	{ "a if c else b", 3 },
	{ "a if a > b else b", 8 },
	{ "cpu@x\\,cmask\\=1@ * 2", 10 },
	{ "cpu@x,cmask=1@ * 2", 10 },
	{ "cpu@x\\\\,cmask\\\\=1@ * 2", 10 },
	{ "x.1_y * 3", 6 },
	{ "a:u + 1", 5 },
	{ "topdown\\-retiring - 1", 6 },
	{ "l3@e\\,f\\=0x3@k", 9 },
	{ "u / source_count(u)", 10 },
	{ "source_count(a)", 1 },
	{ "a / 1e6 / duration_time * 1e15", 8.0 / 1e6 / 2e9 * 1e15 },
	{ "min(a, b) * max(a, b)", 24 },
	{ "100 * (a - b) / a", 62.5 },
	{ "1 - (a + b) / (4 * a)", 1 - 11.0 / 32 },
	{ "a > 5 & b > 2", 1 },
	{ "a > 5 & b > 3", 0 },
	/* literals */
	{ "#num_cpus", 8 },
	{ "#num_cpus_online", 7 },
	{ "#num_cores", 4 },
	{ "#num_dies", 2 },
	{ "#num_packages", 2 },
	{ "#smt_on", 1 },
	{ "#core_wide", 0 },
	{ "#has_pmem", 0 },
	{ "#slots", 5 },
	{ "#system_tsc_freq / 1e9", 3 },
	{ "a / #num_cores if #smt_on else b", 2 },
	{ "a if #core_wide < 1 else b", 8 },
	/* functions of the machine */
	{ "has_event(a)", 1 },
	{ "has_event(zzz)", 0 },
	{ "has_event(cpu@x@)", 1 },
	{ "a if has_event(b) else 1", 1 },
	{ "strcmp_cpuid_str(0x410fd030)", 1 },
	{ "strcmp_cpuid_str(0x410fd0c0)", 0 },
	{ "a * strcmp_cpuid_str(0x410fd030)", 8 },
	/* metrics in metrics */
	{ "m", 8.0 / 3 },
	{ "twice", 16.0 / 3 },
	{ "four * 3", 32 },
	{ "m > 2 & twice > 5", 1 },
};

static double count_of(const char *name, unsigned *ret_sources)
{
	for (size_t i = 0; i < ARRAY_SIZE(events); i++)
		if (strcmp(events[i].name, name) == 0) {
			*ret_sources = events[i].sources;
			return events[i].count;
		}
	printf("# no event %s\n", name);
	test_failures++;
	return NAN;
}

static double evaluate(struct metric_expr *expr)
{
	struct metric_value values[32];
	for (size_t i = 0; i < metric_expr_nr_ids(expr); i++)
		values[i].count = count_of(metric_expr_id(expr, i), &values[i].source_count);
	return metric_expr_evaluate(expr, values);
}

TEST(values)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		_err_done_ struct err err = ERR_INIT;
		struct metric_expr *expr = metric_expr_new(cases[i].text, NULL, &env, &err);
		double got = expr ? evaluate(expr) : -12345;
		if (!(isnan(cases[i].want) ? isnan(got) : fabs(got - cases[i].want) <= 1e-12 * fabs(cases[i].want))) {
			test_failures++;
			fprintf(stderr, "%s is %g, not %g %s\n", cases[i].text, got, cases[i].want,
				err.message ? err.message : "");
		}
		metric_expr_free(expr);
	}
	CHECK(ARRAY_SIZE(cases) >= 60);
}

/* Only what can decide the value is counted. */
TEST(needed_events)
{
	static const struct {
		const char *text, *want;
	} needed[] = {
		{ "a + b + a", "a b " },
		{ "a if #smt_on else b", "a " },
		{ "a if #core_wide else b", "b " },
		{ "0 & a", "" },
		{ "a * 0 + b", "a b " },
		{ "a if has_event(zzz) else b", "b " },
		{ "four", "a b " },
		{ "min(a, 3)", "a " },
		{ "a if b else c", "a b c " },
		{ "(c if 1 else b) if 0 else a", "a " },
	};
	for (size_t i = 0; i < ARRAY_SIZE(needed); i++) {
		char got[256] = "";
		struct metric_expr *expr = metric_expr_new(needed[i].text, NULL, &env, NULL);
		for (size_t j = 0; expr && j < metric_expr_nr_ids(expr); j++)
			strcat(strcat(got, metric_expr_id(expr, j)), " ");
		CHECK_STR(got, needed[i].want);
		metric_expr_free(expr);
	}
}

static const char *find_self(void *ctx, const char *name) { return strcmp(name, "me") == 0 ? "1 + me" : NULL; }

TEST(errors)
{
	static const struct {
		const char *text, *message;
	} wrong[] = {
		{ "", "formula ends too early at column 1 of metric formula ''" },
		{ "a +", "formula ends too early at column 4 of metric formula 'a +'" },
		{ "(a", "')' expected at column 3 of metric formula '(a'" },
		{ "a b", "an operator expected at column 3 of metric formula 'a b'" },
		{ "a if b", "'else' expected at column 7 of metric formula 'a if b'" },
		{ "min(a)", "',' expected at column 6 of metric formula 'min(a)'" },
		{ "#nonsense", "unknown literal at column 2 of metric formula '#nonsense'" },
		{ "has_event()", "a name expected at column 11 of metric formula 'has_event()'" },
		{ "a * $", "a number, a name or '(' expected at column 5 of metric formula 'a * $'" },
		{ "loop", "metric 'loop' is defined by itself" },
		{ "1 + wrong", "formula ends too early at column 4 of metric formula 'a +'" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		_err_done_ struct err err = ERR_INIT;
		struct metric_expr *expr = metric_expr_new(wrong[i].text, NULL, &env, &err);
		CHECK(!expr);
		CHECK_STR(err.message, wrong[i].message);
		metric_expr_free(expr);
	}
	const struct metric_environment itself = { .literals = &literals, .find_metric = find_self };
	_err_done_ struct err err = ERR_INIT;
	CHECK(!metric_expr_new("1 + me", "me", &itself, &err));
	CHECK_STR(err.message, "metric 'me' is defined by itself");
}

/* Each metric uses the one before twice: as text that would be 2^40 terms. */
static const char *find_deep(void *ctx, const char *name)
{
	static char text[41][32];
	int n;
	if (sscanf(name, "d%d", &n) != 1 || n > 40) return NULL;
	if (n == 0) return "a";
	snprintf(text[n], sizeof(text[n]), "d%d + d%d", n - 1, n - 1);
	return text[n];
}

TEST(shared_metrics)
{
	const struct metric_environment deep = { .literals = &literals, .find_metric = find_deep };
	struct metric_expr *expr = metric_expr_new("d40", NULL, &deep, NULL);
	CHECK(expr && evaluate(expr) == 8 * 0x1p40);
	metric_expr_free(expr);
	char nested[2000];
	memset(nested, '(', sizeof(nested));
	nested[sizeof(nested) - 1] = '\0';
	CHECK(!metric_expr_new(nested, NULL, &env, NULL));
}

TEST_MAIN
