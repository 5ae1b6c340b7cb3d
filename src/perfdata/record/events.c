/* Events and their sample layouts. When an event is added, the places of its fields are worked out from its attr
 * (set_layout), by the rows of sample_field.def; as long as all events agree on where id and time are (`uniform`),
 * records are read without knowing whose they are. */
#include <assert.h>
#include "perfdata/record/events.h"

#include <errno.h>
#include "base/vec.h"
#include "event/attr/name.h"

/* The SAMPLE_* bits that may stand in the trailer, in one word: the rows TRAILER. */
enum {
	TRAILER_BITS = 0
#define FIXED(BIT, offset, fields)
#define WORD(BIT, field)
#define VARIABLE(bits, name)
#define TRAILER(BIT, fields) | SAMPLE_##BIT
#include "perfdata/record/sample_field.def"
};

void events_init(struct perf_events *events)
{
	*events = (struct perf_events){ .uniform = true, .off_id = -1, .off_time = -1 };
}

void events_done(struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		struct perf_event *event = events->items[i];
		free(event->name);
		free(event->ids);
		free(event->unit);
		free(event->own_cpus);
		free(event->group_name);
		free(event);
	}
	free(events->items);
	free(events->near);
	u64map_done(&events->by_id);
	events_init(events);
}

/* Offsets of the fields up to the first of variable size, and the layout of the trailer. Each fixed field takes 8
 * bytes. In the trailer IDENTIFIER is last, so that its place does not depend on the others. */
static void set_layout(struct perf_event *event)
{
	uint64_t type = event->attr.sample_type;
	int16_t off = 8;
#define FIXED(BIT, offset, fields)                      \
	event->offset = type & SAMPLE_##BIT ? off : -1; \
	if (type & SAMPLE_##BIT) off += 8;
#define WORD(BIT, field)
#define VARIABLE(bits, name)
#define TRAILER(BIT, fields)
#include "perfdata/record/sample_field.def"
	/* Where decoding goes on with what has no fixed place (sample_variable.c). */
	event->off_variable = off;

	event->trailer_size = event->trailer_time = event->trailer_id = 0;
	if (!(event->attr.flags & ATTR_SAMPLE_ID_ALL)) return;
	int16_t size = (int16_t)(8 * __builtin_popcountll(type & TRAILER_BITS));
	event->trailer_size = size;
	if (type & SAMPLE_TIME) event->trailer_time = (int16_t)(size - (type & SAMPLE_TID ? 8 : 0));
	if (type & SAMPLE_IDENTIFIER) event->trailer_id = 8;
	else if (type & SAMPLE_ID)
		event->trailer_id = (int16_t)(size - 8 * __builtin_popcountll(type & (SAMPLE_TID | SAMPLE_TIME)));
}

/* IDENTIFIER is always first in a sample, and preferred to ID. */
static int16_t id_offset(const struct perf_event *event)
{
	return event->off_identifier >= 0 ? event->off_identifier : event->off_id;
}

/* When the table is full, records of further layouts are not assigned to an event. */
static void add_id_place(struct perf_events *events, const struct perf_event *event)
{
	for (uint32_t i = 0; i < events->nr_id_places; i++)
		if (events->id_places[i].off_id == id_offset(event) &&
		    events->id_places[i].trailer_id == event->trailer_id)
			return;
	if (events->nr_id_places == ARRAY_SIZE(events->id_places)) return;
	events->id_places[events->nr_id_places].off_id = id_offset(event);
	events->id_places[events->nr_id_places++].trailer_id = event->trailer_id;
}

struct perf_event *events_add(struct perf_events *events, const struct event_attr *attr, const char *name)
{
	struct perf_event *event = xcalloc(1, sizeof(*event));
	event->idx = (uint32_t)events->count;
	event->attr = *attr;
	event->name = name ? xstrdup(name) : event_name_of(attr);
	event->name_recorded = name != NULL;
	event->leader = event;
	event->nr_members = 1;
	event->scale = 1;
	set_layout(event);

	if (events->count == 0) {
		events->uniform = true;
		events->off_id = id_offset(event);
		events->off_time = event->off_time;
		events->trailer_time = event->trailer_time;
		events->trailer_id = event->trailer_id;
	} else if (events->off_id != id_offset(event) || events->off_time != event->off_time ||
		   events->trailer_time != event->trailer_time || events->trailer_id != event->trailer_id) {
		events->uniform = false;
	}
	add_id_place(events, event);
	vec_push(events, event);
	return event;
}

/* The array of near ids spans at most so many. */
enum { NEAR_IDS = 1 << 16 };

/* Puts id into the array, which grows at either end. Once ids are too far apart it is given up for good, and by_id
 * alone is used. */
static void note_near(struct perf_events *events, struct perf_event *event, uint64_t id)
{
	uint64_t first = events->nr_near ? MIN(events->first_id, id) : id;
	uint64_t last = events->nr_near ? MAX(events->first_id + events->nr_near - 1, id) : id;
	if (events->far || last - first >= NEAR_IDS) {
		events->far = true;
		events->nr_near = 0;
		return;
	}
	size_t count = last - first + 1, shift = events->nr_near ? events->first_id - first : 0;
	if (count > events->near_capacity) {
		events->near_capacity = MAX(count, events->near_capacity * 2);
		events->near = xreallocarray(events->near, events->near_capacity, sizeof(*events->near));
	}
	if (shift) memmove(events->near + shift, events->near, events->nr_near * sizeof(*events->near));
	for (size_t i = 0; i < shift; i++) events->near[i] = NULL;
	for (size_t i = shift + events->nr_near; i < count; i++) events->near[i] = NULL;
	events->near[id - first] = event;
	events->first_id = first;
	events->nr_near = count;
}

void events_add_ids(struct perf_events *events, struct perf_event *event, const uint64_t *ids, size_t count)
{
	if (!count) return;
	event->ids = xreallocarray(event->ids, event->nr_ids + count, sizeof(*ids));
	memcpy(event->ids + event->nr_ids, ids, count * sizeof(*ids));
	event->nr_ids += count;
	for (size_t i = 0; i < count; i++) {
		*u64map_put(&events->by_id, ids[i], NULL) = (uintptr_t)event;
		note_near(events, event, ids[i]);
	}
}

void event_set_name(struct perf_event *event, const char *name)
{
	char *copy = xstrdup(name);
	free(event->name);
	event->name = copy;
	event->name_recorded = true;
}

const struct perf_event *events_by_id(const struct perf_events *events, uint64_t id)
{
	if (likely(id - events->first_id < events->nr_near)) return events->near[id - events->first_id];
	const uint64_t *found = u64map_find(&events->by_id, id);
	return found ? (const struct perf_event *)(uintptr_t)*found : NULL;
}

/* Where the event's id is in a record, in bytes from its begin: off_id from the begin of samples, trailer_id from the
 * end of others (0: they have no trailer). -1: nowhere. */
static int id_place(const struct record *r, int off_id, int trailer_id)
{
	if (r->type == RECORD_SAMPLE) return off_id;
	return trailer_id ? (int)r->size - trailer_id : -1;
}

/* Where layouts differ, an id is believed when the event it names keeps its id at that place. */
static const struct perf_event *event_by_own_layout(const struct perf_events *events, const struct record *r)
{
	for (uint32_t i = 0; i < events->nr_id_places; i++) {
		int16_t off_id = events->id_places[i].off_id, trailer_id = events->id_places[i].trailer_id;
		int off = id_place(r, off_id, trailer_id);
		if (off < 8 || off + 8 > r->size) continue;
		const struct perf_event *named = events_by_id(events, record_u64_at(r, (size_t)off));
		if (named && (r->type == RECORD_SAMPLE ? id_offset(named) == off_id : named->trailer_id == trailer_id))
			return named;
	}
	return NULL;
}

const struct perf_event *events_of_record(const struct perf_events *events, const struct record *r)
{
	if (!events->count) return NULL;
	const struct perf_event *first = events->items[0];
	if (events->count == 1) return first;
	if (unlikely(!events->uniform)) {
		const struct perf_event *event = event_by_own_layout(events, r);
		return event || r->type == RECORD_SAMPLE ? event : first;
	}
	/* All events keep their id at the same place: read it, whoever's it is. */
	int off = id_place(r, events->off_id, events->trailer_id);
	if (off < 8) return first;
	if (off + 8 > r->size) return NULL;
	uint64_t id = record_u64_at(r, (size_t)off);
	/* records made by perf itself have a trailer of zeroes */
	return id ? events_by_id(events, id) : first;
}

int events_sample_id(const struct perf_events *events, const struct record *r, struct sample_id *ret)
{
	struct sample_id id = {
		.pid = (uint32_t)-1, .tid = (uint32_t)-1, .cpu = (uint32_t)-1, .time_ns = (uint64_t)-1
	};
	if (r->type >= RECORD_USER_TYPE_START || !events->count) {
		*ret = id;
		return 0;
	}
	const struct perf_event *event = events_of_record(events, r);
	/* An unknown id: the trailer is taken to be like that of the first event. */
	if (!event) event = events->items[0];
	assert(event);
	if (!event->trailer_size) {
		*ret = id;
		return 0;
	}
	if (r->size < 8 + event->trailer_size) return -EBADMSG;

	struct cursor c = cursor_of(r->data, r->size, r->swap);
	/* The trailer is counted from the end, as the kernel aligns what is in front of it. */
	c.pos = (size_t)(r->size - event->trailer_size);
	id.present = event->attr.sample_type & TRAILER_BITS;
#define U32(field) id.field = cursor_u32(&c);
#define U64(field) id.field = cursor_u64(&c);
#define UNUSED(bytes) cursor_skip(&c, bytes);
#define FIXED(BIT, offset, fields)
#define WORD(BIT, field)
#define VARIABLE(bits, name)
#define TRAILER(BIT, fields)             \
	if (id.present & SAMPLE_##BIT) { \
		fields                   \
	}
#include "perfdata/record/sample_field.def"
#undef U32
#undef U64
#undef UNUSED
	*ret = id;
	return 0;
}

void sample_id_encode(struct outbuf *out, const struct sample_id *id)
{
#define U32(field) out_u32(out, id->field);
#define U64(field) out_u64(out, id->field);
#define UNUSED(bytes) out_zeros(out, bytes);
#define FIXED(BIT, offset, fields)
#define WORD(BIT, field)
#define VARIABLE(bits, name)
#define TRAILER(BIT, fields)              \
	if (id->present & SAMPLE_##BIT) { \
		fields                    \
	}
#include "perfdata/record/sample_field.def"
#undef U32
#undef U64
#undef UNUSED
}

uint64_t event_trailer_bits(const struct event_attr *attr)
{
	return attr->flags & ATTR_SAMPLE_ID_ALL ? attr->sample_type & TRAILER_BITS : 0;
}

uint64_t events_record_time_slow(const struct perf_events *events, const struct record *r)
{
	if (r->type >= RECORD_USER_TYPE_START || !events->count) return (uint64_t)-1;
	if (r->type == RECORD_SAMPLE) {
		const struct perf_event *event = events->uniform ? events->items[0] : events_of_record(events, r);
		if (!event || event->off_time < 0 || event->off_time + 8 > r->size) return (uint64_t)-1;
		return record_u64_at(r, (size_t)event->off_time);
	}
	int back = events->trailer_time;
	if (!events->uniform) {
		const struct perf_event *event = events_of_record(events, r);
		back = event ? event->trailer_time : 0;
	}
	return back && back + 8 <= r->size ? record_u64_at(r, (size_t)(r->size - back)) : (uint64_t)-1;
}
