/* The table of header features, and what their sections are made of. */
#include "perfdata/header_feature.h"

#include <errno.h>
#include "event/tracepoint.h"

const struct feature_desc *feature_desc(unsigned bit)
{
	switch (bit) {
#define FEATURE(NAME, number, descriptor) case number: return &descriptor;
#include "perfdata/header_feature.def"
#undef FEATURE
	default: return NULL;
	}
}

const char *header_feature_name(unsigned bit)
{
	switch (bit) {
#define FEATURE(NAME, number, descriptor) case number: return #NAME;
#include "perfdata/header_feature.def"
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

char *feature_get_string(struct cursor *c, struct perf_header *h)
{
	uint32_t size = cursor_u32(c);
	const char *bytes = cursor_bytes(c, size);
	return bytes ? arena_strndup(&h->arena, bytes, strnlen(bytes, size)) : NULL;
}

char **feature_get_strings(struct cursor *c, struct perf_header *h, uint32_t *ret_count)
{
	uint32_t count = feature_get_count(c, 4);
	char **texts = arena_alloc(&h->arena, count * sizeof(*texts));
	for (uint32_t i = 0; i < count; i++) texts[i] = feature_get_string(c, h);
	if (!cursor_ok(c)) return NULL;
	*ret_count = count;
	return texts;
}

uint32_t feature_get_count(struct cursor *c, size_t item_size)
{
	uint32_t count = cursor_u32(c);
	if (!cursor_ok(c) || count > cursor_left(c) / item_size) {
		c->error = true;
		return 0;
	}
	return count;
}

void feature_put_u32(struct outbuf *out, uint32_t value) { out_mem(out, &value, sizeof(value)); }
void feature_put_u64(struct outbuf *out, uint64_t value) { out_mem(out, &value, sizeof(value)); }

void feature_put_string(struct outbuf *out, const char *text)
{
	static const char zeroes[64];
	size_t size = text ? strlen(text) : 0, padded = (size + 1 + 63) & ~(size_t)63;
	feature_put_u32(out, (uint32_t)padded);
	if (size) out_mem(out, text, size);
	out_mem(out, zeroes, padded - size);
}

void feature_put_strings(struct outbuf *out, char *const *texts, uint32_t count)
{
	feature_put_u32(out, count);
	for (uint32_t i = 0; i < count; i++) feature_put_string(out, texts[i]);
}

void events_name_tracepoints(struct perf_events *events, const struct perf_header *h)
{
	struct tracepoints *tracepoints = NULL;
	for (size_t i = 0; h->tracing_data && i < events->count; i++) {
		struct perf_event *event = events->items[i];
		if (event->name_recorded || event->attr.type != ATTR_TYPE_TRACEPOINT) continue;
		if (!tracepoints && !(tracepoints = tracepoints_new(h->tracing_data, h->tracing_data_size, NULL))) return;
		const struct tracepoint *tp = tracepoints_find(tracepoints, event->attr.config);
		if (!tp) continue;
		_free_ char *name = xasprintf("%s:%s", tp->system, tp->name);
		event_set_name(event, name);
	}
	tracepoints_free(tracepoints);
}
