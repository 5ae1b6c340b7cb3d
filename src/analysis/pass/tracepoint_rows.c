/* A reader is a row compiled for the format that a recording has: slots with offset and size in the payload, offset
 * and size in the event. Slots are sorted by how they are read, so that the inline part of the header copies all
 * plain words and longs in two loops without a switch; tracepoint_reader_rest does the others. */
#include "analysis/pass/tracepoint_rows.h"

#include <string.h>

enum { NAME_BYTES = 64 };
/* How a slot is read. In this order in a reader: the first two are the fast ones. */
enum how {
	HOW_WORD,
	HOW_LONG,
	HOW_NUMBER,
	HOW_CONSTANT,
	HOW_CHARS_16,
	HOW_CHARS,
	HOW_TEXT
}; /* in this order in a reader */

const struct tracepoint_row *tracepoint_table_find(const struct tracepoint_table *table, const char *name)
{
	for (size_t i = 0; i < table->nr_rows; i++) {
		const char *event = table->rows[i].event;
		size_t size = strlen(event);
		if (event[size - 1] == '*' ? strncmp(name, event, size - 1) == 0 : strcmp(name, event) == 0)
			return &table->rows[i];
	}
	return NULL;
}

static const struct tracepoint_row *row_of(const struct tracepoint_table *table, const struct perf_event *event)
{
	return event->attr.type == ATTR_TYPE_TRACEPOINT ? tracepoint_table_find(table, event->name) : NULL;
}

uint32_t tracepoint_table_kinds(const struct tracepoint_table *table, const struct perf_events *events)
{
	uint32_t kinds = 0;
	for (size_t i = 0; i < events->count; i++) {
		const struct tracepoint_row *row = row_of(table, events->items[i]);
		if (row) kinds |= 1u << row->kind;
	}
	return kinds;
}

/* ---- a row for a format */

/* names: "pfn|page" */
static const struct tracepoint_field *find_field(const struct tracepoint *tp, const char *names)
{
	char name[NAME_BYTES];
	for (;;) {
		size_t size = strcspn(names, "|");
		if (size >= sizeof(name)) return NULL;
		memcpy(name, names, size);
		name[size] = '\0';
		const struct tracepoint_field *field = tracepoint_field(tp, name);
		if (field || !names[size]) return field;
		names += size + 1;
	}
}

/* Most numbers can be copied as they are: same size, same byte order. */
static uint8_t how_to_read(const struct payload_number *number, size_t member_size)
{
	if (number->swap || number->size != member_size) return HOW_NUMBER;
	switch (number->size) {
	case 4: return HOW_WORD;
	case 8: return HOW_LONG;
	default: return HOW_NUMBER;
	}
}

/* Compiles one member. field is NULL when the format lacks it: then the member is a constant. */
static void add_slot(struct tracepoint_reader *reader, const struct tracepoint_field_row *member,
		     const struct tracepoint_field *field)
{
	static const uint8_t hows[] = { [TAKE_NUMBER] = HOW_NUMBER, [TAKE_CHARS] = HOW_CHARS, [TAKE_TEXT] = HOW_TEXT };
	struct tracepoint_slot *slot = &reader->slots[reader->nr_slots++];
	*slot = (struct tracepoint_slot){
		.field = field, .offset = member->offset, .size = member->size, .how = hows[member->take]
	};
	if (member->take == TAKE_CHARS && member->size == 16 && field && field->size >= 16 &&
	    !(field->flags & TRACEPOINT_DYNAMIC)) { /* names of tasks */
		slot->how = HOW_CHARS_16;
		reader->full_size = (uint32_t)MAX((uint64_t)reader->full_size, (uint64_t)field->offset + 16);
	}
	if (member->take != TAKE_NUMBER) return;
	if (field) slot->number = payload_number_of(reader->tp, field->name);
	if (field && slot->number.size) {
		reader->full_size = MAX(reader->full_size, slot->number.offset + slot->number.size);
		slot->how = how_to_read(&slot->number, member->size);
		return;
	}
	slot->how = HOW_CONSTANT;
	slot->constant = field ? 0 : member->otherwise;
}

/* Stable, by `how`; counts the fast ones. */
static void sort_slots(struct tracepoint_reader *reader)
{
	struct tracepoint_slot sorted[TRACEPOINT_MAX_FIELDS];
	uint8_t nr = 0;
	for (uint8_t how = HOW_WORD; how <= HOW_TEXT; how++) {
		for (unsigned i = 0; i < reader->nr_slots; i++)
			if (reader->slots[i].how == how) sorted[nr++] = reader->slots[i];
		if (how == HOW_WORD) reader->nr_words = nr;
		if (how == HOW_LONG) reader->nr_longs = (uint8_t)(nr - reader->nr_words);
	}
	memcpy(reader->slots, sorted, nr * sizeof(*sorted));
}

bool tracepoint_reader_init(struct tracepoint_reader *reader, const struct tracepoint_row *row,
			    const struct tracepoint *tp, size_t event_size_bytes)
{
	uint64_t least_size = 0;
	*reader = (struct tracepoint_reader){ .tp = tp, .row = row };
	for (const struct tracepoint_field_row *member = row->fields; member->field; member++) {
		const struct tracepoint_field *field = find_field(tp, member->field);
		if (!field && member->is_key) {
			reader->tp = NULL;
			return false;
		}
		if (field && (member->is_key || member->is_whole))
			least_size = MAX(least_size, (uint64_t)field->offset + field->size);
		if (member->offset < event_size_bytes && reader->nr_slots < TRACEPOINT_MAX_FIELDS)
			add_slot(reader, member, field);
	}
	reader->least_size = (uint32_t)MIN(least_size, (uint64_t)UINT32_MAX);
	sort_slots(reader);
	return true;
}

/* ---- payloads */

static inline void put_number(uint8_t *member, uint8_t size, uint64_t value)
{
	switch (size) {
	case 8: memcpy(member, &value, 8); break;
	case 4: memcpy(member, &(uint32_t){ (uint32_t)value }, 4); break;
	case 2: memcpy(member, &(uint16_t){ (uint16_t)value }, 2); break;
	default: *member = (uint8_t)value; break;
	}
}

/* A text into an array of char: cut to fit, ended and filled up with NULs. */
static void put_chars(const struct tracepoint *tp, const struct tracepoint_slot *slot, const uint8_t *raw,
		      size_t size_bytes, uint8_t *member)
{
	size_t size = 0;
	const uint8_t *bytes = slot->field ? tracepoint_bytes(tp, slot->field, raw, size_bytes, &size) : NULL;
	size = bytes ? MIN(size, (size_t)slot->size - 1) : 0;
	if (size) memcpy(member, bytes, size);
	memset(member + size, 0, slot->size - size);
}

/* A text into a pointer; its bytes go into the arena. */
static void put_text(const struct tracepoint *tp, const struct tracepoint_slot *slot, const uint8_t *raw,
		     size_t size_bytes, struct arena *texts, uint8_t *member)
{
	size_t size = 0;
	const uint8_t *bytes = slot->field ? tracepoint_bytes(tp, slot->field, raw, size_bytes, &size) : NULL;
	const char *text = bytes && size && *bytes ? arena_strndup(texts, (const char *)bytes, size) : "";
	memcpy(member, &text, sizeof(text));
}

static inline void read_slot(const struct tracepoint_reader *reader, const struct tracepoint_slot *slot,
			     const uint8_t *raw, size_t size_bytes, struct arena *texts, uint8_t *member)
{
	const struct tracepoint *tp = reader->tp;
	switch ((enum how)slot->how) {
	case HOW_WORD:
	case HOW_LONG:
	case HOW_NUMBER: put_number(member, slot->size, payload_number_get(&slot->number, raw, size_bytes)); break;
	case HOW_CONSTANT: put_number(member, slot->size, (uint64_t)slot->constant); break;
	case HOW_CHARS_16:
		/* A payload that was cut: looked at field by field. */
		if (unlikely(size_bytes < reader->full_size)) {
			put_chars(tp, slot, raw, size_bytes, member);
			break;
		}
		memcpy(member, raw + slot->field->offset, 16);
		member[15] = 0;
		break;
	case HOW_CHARS: put_chars(tp, slot, raw, size_bytes, member); break;
	case HOW_TEXT: put_text(tp, slot, raw, size_bytes, texts, member); break;
	}
}

void tracepoint_reader_rest(const struct tracepoint_reader *reader, const struct tracepoint_slot *slot,
			    const uint8_t *raw, size_t size_bytes, struct arena *texts, void *event)
{
	const struct tracepoint_slot *end = reader->slots + reader->nr_slots;
	for (; slot < end; slot++) read_slot(reader, slot, raw, size_bytes, texts, (uint8_t *)event + slot->offset);
}

/* ---- the events of a recording */

void tracepoint_readers_init(struct tracepoint_readers *readers, const struct tracepoint_table *const *tables,
			     uint32_t kinds, size_t event_size_bytes, const struct perf_events *events,
			     const struct perf_header *header)
{
	*readers = (struct tracepoint_readers){
		.by_event = xcalloc(events->count + 1, sizeof(*readers->by_event)),
		.wants_event = xcalloc(events->count + 1, sizeof(*readers->wants_event)),
		.tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL),
	};
	for (size_t i = 0; i < events->count; i++) {
		const struct tracepoint_row *row = NULL;
		struct tracepoint_reader reader;
		/* The first table that has the event's name counts. */
		for (size_t k = 0; !row && tables[k]; k++) row = row_of(tables[k], events->items[i]);
		const struct tracepoint *tp =
			row ? tracepoints_find(readers->tracepoints, events->items[i]->attr.config) : NULL;
		if (!tp || !tracepoint_reader_init(&reader, row, tp, event_size_bytes)) continue;
		readers->kinds_found |= 1u << row->kind;
		if (!(kinds & 1u << row->kind)) continue;
		readers->by_event[i] = reader;
		readers->wants_event[i] = true;
	}
}

void tracepoint_readers_done(struct tracepoint_readers *readers)
{
	tracepoints_free(readers->tracepoints);
	free(readers->by_event);
	free(readers->wants_event);
	*readers = (struct tracepoint_readers){ 0 };
}
