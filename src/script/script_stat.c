/* The tables of recorded counts. THREAD_MAP says which tid a thread's number is, STAT records replace the count of
 * their event, CPU and thread, and STAT_ROUND prints what was added since the round before. */
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
	uint32_t event, cpu, thread;
	struct counts now, before; /* recorded counts are sums, printed are those of one round */
};

struct script_stat {
	const struct perf_events *events;
	VEC(uint64_t) tids; /* of the thread map */
	VEC(struct row) rows;
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
	vec_done(&stat->rows);
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
	struct row row = { .event = event->idx,
			   .cpu = count.cpu,
			   .thread = count.thread,
			   .now = { count.value, count.enabled_ns, count.running_ns } };
	/* Linear: recordings of perf stat have few rows, and each STAT record replaces one. */
	for (size_t i = 0; i < stat->rows.count; i++) {
		struct row *old = &stat->rows.items[i];
		if (old->event != row.event || old->cpu != row.cpu || old->thread != row.thread) continue;
		old->now = row.now;
		return;
	}
	if (stat->rows.count < MAX_ROWS) vec_push(&stat->rows, row);
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
	for (size_t e = 0; e < stat->events->count; e++)
		for (size_t i = 0; i < stat->rows.count; i++) {
			struct row *row = &stat->rows.items[i];
			if (row->event != e) continue;
			int64_t tid = row->thread < stat->tids.count ? (int64_t)stat->tids.items[row->thread] : -1;
			out_printf(out, "%3d %8d %15llu %15llu %15llu %15llu %s\n", (int)row->cpu, (int)tid,
				   (unsigned long long)(row->now.value - row->before.value),
				   (unsigned long long)(row->now.enabled_ns - row->before.enabled_ns),
				   (unsigned long long)(row->now.running_ns - row->before.running_ns),
				   (unsigned long long)round.time_ns, stat->events->items[e]->name);
			row->before = row->now;
		}
}

void script_stat_record(struct script_stat *stat, const struct record *r, struct outbuf *out)
{
	if (r->type == RECORD_THREAD_MAP) take_threads(stat, r);
	else if (r->type == RECORD_STAT) take_count(stat, r);
	else if (r->type == RECORD_STAT_ROUND) write_round(stat, r, out);
}
