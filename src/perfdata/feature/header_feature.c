/* The table of header features, made from header_feature.def, and the naming of tracepoints by TRACING_DATA. */
#include "perfdata/feature/header_feature.h"

#include <errno.h>
#include "event/format/tracing_data.h"

/* Switches instead of an array, so that the bits in the .def file need not be dense. */
const struct feature_desc *feature_desc(unsigned bit)
{
	switch (bit) {
#define FEATURE(NAME, number, descriptor) \
	case number:                      \
		return &descriptor;
#include "perfdata/format/header_feature.def"
#undef FEATURE
	default: return NULL;
	}
}

const char *header_feature_name(unsigned bit)
{
	switch (bit) {
#define FEATURE(NAME, number, descriptor) \
	case number:                      \
		return #NAME;
#include "perfdata/format/header_feature.def"
#undef FEATURE
	default: return NULL;
	}
}

void header_init(struct perf_header *h, struct perf_events *events)
{
	*h = (struct perf_header){ .events = events };
	arena_init(&h->arena);
}

void header_done(struct perf_header *h) { arena_done(&h->arena); }

/* A decode that ends beyond its section reads zeroes and is caught here: the bit stays unset, though members may have
 * been filled. So members are only to be looked at after header_has. */
int header_decode_feature(struct perf_header *h, unsigned bit, struct cursor payload)
{
	const struct feature_desc *desc = feature_desc(bit);
	if (!desc) return 0;
	if (desc->decode) {
		int r = desc->decode(&payload, h);
		if (r < 0) return r;
		if (!cursor_ok(&payload)) return -EBADMSG;
	}
	header_set(h, bit);
	return 0;
}

/* The rest of the line that begins with key, in a tracepoint's format file: "sched_switch" of "name: sched_switch". An
 * empty view when there is none. */
static struct text_view format_line(struct text_view format, const char *key)
{
	size_t length = strlen(key);
	const char *p = format.text, *end = format.text + format.size;
	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *stop = newline ? newline : end;
		if ((size_t)(stop - p) > length && memcmp(p, key, length) == 0)
			return (struct text_view){ p + length, (size_t)(stop - p) - length };
		p = newline ? newline + 1 : end;
	}
	return (struct text_view){ NULL, 0 };
}

/* The number of "ID: 317", which is what attr.config of the tracepoint's events is. */
static bool format_id(struct text_view format, uint64_t *ret_id)
{
	struct text_view line = format_line(format, "ID: ");
	uint64_t value = 0;
	for (size_t i = 0; i < line.size; i++) {
		if (line.text[i] < '0' || line.text[i] > '9') return false;
		value = value * 10 + (uint64_t)(line.text[i] - '0');
	}
	*ret_id = value;
	return line.size > 0;
}

/* Old recordings and those from a pipe may lack EVENT_DESC. The first look avoids parsing for nothing: most recordings
 * have names for all events. */
void events_name_tracepoints(struct perf_events *events, const struct perf_header *h)
{
	struct tracing_data td;
	struct u64map by_id = U64MAP_INIT;
	bool wanted = false;
	for (size_t i = 0; i < events->count; i++)
		wanted |= !events->items[i]->name_recorded && events->items[i]->attr.type == ATTR_TYPE_TRACEPOINT;
	if (!wanted || !h->tracing_data || tracing_data_parse(h->tracing_data, h->tracing_data_size, NULL, &td) < 0)
		return;
	/* Only the formats' ids are read here; parsing their fields is left to those who need them. */
	for (size_t i = 0; i < td.formats.count; i++) {
		uint64_t id;
		if (format_id(td.formats.items[i].text, &id)) *u64map_put(&by_id, id, NULL) = i;
	}
	for (size_t i = 0; i < events->count; i++) {
		struct perf_event *event = events->items[i];
		const uint64_t *found = u64map_find(&by_id, event->attr.config);
		if (!found || event->name_recorded || event->attr.type != ATTR_TYPE_TRACEPOINT) continue;
		const struct tracing_format *format = &td.formats.items[*found];
		struct text_view name = format_line(format->text, "name: ");
		_free_ char *text = xasprintf("%s:%.*s", format->system, (int)MIN(name.size, 1000),
					      name.text ? name.text : "");
		event_set_name(event, text);
	}
	u64map_done(&by_id);
	tracing_data_done(&td);
}
