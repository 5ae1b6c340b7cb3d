/* Summaries out of tallies that a BPF program kept in the kernel: by thread and call a count, a total and the sum of
 * squares as 128 bits. */
#include "analysis/trace/trace_sums.h"

#include <math.h>
#include <string.h>
#include "base/host.h"
#include "syscall/syscall.h"

/* As stat_mean_error_percent, but out of sums. The sums are exact integers, so that the difference of two large ones
 * loses little in long double. */
static double error_percent(const struct syscall_tally *tally)
{
	long double n = (long double)tally->count, total = (long double)tally->total_ns;
	long double squares = (long double)tally->squares_high * 18446744073709551616.0L +
			      (long double)tally->squares_low;
	if (tally->count < 2 || !tally->total_ns) return 0;
	long double variance = (squares - total * total / n) / (n - 1);
	return variance > 0 ? (double)(100 * sqrtl(variance / n) / (total / n)) : 0;
}

/* The caller frees. */
static char *name_of(const char *arch, uint32_t number)
{
	const struct syscall *syscall = syscall_by_number(arch, number);
	return syscall ? xstrdup(syscall->name) : xasprintf("syscall_%u", (unsigned)syscall_number_plain(number));
}

/* The errnos of one call, inserted in ascending order. A thread's errnos are in one list for all its calls. */
static void add_errnos(const struct syscall_tally_thread *thread, uint32_t number, struct trace_sum *sum)
{
	sum->errnos = xcalloc(thread->errnos.count + 1, sizeof(*sum->errnos));
	for (size_t i = 0; i < thread->errnos.count; i++) {
		const struct syscall_tally_errno *item = &thread->errnos.items[i];
		if (item->number != number) continue;
		size_t at = sum->nr_errnos++;
		for (; at > 0 && sum->errnos[at - 1].number > (int)item->error; at--)
			sum->errnos[at] = sum->errnos[at - 1];
		sum->errnos[at] = (struct table_tally_item){ (int)item->error, syscall_errno_name(item->error),
							     item->nr };
	}
}

static int compare_calls(const void *a, const void *b)
{
	const struct syscall_tally *x = a, *y = b;
	if (x->total_ns != y->total_ns) return x->total_ns < y->total_ns ? 1 : -1;
	return x->number_plus_1 < y->number_plus_1 ? -1 : x->number_plus_1 > y->number_plus_1;
}

/* Fills ret from a thread's tallies; sums_done frees it. */
static void sum_up(const char *arch, struct syscall_tally_thread *thread, struct trace_thread_sums *ret)
{
	ret->thread = (struct trace_thread){ .comm = thread->comm,
					     .cgroup = thread->cgroup,
					     .pid = thread->pid,
					     .tid = thread->tid,
					     .nr_events = thread->nr_events };
	if (thread->calls.count)
		qsort(thread->calls.items, thread->calls.count, sizeof(*thread->calls.items), compare_calls);
	ret->sums = xcalloc(thread->calls.count + 1, sizeof(*ret->sums));
	for (size_t i = 0; i < thread->calls.count; i++) {
		const struct syscall_tally *tally = &thread->calls.items[i];
		struct trace_sum *sum = &ret->sums[ret->nr_sums++];
		*sum = (struct trace_sum){ .number = tally->number_plus_1 - 1,
					   .name = name_of(arch, tally->number_plus_1 - 1),
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

static void sums_done(struct trace_thread_sums *thread)
{
	for (size_t i = 0; i < thread->nr_sums; i++) {
		free((char *)(uintptr_t)thread->sums[i].name);
		free(thread->sums[i].errnos);
	}
	free(thread->sums);
}

void trace_tallies_init(struct trace_summary *ret, struct syscall_tallies *tallies, const char *arch)
{
	const struct host host = host_read();
	uint64_t nr_events = 0;
	size_t count = tallies->threads.count;
	_free_ struct trace_thread_sums *threads = xcalloc(count + 1, sizeof(*threads));
	if (!arch) arch = host.machine;
	for (size_t i = 0; i < count; i++) {
		sum_up(arch, &tallies->threads.items[i], &threads[i]);
		nr_events += tallies->threads.items[i].nr_events;
	}
	trace_summary_init(ret, threads, count, nr_events);
	ret->nr_lost = tallies->nr_lost;
	/* The tables have copies. */
	for (size_t i = 0; i < count; i++) sums_done(&threads[i]);
}
