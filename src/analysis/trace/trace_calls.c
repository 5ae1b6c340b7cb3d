/* What becomes of items, thread by thread:
 *
 *     begin              kept with its thread (slot, arguments), not shown yet
 *     end                a row of the whole call, if nothing else was shown meanwhile
 *     anything else      the call that began last is shown as begun before it; its end is then a row "continued"
 *
 * Ends without a begin and begins without an end are counted: events were lost, or the call began before. A
 * signal's handler returns by sigreturn, whose end has no number: it is the end of that call, with the result of
 * the one that was interrupted. exit never ends.
 *
 * With --duration, --failure and --min-stack the end decides whether a call is shown at all: nothing is shown as
 * begun. */
#include "analysis/trace/trace_calls.h"

#include <errno.h>
#include <string.h>
#include "analysis/stat/stat_mean.h"
#include "analysis/trace/syscall_pairs.h"
#include "analysis/trace/trace_items.h"
#include "analysis/trace/trace_sums.h"

/* Results from -4095 to -1 are errors, as the kernel's IS_ERR_VALUE has it. */
enum { NR_ERRNOS = 4096, NAME_BYTES = 32 };

/* One call of one thread, over the whole trace. */
struct sum {
	int64_t number;
	const char *name;
	char unknown_name[NAME_BYTES]; /* of calls that are not in the table */
	struct stat_mean mean;
	double min_ns, max_ns;
	uint64_t nr_errors;
	VEC(struct table_tally_item) errnos;
};

/* A thread: the call it is in, and its sums. Owned by trace_calls.threads; its slot's user points to it. */
struct thread {
	struct syscall_slot *slot;
	char *comm;
	/* The item's text that comm was copied from, compared by address to notice a new name cheaply. */
	const char *comm_given;
	const char *name; /* of the call it is in */
	uint32_t pid;
	uint32_t cpu; /* of what is shown of it next */
	/* Its call has begun and is not shown yet. */
	bool waits;
	/* Its call was shown as begun: its end will be a row "continued". */
	bool was_shown;
	char unknown_name[NAME_BYTES];
	/* Arguments of its call, as text and as numbers. */
	struct outbuf args;
	uint64_t values[SYSCALL_MAX_ARGS]; /* of its call */
	uint64_t nr_events, nr_minor_faults, nr_major_faults, run_time_ns;
	/* The same sums twice: in order of first sight, and by number of the call. */
	VEC(struct sum *) sums;
	struct u64map by_number;
};

/* threads is in the order of pairs.slots. */
struct trace_calls {
	const struct trace_calls_options *options;
	struct syscall_pairs pairs;
	VEC(struct thread *) threads; /* by slot index */
	struct thread *current;       /* whose call began last */
	bool is_on;                   /* see trace_calls_options.switch_on */
	uint64_t nr_events, nr_rows, first_ns;
	/* No event so far had a time; first_ns is 0 until one has. */
	bool lacks_first;
	struct trace_summary summary;
};

const char *trace_calls_task_name(const struct trace_calls_options *options, int32_t tid, uint64_t time_ns)
{
	const struct task *task = options->model ? model_task(options->model, (uint32_t)tid, time_ns, NULL) : NULL;
	return task ? task_comm(task, time_ns, NULL) : NULL;
}

bool trace_calls_wants_all(const struct trace_calls_options *options)
{
	bool of_tasks = (options->pids && options->pids->count) || (options->tids && options->tids->count) ||
			options->without_pid;
	return !of_tasks && (!options->selection || !options->selection->has);
}

bool trace_calls_wants(const struct trace_calls_options *options, const struct syscall_event *event)
{
	if (options->pids && options->pids->count && !number_list_has(options->pids, event->pid)) return false;
	if (options->tids && options->tids->count && !number_list_has(options->tids, event->tid)) return false;
	if (options->without_pid && event->pid == options->without_pid) return false;
	if (event->kind != SYSCALL_ENTER && event->kind != SYSCALL_EXIT) return true;
	return !options->selection || syscall_set_has(options->selection, event->syscall);
}

/* -- threads -- */

/* The item's thread, made when it is new, with the name and process that it has now. */
static struct thread *thread_of(struct trace_calls *calls, const struct trace_item *item)
{
	struct syscall_slot *slot = syscall_pairs_slot(&calls->pairs, item->tid);
	if (!slot->user) {
		struct thread *thread = xcalloc(1, sizeof(*thread));
		thread->slot = slot;
		out_init(&thread->args, -1);
		slot->user = thread;
		vec_push(&calls->threads, thread);
	}
	struct thread *thread = slot->user;
	if (thread->comm_given != item->comm) {
		free(thread->comm);
		thread->comm = xstrdup(item->comm);
		thread->comm_given = item->comm;
	}
	thread->pid = item->pid;
	return thread;
}

/* Calls that are not in the table are "syscall_NUMBER", written into buf, which must live as long as the name. */
static const char *name_of(const struct trace_item *item, char buf[NAME_BYTES])
{
	if (item->syscall) return item->syscall->name;
	memcpy(buf, "syscall_", 8);
	size_t size = format_dec(buf + 8, syscall_number_plain((uint64_t)item->number));
	buf[8 + size] = '\0';
	return buf;
}

/* -- sums -- */

static struct sum *sum_of(struct thread *thread, const struct trace_item *item)
{
	bool is_new;
	uint64_t *value = u64map_put(&thread->by_number, (uint64_t)item->number, &is_new);
	if (is_new) {
		struct sum *sum = xcalloc(1, sizeof(*sum));
		sum->number = item->number;
		sum->name = name_of(item, sum->unknown_name);
		vec_push(&thread->sums, sum);
		*value = (uintptr_t)sum;
	}
	return (struct sum *)(uintptr_t)*value;
}

static void add_errno(struct sum *sum, int number)
{
	for (size_t i = 0; i < sum->errnos.count; i++) {
		if (sum->errnos.items[i].number != number) continue;
		sum->errnos.items[i].count++;
		return;
	}
	vec_push(&sum->errnos, ((struct table_tally_item){ number, syscall_errno_name(number), 1 }));
}

static void add_call(struct thread *thread, const struct trace_item *item, uint64_t duration_ns)
{
	struct sum *sum = sum_of(thread, item);
	double ns = (double)duration_ns;
	sum->min_ns = sum->mean.count && sum->min_ns < ns ? sum->min_ns : ns;
	sum->max_ns = MAX(sum->max_ns, ns);
	stat_mean_add(&sum->mean, ns);
	if (item->result >= 0 || item->result <= -NR_ERRNOS) return;
	sum->nr_errors++;
	add_errno(sum, (int)-item->result);
}

/* -- rows -- */

/* Gives a row to the caller, unless its stack is too short for --min-stack. */
static int show(struct trace_calls *calls, struct trace_row *row)
{
	const struct trace_calls_options *options = calls->options;
	if (row->nr_frames && row->nr_frames < options->min_stack) return 0;
	row->first_ns = calls->first_ns;
	int r = options->row(options->ctx, row);
	if (r == 0 && options->max_rows && ++calls->nr_rows >= options->max_rows) r = TRACE_CALLS_ENOUGH;
	return r;
}

/* Whether calls are shown when they end only, whatever happens meanwhile: their end decides whether they are shown at
 * all. */
static bool shows_ends_only(const struct trace_calls_options *options)
{
	return options->longer_than_ns || options->failures_only || options->min_stack;
}

static struct trace_row row_of(const struct thread *thread, enum trace_row_kind kind)
{
	return (struct trace_row){ .kind = kind,
				   .comm = thread->comm,
				   .pid = thread->pid,
				   .tid = thread->slot->tid,
				   .cpu = thread->cpu,
				   .name = thread->name };
}

/* Somebody is about to be shown: whoever began a call last is shown before. */
static int show_current(struct trace_calls *calls)
{
	struct thread *thread = calls->current;
	if (!thread || !thread->waits || shows_ends_only(calls->options)) return 0;
	thread->waits = false;
	thread->was_shown = true;
	struct trace_row row = row_of(thread, TRACE_BEGUN);
	row.time_ns = thread->slot->enter_ns;
	row.has_time = true;
	row.args = thread->args.data;
	row.args_size = thread->args.size;
	return show(calls, &row);
}

static bool never_returns(const struct syscall *syscall)
{
	if (!syscall || syscall->name[0] != 'e') return false;
	return strcmp(syscall->name, "exit") == 0 || strcmp(syscall->name, "exit_group") == 0;
}

/* A call begins: kept with its thread until its end or until somebody else is shown. Calls that never return are
 * rows at once. */
static int on_enter(struct trace_calls *calls, struct thread *thread, const struct trace_item *item)
{
	int r = calls->options->rows ? show_current(calls) : 0;
	syscall_pairs_enter(&calls->pairs, thread->slot, item->number, item->time_ns);
	thread->name = name_of(item, thread->unknown_name);
	thread->waits = true;
	thread->was_shown = false;
	calls->current = thread;
	bool gone = never_returns(item->syscall);
	if (gone) {
		thread->waits = false;
		syscall_pairs_gone(thread->slot);
	}
	if (!calls->options->rows || r) return r;
	const struct trace_piece *piece = item->piece;
	thread->cpu = piece->sample_cpu;
	if (gone && !shows_ends_only(calls->options)) {
		struct trace_row row = row_of(thread, TRACE_NO_RETURN);
		row.time_ns = item->time_ns;
		row.has_time = true;
		row.args = piece->text;
		row.args_size = piece->text_size;
		return show(calls, &row);
	}
	thread->args.size = 0;
	out_mem(&thread->args, piece->text, piece->text_size);
	memcpy(thread->values, piece->args, sizeof(thread->values));
	return 0;
}

/* Whose names a result may have to be written with. */
struct naming {
	const struct trace_calls_options *options;
	uint64_t time_ns;
};

static const char *trace_calls_name_in_result(void *ctx, int32_t tid)
{
	const struct naming *naming = ctx;
	return trace_calls_task_name(naming->options, tid, naming->time_ns);
}

static bool is_return_of_handler(const char *name)
{
	return strcmp(name, "rt_sigreturn") == 0 || strcmp(name, "sigreturn") == 0;
}

/* The chain of the item, if its piece has one. */
static void add_frames(const struct trace_item *item, struct trace_row *row)
{
	row->frames = item->piece->frames;
	row->nr_frames = item->piece->nr_frames;
}

/* A call ends: adds it to the sums and shows it, unless --failure or --duration leave it out. With its begin already
 * shown, the row has only the arguments that the call itself wrote. */
static int on_exit_of_call(struct trace_calls *calls, struct thread *thread, const struct trace_item *item)
{
	const struct trace_calls_options *options = calls->options;
	uint64_t enter_ns = item->time_ns;
	/* An end without a number is the return of a signal handler; any other such end is of a restarted call and
	 * ends the pairing. The result is that of what was interrupted, as strace shows it. */
	bool is_sigreturn = item->number < 0 && thread->slot->is_inside && is_return_of_handler(thread->name);
	if (item->number < 0 && !is_sigreturn) {
		syscall_pairs_gone(thread->slot);
		return 0;
	}
	bool has_begin = syscall_pairs_exit(&calls->pairs, thread->slot,
					    is_sigreturn ? thread->slot->number : item->number, &enter_ns);
	uint64_t duration_ns = has_begin && item->time_ns > enter_ns ? item->time_ns - enter_ns : 0;
	if (options->sums && !is_sigreturn) add_call(thread, item, duration_ns);
	/* The call's begin is not in this row: it was shown before, or never seen. */
	bool continued = !has_begin || thread->was_shown;
	thread->waits = thread->was_shown = false;
	if (!options->rows) return 0;
	if (options->failures_only && item->result >= 0) return 0;
	if (options->longer_than_ns && duration_ns <= options->longer_than_ns) return 0;
	if (!has_begin) thread->name = name_of(item, thread->unknown_name);
	thread->cpu = item->piece->sample_cpu;
	struct trace_row row = row_of(thread, continued ? TRACE_CONTINUED : TRACE_CALL);
	row.time_ns = enter_ns;
	row.has_time = has_begin;
	row.duration_ns = duration_ns;
	struct naming naming = { options, item->time_ns };
	const struct syscall_context known = { .ctx = &naming,
					       .task_name = trace_calls_name_in_result,
					       .machine = options->machine };
	const struct trace_result result = { .value = item->result,
					     .call = { item->syscall, has_begin ? thread->values : NULL, &known } };
	row.result = &result;
	const struct trace_piece *piece = item->piece;
	if (piece->text_size && !continued) { /* written anew, as more is known now */
		thread->args.size = 0;
		out_mem(&thread->args, piece->text, piece->text_size);
	}
	row.args = thread->args.data;
	row.args_size = continued ? 0 : thread->args.size;
	if (continued && has_begin) {
		row.args = piece->text + piece->text_size;
		row.args_size = piece->written_size;
	}
	add_frames(item, &row);
	return show(calls, &row);
}

/* A page fault or another tracepoint: a row of its own. Faults are counted by thread, too. */
static int on_other(struct trace_calls *calls, struct thread *thread, const struct trace_item *item)
{
	bool is_fault = item->kind == SYSCALL_FAULT;
	if (is_fault && item->is_major) thread->nr_major_faults++;
	else if (is_fault) thread->nr_minor_faults++;
	if (!calls->options->rows) return 0;
	int r = is_fault ? 0 : show_current(calls); /* faults are part of the call they happen in */
	if (r) return r;
	const struct trace_piece *piece = item->piece;
	thread->cpu = piece->sample_cpu;
	struct trace_row row = row_of(thread, is_fault ? TRACE_FAULT : TRACE_EVENT);
	row.time_ns = item->time_ns;
	row.has_time = true;
	row.name = piece->name;
	if (is_fault) row.name = item->is_major ? "majfault" : "minfault";
	row.args = piece->text;
	row.args_size = piece->text_size;
	add_frames(item, &row);
	return show(calls, &row);
}

/* Whether the item counts, by the events that switch. */
static bool is_on(struct trace_calls *calls, const struct trace_item *item)
{
	const struct trace_calls_options *options = calls->options;
	if (!calls->is_on && item->switches_on) {
		calls->is_on = true;
		return options->shows_switches;
	}
	if (calls->is_on && item->switches_off) {
		calls->is_on = false;
		return options->shows_switches;
	}
	return calls->is_on;
}

int trace_calls_find_switches(struct trace_calls_options *options, const struct perf_events *events,
			      const char **ret_missing)
{
	const char *names[] = { options->switch_on, options->switch_off };
	int32_t *found[] = { &options->switch_on_idx, &options->switch_off_idx };
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		*found[i] = -1;
		for (size_t k = 0; names[i] && k < events->count && *found[i] < 0; k++)
			if (strcmp(events->items[k]->name, names[i]) == 0) *found[i] = (int32_t)k;
		if (names[i] && *found[i] < 0) {
			*ret_missing = names[i];
			return -ENOENT;
		}
	}
	return 0;
}

int trace_calls_add(struct trace_calls *calls, const struct trace_item *item)
{
	if (!is_on(calls, item)) return 0;
	struct thread *thread = thread_of(calls, item);
	if (item->is_run_time) {
		thread->run_time_ns += item->run_time_ns;
		thread->nr_events++;
		calls->nr_events++;
		return 0;
	}
	/* as upstream, without what ends no call: the way back out of a signal's handler */
	if (item->kind != SYSCALL_EXIT || item->number >= 0) thread->nr_events++;
	if (!calls->nr_events++ || calls->lacks_first) {
		calls->lacks_first = item->time_ns == UINT64_MAX;
		calls->first_ns = calls->lacks_first ? 0 : item->time_ns;
	}
	const struct trace_piece *piece = item->piece;
	if (piece && piece->has_sample) {
		const struct trace_row row = { .kind = TRACE_SAMPLE,
					       .comm = thread->comm,
					       .pid = thread->pid,
					       .tid = thread->slot->tid,
					       .name = piece->name,
					       .time_ns = piece->sample_ns,
					       .cpu = piece->sample_cpu };
		int r = calls->options->row(calls->options->ctx, &row);
		if (r) return r;
	}
	switch (item->kind) {
	case SYSCALL_ENTER: return on_enter(calls, thread, item);
	case SYSCALL_EXIT: return on_exit_of_call(calls, thread, item);
	default: return on_other(calls, thread, item);
	}
}

/* -- the whole -- */

struct trace_calls *trace_calls_new(const struct trace_calls_options *options)
{
	struct trace_calls *calls = xcalloc(1, sizeof(*calls));
	calls->options = options;
	calls->is_on = !options->switch_on;
	return calls;
}

static void thread_free(struct thread *thread)
{
	for (size_t k = 0; k < thread->sums.count; k++) {
		vec_done(&thread->sums.items[k]->errnos);
		free(thread->sums.items[k]);
	}
	vec_done(&thread->sums);
	u64map_done(&thread->by_number);
	out_done(&thread->args);
	free(thread->comm);
	free(thread);
}

void trace_calls_forget_names(struct trace_calls *calls)
{
	for (size_t i = 0; i < calls->threads.count; i++) calls->threads.items[i]->comm_given = NULL;
}

void trace_calls_gone(struct trace_calls *calls, uint32_t tid)
{
	struct syscall_slot *slot = calls->options->sums ? NULL : syscall_pairs_find(&calls->pairs, tid);
	if (!slot) return;
	struct thread *thread = slot->user;
	if (calls->current == thread) calls->current = NULL;
	/* both lists are in the order of first sight, and lose members in the same way */
	calls->threads.items[slot->index] = *vec_last(&calls->threads);
	calls->threads.count--;
	syscall_pairs_remove(&calls->pairs, slot);
	thread_free(thread);
}

size_t trace_calls_nr_threads(const struct trace_calls *calls) { return calls->threads.count; }

void trace_calls_free(struct trace_calls *calls)
{
	if (!calls) return;
	trace_summary_done(&calls->summary);
	for (size_t i = 0; i < calls->threads.count; i++) thread_free(calls->threads.items[i]);
	vec_done(&calls->threads);
	syscall_pairs_done(&calls->pairs);
	free(calls);
}

/* As upstream's, which keeps means: the order of equal totals is that of the products in milliseconds. */
static double total_ms_of(const struct sum *sum) { return sum->mean.mean / 1e6 * (double)sum->mean.count; }

static int compare_numbers(const void *a, const void *b)
{
	const struct sum *x = *(struct sum *const *)a, *y = *(struct sum *const *)b;
	double a_ms = total_ms_of(x), b_ms = total_ms_of(y);
	if (a_ms != b_ms) return a_ms < b_ms ? 1 : -1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static int compare_errnos(const void *a, const void *b)
{
	return (int)(((const struct table_tally_item *)a)->number - ((const struct table_tally_item *)b)->number);
}

/* The sums of one thread, longest total first. The texts and errnos stay the thread's; ret->sums is the caller's to
 * free. */
static void sum_up(const struct trace_calls *calls, struct thread *thread, struct trace_thread_sums *ret)
{
	ret->thread = (struct trace_thread){ .comm = thread->comm,
					     .pid = thread->pid,
					     .tid = thread->slot->tid,
					     .nr_events = thread->nr_events,
					     .nr_minor_faults = thread->nr_minor_faults,
					     .nr_major_faults = thread->nr_major_faults,
					     .has_run_time = calls->options->run_times,
					     .run_time_ns = thread->run_time_ns };
	if (thread->sums.count)
		qsort(thread->sums.items, thread->sums.count, sizeof(*thread->sums.items), compare_numbers);
	ret->sums = xcalloc(thread->sums.count + 1, sizeof(*ret->sums));
	ret->nr_sums = 0;
	for (size_t i = 0; i < thread->sums.count; i++) {
		struct sum *sum = thread->sums.items[i];
		if (sum->errnos.count)
			qsort(sum->errnos.items, sum->errnos.count, sizeof(*sum->errnos.items), compare_errnos);
		ret->sums[ret->nr_sums++] = (struct trace_sum){ .number = (uint64_t)sum->number,
								.name = sum->name,
								.nr_calls = (uint64_t)sum->mean.count,
								.nr_errors = sum->nr_errors,
								.total_ns = sum->mean.mean * (double)sum->mean.count,
								.min_ns = sum->min_ns,
								.mean_ns = sum->mean.mean,
								.max_ns = sum->max_ns,
								.deviation = stat_mean_error_percent(&sum->mean),
								.errnos = sum->errnos.items,
								.nr_errnos = sum->errnos.count };
	}
}

const struct trace_summary *trace_calls_summary(struct trace_calls *calls)
{
	struct trace_summary *summary = &calls->summary;
	size_t count = calls->threads.count;
	_free_ struct trace_thread_sums *threads = xcalloc(count + 1, sizeof(*threads));
	trace_summary_done(summary);
	for (size_t i = 0; i < count; i++) sum_up(calls, calls->threads.items[i], &threads[i]);
	trace_summary_init(summary, threads, count, calls->nr_events);
	for (size_t i = 0; i < count; i++) free(threads[i].sums);
	summary->nr_without_begin = calls->pairs.nr_without_begin;
	summary->nr_without_end = calls->pairs.nr_without_end;
	return summary;
}
