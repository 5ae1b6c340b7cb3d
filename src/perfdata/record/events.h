/* The events of a recording, and which of them a record belongs to.
 *
 * A sample names its event by an id, one for each CPU and thread the event was opened on; other records do so in the
 * trailer of fields that sample_id_all asks for:
 *
 *   sample    | header | IDENTIFIER | IP | TID | TIME | ADDR | ID | STREAM_ID | CPU | PERIOD | variable fields ... |
 *   other     | header | fields of the type ...          | TID | TIME | ID | STREAM_ID | CPU | IDENTIFIER |
 *
 * Each field of 8 bytes is there if the event's sample_type has its bit. So where the id is depends on the event, and
 * with events of different sample_type one must know the event to find its id: see events_of_record.
 *
 * An event is added with events_add, gets its ids with events_add_ids, and stays at its address until events_done.
 * Reading functions may be called by several threads while nothing is added. */
#ifndef PERFDATA_RECORD_EVENTS_H
#define PERFDATA_RECORD_EVENTS_H

#include "base/u64map.h"
#include "event/attr/attr.h"
#include "perfdata/record/record.h"

/* One event of the recording, in all its instances (CPUs and threads). */
struct perf_event {
	uint32_t idx; /* position in the file */
	struct event_attr attr;
	uint64_t added_fields; /* SAMPLE_*: not recorded, but added to its samples by a session (sample_additions.h) */
	char *name;            /* as recorded (EVENT_DESC, EVENT_UPDATE) or derived from the attr; never NULL */
	bool name_recorded;    /* false: derived from the attr */
	/* One for each instance. */
	uint64_t *ids;
	size_t nr_ids;
	/* Of EVENT_UPDATE: what values are counted in, NULL when not said; a value is multiplied with scale to get
	 * that unit. has_scale: scale was recorded; else it is 1. */
	char *unit;
	double scale;
	bool has_scale;
	char *own_cpus;            /* EVENT_UPDATE cpus as a list "0-3", or NULL */
	struct perf_event *leader; /* GROUP_DESC; itself when not in a group */
	uint32_t nr_members;       /* of the group led, 1 when alone */
	char *group_name;          /* GROUP_DESC, may be NULL */
	/* layout of its samples, byte offsets from the record's start, -1 absent */
	int16_t off_ip, off_tid, off_time, off_addr, off_id, off_stream_id, off_cpu, off_period, off_identifier;
	int16_t off_variable; /* the first field of variable size */
	/* layout of the trailer of other records, bytes back from the record's end, 0 absent */
	int16_t trailer_size, trailer_time, trailer_id;
};

/* Whether samples of the event have one of these SAMPLE_* fields, recorded or added. */
static inline bool perf_event_has(const struct perf_event *event, uint64_t fields)
{
	return (event->attr.sample_type | event->added_fields) & fields;
}

/* All events, in the order of the file. */
struct perf_events {
	/* In the order of their idx. */
	struct perf_event **items;
	size_t count, capacity;
	struct u64map by_id; /* id -> address of its event */
	/* the same for ids from first_id on, as long as they are near each other, which ids of the kernel are; NULL: no
	 * event's */
	struct perf_event **near;
	size_t nr_near, near_capacity;
	uint64_t first_id;
	bool far; /* they are not: near is empty */
	/* true: these hold for every event, and records are read without knowing theirs (-1, or 0 for the trailer:
	 * absent) */
	bool uniform;
	int16_t off_id, off_time;
	int16_t trailer_time, trailer_id;
	/* where events keep their ids, each place once: there are only so many sample layouts */
	struct {
		int16_t off_id, trailer_id;
	} id_places[64];
	uint32_t nr_id_places;
};

/* events_init makes an empty set, events_done frees everything and leaves an empty set. */
void events_init(struct perf_events *events);
void events_done(struct perf_events *events);
/* Adds an event, name copied (NULL: derived from the attr); the result is owned by events and stays where it is. */
struct perf_event *events_add(struct perf_events *events, const struct event_attr *attr, const char *name);
/* Copies the ids. An id that another event has already names this one from now on. */
void events_add_ids(struct perf_events *events, struct perf_event *event, const uint64_t *ids, size_t count);
/* Copies the name, which counts as recorded from now on. */
void event_set_name(struct perf_event *event, const char *name);

/* The event of a record, by IDENTIFIER or ID where the attrs have it, else the first event. NULL when the id is
 * unknown, or there are no events. Constant time: most ids of the kernel are near each other and index an array. */
const struct perf_event *events_of_record(const struct perf_events *events, const struct record *r);
/* NULL when no event has that id. */
const struct perf_event *events_by_id(const struct perf_events *events, uint64_t id);
/* Decodes the trailer of a non-sample record; ret->present == 0 when there is none (sample_id_all was off). Returns 0
 * or -EBADMSG. */
int events_sample_id(const struct perf_events *events, const struct record *r, struct sample_id *ret);
/* Which fields the trailer of the event's other records has: SAMPLE_* bits, in the order that sample_id_encode writes.
 */
uint64_t event_trailer_bits(const struct event_attr *attr);
/* As events_record_time where events differ in layout, and for records other than samples. */
uint64_t events_record_time_slow(const struct perf_events *events, const struct record *r);

static inline uint64_t record_u64_at(const struct record *r, size_t off) /* off + 8 <= r->size */
{
	uint64_t v;
	__builtin_memcpy(&v, r->data + off, 8);
	return unlikely(r->swap) ? __builtin_bswap64(v) : v;
}
/* The time of any record: SAMPLE by fixed offset, others by trailer; (uint64_t)-1 when it has none. */
static inline uint64_t events_record_time(const struct perf_events *events, const struct record *r)
{
	if (likely(r->type == RECORD_SAMPLE && events->uniform && events->off_time >= 0 &&
		   r->size >= events->off_time + 8))
		return record_u64_at(r, (size_t)events->off_time);
	return events_record_time_slow(events, r);
}

#endif
