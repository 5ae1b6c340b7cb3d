/* The tables of recorded counts. THREAD_MAP says which tid a thread's number is, STAT records replace the count of
 * their event, CPU and thread, and STAT_ROUND prints what was added since the round before. */
#include "base/u64map.h"
#include "base/vec.h"
#include "script/script_stat.h"

/* More rows than any machine needs: a damaged recording must not fill the memory. */
enum { MAX_ROWS = 1 << 20 };

/* As STAT records have them: value, and times in ns (perf_event_open(2), PERF_FORMAT_TOTAL_TIME_*). */
struct counts {
	uint64_t value, enabled_ns, running_ns;
};
/* The counts of an event on a CPU in a thread; thread is an index in tids. */
struct row {
	uint32_t cpu, thread;
	struct counts now, before; /* recorded counts are sums, printed are those of one round */
};
/* Of an event: its rows in order of first sight, and the index of each by cpu << 32 | thread. */
struct event_rows {
	VEC(struct row) rows;
	struct u64map by_place;
};

struct script_stat {
	const struct perf_events *events;
	VEC(uint64_t) tids;              /* of the thread map */
	VEC(struct event_rows) by_event; /* by the event's index; as long as it has to be */
	size_t nr_rows;
	bool titled;
};

struct script_stat *script_stat_new(const struct perf_events *events)
{
	struct script_stat *stat = xcalloc(1, sizeof(*stat));
	stat->events = events;
	return stat;
}

void script_stat_free(struct script_stat *stat)
{
	if (!stat) return;
	vec_done(&stat->tids);
	for (size_t i = 0; i < stat->by_event.count; i++) {
		vec_done(&stat->by_event.items[i].rows);
		u64map_done(&stat->by_event.items[i].by_place);
	}
	vec_done(&stat->by_event);
	free(stat);
}

/* THREAD_MAP: pairs of a tid (u64) and a name of 16 bytes, which is not shown. */
static void take_threads(struct script_stat *stat, const struct record *r)
{
	struct record_thread_map map;
	if (record_decode_thread_map(r, &map) < 0) return;
	vec_clear(&stat->tids);
	for (uint64_t i = 0; i < map.count && cursor_ok(&map.entries); i++) {
		uint64_t tid = cursor_u64(&map.entries);
		cursor_skip(&map.entries, 16);
		if (cursor_ok(&map.entries)) vec_push(&stat->tids, tid);
	}
}

/* STAT: finds the row and replaces its count, or adds a row. */
static void take_count(struct script_stat *stat, const struct record *r)
{
	struct record_stat count;
	if (record_decode_stat(r, &count) < 0) return;
	const struct perf_event *event = events_by_id(stat->events, count.id);
	if (!event) return;
	while (stat->by_event.count <= event->idx) {
		struct event_rows none = { .rows = VEC_INIT, .by_place = U64MAP_INIT };
		vec_push(&stat->by_event, none);
	}
	struct event_rows *of = &stat->by_event.items[event->idx];
	const uint64_t place = (uint64_t)count.cpu << 32 | count.thread;
	const uint64_t *known = u64map_find(&of->by_place, place);
	if (!known && stat->nr_rows >= MAX_ROWS) return;
	if (!known) {
		struct row row = { .cpu = count.cpu, .thread = count.thread };
		*u64map_put(&of->by_place, place, NULL) = of->rows.count;
		vec_push(&of->rows, row);
		stat->nr_rows++;
	}
	of->rows.items[known ? *known : of->rows.count - 1].now = (struct counts){ count.value, count.enabled_ns,
										   count.running_ns };
}

/* A line: what was added since the round before. */
static void write_row(const struct script_stat *stat, size_t event, struct row *row, uint64_t time_ns,
		      struct outbuf *out)
{
	int64_t tid = row->thread < stat->tids.count ? (int64_t)stat->tids.items[row->thread] : -1;
	out_printf(out, "%3d %8d %15llu %15llu %15llu %15llu %s\n", (int)row->cpu, (int)tid,
		   (unsigned long long)(row->now.value - row->before.value),
		   (unsigned long long)(row->now.enabled_ns - row->before.enabled_ns),
		   (unsigned long long)(row->now.running_ns - row->before.running_ns), (unsigned long long)time_ns,
		   stat->events->items[event]->name);
	row->before = row->now;
}

/* STAT_ROUND: event by event, rows in order of first sight. */
static void write_round(struct script_stat *stat, const struct record *r, struct outbuf *out)
{
	struct record_stat_round round;
	if (record_decode_stat_round(r, &round) < 0) return;
	if (!stat->titled)
		out_printf(out, "%3s %8s %15s %15s %15s %15s %s\n", "CPU", "THREAD", "VAL", "ENA", "RUN", "TIME",
			   "EVENT");
	stat->titled = true;
	for (size_t e = 0; e < stat->by_event.count; e++)
		for (size_t i = 0; i < stat->by_event.items[e].rows.count; i++)
			write_row(stat, e, &stat->by_event.items[e].rows.items[i], round.time_ns, out);
}

void script_stat_record(struct script_stat *stat, const struct record *r, struct outbuf *out)
{
	if (r->type == RECORD_THREAD_MAP) take_threads(stat, r);
	else if (r->type == RECORD_STAT) take_count(stat, r);
	else if (r->type == RECORD_STAT_ROUND) write_round(stat, r, out);
}
