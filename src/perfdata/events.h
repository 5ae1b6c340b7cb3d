/* The events of a recording, and which of them a record belongs to. */
#ifndef PERFDATA_EVENTS_H
#define PERFDATA_EVENTS_H

#include "event/attr.h"
#include "perfdata/record.h"

struct perf_event {
	uint32_t idx;             /* position in the file */
	struct event_attr attr;
	char *name;               /* as recorded (EVENT_DESC, EVENT_UPDATE) or derived from the attr; never NULL */
	uint64_t *ids; size_t nr_ids;
	char *unit; double scale; bool has_scale;  /* EVENT_UPDATE; unit may be NULL */
	char *own_cpus;           /* EVENT_UPDATE cpus as a list "0-3", or NULL */
	struct perf_event *leader; /* GROUP_DESC; itself when not in a group */
	uint32_t nr_members;      /* of the group led, 1 when alone */
	char *group_name;         /* GROUP_DESC, may be NULL */
	/* layout of its samples, byte offsets from the record's start, -1 absent; filled by events_finish */
	int16_t off_ip, off_tid, off_time, off_addr, off_id, off_stream_id, off_cpu, off_period, off_identifier;
	int16_t off_variable;     /* the first field of variable size */
};

struct perf_events {
	struct perf_event **items; size_t count;
	/* lookup by id; see events_of_record */
	struct events_by_id *by_id;
};

/* The event of a record, by IDENTIFIER or ID where the attrs carry it, else the first event; NULL when the id is unknown. */
const struct perf_event *events_of_record(const struct perf_events *events, const struct record *r);
const struct perf_event *events_by_id(const struct perf_events *events, uint64_t id);
/* Decodes the trailer of a non-sample record; ret->present == 0 when there is none (sample_id_all was off). Returns 0 or -EBADMSG. */
int events_sample_id(const struct perf_events *events, const struct record *r, struct sample_id *ret);
/* The time of any record: SAMPLE by fixed offset, others by trailer; (uint64_t)-1 when it has none. Fast. */
uint64_t events_record_time(const struct perf_events *events, const struct record *r);

#endif
