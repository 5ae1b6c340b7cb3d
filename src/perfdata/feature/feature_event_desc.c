/* EVENT_DESC: attr, name and ids of each event:
 *
 *   u32 count, attr_size; count x { attr; u32 nr_ids; string name; u64 ids[nr_ids] }
 *
 * The names go to the recording's events, by position, unless these have one already. attr and ids are only printed:
 * the recording's events have them from the attrs section. */
#include <errno.h>
#include <inttypes.h>
#include "perfdata/feature/header_feature.h"

/* Kept in own[FEATURE_EVENT_DESC], for print. */
struct event_desc {
	struct event_attr attr;
	char *name;
	uint64_t *ids;
	uint32_t nr_ids;
};
struct event_descs {
	uint32_t count;
	struct event_desc items[];
};

/* attr_size is the recorder's: it may be more than this reader knows, or less (64 is the first that was ever written).
 * Names are only set when the whole section could be read. */
static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = cursor_u32(c), attr_size = cursor_u32(c);
	if (!cursor_ok(c) || attr_size < 64 || count > cursor_left(c) / (attr_size + 8ull)) return -EBADMSG;
	struct event_descs *descs = arena_zalloc(&h->arena, sizeof(*descs) + count * sizeof(descs->items[0]));
	descs->count = count;
	for (uint32_t i = 0; i < count; i++) {
		struct event_desc *d = &descs->items[i];
		if (attr_decode(c, attr_size, &d->attr) < 0) return -EBADMSG;
		d->nr_ids = cursor_u32(c);
		d->name = feature_get_string(c, h);
		if (!cursor_ok(c) || d->nr_ids > cursor_left(c) / 8) return -EBADMSG;
		d->ids = arena_alloc(&h->arena, d->nr_ids * sizeof(*d->ids));
		for (uint32_t k = 0; k < d->nr_ids; k++) d->ids[k] = cursor_u64(c);
	}
	h->own[FEATURE_EVENT_DESC] = descs;
	for (uint32_t i = 0; h->events && i < MIN(count, h->events->count); i++)
		if (!h->events->items[i]->name_recorded) event_set_name(h->events->items[i], descs->items[i].name);
	return 0;
}

/* All attrs are written with one size: the smallest one that holds every field that an event uses. */
static void encode(const struct perf_header *h, struct outbuf *out)
{
	const struct perf_events *events = h->events;
	uint32_t attr_size = 64;
	for (size_t i = 0; i < events->count; i++)
		attr_size = MAX(attr_size, attr_smallest_size(&events->items[i]->attr));
	out_u32(out, (uint32_t)events->count);
	out_u32(out, attr_size);
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *event = events->items[i];
		attr_put(out, &event->attr, attr_size);
		out_u32(out, (uint32_t)event->nr_ids);
		feature_put_string(out, event->name);
		for (size_t k = 0; k < event->nr_ids; k++) out_u64(out, event->ids[k]);
	}
}

static void print_field(void *ctx, const char *name, const char *value) { out_printf(ctx, ", %s = %s", name, value); }

/* By PMU_MAPPINGS; NULL when that is missing or does not have the type. */
static const char *pmu_name(const struct perf_header *h, uint32_t type)
{
	for (uint32_t i = 0; i < h->nr_pmus; i++)
		if (h->pmus[i].type == type) return h->pmus[i].name;
	return NULL;
}

/* "# event : name = cycles, , id = { 5, 6 }, type = 0 (PERF_TYPE_HARDWARE), ...": the doubled comma is upstream's.
 * Fields that are 0 are left out (attr_visit_fields). */
static void print(const struct perf_header *h, struct outbuf *out)
{
	const struct event_descs *descs = h->own[FEATURE_EVENT_DESC];
	for (uint32_t i = 0; i < descs->count; i++) {
		const struct event_desc *d = &descs->items[i];
		out_printf(out, "# event : name = %s, ", d->name);
		if (d->nr_ids) {
			out_lit(out, ", id = {");
			for (uint32_t k = 0; k < d->nr_ids; k++)
				out_printf(out, "%s %" PRIu64, k ? "," : "", d->ids[k]);
			out_lit(out, " }");
		}
		struct attr_names names = {
			.pmu = pmu_name(h, d->attr.type),
			.tracepoint = d->attr.type == ATTR_TYPE_TRACEPOINT && strchr(d->name, ':') ? d->name : NULL,
		};
		attr_visit_fields(&d->attr, &names, print_field, out);
		out_char(out, '\n');
	}
}

const struct feature_desc feature_event_desc = { .decode = decode, .encode = encode, .print = print };
