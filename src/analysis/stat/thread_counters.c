#include "analysis/stat/thread_counters.h"
#include "perfdata/record/events.h"

struct collection {
	struct thread_counters *counters;
	const struct perf_events *events;
};

static size_t index_of_event(struct thread_counters *counters, const struct perf_event *event)
{
	for (size_t i = 0; i < counters->events.count; i++)
		if (counters->events.items[i] == event) return i;
	vec_push(&counters->events, event);
	return counters->events.count - 1;
}

static void on_other(void *ctx, struct session_worker *worker, const struct record *r, const struct sample_id *id,
		     uint64_t time_ns)
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
	uint64_t *index = u64map_put(&counters->by_thread, (uint64_t)read.pid << 32 | read.tid, &is_new);
	if (is_new) {
		*index = counters->threads.count;
		vec_push(&counters->threads, ((struct thread_counters_thread){ .pid = read.pid, .tid = read.tid }));
	}
	struct thread_counters_thread *thread = &counters->threads.items[*index];
	if (column >= thread->nr_values) {
		thread->values = xreallocarray(thread->values, column + 1, sizeof(*thread->values));
		while (thread->nr_values <= column) thread->values[thread->nr_values++] = 0;
	}
	thread->values[column] += value;
}

static void on_sample(void *ctx, struct session_worker *worker, const struct sample *sample) {}

int thread_counters_collect(struct thread_counters *counters, struct session *session, struct err *err)
{
	*counters = (struct thread_counters){ 0 };
	if (!session_totals(session)->nr_by_type[RECORD_READ]) return 0;
	struct collection collection = { counters, session_events(session) };
	struct sample_visitor visitor = {
		.ctx = &collection, .sample = on_sample, .other = on_other, .sequential = true, .skip_resolver = true
	};
	return session_samples_ordered(session, &visitor, err);
}

void thread_counters_done(struct thread_counters *counters)
{
	for (size_t i = 0; i < counters->threads.count; i++) free(counters->threads.items[i].values);
	vec_done(&counters->threads);
	vec_done(&counters->events);
	u64map_done(&counters->by_thread);
}
