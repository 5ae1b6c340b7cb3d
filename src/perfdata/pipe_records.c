/* Header records: in pipe form attrs, names and features come as records in front of the data; EVENT_UPDATE comes in
 * files as well. Each is applied once, when it is first read: not again after perfdata_rewind. Bytes of a pipe are
 * copied before the header points to them, as the spool may forget them. */
#include <stdio.h>
#include "perfdata/feature/header_feature.h"
#include "perfdata/reader.h"

/* Hostile pipes must not make events without bound; each takes a record of at least 72 bytes. */
#define EVENTS_MAX 1000000

/* HEADER_ATTR: a new event, with its ids. */
static void apply_attr(struct perfdata *pd, const struct record *r)
{
	struct record_header_attr a;
	struct event_attr attr;
	if (record_decode_header_attr(r, &a) < 0) goto damaged;
	struct cursor c = cursor_of(a.attr.data, a.attr.size, r->swap);
	if (attr_decode(&c, a.attr.size, &attr) < 0) goto damaged;
	if (pd->events.count >= EVENTS_MAX) goto damaged;
	struct perf_event *event = events_add(&pd->events, &attr, NULL);
	uint64_t ids[UINT16_MAX / 8];
	for (size_t i = 0; i < a.nr_ids; i++) ids[i] = cursor_u64(&a.ids);
	events_add_ids(&pd->events, event, ids, a.nr_ids);
	return;
damaged:
	warnings_add(pd->warnings, "damaged attr", "%s: an event's description cannot be read", pd->path);
}

/* Builds a list of CPUs, "0-3,8", from single numbers; first..last is the range that is not in text yet. */
struct cpu_list {
	struct strbuf text;
	int32_t first, last;
	bool any;
};

static void cpu_list_flush(struct cpu_list *list)
{
	if (!list->any) return;
	if (list->text.size) strbuf_char(&list->text, ',');
	strbuf_printf(&list->text, "%d", list->first);
	if (list->last != list->first) strbuf_printf(&list->text, "-%d", list->last);
	list->any = false;
}

static void cpu_list_add(void *ctx, int32_t cpu)
{
	struct cpu_list *list = ctx;
	if (!list->any || cpu != list->last + 1) {
		cpu_list_flush(list);
		list->first = cpu;
		list->any = true;
	}
	list->last = cpu;
}

char *record_cpu_map_format(struct cursor payload)
{
	struct cpu_list list = { 0 };
	int r = record_cpu_map_visit(payload, cpu_list_add, &list);
	cpu_list_flush(&list);
	if (r < 0) {
		strbuf_done(&list.text);
		return NULL;
	}
	return strbuf_take(&list.text);
}

/* EVENT_UPDATE: unit, name, scale or CPUs of the event that has this id. */
static void apply_update(struct perfdata *pd, const struct record *r)
{
	struct record_event_update u;
	if (record_decode_event_update(r, &u) < 0) return;
	/* The events are pd's own: only the look-up is const. */
	struct perf_event *event = (struct perf_event *)events_by_id(&pd->events, u.id);
	if (!event) return;
	const char *text;
	switch (u.update_type) {
	case EVENT_UPDATE_UNIT:
		if (!(text = cursor_string(&u.payload, cursor_left(&u.payload)))) return;
		free(event->unit);
		event->unit = xstrdup(text);
		break;
	case EVENT_UPDATE_NAME:
		if ((text = cursor_string(&u.payload, cursor_left(&u.payload)))) event_set_name(event, text);
		break;
	case EVENT_UPDATE_SCALE: {
		uint64_t bits = cursor_u64(&u.payload);
		if (!cursor_ok(&u.payload)) return;
		memcpy(&event->scale, &bits, sizeof(event->scale));
		event->has_scale = true;
		break;
	}
	case EVENT_UPDATE_CPUS:
		free(event->own_cpus);
		event->own_cpus = record_cpu_map_format(u.payload);
		break;
	}
}

/* What the header keeps pointers into: of a pipe a copy, whose bytes may be forgotten (perfdata_forget). */
static struct cursor kept(struct perfdata *pd, struct cursor c)
{
	size_t size = cursor_left(&c);
	const uint8_t *bytes = cursor_bytes(&c, size);
	if (pd->form != PERFDATA_PIPE || !bytes) return cursor_of(bytes, bytes ? size : 0, c.swap);
	return cursor_of(arena_memdup(&pd->header.arena, bytes, size), size, c.swap);
}

static void apply_feature(struct perfdata *pd, const struct record *r)
{
	struct record_header_feature f;
	if (record_decode_header_feature(r, &f) < 0 || f.bit >= FEATURE_BITS) return;
	if (f.bit == FEATURE_END && !cursor_left(&f.payload)) return;
	if (header_has(&pd->header, f.bit)) return; /* the first one counts; also bounds what repeated ones cost */
	if (header_decode_feature(&pd->header, (unsigned)f.bit, kept(pd, f.payload)) < 0)
		warnings_add(pd->warnings, "damaged feature", "%s: header feature %s is damaged and ignored", pd->path,
			     header_feature_name((unsigned)f.bit));
}

/* HEADER_BUILD_ID. The header's array is pd->build_ids, which may move when it grows. */
static void apply_build_id(struct perfdata *pd, const struct record *r)
{
	struct cursor c = cursor_of(r->data, r->size, r->swap);
	struct header_build_id id;
	if (feature_decode_build_id(&c, &pd->header, true, &id) < 0) return;
	vec_push(&pd->build_ids, id);
	pd->header.build_ids = pd->build_ids.items;
	pd->header.nr_build_ids = (uint32_t)pd->build_ids.count;
	header_set(&pd->header, FEATURE_BUILD_ID);
}

void pipe_records_apply(struct perfdata *pd, const struct record *r)
{
	switch (r->type) {
	case RECORD_HEADER_ATTR:
		if (pd->pipe_records) apply_attr(pd, r);
		break;
	case RECORD_EVENT_UPDATE: apply_update(pd, r); break;
	case RECORD_HEADER_FEATURE: apply_feature(pd, r); break;
	case RECORD_HEADER_TRACING_DATA:
		if (header_has(&pd->header, FEATURE_TRACING_DATA) || !r->payload_size) break;
		(void)header_decode_feature(&pd->header, FEATURE_TRACING_DATA,
					    kept(pd, cursor_of(r->data + r->size, r->payload_size, r->swap)));
		events_name_tracepoints(&pd->events, &pd->header);
		break;
	case RECORD_HEADER_BUILD_ID:
		/* A BUILD_ID section of the file's header wins over records. */
		if (!header_has(&pd->header, FEATURE_BUILD_ID) || pd->build_ids.count) apply_build_id(pd, r);
		break;
	}
}
