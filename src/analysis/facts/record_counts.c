/* How many records, samples and frames a recording has. Types are counted by the session while it opens the
 * recording; samples and losses by event need a pass over all samples, on all cores; unwinding is a pass of its own. */
#include <errno.h>
#include "analysis/facts/recording_facts.h"
#include "perfdata/record/record.h"
#include "session/session_unwinding.h"

/* Shared by all workers, who add to the events' counts at the same time: with atomics. */
struct counter {
	struct event_count *events;
	const struct perf_events *known;
	bool branches;
};

/* Relaxed: sums are read when all workers have ended. */
static void add(uint64_t *to, uint64_t count) { __atomic_fetch_add(to, count, __ATOMIC_RELAXED); }

static void record_counts_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct counter *counter = ctx;
	if (sample->event)
		add(&counter->events[sample->event->idx].nr_samples, counter->branches ? sample->nr_branches : 1);
}

/* BPF filters drop samples as well; those are counted apart. */
static void record_counts_lost(void *ctx, struct session_worker *worker, const struct record *r,
			       const struct sample_id *id, uint64_t time_ns)
{
	struct counter *counter = ctx;
	struct record_lost_samples lost;
	if (r->type != RECORD_LOST_SAMPLES || record_decode_lost_samples(r, &lost) < 0) return;
	const struct perf_event *event = events_of_record(counter->known, r);
	if (!event) return;
	struct event_count *count = &counter->events[event->idx];
	add(r->misc & MISC_LOST_SAMPLES_BPF ? &count->nr_lost_in_bpf : &count->nr_lost, lost.lost);
}

/* The types in the order of their numbers. Like upstream, types that never occurred are listed with 0, but for those
 * that are newer than 6.12. */
static void count_types(const struct session_totals *totals, struct record_counts *ret)
{
	for (uint32_t type = 1; type < ARRAY_SIZE(totals->nr_by_type); type++) {
		const char *name = record_type_name(type);
		uint64_t nr = totals->nr_by_type[type];
		bool is_newer = type == RECORD_CALLCHAIN_DEFERRED || type == RECORD_COMPRESSED2;
		if (!nr && (is_newer || strcmp(name, "UNKNOWN") == 0)) continue;
		vec_push(&ret->types, ((struct named_count){ name, nr }));
	}
}

/* Whether all events sample branches (not as call chains). */
static bool has_branch_stacks(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct event_attr *attr = &events->items[i]->attr;
		if (!(attr->sample_type & SAMPLE_BRANCH_STACK) || attr->branch_sample_type & BRANCH_CALL_STACK)
			return false;
	}
	return events->count > 0;
}

/* Events are listed in the order of the recording, also those without samples. */
static int count_samples(struct session *session, bool in_dump, struct record_counts *ret, struct err *err)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		vec_push(&ret->events, ((struct event_count){ .name = events->items[i]->name }));
	struct counter counter = { ret->events.items, events, in_dump && has_branch_stacks(events) };
	struct sample_visitor visitor = { .ctx = &counter, .sample = record_counts_sample, .skip_resolver = true };
	/* Other records are decoded only if there is something to count. */
	if (session_totals(session)->nr_by_type[RECORD_LOST_SAMPLES] && !in_dump) visitor.other = record_counts_lost;
	return session_samples(session, &visitor, err);
}

/* Not of upstream: how many of the copied stacks unwind, and why the others do not. */
static int count_unwinding(struct session *session, struct record_counts *ret, struct err *err)
{
	struct unwind_counts counts;
	if (!session_has_stacks(session)) return 0;
	int r = session_count_unwinding(session, UNWIND_USUAL_FRAMES, &counts, err);
	if (r < 0) return r == -ENODATA ? 0 : r;
	for (int end = 0; end < NR_UNWIND_ENDS; end++)
		vec_push(&ret->stack_ends,
			 ((struct named_count){ unwind_end_name((enum unwind_end)end), counts.ends[end] }));
	ret->nr_frames = counts.nr_frames;
	ret->nr_by_frame_pointer = counts.nr_by_frame_pointer;
	ret->nr_by_scan = counts.nr_by_scan;
	return 0;
}

int facts_record_counts(struct session *session, const struct record_counts_options *options, struct record_counts *ret,
			struct err *err)
{
	struct record_counts counts = { .nr_records = session_totals(session)->nr_records,
					.has_traces = header_has(session_header(session), FEATURE_AUXTRACE) };
	count_types(session_totals(session), &counts);
	int r = count_samples(session, options->in_dump, &counts, err);
	if (r >= 0 && options->unwinding) r = count_unwinding(session, &counts, err);
	if (r < 0) record_counts_done(&counts);
	else *ret = counts;
	return r < 0 ? r : 0;
}
