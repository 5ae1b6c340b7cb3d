/* Samples that carry the values of their event's group: one sample of the leader stands for one of each member, whose
 * period is what the member counted since the group was read before. "Before" is in time, so the differences are worked
 * out once, in time order, and looked up when blocks are handled in any order. */
#include "base/u64map.h"
#include "base/hash.h"
#include "session/session_private.h"

struct read_deltas {
	struct u64map first; /* turn of the sample -> index of its first difference, one per value read */
	VEC(uint64_t) deltas;
	struct u64map before; /* (counter, thread) -> value last read; only while collecting */
};

void read_deltas_free(struct read_deltas *deltas)
{
	if (!deltas) return;
	u64map_done(&deltas->first);
	u64map_done(&deltas->before);
	vec_done(&deltas->deltas);
	free(deltas);
}

static void collect(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct read_deltas *deltas = ctx;
	const struct event_attr *attr = &sample->event->attr;
	if (!(sample->present & SAMPLE_READ) || !(attr->read_format & READ_ID)) return;
	*u64map_put(&deltas->first, sample->turn, NULL) = deltas->deltas.count;
	/* an inherited counter counts for each thread by itself */
	uint64_t thread = attr->flags & ATTR_INHERIT && sample->present & SAMPLE_TID ? (uint64_t)sample->tid + 1 : 0;
	for (uint32_t i = 0; i < sample->nr_read; i++) {
		uint64_t *before = u64map_put(
			&deltas->before, thread ? hash_pair(sample->read[i].id, thread) : sample->read[i].id, NULL);
		uint64_t delta = sample->read[i].value - *before;
		*before = sample->read[i].value;
		vec_push(&deltas->deltas, delta);
	}
}

int session_reads_collect(struct session *session, struct err *err)
{
	const struct perf_events *events = session_events(session);
	bool any = false;
	for (size_t i = 0; i < events->count; i++)
		any |= events->items[i]->attr.sample_type & SAMPLE_READ && events->items[i]->attr.read_format & READ_ID;
	if (!any || !session->totals.nr_by_type[RECORD_SAMPLE]) return 0;
	struct read_deltas *deltas = xcalloc(1, sizeof(*deltas));
	struct sample_visitor visitor = { .ctx = deltas, .sample = collect, .skip_resolver = true };
	unsigned nr_threads = session->nr_threads;
	session->nr_threads = 1;
	int rc = session_samples_ordered(session, &visitor, err);
	session->nr_threads = nr_threads;
	u64map_done(&deltas->before);
	deltas->before = (struct u64map)U64MAP_INIT;
	if (rc < 0) {
		read_deltas_free(deltas);
		return rc;
	}
	session->read_deltas = deltas;
	return 0;
}

void session_reads_visit(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor,
			 struct sample *sample, const struct record *r)
{
	const struct read_deltas *deltas = session->read_deltas;
	const uint64_t *first = u64map_find(&deltas->first, sample->turn);
	for (uint32_t i = 0; first && i < sample->nr_read; i++) {
		uint64_t delta = deltas->deltas.items[*first + i];
		if (!delta) continue;
		const struct perf_event *event = events_by_id(session_events(session), sample->read[i].id);
		if (!event) {
			warnings_add(session->warnings, "unknown event",
				     "counter %llu of the sample at %#llx belongs to no event of the file",
				     (unsigned long long)sample->read[i].id, (unsigned long long)r->file_off);
			continue;
		}
		struct sample of_member = *sample;
		of_member.event = event;
		of_member.id = sample->read[i].id;
		of_member.period = delta;
		visitor->sample(visitor->ctx, worker, &of_member);
	}
}
