/* Makes a chart: events go to timechart_scheduler or timechart_calls, which append spans (timechart_chart_event). At
 * the end (finish) tasks are chosen, rows are put in order, and what was not asked for is taken out.
 *
 * Memory is bounded: when there are too many spans or wakeups they are made coarser, which nobody sees in a picture
 * that has some thousand pixels. */
#include "analysis/timechart/timechart_chart.h"

#include <errno.h>
#include <string.h>
#include "analysis/timechart/timechart_calls.h"
#include "analysis/timechart/timechart_scheduler.h"
#include "base/sort.h"

enum { MAX_SPANS = 8 << 20, MAX_WAKEUPS = 4 << 20, MAX_CPUS = 1 << 16 };

/* A chart while it is made. */
struct making {
	struct timechart *chart;
	struct timechart_rows rows;
	struct timechart_scheduler scheduler;
	struct timechart_calls calls;
	uint64_t nr_events, last_ns, nr_backwards;
};

static int timechart_chart_event(void *ctx, const void *item)
{
	struct making *making = ctx;
	const struct sched_event *event = item;
	if (unlikely(event->time_ns < making->last_ns)) {
		making->nr_backwards++; /* late by more than the order could mend */
		return 0;
	}
	making->last_ns = event->time_ns;
	if (event->kind == TIMECHART_IO_BEGIN || event->kind == TIMECHART_IO_END)
		timechart_calls_event(&making->calls, event);
	else timechart_scheduler_event(&making->scheduler, event);
	/* Looked after once in 65536 events, since making lists coarser walks all of them. */
	if (likely(++making->nr_events & 0xffff)) return 0;
	if (making->chart->nr_spans > MAX_SPANS) timechart_coarsen(making->chart, MAX_SPANS / 2);
	timechart_thin_wakeups(making->chart, MAX_WAKEUPS);
	return 0;
}

/* What was missing or odd in the recording, as warnings. */
static void tell(const struct making *making, const struct timechart_options *options)
{
	static const char kind[] = "timechart";
	struct warnings *warnings = options->warnings;
	const struct timechart_calls *calls = &making->calls;
	if (calls->nr_unended)
		warnings_add(warnings, kind, "%llu system calls began while another one of their thread had not ended",
			     (unsigned long long)calls->nr_unended);
	if (calls->nr_unbegun)
		warnings_add(warnings, kind, "%llu system calls ended that had not begun",
			     (unsigned long long)calls->nr_unbegun);
	if (calls->nr_others)
		warnings_add(warnings, kind, "%llu system calls ended as another kind than they had begun",
			     (unsigned long long)calls->nr_others);
	const struct timechart_scheduler *scheduler = &making->scheduler;
	if (scheduler->nr_gaps > scheduler->nr_switches / 50) /* some kernels do not tell of a few */
		warnings_add(warnings, kind,
			     "%llu of %llu switches are from another task than the one that ran: events are missing",
			     (unsigned long long)scheduler->nr_gaps, (unsigned long long)scheduler->nr_switches);
	if (making->rows.nr_bogus_cpus)
		warnings_add(warnings, kind, "%llu events of CPUs that this machine does not have",
			     (unsigned long long)making->rows.nr_bogus_cpus);
	if (making->nr_backwards)
		warnings_add(warnings, kind, "%llu events out of order were left out",
			     (unsigned long long)making->nr_backwards);
}

/* ---- which tasks are shown */

/* By name, thread id or process id. */
static bool is_asked_for(const struct timechart_options *options, const struct timechart_task *task)
{
	for (size_t i = 0; i < options->nr_processes; i++) {
		const char *text = options->processes[i];
		char *end;
		unsigned long number = strtoul(text, &end, 10);
		if (strcmp(text, task->comm) == 0 || (*text && !*end && (number == task->tid || number == task->pid)))
			return true;
	}
	return false;
}

/* How busy a task is. */
static uint64_t weight_of(const struct timechart_task *task, bool of_io)
{
	return of_io ? task->nr_bytes : task->run_ns;
}

/* The busiest: those above a threshold that is lowered by tens until there are enough. */
static void show_busiest(struct timechart *chart, unsigned nr_wanted, uint64_t threshold, bool of_io)
{
	for (; threshold; threshold /= 10) {
		unsigned count = 0;
		for (size_t i = 0; i < chart->tasks.count; i++)
			count += weight_of(&chart->tasks.items[i], of_io) >= threshold;
		if (count >= nr_wanted) break;
	}
	if (!threshold) threshold = 1;
	for (size_t i = 0; i < chart->tasks.count; i++)
		if (weight_of(&chart->tasks.items[i], of_io) >= threshold) chart->tasks.items[i].is_shown = true;
}

/* Sets is_shown: what --process names, else the busiest by bytes moved (threshold from 1 MiB) or by run time (from
 * 10 ms). */
static void choose_tasks(struct timechart *chart, const struct timechart_options *options)
{
	for (size_t i = 0; i < chart->tasks.count; i++) {
		struct timechart_task *task = &chart->tasks.items[i];
		task->is_highlighted = options->highlight && strcmp(task->comm, options->highlight) == 0;
		if (options->nr_processes) task->is_shown = is_asked_for(options, task);
	}
	if (options->nr_processes) return;
	if (chart->has_io) show_busiest(chart, options->power_only ? 0 : options->nr_tasks, 1024 * 1024, true);
	if (chart->has_scheduler && !options->power_only && options->nr_tasks)
		show_busiest(chart, options->nr_tasks, 10000000, false);
}

/* ---- in which order */

/* A task's place in the order: compared from the first member to the last. */
struct task_place {
	uint64_t process_ns, start_ns;
	uint32_t pid, tid, index;
};

/* index last: the order of rows does not depend on qsort. */
static int compare_places(const void *a_item, const void *b_item)
{
	const struct task_place *a = a_item, *b = b_item;
	if (a->process_ns != b->process_ns) return a->process_ns < b->process_ns ? -1 : 1;
	if (a->pid != b->pid) return a->pid < b->pid ? -1 : 1;
	if (a->start_ns != b->start_ns) return a->start_ns < b->start_ns ? -1 : 1;
	if (a->tid != b->tid) return a->tid < b->tid ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

/* Processes in the order they began, their threads and names likewise. */
static void order_tasks(struct timechart *chart)
{
	size_t count = chart->tasks.count;
	struct u64map starts = U64MAP_INIT;
	struct task_place *places = xcalloc(count + 1, sizeof(*places));
	for (size_t i = 0; i < count; i++) {
		const struct timechart_task *task = &chart->tasks.items[i];
		bool is_new;
		uint64_t *start_ns = u64map_put(&starts, task->pid, &is_new);
		if (is_new || task->start_ns < *start_ns) *start_ns = task->start_ns;
	}
	for (size_t i = 0; i < count; i++) {
		const struct timechart_task *task = &chart->tasks.items[i];
		places[i] = (struct task_place){ .process_ns = *u64map_find(&starts, task->pid),
						 .start_ns = task->start_ns,
						 .pid = task->pid,
						 .tid = task->tid,
						 .index = (uint32_t)i };
	}
	u64map_done(&starts);
	if (count) qsort(places, count, sizeof(*places), compare_places);
	struct timechart_task *sorted = xcalloc(count + 1, sizeof(*sorted));
	uint32_t *new_index = xcalloc(count + 1, sizeof(*new_index));
	for (size_t i = 0; i < count; i++) {
		sorted[i] = chart->tasks.items[places[i].index];
		new_index[places[i].index] = (uint32_t)i;
	}
	if (count) memcpy(chart->tasks.items, sorted, count * sizeof(*sorted));
	for (size_t i = 0; i < chart->cpus.count; i++)
		for (size_t k = 0; k < chart->cpus.items[i].runs.all.count; k++) {
			struct timechart_span *span = &chart->cpus.items[i].runs.all.items[k];
			if (span->kind == TIMECHART_RUNNING) span->detail = new_index[span->detail];
		}
	/* Rows are named by index in spans and wakeups: these move with them. */
	for (size_t i = 0; i < chart->wakeups.count; i++) {
		struct timechart_wakeup *wakeup = &chart->wakeups.items[i];
		wakeup->to = new_index[wakeup->to];
		if (wakeup->from != TIMECHART_INTERRUPT) wakeup->from = new_index[wakeup->from];
	}
	free(places);
	free(sorted);
	free(new_index);
}

/* Whether a list as "0-3,8" has a CPU. What cannot be read ends the list. */
static bool list_has(const char *list, uint32_t cpu)
{
	while (*list) {
		char *end;
		unsigned long first = strtoul(list, &end, 10), last = first;
		if (end == list) return false;
		if (*end == '-') last = strtoul(end + 1, &end, 10);
		if (cpu >= first && cpu <= last) return true;
		list = *end ? end + 1 : end;
	}
	return false;
}

/* The index of the first list that has the CPU; nr_lists when none has. */
static uint32_t place_in(char *const *lists, uint32_t nr_lists, uint32_t cpu)
{
	for (uint32_t i = 0; i < nr_lists; i++)
		if (lists[i] && list_has(lists[i], cpu)) return i;
	return nr_lists;
}

/* A CPU's place: without --topology package and core are 0. */
struct cpu_place {
	uint32_t package, core, cpu, index;
};

static int compare_cpus(const void *a_item, const void *b_item)
{
	const struct cpu_place *a = a_item, *b = b_item;
	if (a->package != b->package) return a->package < b->package ? -1 : 1;
	if (a->core != b->core) return a->core < b->core ? -1 : 1;
	return a->cpu < b->cpu ? -1 : a->cpu > b->cpu;
}

/* Nothing names CPUs by their index, unlike tasks: they can be moved as they are. */
static void order_cpus(struct timechart *chart, const struct perf_header *header, bool by_topology)
{
	size_t count = chart->cpus.count;
	struct cpu_place *places = xcalloc(count + 1, sizeof(*places));
	for (size_t i = 0; i < count; i++) {
		uint32_t cpu = chart->cpus.items[i].cpu;
		places[i] = (struct cpu_place){ .cpu = cpu, .index = (uint32_t)i };
		if (!by_topology) continue;
		places[i].package = place_in(header->core_siblings, header->nr_core_siblings, cpu);
		places[i].core = place_in(header->thread_siblings, header->nr_thread_siblings, cpu);
	}
	if (count) qsort(places, count, sizeof(*places), compare_cpus);
	struct timechart_cpu *sorted = xcalloc(count + 1, sizeof(*sorted));
	for (size_t i = 0; i < count; i++) sorted[i] = chart->cpus.items[places[i].index];
	if (count) memcpy(chart->cpus.items, sorted, count * sizeof(*sorted));
	free(sorted);
	free(places);
}

/* ---- what is left out */

/* --io-skip-eagain: calls that failed with EAGAIN. */
static void leave_out_eagain(struct timechart *chart)
{
	for (size_t i = 0; i < chart->tasks.count; i++) {
		struct timechart_spans *io = &chart->tasks.items[i].io;
		size_t kept = 0;
		for (size_t k = 0; k < io->all.count; k++) {
			const struct timechart_span *span = &io->all.items[k];
			if (!TIMECHART_IS_IO(span->kind) || chart->ios.items[span->detail].error != -EAGAIN)
				io->all.items[kept++] = *span;
		}
		chart->nr_spans -= io->all.count - kept;
		io->all.count = kept;
	}
}

/* --tasks-only: power states of CPUs. The CPUs stay, with what ran on them. */
static void leave_out_power(struct timechart *chart)
{
	for (size_t i = 0; i < chart->cpus.count; i++) {
		chart->nr_spans -= chart->cpus.items[i].idle.all.count;
		vec_clear(&chart->cpus.items[i].idle.all);
		vec_clear(&chart->cpus.items[i].frequencies);
	}
	chart->has_power = false;
}

/* Lives end with the recording at the latest, and not before what was seen of them. */
static void end_tasks(struct timechart *chart)
{
	for (size_t i = 0; i < chart->tasks.count; i++) {
		struct timechart_task *task = &chart->tasks.items[i];
		if (task->end_ns > chart->last_ns) task->end_ns = chart->last_ns;
		uint64_t seen_ns = task->states.all.count ? vec_last(&task->states.all)->end_ns : 0;
		if (task->io.all.count && vec_last(&task->io.all)->end_ns > seen_ns)
			seen_ns = vec_last(&task->io.all)->end_ns;
		if (seen_ns > chart->last_ns) seen_ns = chart->last_ns;
		if (task->end_ns < seen_ns) task->end_ns = seen_ns;
		if (task->states.all.count && task->states.all.items[0].start_ns < task->start_ns)
			task->start_ns = task->states.all.items[0].start_ns;
		if (task->end_ns < task->start_ns) task->end_ns = task->start_ns;
	}
}

/* What is under way ends first, then what is left out goes, then tasks are chosen of what remains. order_tasks comes
 * after all that finds tasks by index. */
static void finish(struct making *making, const struct perf_header *header, const struct timechart_options *options)
{
	struct timechart *chart = making->chart;
	timechart_scheduler_end(&making->scheduler, chart->last_ns);
	timechart_calls_end(&making->calls, chart->last_ns);
	tell(making, options);
	if (options->skip_eagain) leave_out_eagain(chart);
	if (options->tasks_only) leave_out_power(chart);
	end_tasks(chart);
	choose_tasks(chart, options);
	order_tasks(chart);
	order_cpus(chart, header, options->by_topology);
	chart->highlight_ns = options->highlight_ns;
}

/* As many CPUs as are online have a row even if nothing was seen of them. */
int timechart_run(struct session *session, const struct timechart_options *options, struct timechart *ret_chart,
		  struct err *err)
{
	const struct perf_header *header = session_header(session);
	const struct session_totals *totals = session_totals(session);
	struct timechart_presence presence = timechart_events_presence(session);
	struct timechart *chart = ret_chart;
	struct making making = { .chart = chart };
	/* CPUs beyond that are taken for damage. */
	uint32_t max_cpus = header->nrcpus_available ? MAX(header->nrcpus_available, 1024u) : MAX_CPUS;

	chart->first_ns = totals->samples_have_time ? totals->first_sample_ns : 0;
	chart->last_ns = totals->samples_have_time && totals->last_sample_ns > chart->first_ns ? totals->last_sample_ns
											       : chart->first_ns;
	chart->has_scheduler = presence.has_switch || presence.has_wakeup;
	chart->has_power = presence.has_power;
	chart->has_io = presence.has_io;
	chart->hostname = intern_string(&chart->texts, header->hostname ? header->hostname : "");
	chart->cpudesc = intern_string(&chart->texts, header->cpudesc ? header->cpudesc : "");
	timechart_rows_init(&making.rows, chart, session_model(session), max_cpus < MAX_CPUS ? max_cpus : MAX_CPUS);
	timechart_scheduler_init(&making.scheduler, &making.rows);
	making.calls = (struct timechart_calls){ .rows = &making.rows,
						 .min_ns = options->io_min_ns,
						 .merge_ns = options->io_merge_ns };
	if (chart->has_scheduler || chart->has_power)
		for (uint32_t cpu = 0; cpu < header->nrcpus_online && cpu < 4096; cpu++)
			timechart_rows_cpu(&making.rows, cpu);

	struct timechart_visitor visitor = { .ctx = &making, .event = timechart_chart_event };
	int r = timechart_events_visit(session, &visitor, err);
	if (r >= 0) finish(&making, header, options);
	timechart_scheduler_done(&making.scheduler);
	timechart_rows_done(&making.rows);
	return r;
}
