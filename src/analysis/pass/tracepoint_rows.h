/* Rows that say which fields of a tracepoint's payload become which members of an event, and reading payloads by them.
 *
 *     struct lock_event {
 *             TRACEPOINT_EVENT;
 *             uint64_t lock_vaddr;
 *             const char *name;
 *     };
 *     static const struct tracepoint_row rows[] = {
 *             { "lock:lock_release", LOCK_RELEASE,
 *               FIELDS(FIELD(struct lock_event, lock_vaddr, "lockdep_addr", .is_key = true),
 *                      TEXT(struct lock_event, name, "name")) },
 *     };
 *
 * A payload is read without looking at its format again: offsets and sizes are those of the format that the recording
 * has, of whatever kernel, word size and byte order. */
#ifndef ANALYSIS_PASS_TRACEPOINT_ROWS_H
#define ANALYSIS_PASS_TRACEPOINT_ROWS_H

#include <stddef.h>
#include <string.h>
#include "base/arena.h"
#include "event/format/tracepoint.h"
#include "perfdata/feature/header.h"
#include "perfdata/record/events.h"

/* What every event begins with; of the sample but for kind and detail, which are the row's. */
#define TRACEPOINT_EVENT                                                      \
	uint64_t time_ns;  /* first, as session_gather wants it */            \
	uint32_t cpu, tid; /* of the sample: where it was, who was running */ \
	uint8_t kind, detail
struct tracepoint_event {
	TRACEPOINT_EVENT;
};

enum tracepoint_take { TAKE_NUMBER, TAKE_CHARS, TAKE_TEXT };

/* A field of the payload, and the member that it becomes. Members without a field in the format are `otherwise`. */
struct tracepoint_field_row {
	const char *field; /* "pid", or several of which formats have one: "pfn|page"; "": no field, the member is
			      always `otherwise`; NULL ends the list */
	uint16_t offset;   /* of the member */
	/* Bytes of the member; enum tracepoint_take. */
	uint8_t size, take;
	bool is_key;       /* the row is for formats with this field only, and payloads that are long enough for it */
	bool is_whole;     /* payloads that are too short for it are damaged, where the format has it */
	int64_t otherwise; /* of numbers */
};
/* A number, cut to the member's size; a text, cut to fit an array of char; a text of any length (const char *), which
 * lives as long as the event is given out, "" when there is none. */
#define FIELD(type, member, name, ...)                                                              \
	{                                                                                           \
		name, offsetof(type, member), sizeof(((type *)0)->member), TAKE_NUMBER, __VA_ARGS__ \
	}
#define CHARS(type, member, name)                                                     \
	{                                                                             \
		name, offsetof(type, member), sizeof(((type *)0)->member), TAKE_CHARS \
	}
#define TEXT(type, member, name)                                                     \
	{                                                                            \
		name, offsetof(type, member), sizeof(((type *)0)->member), TAKE_TEXT \
	}
#define FIELDS(...)                           \
	(const struct tracepoint_field_row[]) \
	{                                     \
		__VA_ARGS__, { NULL }         \
	}
enum { TRACEPOINT_MAX_FIELDS = 12 };

struct tracepoint_row {
	const char *event; /* "sched:sched_switch"; "syscalls:sys_enter*": all that begin so */
	uint8_t kind;      /* the user's, less than 32 */
	const struct tracepoint_field_row *fields;
	uint8_t detail; /* the user's, goes into the event */
};
/* Rows that belong together: there may be several tables, of which the first row that has the event's name counts. */
struct tracepoint_table {
	const struct tracepoint_row *rows;
	size_t nr_rows;
};
enum { TRACEPOINT_MAX_TABLES = 4 };

/* The row of "SYSTEM:NAME"; NULL: there is none. */
const struct tracepoint_row *tracepoint_table_find(const struct tracepoint_table *table, const char *name);
/* 1 << kind of those rows whose events are among these; nobody looks whether their formats are known. */
uint32_t tracepoint_table_kinds(const struct tracepoint_table *table, const struct perf_events *events);

/* One member of a row, for one format: where it is read and where it goes. */
struct tracepoint_slot {
	const struct tracepoint_field *field; /* of texts; NULL: "" */
	union {
		struct payload_number number;
		int64_t constant;
	};
	uint16_t offset;
	uint8_t size, how;
};
/* A row for one format, made by tracepoint_reader_init; afterwards only read. */
struct tracepoint_reader {
	const struct tracepoint *tp; /* NULL: nothing is read */
	const struct tracepoint_row *row;
	uint32_t least_size; /* of a payload that is not damaged */
	uint32_t full_size;  /* of one that has all numbers that are read */
	/* those of numbers that the event has as the payload does come first: 4 bytes each, 8 bytes each, others */
	uint8_t nr_words, nr_longs, nr_slots;
	struct tracepoint_slot slots[TRACEPOINT_MAX_FIELDS];
};

/* Makes a reader. Members at event_size_bytes and behind are not wanted. row and tp are borrowed. False: the format
 * lacks a key, nothing can be read. */
bool tracepoint_reader_init(struct tracepoint_reader *reader, const struct tracepoint_row *row,
			    const struct tracepoint *tp, size_t event_size_bytes);
/* Reads a payload into the members that the row names; the others stay as they are. texts: where texts of any length
 * go. False: the payload is damaged, *event is as it was. Thread safe. */
static inline bool tracepoint_reader_read(const struct tracepoint_reader *reader, const uint8_t *raw, size_t size_bytes,
					  struct arena *texts, void *event);

/* Readers for all events of a recording. */
struct tracepoint_readers {
	struct tracepoint_reader *by_event; /* by event index */
	bool *wants_event;                  /* likewise: there is a reader */
	struct tracepoints *tracepoints;
	uint32_t kinds_found; /* 1 << kind of what can be read, wanted or not */
};
/* tables: NULL behind the last. kinds: 1 << kind of those that are wanted. Tables and the header's tracing data are
 * borrowed and must outlive the readers; tracepoint_readers_done ends them. */
void tracepoint_readers_init(struct tracepoint_readers *readers, const struct tracepoint_table *const *tables,
			     uint32_t kinds, size_t event_size_bytes, const struct perf_events *events,
			     const struct perf_header *header);
void tracepoint_readers_done(struct tracepoint_readers *readers);

/* ---- inline: this runs once a sample */

/* What stands from `slot` on. */
void tracepoint_reader_rest(const struct tracepoint_reader *reader, const struct tracepoint_slot *slot,
			    const uint8_t *raw, size_t size_bytes, struct arena *texts, void *event);

static inline bool tracepoint_reader_read(const struct tracepoint_reader *reader, const uint8_t *raw, size_t size_bytes,
					  struct arena *texts, void *event)
{
	const struct tracepoint_slot *slot = reader->slots;
	uint8_t *members = event;
	if (unlikely(size_bytes < reader->least_size)) return false;
	if (likely(size_bytes >= reader->full_size)) {
		for (unsigned i = reader->nr_words; i; i--, slot++)
			memcpy(members + slot->offset, raw + slot->number.offset, 4);
		for (unsigned i = reader->nr_longs; i; i--, slot++)
			memcpy(members + slot->offset, raw + slot->number.offset, 8);
	}
	if (slot < reader->slots + reader->nr_slots)
		tracepoint_reader_rest(reader, slot, raw, size_bytes, texts, event);
	return true;
}

#endif
