/* A work is known by its class, number or address, and CPU. Two moments are kept of it: when it was asked for and when
 * it began; the one that ends a stretch takes the one that begins it away.
 *
 *     report    entry -> exit          latency   raise -> entry        timehist   [raise ->] entry -> exit */
#include "analysis/kwork/kwork.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"

/* Room of a name in upstream's tables, with the end of the text. */
enum { NAME_BYTES = 30 };

struct work {
	struct kwork_row row;
	uint64_t id;
	enum kwork_class class;
	unsigned told;                  /* of the name, by now: see told_by */
	uint64_t raised_ns, entered_ns; /* NONE: not pending */
	uint64_t delay_ns;              /* of the execution at hand */
	const char *chain;              /* likewise */
	bool is_wanted;
	uint32_t next; /* with the same hash, + 1; 0: none */
};
#define NONE UINT64_MAX

struct kwork {
	const struct kwork_options *options;
	VEC(struct work) works;
	struct u64map places; /* hash -> place in works + 1 */
	VEC(struct kwork_row) shown;
	struct kwork_result result;
	struct arena names;
};

/* ---- works */

/* "eth0:10"; what is longer is cut off as upstream does. */
static char *full_name(struct kwork *kwork, const struct kwork_event *event, const char *name)
{
	char text[NAME_BYTES];
	switch ((enum kwork_class)event->detail) {
	case KWORK_IRQ: snprintf(text, sizeof(text), "%s:%" PRIu64, name ? name : "", event->id); break;
	case KWORK_SOFTIRQ: snprintf(text, sizeof(text), "(s)%s:%" PRIu64, name ? name : "", event->id); break;
	default:
		if (name) snprintf(text, sizeof(text), "(w)%s", name);
		else snprintf(text, sizeof(text), "(w)%#" PRIx64, event->function ? event->function : event->id);
	}
	return arena_strdup(&kwork->names, text);
}

/* How much an event says of the name: ends of interrupts, and works in older kernels, do not say all. */
static unsigned told_by(const struct kwork_event *event)
{
	if (event->detail == KWORK_IRQ) return event->name ? 2 : 1;
	return event->detail == KWORK_WORKQUEUE && !event->function ? 1 : 2;
}

static void name_work(struct kwork *kwork, struct work *work, const struct kwork_event *event)
{
	const char *name = event->detail == KWORK_SOFTIRQ ? kwork_softirq_name(event->id) : event->name;
	if (told_by(event) <= work->told) return;
	work->told = told_by(event);
	work->row.name = full_name(kwork, event, name);
	work->is_wanted = !kwork->options->name || (name && strcmp(kwork->options->name, name) == 0);
}

static struct work *find_work(struct kwork *kwork, const struct kwork_event *event)
{
	uint64_t hash = hash_pair(event->id, (uint64_t)event->detail << 32 | event->cpu);
	uint64_t *place = u64map_put(&kwork->places, hash, NULL);
	for (uint64_t i = *place; i; i = kwork->works.items[i - 1].next) {
		struct work *work = &kwork->works.items[i - 1];
		if (work->id == event->id && work->class == event->detail && work->row.cpu == event->cpu) return work;
	}
	vec_push(&kwork->works, ((struct work){ .row = { .cpu = event->cpu },
						.id = event->id,
						.class = event->detail,
						.raised_ns = NONE,
						.entered_ns = NONE,
						.next = (uint32_t)*place }));
	*place = kwork->works.count;
	return &kwork->works.items[kwork->works.count - 1];
}

/* ---- stretches */

static void add(struct kwork *kwork, struct work *work, uint64_t start_ns, uint64_t end_ns)
{
	uint64_t ns = end_ns > start_ns ? end_ns - start_ns : 0;
	struct kwork_row *row = &work->row;
	if (!work->is_wanted) return;
	row->nr++;
	row->total_ns += ns;
	if (ns >= row->max_ns || row->nr == 1) {
		row->max_ns = ns;
		row->max_start_ns = start_ns;
		row->max_end_ns = end_ns;
	}
	kwork->result.nr++;
	kwork->result.total_ns += ns;
}

static void take_raise(struct kwork *kwork, struct work *work, const struct kwork_event *event)
{
	kwork->result.nr_skipped_raises += work->raised_ns != NONE;
	work->raised_ns = event->time_ns;
}

static void take_entry(struct kwork *kwork, struct work *work, const struct kwork_event *event)
{
	bool was_raised = work->raised_ns != NONE;
	work->delay_ns = was_raised && event->time_ns > work->raised_ns ? event->time_ns - work->raised_ns : 0;
	if (kwork->options->what == KWORK_DELAY) {
		if (was_raised) add(kwork, work, work->raised_ns, event->time_ns);
		else kwork->result.nr_skipped_entries++;
		work->raised_ns = NONE;
		return;
	}
	work->raised_ns = NONE;
	kwork->result.nr_skipped_entries += work->entered_ns != NONE;
	work->entered_ns = event->time_ns;
	work->chain = event->chain;
}

static int take_exit(struct kwork *kwork, struct work *work, const struct kwork_event *event)
{
	int r = 0;
	if (work->entered_ns == NONE) {
		kwork->result.nr_skipped_exits++;
		return 0;
	}
	add(kwork, work, work->entered_ns, event->time_ns);
	if (kwork->options->what == KWORK_EACH && work->is_wanted) {
		const struct kwork_run run = { .name = work->row.name,
					       .chain = work->chain,
					       .cpu = work->row.cpu,
					       .start_ns = work->entered_ns,
					       .end_ns = event->time_ns,
					       .delay_ns = work->delay_ns };
		r = kwork->options->run(kwork->options->ctx, &run);
	}
	work->entered_ns = NONE;
	return r;
}

/* In order of time, one at a time. */
static int kwork_on_event(void *ctx, const void *item)
{
	struct kwork *kwork = ctx;
	const struct kwork_event *event = item;
	if (!kwork->result.first_ns) kwork->result.first_ns = event->time_ns;
	kwork->result.last_ns = event->time_ns;
	struct work *work = find_work(kwork, event);
	name_work(kwork, work, event);
	switch ((enum kwork_phase)event->kind) {
	case KWORK_RAISE: take_raise(kwork, work, event); break;
	case KWORK_ENTRY: take_entry(kwork, work, event); break;
	case KWORK_EXIT: return take_exit(kwork, work, event);
	default: break;
	}
	return 0;
}

static int kwork_on_batch(void *ctx)
{
	const struct kwork *kwork = ctx;
	return kwork->options->batch ? kwork->options->batch(kwork->options->ctx) : 0;
}

/* ---- rows */

static double key_of(const struct kwork_row *row, enum kwork_key key)
{
	switch (key) {
	case KWORK_KEY_TOTAL: return (double)row->total_ns;
	case KWORK_KEY_MEAN: return (double)(row->total_ns / row->nr);
	case KWORK_KEY_MAX: return (double)row->max_ns;
	default: return (double)row->nr;
	}
}

/* Equal ones are in upstream's order: by class, then from the last CPU and the highest number or address on. */
static int compare_works(const void *a, const void *b, void *ctx)
{
	const struct work *left = a, *right = b;
	const struct kwork_options *options = ctx;
	for (size_t i = 0; i < options->nr_keys; i++) {
		double of_left = key_of(&left->row, options->keys[i]), of_right = key_of(&right->row, options->keys[i]);
		if (of_left < of_right || of_left > of_right) return of_left > of_right ? -1 : 1;
	}
	if (left->class != right->class) return left->class < right->class ? -1 : 1;
	if (left->row.cpu != right->row.cpu) return left->row.cpu > right->row.cpu ? -1 : 1;
	return left->id > right->id ? -1 : left->id < right->id;
}

/* Nothing is looked up any more: works may lie in any order. */
static void make_rows(struct kwork *kwork)
{
	size_t count = 0;
	for (size_t i = 0; i < kwork->works.count; i++) { /* what has not begun, or not ended */
		kwork->result.nr_skipped_raises += kwork->works.items[i].raised_ns != NONE;
		kwork->result.nr_skipped_entries += kwork->works.items[i].entered_ns != NONE;
	}
	for (size_t i = 0; i < kwork->works.count; i++)
		if (kwork->works.items[i].row.nr) kwork->works.items[count++] = kwork->works.items[i];
	if (count)
		qsort_r(kwork->works.items, count, sizeof(*kwork->works.items), compare_works,
			(void *)(uintptr_t)kwork->options);
	for (size_t i = 0; i < count; i++) vec_push(&kwork->shown, kwork->works.items[i].row);
	kwork->result.rows = kwork->shown.items;
	kwork->result.nr_rows = count;
}

int kwork_run(struct session *session, const struct kwork_options *options, struct kwork **ret,
	      const struct kwork_result **ret_result, struct err *err)
{
	static const uint32_t phases[] = { [KWORK_RUNTIME] = 1u << KWORK_ENTRY | 1u << KWORK_EXIT,
					   [KWORK_DELAY] = 1u << KWORK_RAISE | 1u << KWORK_ENTRY,
					   [KWORK_EACH] = 1u << KWORK_RAISE | 1u << KWORK_ENTRY | 1u << KWORK_EXIT };
	struct kwork *kwork = xcalloc(1, sizeof(*kwork));
	kwork->options = options;
	arena_init(&kwork->names);
	struct kwork_visitor visitor = { .ctx = kwork,
					 .event = kwork_on_event,
					 .batch = kwork_on_batch,
					 .classes = options->classes,
					 .phases = phases[options->what],
					 .max_stack = options->max_stack,
					 .filter = options->filter };
	int r = kwork_events_visit(session, &visitor, err);
	if (r != 0) {
		kwork_free(kwork);
		return r;
	}
	make_rows(kwork);
	kwork->result.nr_damaged = visitor.nr_damaged;
	kwork->result.nr_records = session_totals(session)->nr_records;
	*ret_result = &kwork->result;
	*ret = kwork;
	return 0;
}

void kwork_free(struct kwork *kwork)
{
	if (!kwork) return;
	vec_done(&kwork->works);
	vec_done(&kwork->shown);
	u64map_done(&kwork->places);
	arena_done(&kwork->names);
	free(kwork);
}
