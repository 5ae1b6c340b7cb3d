/* The state machines of locks. Of lockdep's events there is a sequence for each thread and lock:
 *
 *               acquire                 contended                acquired                release
 *     (none) -----------> ACQUIRING ------------> CONTENDED ------------> ACQUIRED ------------> (none)
 *        |                    |                                              ^
 *        |                    +---------------- acquired -------------------+
 *        | acquire of who reads or only tries
 *        +-----------> READING: has it at once; as many releases as acquires end it
 *
 * The wait is from contended to acquired. An event that no arrow is for breaks the row of the lock: it is counted
 * by its step, once a row, and the sequence is dropped. Where the beginning was not recorded, what follows is
 * ignored up to the next acquire.
 *
 * contention_begin and contention_end use the same sequences: CONTENDED from the first begin (a mutex is spun for,
 * slept for, spun for), PASSED when the wait has ended. */
#include "analysis/lock/lock_stats.h"

#include <string.h>
#include "analysis/lock/lock_rows.h"
#include "base/arena.h"
#include "base/u64map.h"
#include "base/vec.h"

enum { ACQUIRE_READ = 2, BUCKET_BITS = 12 };

/* Where a thread is with a lock. */
enum place {
	PLACE_NONE,
	PLACE_ACQUIRING,
	PLACE_CONTENDED,
	PLACE_ACQUIRED,
	PLACE_READING,
	PLACE_PASSED /* a wait has ended */
};

/* Where one thread is with one lock. next links sequences of the same hash, or unused ones. */
struct sequence {
	uint64_t lock_vaddr, since_ns;
	uint32_t tid, nr_readers, next;
	uint8_t place;
};
enum { NO_SEQUENCE = UINT32_MAX };

struct lock_stats {
	struct lock_stats_options options;
	struct session *session; /* NULL: sums */
	struct frame_space *space;
	VEC(struct lock_row) rows;
	VEC(uint64_t) last_ns; /* by row: its last event, which tells whose name a thread's number was */
	struct u64map by_key;  /* -> index of the row */
	VEC(struct sequence) sequences;
	uint32_t free_sequence;     /* the list of those nobody uses */
	struct u64map by_task_lock; /* hash of (tid, lock) -> index of the first such sequence */
	struct u64map threads;      /* tid -> time of its last event */
	VEC(struct lock_thread) thread_list;
	struct arena texts;
	struct lock_result result;
};

/* The bucket that upstream's hash table of 4096 would put a row into: it decides the order among equal rows. */
static uint32_t bucket_of(uint64_t key) { return (uint32_t)(lock_chain_hash(key) >> (64 - BUCKET_BITS)); }

/* ---- sequences */

/* Two sequences may have one key: get_sequence looks at tid and lock. */
static uint64_t sequence_key(uint32_t tid, uint64_t lock_vaddr)
{
	return (lock_vaddr ^ (uint64_t)tid << 40) * 0x9e3779b97f4a7c15u ^ tid;
}

/* The sequence of a thread and lock, made when it is new (PLACE_NONE). Valid until the next call. */
static struct sequence *get_sequence(struct lock_stats *stats, uint32_t tid, uint64_t lock_vaddr)
{
	bool is_new;
	uint64_t *first = u64map_put(&stats->by_task_lock, sequence_key(tid, lock_vaddr), &is_new);
	uint32_t next = is_new ? NO_SEQUENCE : (uint32_t)*first;
	for (uint32_t i = next; i != NO_SEQUENCE; i = stats->sequences.items[i].next)
		if (stats->sequences.items[i].tid == tid && stats->sequences.items[i].lock_vaddr == lock_vaddr)
			return &stats->sequences.items[i];
	uint32_t index = stats->free_sequence;
	if (index != NO_SEQUENCE) {
		stats->free_sequence = stats->sequences.items[index].next;
	} else {
		index = (uint32_t)stats->sequences.count;
		(void)vec_add(&stats->sequences);
	}
	stats->sequences.items[index] = (struct sequence){ .lock_vaddr = lock_vaddr, .tid = tid, .next = next };
	*first = index;
	return &stats->sequences.items[index];
}

/* Ends a sequence; its place is used again. */
static void drop_sequence(struct lock_stats *stats, const struct sequence *sequence)
{
	uint64_t key = sequence_key(sequence->tid, sequence->lock_vaddr);
	uint64_t *first = u64map_find(&stats->by_task_lock, key);
	uint32_t index = (uint32_t)(sequence - stats->sequences.items), next = sequence->next;
	if ((uint32_t)*first == index) {
		if (next == NO_SEQUENCE) (void)u64map_remove(&stats->by_task_lock, key);
		else *first = next;
	} else {
		uint32_t i = (uint32_t)*first;
		while (stats->sequences.items[i].next != index) i = stats->sequences.items[i].next;
		stats->sequences.items[i].next = next;
	}
	stats->sequences.items[index].next = stats->free_sequence;
	stats->free_sequence = index;
}

/* ---- rows */

/* What rows are by. */
static uint64_t key_of(const struct lock_stats *stats, const struct lock_event *event)
{
	switch (stats->options.by) {
	case LOCK_BY_CALLER: return event->chain_key;
	case LOCK_BY_THREAD: return event->tid;
	default: return event->lock_vaddr;
	}
}

/* Borrows the symbol's name, which the session or the resolver keeps. */
static struct table_place place_of(const struct frame *frame)
{
	const struct symbol *symbol = frame->symbol;
	return (struct table_place){ .address = frame->ip,
				     .symbol = symbol ? symbol->name : NULL,
				     .offset = symbol ? frame->object_addr - symbol->start : 0 };
}

/* frame: with a symbol, or NULL. */
static const struct table_place *caller_of(struct lock_stats *stats, const struct frame *frame)
{
	if (!frame) return NULL;
	const struct table_place place = place_of(frame);
	return arena_memdup(&stats->texts, &place, sizeof(place));
}

/* Copied: frames are valid during the visit of the event only, rows to the end. */
static void set_chain(struct lock_stats *stats, struct lock_row *row, const struct frame *const *frames,
		      size_t nr_frames)
{
	struct table_place *places = nr_frames ? arena_alloc(&stats->texts, nr_frames * sizeof(*places)) : NULL;
	for (size_t i = 0; i < nr_frames; i++) places[i] = place_of(frames[i]);
	const struct table_chain chain = { places, nr_frames };
	row->chain = arena_memdup(&stats->texts, &chain, sizeof(chain));
}

/* Rows are valid until the next add_row, which may move them. */
static struct lock_row *find_row(struct lock_stats *stats, uint64_t key)
{
	const uint64_t *index = u64map_find(&stats->by_key, key);
	return index ? &stats->rows.items[*index] : NULL;
}

/* The row of a key, made when it is new. */
static struct lock_row *add_row(struct lock_stats *stats, uint64_t key, bool *ret_new)
{
	uint64_t *index = u64map_put(&stats->by_key, key, ret_new);
	if (!*ret_new) return &stats->rows.items[*index];
	*index = stats->rows.count;
	vec_push(&stats->last_ns, 0);
	struct lock_row *row = vec_add(&stats->rows);
	*row = (struct lock_row){ .name = "",
				  .tid = -1,
				  .min_wait_ns = UINT64_MAX,
				  .bucket = bucket_of(stats->options.by == LOCK_BY_CALLER ? (uint32_t)key : key),
				  .nr = (uint32_t)*index };
	return row;
}

/* The row that an event belongs to. A new one keeps what its first event says of lock, thread and caller. */
static struct lock_row *get_row(struct lock_stats *stats, const struct lock_event *event)
{
	bool is_new;
	struct lock_row *row = add_row(stats, key_of(stats, event), &is_new);
	stats->last_ns.items[row->nr] = event->time_ns;
	if (!is_new) return row;
	row->name = *event->name ? arena_strdup(&stats->texts, event->name) : "";
	row->lock_vaddr = event->lock_vaddr;
	row->tid = (int32_t)event->tid;
	row->is_contention = event->kind == LOCK_CONTENTION_BEGIN;
	row->flags = row->is_contention ? event->flags : 0;
	row->caller = caller_of(stats, event->caller);
	if (stats->options.chains) set_chain(stats, row, event->frames, event->nr_frames);
	return row;
}

/* ---- events */

/* step: where it happened, counted for the first time in a row only. */
static void break_row(struct lock_stats *stats, struct lock_row *row, enum lock_step step)
{
	if (!row->broken) stats->result.bad[step]++;
	row->broken = true;
}

/* Threads are named at the end (list_threads), as of their last event. */
static void see_thread(struct lock_stats *stats, const struct lock_event *event)
{
	*u64map_put(&stats->threads, event->tid, NULL) = event->time_ns;
}

/* One wait that ended, with its duration. */
static void add_wait(struct lock_row *row, uint64_t wait_ns)
{
	row->nr_waits++;
	row->wait_ns += wait_ns;
	if (wait_ns > row->max_wait_ns) row->max_wait_ns = wait_ns;
	if (wait_ns < row->min_wait_ns) row->min_wait_ns = wait_ns;
}

/* --type-filter, --lock-filter and --callstack-filter. Kinds are compared with all flags. */
static bool is_wanted(const struct lock_stats_options *options, const struct lock_event *event)
{
	bool type = !options->nr_types, lock = !options->nr_locks;
	for (size_t i = 0; i < options->nr_types; i++) type |= options->types[i] == event->flags;
	for (size_t i = 0; i < options->nr_locks; i++) lock |= options->locks[i] == event->lock_vaddr;
	return type && lock && !event->filtered_out;
}

/* A wait begins, unless it has already. */
static void on_contention_begin(struct lock_stats *stats, const struct lock_event *event)
{
	struct lock_row *row = get_row(stats, event);
	if (!is_wanted(&stats->options, event)) return;
	see_thread(stats, event);
	struct sequence *sequence = get_sequence(stats, event->tid, event->lock_vaddr);
	if (sequence->place == PLACE_CONTENDED) return; /* a mutex is spun for, slept for, spun for: that is one wait */
	sequence->place = PLACE_CONTENDED;
	sequence->since_ns = event->time_ns;
	row->nr_contended++;
}

/* A wait ends. Its row is found by the end's own key: with callers the end's chain must give the same one. */
static void on_contention_end(struct lock_stats *stats, const struct lock_event *event)
{
	struct lock_row *row = find_row(stats, key_of(stats, event));
	if (!row || !u64map_find(&stats->threads, event->tid))
		return; /* began before the recording, or is not wanted */
	stats->last_ns.items[row->nr] = event->time_ns;
	see_thread(stats, event);
	struct sequence *sequence = get_sequence(stats, event->tid, event->lock_vaddr);
	if (sequence->place == PLACE_CONTENDED) {
		row->nr_acquired++;
		add_wait(row, event->time_ns - sequence->since_ns);
		sequence->place = PLACE_PASSED;
		return;
	}
	if (sequence->place == PLACE_PASSED) break_row(stats, row, LOCK_STEP_ACQUIRED);
	drop_sequence(stats, sequence);
}

static void on_acquire(struct lock_stats *stats, const struct lock_event *event, struct lock_row *row,
		       struct sequence *sequence)
{
	/* Who reads may take the lock again; all else is out of order. */
	bool reads_more = sequence->place == PLACE_READING && (event->flags & ACQUIRE_READ);
	if (sequence->place == PLACE_NONE || sequence->place == PLACE_PASSED || reads_more) {
		sequence->since_ns = event->time_ns;
		sequence->place = event->flags || reads_more ? PLACE_READING : PLACE_ACQUIRING;
		if (sequence->place != PLACE_READING) return;
		sequence->nr_readers++; /* who tries, and who reads, has it; nobody says acquired */
		row->nr_acquired++;
		return;
	}
	break_row(stats, row, LOCK_STEP_ACQUIRE);
	drop_sequence(stats, sequence);
}

/* A wait that was contended ends here; one that was not has no duration. */
static void on_acquired(struct lock_stats *stats, const struct lock_event *event, struct lock_row *row,
			struct sequence *sequence)
{
	switch (sequence->place) {
	case PLACE_NONE: return;
	case PLACE_CONTENDED: add_wait(row, event->time_ns - sequence->since_ns); break;
	case PLACE_ACQUIRING: break;
	default:
		break_row(stats, row, LOCK_STEP_ACQUIRED);
		drop_sequence(stats, sequence);
		return;
	}
	sequence->place = PLACE_ACQUIRED;
	sequence->since_ns = event->time_ns;
	row->nr_acquired++;
}

/* Only who is acquiring can find the lock taken. */
static void on_contended(struct lock_stats *stats, const struct lock_event *event, struct lock_row *row,
			 struct sequence *sequence)
{
	if (sequence->place == PLACE_NONE) return;
	if (sequence->place != PLACE_ACQUIRING) {
		break_row(stats, row, LOCK_STEP_CONTENDED);
		drop_sequence(stats, sequence);
		return;
	}
	sequence->place = PLACE_CONTENDED;
	sequence->since_ns = event->time_ns;
	row->nr_contended++;
}

static void on_release(struct lock_stats *stats, struct lock_row *row, struct sequence *sequence)
{
	/* Released as often as acquired: only the last release ends the sequence. */
	if (sequence->place == PLACE_READING && --sequence->nr_readers) return;
	if (sequence->place == PLACE_ACQUIRING || sequence->place == PLACE_CONTENDED)
		break_row(stats, row, LOCK_STEP_RELEASE);
	drop_sequence(stats, sequence);
}

/* Row and sequence first: each event belongs to one of each, which it makes where it is the first. */
static void on_lockdep(struct lock_stats *stats, const struct lock_event *event)
{
	struct lock_row *row = get_row(stats, event);
	see_thread(stats, event);
	struct sequence *sequence = get_sequence(stats, event->tid, event->lock_vaddr);
	switch (event->kind) {
	case LOCK_ACQUIRE: on_acquire(stats, event, row, sequence); break;
	case LOCK_ACQUIRED: on_acquired(stats, event, row, sequence); break;
	case LOCK_CONTENDED: on_contended(stats, event, row, sequence); break;
	default: on_release(stats, row, sequence); break;
	}
}

/* Begin and end of contention have functions of their own; all other kinds are lockdep's. */
int lock_stats_event(void *ctx, const void *item)
{
	struct lock_stats *stats = ctx;
	const struct lock_event *event = item;
	switch (event->kind) {
	case LOCK_CONTENTION_BEGIN: on_contention_begin(stats, event); break;
	case LOCK_CONTENTION_END: on_contention_end(stats, event); break;
	default: on_lockdep(stats, event); break;
	}
	return 0;
}

/* ---- the result */

/* NULL: the model knows no such task at that time. */
static const char *comm_of(const struct lock_stats *stats, uint32_t tid, uint64_t time_ns)
{
	const struct task *task = model_task(session_model(stats->session), tid, time_ns, NULL);
	return task ? task_comm(task, time_ns, NULL) : NULL;
}

static int compare_threads(const void *a, const void *b)
{
	uint32_t x = ((const struct lock_thread *)a)->tid, y = ((const struct lock_thread *)b)->tid;
	return x < y ? -1 : x > y;
}

/* The name of a thread at its last event; ":TID" when none is known. */
static const char *comm_or_tid(struct lock_stats *stats, uint32_t tid, uint64_t time_ns)
{
	const char *comm = comm_of(stats, tid, time_ns);
	return comm ? comm : arena_printf(&stats->texts, ":%d", (int32_t)tid);
}

/* Threads that had any event, by tid. */
static void list_threads(struct lock_stats *stats)
{
	uint64_t tid, time_ns;
	for (size_t pos = 0; u64map_next(&stats->threads, &pos, &tid, &time_ns);)
		vec_push(&stats->thread_list,
			 ((struct lock_thread){ .tid = (uint32_t)tid,
						.comm = comm_or_tid(stats, (uint32_t)tid, time_ns) }));
	if (stats->thread_list.count)
		qsort(stats->thread_list.items, stats->thread_list.count, sizeof(*stats->thread_list.items),
		      compare_threads);
	lock_threads_show(stats->thread_list.items, stats->thread_list.count, &stats->result);
}

/* What stands at an address of the kernel, "" when nothing is known of it. */
static const char *symbol_at(struct frame_space *space, uint64_t vaddr)
{
	const struct space_version *kernel = machine_kernel_space(model_host(frame_space_model(space)), UINT64_MAX - 1,
								  NULL);
	const struct map *map = kernel ? space_find(kernel, vaddr) : NULL;
	if (!map && kernel) map = space_base(kernel); /* data lies behind the text */
	if (!map || map->ksymbol) return map ? map->ksymbol : "";
	const struct symbol *symbol = object_find(frame_space_object(space, map->dso), map_to_object(map, vaddr));
	return symbol ? symbol->name : "";
}

bool lock_stats_find_lock(struct frame_space *space, const char *name, uint64_t *ret_vaddr)
{
	const struct space_version *kernel = machine_kernel_space(model_host(frame_space_model(space)), UINT64_MAX - 1,
								  NULL);
	const struct map *map = kernel ? space_base(kernel) : NULL;
	const struct symbol *symbol = map ? object_find_name(frame_space_object(space, map->dso), name) : NULL;
	if (!symbol) return false;
	*ret_vaddr = symbol->start;
	return true;
}

/* Names first, since combining needs them; then rows are made one; then sorted, and shown. */
const struct lock_result *lock_stats_finish(struct lock_stats *stats)
{
	struct lock_result *result = &stats->result;
	result->by = stats->options.by;
	result->view = stats->options.view;
	for (size_t i = 0; i < stats->rows.count; i++) {
		struct lock_row *row = &stats->rows.items[i];
		if (result->by == LOCK_BY_THREAD && stats->session)
			row->comm = comm_or_tid(stats, (uint32_t)row->tid, stats->last_ns.items[i]);
		if (result->by == LOCK_BY_ADDRESS && row->is_contention && !*row->name)
			row->name = symbol_at(stats->space, row->lock_vaddr);
	}
	size_t count = stats->rows.count;
	if (stats->options.combine) count = lock_rows_combine(stats->rows.items, count);
	else if (result->by == LOCK_BY_CALLER && !stats->options.chains)
		count = lock_rows_combine_callers(stats->rows.items, count);
	lock_rows_sort(stats->rows.items, count, stats->options.key);
	lock_rows_show(stats->rows.items, count, stats->options.nr_entries, result);
	return result;
}

struct lock_stats *lock_stats_new(const struct lock_stats_options *options, struct frame_space *space)
{
	struct lock_stats *stats = xcalloc(1, sizeof(*stats));
	stats->options = *options;
	stats->space = space;
	stats->free_sequence = NO_SEQUENCE;
	arena_init(&stats->texts);
	table_init(&stats->result.rows);
	table_init(&stats->result.threads);
	return stats;
}

int lock_stats_run(struct session *session, const struct lock_stats_options *options, struct lock_stats **ret,
		   const struct lock_result **ret_result, struct err *err)
{
	struct lock_stats *stats = lock_stats_new(options, session_frames(session));
	stats->session = session;
	struct lock_visitor visitor = {
		.ctx = stats,
		.event = lock_stats_event,
		.contention_only = options->contention_only,
		.callers = options->by == LOCK_BY_CALLER,
		.chains = options->chains,
		.max_stack = options->max_stack,
		.stack_skip = options->stack_skip,
		.chain_parts = options->chain_parts,
		.nr_chain_parts = options->nr_chain_parts,
	};
	int r = lock_events_visit(session, &visitor, err);
	if (r < 0) {
		lock_stats_free(stats);
		return r;
	}
	lock_stats_finish(stats);
	list_threads(stats);
	*ret = stats;
	*ret_result = &stats->result;
	return 0;
}

void lock_stats_free(struct lock_stats *stats)
{
	if (!stats) return;
	vec_done(&stats->rows);
	vec_done(&stats->last_ns);
	u64map_done(&stats->by_key);
	vec_done(&stats->sequences);
	u64map_done(&stats->by_task_lock);
	u64map_done(&stats->threads);
	vec_done(&stats->thread_list);
	arena_done(&stats->texts);
	table_done(&stats->result.rows);
	table_done(&stats->result.threads);
	free(stats);
}

/* ---- sums */

/* How many frames are those of the program that looks on, and of the tracepoint that called it. */
static size_t nr_own_frames(const struct frame *const *frames, size_t nr_frames)
{
	static const char *const beginnings[] = { "bpf_prog_",    "bpf_trace_run",     "__bpf_trace_",
						  "__traceiter_", "trace_contention_", "bpf_trampoline" };
	/* They are the innermost ones: what looks like one further out is none. */
	enum { MOST = 6 };
	size_t nr = 0;
	for (size_t i = 0; i < nr_frames && i < MOST; i++)
		for (size_t k = 0; frames[i]->symbol && k < ARRAY_SIZE(beginnings); k++)
			if (strncmp(frames[i]->symbol->name, beginnings[k], strlen(beginnings[k])) == 0) nr = i + 1;
	return nr;
}

/* What rows are by; *ret_caller is set by caller only. */
static uint64_t sum_key(const struct lock_stats *stats, const struct lock_sum *sum, const struct frame *const *frames,
			size_t nr_frames, const struct frame **ret_caller)
{
	uint64_t key = 0;
	switch (stats->options.by) {
	case LOCK_BY_CALLER:
		key = (uint64_t)sum->flags << 32; /* waiting for a lock is done with locks of other kinds */
		for (size_t i = stats->options.stack_skip; i < nr_frames; i++) {
			if (lock_frame_waits(stats->space, frames[i])) continue;
			key ^= lock_chain_hash(frames[i]->ip);
			if (!*ret_caller && frames[i]->symbol) *ret_caller = frames[i];
		}
		return key;
	case LOCK_BY_CGROUP:
		for (const char *c = sum->cgroup; *c; c++) key = (key ^ (uint8_t)*c) * 0x100000001b3u;
		return key;
	case LOCK_BY_ADDRESS: return sum->lock_vaddr;
	default: return (uint32_t)sum->tid;
	}
}

/* --callstack-filter, as lock_events has it for recordings (has_part). */
static bool sum_is_wanted(const struct lock_stats_options *options, const struct frame *const *frames, size_t nr_frames)
{
	for (size_t i = 0; i < nr_frames; i++)
		for (size_t k = 0; frames[i]->symbol && k < options->nr_chain_parts; k++)
			if (strstr(frames[i]->symbol->name, options->chain_parts[k])) return true;
	return !options->nr_chain_parts;
}

/* A sum is as many waits that all ended. */
static void add_sum(struct lock_stats *stats, const struct lock_sum *sum, const struct frame *const *frames,
		    size_t nr_frames)
{
	const struct frame *caller = NULL;
	bool is_new;
	struct lock_row *row = add_row(stats, sum_key(stats, sum, frames, nr_frames, &caller), &is_new);
	if (is_new) {
		row->is_contention = true;
		row->lock_vaddr = sum->lock_vaddr;
		row->tid = sum->tid;
		row->flags = sum->flags;
		if (sum->comm) row->comm = arena_strdup(&stats->texts, sum->comm);
		if (sum->cgroup) row->cgroup = arena_strdup(&stats->texts, sum->cgroup);
		if (sum->lock_name) row->name = arena_strdup(&stats->texts, sum->lock_name);
		row->caller = caller_of(stats, caller);
		if (stats->options.chains) set_chain(stats, row, frames, nr_frames);
	}
	row->nr_contended += sum->nr;
	row->nr_acquired += sum->nr;
	row->nr_waits += sum->nr;
	row->wait_ns += sum->wait_ns;
	row->max_wait_ns = MAX(row->max_wait_ns, sum->max_wait_ns);
	row->min_wait_ns = MIN(row->min_wait_ns, sum->min_wait_ns);
}

struct lock_stats *lock_stats_of_sums(const struct lock_sum *sums, size_t nr_sums, struct frame_space *space,
				      struct resolver *resolver, const struct lock_stats_options *options,
				      struct lock_result **ret_result)
{
	struct lock_stats *stats = lock_stats_new(options, space);
	VEC(const struct frame *) frames = VEC_INIT;
	struct sample_task task;
	/* ips are of the kernel, which all tasks share. */
	resolver_task_at(resolver, 0, 0, UINT64_MAX - 1, &task);
	for (size_t i = 0; i < nr_sums; i++) {
		vec_clear(&frames);
		for (size_t k = 0; k < sums[i].nr_ips; k++)
			vec_push(&frames, resolver_ip(resolver, &task, CPUMODE_KERNEL, sums[i].ips[k]));
		size_t own = nr_own_frames(frames.items, frames.count), nr = frames.count - own;
		if (options->max_stack && nr > options->max_stack) nr = options->max_stack;
		const struct frame *const *first = frames.count ? frames.items + own : NULL;
		if (sum_is_wanted(options, first, nr)) add_sum(stats, &sums[i], first, nr);
	}
	vec_done(&frames);
	lock_stats_finish(stats);
	*ret_result = &stats->result;
	return stats;
}
