#include "analysis/trace/trace_tallies.h"

#include <math.h>
#include <string.h>
#include "analysis/trace/trace_calls.h"
#include "base/host.h"
#include "syscall/syscall.h"

/* As stat_mean_error_percent, out of sums: they are exact, so that the difference of two large numbers is, too. */
static double error_percent(const struct syscall_tally *tally)
{
	long double n = (long double)tally->count, total = (long double)tally->total_ns;
	long double squares = (long double)tally->squares_high * 18446744073709551616.0L +
			      (long double)tally->squares_low;
	if (tally->count < 2 || !tally->total_ns) return 0;
	long double variance = (squares - total * total / n) / (n - 1);
	return variance > 0 ? (double)(100 * sqrtl(variance / n) / (total / n)) : 0;
}

static char *name_of(const char *arch, uint32_t number)
{
	const struct syscall *syscall = syscall_by_number(arch, number);
	return syscall ? xstrdup(syscall->name) : xasprintf("syscall_%u", (unsigned)syscall_number_plain(number));
}

static void add_errnos(const struct syscall_tally_thread *thread, uint32_t number, struct trace_sum *sum)
{
	sum->errnos = xcalloc(thread->errnos.count + 1, sizeof(*sum->errnos));
	for (size_t i = 0; i < thread->errnos.count; i++) {
		const struct syscall_tally_errno *item = &thread->errnos.items[i];
		if (item->number != number) continue;
		size_t at = sum->nr_errnos++;
		for (; at > 0 && sum->errnos[at - 1].number > (int)item->error; at--)
			sum->errnos[at] = sum->errnos[at - 1];
		sum->errnos[at] = (struct trace_errno){ (int)item->error, syscall_errno_name(item->error), item->nr };
	}
}

static int compare_calls(const void *a, const void *b)
{
	const struct syscall_tally *x = a, *y = b;
	if (x->total_ns != y->total_ns) return x->total_ns < y->total_ns ? 1 : -1;
	return x->number_plus_1 < y->number_plus_1 ? -1 : x->number_plus_1 > y->number_plus_1;
}

static void sum_up(const char *arch, struct syscall_tally_thread *thread, struct trace_thread *ret)
{
	*ret = (struct trace_thread){
		.comm = thread->comm, .pid = thread->pid, .tid = thread->tid, .nr_events = thread->nr_events
	};
	if (thread->calls.count)
		qsort(thread->calls.items, thread->calls.count, sizeof(*thread->calls.items), compare_calls);
	ret->sums = xcalloc(thread->calls.count + 1, sizeof(*ret->sums));
	for (size_t i = 0; i < thread->calls.count; i++) {
		const struct syscall_tally *tally = &thread->calls.items[i];
		struct trace_sum *sum = &ret->sums[ret->nr_sums++];
		*sum = (struct trace_sum){ .name = name_of(arch, tally->number_plus_1 - 1),
					   .nr_calls = tally->count,
					   .nr_errors = tally->nr_errors,
					   .total_ns = (double)tally->total_ns,
					   .min_ns = (double)tally->min_ns,
					   .max_ns = (double)tally->max_ns,
					   .mean_ns = (double)tally->total_ns / (double)tally->count,
					   .deviation = error_percent(tally) };
		if (tally->nr_errors) add_errnos(thread, tally->number_plus_1 - 1, sum);
	}
}

void trace_tallies_init(struct trace_tallies *ret, struct syscall_tallies *tallies, const char *arch)
{
	const struct host host = host_read();
	struct trace_summary *summary = &ret->summary;
	*ret = (struct trace_tallies){ .summary = { .nr_lost = tallies->nr_lost } };
	if (!arch) arch = host.machine;
	summary->threads = xcalloc(tallies->threads.count + 1, sizeof(*summary->threads));
	for (size_t i = 0; i < tallies->threads.count; i++) {
		sum_up(arch, &tallies->threads.items[i], &summary->threads[summary->nr_threads++]);
		summary->nr_events += tallies->threads.items[i].nr_events;
	}
	if (summary->nr_threads)
		qsort(summary->threads, summary->nr_threads, sizeof(*summary->threads), trace_thread_compare);
}

void trace_tallies_done(struct trace_tallies *tallies)
{
	for (size_t i = 0; i < tallies->summary.nr_threads; i++) {
		struct trace_thread *thread = &tallies->summary.threads[i];
		for (size_t k = 0; k < thread->nr_sums; k++) {
			free((char *)(uintptr_t)thread->sums[k].name);
			free(thread->sums[k].errnos);
		}
		free(thread->sums);
	}
	free(tallies->summary.threads);
}
