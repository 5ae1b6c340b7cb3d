/* GROUP_DESC: which events were counted together: u32 count; count x { string name; u32 leader_idx, nr_members }. A
 * group is the leader and the nr_members - 1 events that follow it. The leaders go to the recording's events, by
 * position. */
#include <errno.h>
#include "perfdata/feature/header_feature.h"

struct group_desc {
	char *name;
	uint32_t leader_idx, nr_members;
};
struct group_descs {
	uint32_t count;
	struct group_desc items[];
};

/* Makes the nr_members events from leader_idx on a group. Indices that do not fit are ignored: an event's leader always
 * lies within the recording's events. */
static void set_leaders(struct perf_events *events, const struct group_desc *g)
{
	if (g->leader_idx >= events->count || g->nr_members > events->count - g->leader_idx) return;
	struct perf_event *leader = events->items[g->leader_idx];
	leader->nr_members = g->nr_members;
	free(leader->group_name);
	/* upstream writes this for a group without a name */
	leader->group_name = strcmp(g->name, "{anon_group}") != 0 ? xstrdup(g->name) : NULL;
	for (uint32_t i = 0; i < g->nr_members; i++) events->items[g->leader_idx + i]->leader = leader;
}

static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = feature_get_count(c, 12);
	struct group_descs *descs = arena_zalloc(&h->arena, sizeof(*descs) + count * sizeof(descs->items[0]));
	descs->count = count;
	for (uint32_t i = 0; i < count; i++) {
		struct group_desc *g = &descs->items[i];
		g->name = feature_get_string(c, h);
		g->leader_idx = cursor_u32(c);
		g->nr_members = cursor_u32(c);
	}
	if (!cursor_ok(c)) return -EBADMSG;
	/* groups do not overlap, so that all together have no more members than there are events */
	uint64_t members = 0;
	for (uint32_t i = 0; h->events && i < count; i++) {
		members += descs->items[i].nr_members;
		if (members > h->events->count) break;
		set_leaders(h->events, &descs->items[i]);
	}
	return 0;
}

/* Taken from the events, not from what decode read: there is nothing else that knows groups. */
static void encode(const struct perf_header *h, struct outbuf *out)
{
	uint32_t count = 0;
	for (size_t i = 0; i < h->events->count; i++) count += h->events->items[i]->nr_members > 1;
	out_u32(out, count);
	for (size_t i = 0; i < h->events->count; i++) {
		const struct perf_event *event = h->events->items[i];
		if (event->nr_members <= 1) continue;
		feature_put_string(out, event->group_name ? event->group_name : "{anon_group}");
		out_u32(out, event->idx);
		out_u32(out, event->nr_members);
	}
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	for (size_t i = 0; i < h->events->count; i++) {
		const struct perf_event *event = h->events->items[i];
		if (event->leader != event || event->nr_members <= 1) continue;
		out_printf(out, "# group: %s{%s", event->group_name ? event->group_name : "", event->name);
		for (uint32_t k = 1; k < event->nr_members && i + k < h->events->count; k++)
			out_printf(out, ",%s", h->events->items[i + k]->name);
		out_lit(out, "}\n");
	}
}

const struct feature_desc feature_group_desc = { .decode = decode, .encode = encode, .print = print };
