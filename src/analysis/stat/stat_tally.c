/* Counts come as a matrix of events, CPUs and threads, and are added up into cells as they come; of repeated runs
 * means and errors are kept, of intervals the counts of the interval before. */
#include <string.h>
#include "analysis/stat/stat_cells.h"
#include "analysis/stat/stat_mean.h"
#include "analysis/stat/stat_rows.h"
#include "analysis/stat/stat_tally.h"

/* Sums are matrices [event][cell], cells side by side. */
struct stat_tally {
	const struct stat_setup *setup;
	struct stat_cells cells;
	struct stat_sum *sums;       /* [event][cell] of the newest run or interval */
	struct stat_sum *all_sums;   /* -I: of all intervals so far; else NULL */
	struct counts before;        /* -I: at the end of the interval before */
	struct stat_mean *means;     /* [event], over all cells */
	struct stat_shadow *shadows; /* [event] */
	struct stat_mean elapsed, user, system;
	VEC(double) run_seconds;
	struct stat_times times; /* newest */
	uint64_t interval_ns;    /* how long the newest one was */
};

struct stat_tally *stat_tally_new(const struct stat_setup *setup)
{
	struct stat_tally *tally = xcalloc(1, sizeof(*tally));
	tally->setup = setup;
	stat_cells_init(&tally->cells, setup);
	tally->sums = xcalloc(setup->nr_events * tally->cells.items.count + 1, sizeof(*tally->sums));
	tally->means = xcalloc(setup->nr_events + 1, sizeof(*tally->means));
	tally->shadows = xcalloc(setup->nr_events + 1, sizeof(*tally->shadows));
	stat_shadow_find(setup, tally->shadows);
	if (setup->interval_ns) {
		tally->all_sums = xcalloc(setup->nr_events * tally->cells.items.count + 1, sizeof(*tally->all_sums));
		counts_init(&tally->before, setup->nr_events, setup->nr_cpus, setup->nr_threads);
	}
	return tally;
}

void stat_tally_free(struct stat_tally *tally)
{
	if (!tally) return;
	stat_cells_done(&tally->cells);
	if (tally->all_sums) counts_done(&tally->before);
	free(tally->sums);
	free(tally->all_sums);
	free(tally->means);
	free(tally->shadows);
	vec_done(&tally->run_seconds);
	free(tally);
}

/* What the event would have counted had it run all the time: value * enabled / running (perf_event_open(2)). 0 when
 * it never ran. */
static uint64_t scaled(const struct count *count, bool scale)
{
	if (!scale) return count->value;
	if (!count->running_ns) return 0;
	if (count->running_ns >= count->enabled_ns) return count->value;
	double value = (double)count->value * (double)count->enabled_ns / (double)count->running_ns;
	return value < 0x1p64 ? (uint64_t)value : UINT64_MAX;
}

/* Adds one counter to its sum. */
static void add_count(const struct stat_setup *setup, const struct count *count, struct stat_sum *sum)
{
	bool each_counts = setup->aggr != STAT_AGGR_GLOBAL && setup->aggr != STAT_AGGR_THREAD;
	/* a core of which one thread was not counted was not counted; of everything together what was counted is shown
	 */
	if (each_counts && (!count->enabled_ns || !count->running_ns)) sum->failed = true;
	sum->value += scaled(count, setup->scale);
	sum->enabled_ns += count->enabled_ns;
	sum->running_ns += count->running_ns;
}

/* A recording may claim that a counter went back; then nothing was counted. */
static uint64_t growth(uint64_t now, uint64_t before) { return now > before ? now - before : 0; }

/* Adds one event's counters on a CPU, of all threads. before: the counts of the interval before; NULL: since the
 * start. */
static void add_cpu(const struct stat_tally *tally, const struct counts *counts, const struct counts *before,
		    size_t event, size_t cpu, struct stat_sum *sums)
{
	const struct stat_cells *cells = &tally->cells;
	bool by_thread = tally->setup->aggr == STAT_AGGR_THREAD;
	for (size_t thread = 0; thread < counts->nr_threads; thread++) {
		struct count count = *counts_at(counts, event, cpu, thread);
		if (before) {
			const struct count *old = counts_at(before, event, cpu, thread);
			bool is_state = tally->setup->events[event].snapshot;
			count = (struct count){ is_state ? count.value : growth(count.value, old->value),
						growth(count.enabled_ns, old->enabled_ns),
						growth(count.running_ns, old->running_ns) };
		}
		struct stat_sum *sum = &sums[cells->of_cpu[cpu] + cells->of_thread[thread]];
		add_count(tally->setup, &count, sum);
		if (by_thread || !thread) sum->nr_cpus++;
	}
}

/* -A of events with percore: each hardware thread of a core has the sum of all. Quadratic in cells, which are CPUs
 * here. */
static void spread_over_cores(const struct stat_tally *tally, struct stat_sum *sums)
{
	size_t nr_cells = tally->cells.items.count;
	struct stat_sum *alone = xcalloc(nr_cells, sizeof(*alone));
	memcpy(alone, sums, nr_cells * sizeof(*alone));
	for (size_t i = 0; i < nr_cells; i++)
		for (size_t j = 0; j < nr_cells; j++) {
			const struct stat_cell *a = &tally->cells.items.items[i], *b = &tally->cells.items.items[j];
			if (i == j || a->core != b->core || a->die != b->die || a->socket != b->socket) continue;
			sums[i].value += alone[j].value;
			sums[i].enabled_ns += alone[j].enabled_ns;
			sums[i].running_ns += alone[j].running_ns;
			sums[i].failed |= alone[j].failed;
			if (j < i) sums[i].in_row_before = true;
		}
	free(alone);
}

/* Fills sums from all counts. Events that are merged add to the row of the first; its state is that of the first of
 * them which the machine supports. */
static void add_up(const struct stat_tally *tally, const struct counts *counts, const struct counts *before,
		   struct stat_sum *sums)
{
	const struct stat_setup *setup = tally->setup;
	size_t nr_cells = tally->cells.items.count;
	memset(sums, 0, setup->nr_events * nr_cells * sizeof(*sums));
	for (size_t e = 0; e < setup->nr_events; e++) {
		const struct stat_event *event = &setup->events[e];
		size_t row = setup->no_merge ? e : event->merged_into;
		struct stat_sum *own = &sums[row * nr_cells];
		for (size_t cell = 0; cell < nr_cells; cell++)
			if (row == e || own[cell].state == COUNTS_NOT_SUPPORTED) own[cell].state = counts->state[e];
		for (size_t cpu = 0; cpu < counts->nr_cpus; cpu++)
			if (counts_is_open(counts, e, cpu)) add_cpu(tally, counts, before, e, cpu, own);
		if (event->percore && setup->aggr == STAT_AGGR_NONE) spread_over_cores(tally, own);
	}
	for (size_t i = 0; i < setup->nr_events * nr_cells; i++)
		if (sums[i].failed) sums[i].value = sums[i].enabled_ns = sums[i].running_ns = 0;
}

static void add_times(struct stat_tally *tally, const struct stat_times *times)
{
	tally->times = *times;
	stat_mean_add(&tally->elapsed, (double)times->elapsed_ns / 1e9);
	stat_mean_add(&tally->user, (double)times->user_ns / 1e9);
	stat_mean_add(&tally->system, (double)times->system_ns / 1e9);
}

/* An event's sum over all cells, which repeated runs have the mean of. */
static double total_of(const struct stat_tally *tally, size_t event)
{
	double total = 0;
	for (size_t cell = 0; cell < tally->cells.items.count; cell++)
		total += (double)tally->sums[event * tally->cells.items.count + cell].value;
	return total;
}

void stat_tally_add_run(struct stat_tally *tally, const struct counts *counts, const struct stat_times *times)
{
	add_up(tally, counts, NULL, tally->sums);
	for (size_t e = 0; e < tally->setup->nr_events; e++) stat_mean_add(&tally->means[e], total_of(tally, e));
	add_times(tally, times);
	vec_push(&tally->run_seconds, (double)times->elapsed_ns / 1e9);
}

void stat_tally_add_interval(struct stat_tally *tally, const struct counts *counts, const struct stat_times *times)
{
	add_up(tally, counts, &tally->before, tally->sums);
	add_up(tally, counts, NULL, tally->all_sums);
	counts_copy(&tally->before, counts);
	/* times are since the start, too. */
	tally->interval_ns = growth(times->elapsed_ns, tally->times.elapsed_ns);
	tally->times = *times;
}

void stat_tally_result(const struct stat_tally *tally, struct stat_result *ret)
{
	const struct stat_setup *setup = tally->setup;
	stat_result_init(ret);
	ret->is_interval = setup->interval_ns != 0;
	ret->time_ns = tally->times.elapsed_ns;
	ret->runs = setup->runs ? setup->runs : 1;
	ret->elapsed = (struct stat_time){ tally->elapsed.mean, stat_mean_error(&tally->elapsed) };
	ret->user = (struct stat_time){ tally->user.mean, stat_mean_error(&tally->user) };
	ret->system = (struct stat_time){ tally->system.mean, stat_mean_error(&tally->system) };
	ret->has_rusage = tally->times.has_rusage;
	ret->run_seconds = tally->run_seconds.items;
	ret->nr_run_seconds = tally->run_seconds.count;
	bool use_means = setup->aggr == STAT_AGGR_GLOBAL && !ret->is_interval && setup->runs > 1;
	double wall_ns = ret->is_interval ? (double)tally->interval_ns : tally->elapsed.mean * 1e9;
	struct stat_rows_source source = { setup,          &tally->cells, tally->sums, use_means ? tally->means : NULL,
					   tally->shadows, wall_ns };
	stat_rows_fill(&source, ret);
}

void stat_tally_summary(const struct stat_tally *tally, struct stat_result *ret)
{
	const struct stat_times *times = &tally->times;
	stat_result_init(ret);
	ret->is_summary = true;
	ret->elapsed.mean = (double)times->elapsed_ns / 1e9;
	ret->user.mean = (double)times->user_ns / 1e9;
	ret->system.mean = (double)times->system_ns / 1e9;
	ret->has_rusage = times->has_rusage;
	if (!tally->all_sums) return;
	struct stat_rows_source source = { tally->setup, &tally->cells,  tally->all_sums,
					   NULL,         tally->shadows, (double)times->elapsed_ns };
	stat_rows_fill(&source, ret);
}
