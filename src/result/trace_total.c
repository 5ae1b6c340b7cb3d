#include "result/trace_total.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/compiler.h"
#include "base/vec.h"

typedef VEC(const struct trace_sum *) sum_list;

static int compare_names(const void *a, const void *b)
{
	return strcmp((*(const struct trace_sum *const *)a)->name, (*(const struct trace_sum *const *)b)->name);
}

static int compare_totals(const void *a, const void *b)
{
	const struct trace_sum *x = a, *y = b;
	if (x->total_ns != y->total_ns) return x->total_ns < y->total_ns ? 1 : -1;
	return strcmp(x->name, y->name);
}

static int compare_errnos(const void *a, const void *b)
{
	int x = ((const struct trace_errno *)a)->number, y = ((const struct trace_errno *)b)->number;
	return x < y ? -1 : x > y;
}

static void add_errnos(struct trace_sum *sum, const struct trace_sum *part)
{
	for (size_t i = 0; i < part->nr_errnos; i++) {
		size_t at = 0;
		while (at < sum->nr_errnos && sum->errnos[at].number != part->errnos[i].number) at++;
		if (at < sum->nr_errnos) {
			sum->errnos[at].nr += part->errnos[i].nr;
			continue;
		}
		sum->errnos = xreallocarray(sum->errnos, sum->nr_errnos + 1, sizeof(*sum->errnos));
		sum->errnos[sum->nr_errnos++] = part->errnos[i];
	}
}

/* The sum of squared distances from the mean that the standard error of the mean was made of. */
static double squares_of(const struct trace_sum *sum)
{
	double n = (double)sum->nr_calls, error = sum->deviation / 100 * sum->mean_ns;
	return error * error * n * (n - 1);
}

/* One call's sums of all threads; there is one at least. */
static void add_up(struct trace_sum *ret, const struct trace_sum *const *parts, size_t nr_parts)
{
	struct trace_sum sum = { .name = parts[0]->name, .min_ns = parts[0]->min_ns };
	double squares = 0;
	for (size_t i = 0; i < nr_parts; i++) {
		const struct trace_sum *part = parts[i];
		sum.nr_calls += part->nr_calls;
		sum.nr_errors += part->nr_errors;
		sum.total_ns += part->total_ns;
		sum.min_ns = fmin(sum.min_ns, part->min_ns);
		sum.max_ns = fmax(sum.max_ns, part->max_ns);
		add_errnos(&sum, part);
	}
	double n = (double)sum.nr_calls;
	sum.mean_ns = n > 0 ? sum.total_ns / n : 0;
	for (size_t i = 0; i < nr_parts; i++) {
		double distance = parts[i]->mean_ns - sum.mean_ns;
		squares += squares_of(parts[i]) + (double)parts[i]->nr_calls * distance * distance;
	}
	if (n > 1 && sum.mean_ns > 0) sum.deviation = 100 * sqrt(squares / (n - 1) / n) / sum.mean_ns;
	if (sum.nr_errnos) qsort(sum.errnos, sum.nr_errnos, sizeof(*sum.errnos), compare_errnos);
	*ret = sum;
}

void trace_total_init(struct trace_thread *ret, const struct trace_summary *summary)
{
	sum_list parts = VEC_INIT;
	*ret = (struct trace_thread){ .comm = "total", .nr_events = summary->nr_events };
	for (size_t i = 0; i < summary->nr_threads; i++) {
		const struct trace_thread *thread = &summary->threads[i];
		ret->nr_minor_faults += thread->nr_minor_faults;
		ret->nr_major_faults += thread->nr_major_faults;
		ret->has_run_time |= thread->has_run_time;
		ret->run_time_ns += thread->run_time_ns;
		for (size_t k = 0; k < thread->nr_sums; k++) vec_push(&parts, &thread->sums[k]);
	}
	if (parts.count) qsort(parts.items, parts.count, sizeof(*parts.items), compare_names);
	ret->sums = xcalloc(parts.count + 1, sizeof(*ret->sums));
	for (size_t from = 0, to; from < parts.count; from = to) {
		for (to = from + 1; to < parts.count && compare_names(&parts.items[from], &parts.items[to]) == 0;) to++;
		add_up(&ret->sums[ret->nr_sums++], &parts.items[from], to - from);
	}
	if (ret->nr_sums) qsort(ret->sums, ret->nr_sums, sizeof(*ret->sums), compare_totals);
	vec_done(&parts);
}

void trace_total_done(struct trace_thread *total)
{
	for (size_t i = 0; i < total->nr_sums; i++) free(total->sums[i].errnos);
	free(total->sums);
}
