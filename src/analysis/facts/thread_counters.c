/* Counters of threads, from READ records, which the kernel writes when a thread of an inherited event ends
 * (perf_event_open(2), inherit_stat). Rows are threads, in order of first sight; columns are events, likewise.
 * Sequential: rows must not depend on the number of workers. */
#include "analysis/facts/recording_facts.h"
#include "base/u64map.h"
#include "perfdata/record/events.h"

/* Of one walk over the recording. */
struct collection {
	struct thread_counters *counters;
	const struct perf_events *events;
	struct u64map by_thread; /* pid << 32 | tid -> index */
};

/* The column of an event, made when it is new. */
static size_t index_of_event(struct thread_counters *counters, const struct perf_event *event)
{
	for (size_t i = 0; i < counters->events.count; i++)
		if (counters->events.items[i].idx == event->idx) return i;
	vec_push(&counters->events, ((struct thread_counters_event){ event->name, event->idx }));
	return counters->events.count - 1;
}

/* The first value of READ is the count, whatever read_format adds behind it. A thread that is reported several times is
 * summed up. */
static void thread_counters_read(void *ctx, struct session_worker *worker, const struct record *r,
				 const struct sample_id *id, uint64_t time_ns)
{
	struct collection *collection = ctx;
	struct thread_counters *counters = collection->counters;
	struct record_read read;
	bool is_new;

	if (r->type != RECORD_READ || record_decode_read(r, &read) < 0) return;
	uint64_t value = cursor_u64(&read.values);
	const struct perf_event *event = events_of_record(collection->events, r);
	if (!event || !cursor_ok(&read.values)) return;
	size_t column = index_of_event(counters, event);
	uint64_t *index = u64map_put(&collection->by_thread, (uint64_t)read.pid << 32 | read.tid, &is_new);
	if (is_new) {
		*index = counters->threads.count;
		vec_push(&counters->threads, ((struct thread_counters_thread){ .pid = read.pid, .tid = read.tid }));
	}
	struct thread_counters_thread *thread = &counters->threads.items[*index];
	/* Threads have columns up to the last that they counted in. */
	if (column >= thread->nr_values) {
		thread->values = xreallocarray(thread->values, column + 1, sizeof(*thread->values));
		while (thread->nr_values <= column) thread->values[thread->nr_values++] = 0;
	}
	thread->values[column] += value;
}

/* Visitors must have one; samples are of no interest here. */
static void thread_counters_sample(void *ctx, struct session_worker *worker, const struct sample *sample) {}

/* Without READ records nothing is read at all. */
int facts_thread_counters(struct session *session, struct thread_counters *ret, struct err *err)
{
	struct thread_counters counters = { .threads = VEC_INIT };
	struct collection collection = { .counters = &counters, .events = session_events(session) };
	struct sample_visitor visitor = { .ctx = &collection,
					  .sample = thread_counters_sample,
					  .other = thread_counters_read,
					  .sequential = true,
					  .skip_resolver = true };
	int r = session_totals(session)->nr_by_type[RECORD_READ] ? session_samples_ordered(session, &visitor, err) : 0;
	u64map_done(&collection.by_thread);
	if (r < 0) thread_counters_done(&counters);
	else *ret = counters;
	return r;
}
