/* A first pass takes the samples concerned, with their times; in order of time each is then given its fate; the second
 * pass, which writes, finds fates by the number of the sample. */
#include "commands/inject/inject_sleep.h"

#include <errno.h>
#include <string.h>
#include "base/sort.h"
#include "base/vec.h"
#include "event/format/tracepoint.h"
#include "perfdata/record/sample.h"

enum kind { KIND_NONE, KIND_SWITCH, KIND_STAT, KIND_EXIT };

/* What is read of an event's payload. */
struct source {
	enum kind kind;
	struct payload_number pid;                       /* STAT, EXIT: whose it is */
	struct payload_number delay_ns;                  /* STAT */
	struct payload_number prev_pid, next_pid, state; /* SWITCH */
};
/* A sample concerned. The first two members are what it is sorted by. */
struct moment {
	uint64_t time_ns, number;
	const uint8_t *record;
	uint32_t size, misc; /* of the record */
};
/* What stands for sample `number` in the end: NULL: nothing; else the switch with another time and period. */
struct fate {
	uint64_t number;
	const uint8_t *record; /* of the switch */
	uint32_t size, misc;
	uint64_t period_ns, time_ns;
};
struct inject_sleep {
	const struct perf_events *events;
	bool swap;
	struct tracepoints *tracepoints;
	struct source *sources; /* by event index */
	bool by_switch;         /* there are no samples of sleep: switches tell */
	VEC(struct moment) moments;
	VEC(struct fate) fates;
	struct u64map away; /* thread -> index of the moment when it went to sleep, + 1; 0: it did not */
	struct sample_scratch scratch;
	uint64_t next_number, next_fate, count;
};

/* A sample that was met before. misc: as struct record has it. */
static struct record record_of(const struct inject_sleep *sleep, const uint8_t *data, uint64_t size, uint64_t misc)
{
	return (struct record){
		.type = RECORD_SAMPLE, .misc = (uint16_t)misc, .size = (uint16_t)size, .swap = sleep->swap, .data = data
	};
}

/* ---- which events */

static struct source source_of(const struct inject_sleep *sleep, const struct perf_event *event)
{
	static const char stat[] = "sched:sched_stat_";
	struct source source = { 0 };
	const struct tracepoint *tp = NULL;
	if (event->attr.type == ATTR_TYPE_TRACEPOINT) tp = tracepoints_find(sleep->tracepoints, event->attr.config);
	if (!tp) return source;
	if (strcmp(event->name, "sched:sched_switch") == 0) source.kind = KIND_SWITCH;
	else if (strcmp(event->name, "sched:sched_process_exit") == 0) source.kind = KIND_EXIT;
	else if (strncmp(event->name, stat, strlen(stat)) == 0) source.kind = KIND_STAT;
	source.pid = payload_number_of(tp, "pid");
	source.delay_ns = payload_number_of(tp, "delay");
	source.prev_pid = payload_number_of(tp, "prev_pid");
	source.next_pid = payload_number_of(tp, "next_pid");
	source.state = payload_number_of(tp, "prev_state");
	return source;
}

/* Time waited for a CPU and time run are no sleep. */
static bool is_sleep(const struct perf_event *event)
{
	return strcmp(event->name, "sched:sched_stat_wait") != 0 &&
	       strcmp(event->name, "sched:sched_stat_runtime") != 0;
}

static int find_events(struct inject_sleep *sleep, struct err *err)
{
	const struct perf_event *switches = NULL;
	sleep->sources = xcalloc(sleep->events->count + 1, sizeof(*sleep->sources));
	for (size_t i = 0; i < sleep->events->count; i++) {
		const struct perf_event *event = sleep->events->items[i];
		struct source source = source_of(sleep, event);
		if (source.kind == KIND_SWITCH) switches = event;
		if (source.kind == KIND_STAT && !is_sleep(event)) source.kind = KIND_NONE;
		sleep->sources[i] = source;
	}
	if (!switches)
		return err_set(err, -ENODATA,
			       "--sched-stat needs samples of sched:sched_switch, which this recording does not have\n"
			       "Hint: perf record -e sched:sched_switch -e sched:sched_stat_sleep -e "
			       "sched:sched_stat_iowait -g ...");
	if (switches->off_time < 0 || switches->off_period < 0)
		return err_set(err, -ENODATA,
			       "--sched-stat needs the time and the period of each sample of sched:sched_switch\n"
			       "Hint: record again with the options -T and -P");
	return 0;
}

/* ---- first pass */

static int take_moments(struct inject_sleep *sleep, struct perfdata *pd)
{
	struct record r;
	uint64_t number = 0;
	int rc;
	sleep->by_switch = true;
	while ((rc = perfdata_next(pd, &r)) > 0) {
		if (r.type != RECORD_SAMPLE) continue;
		const struct perf_event *event = events_of_record(sleep->events, &r);
		enum kind kind = event ? sleep->sources[event->idx].kind : KIND_NONE;
		if (kind == KIND_STAT) sleep->by_switch = false;
		if (kind)
			vec_push(&sleep->moments, ((struct moment){ events_record_time(sleep->events, &r), number,
								    r.data, r.size, r.misc }));
		number++;
	}
	return rc;
}

/* ---- fates, in order of time */

/* The thread went to sleep at a moment: what was known of it before is over. */
static void go_away(struct inject_sleep *sleep, uint32_t tid, size_t moment)
{
	*u64map_put(&sleep->away, tid, NULL) = moment + 1;
}

/* The thread slept until this moment, for that long: its switch away is shown here. 0: as long as it was away. */
static void come_back(struct inject_sleep *sleep, uint32_t tid, const struct moment *now, uint64_t slept_ns)
{
	uint64_t *away = u64map_find(&sleep->away, tid);
	if (!away || !*away) return;
	const struct moment *since = &sleep->moments.items[*away - 1];
	struct fate *fate = &sleep->fates.items[sleep->fates.count - 1];
	fate->record = since->record;
	fate->size = since->size;
	fate->misc = since->misc;
	fate->time_ns = now->time_ns;
	fate->period_ns = slept_ns ? slept_ns : now->time_ns - since->time_ns;
	if (sleep->by_switch) *away = 0;
}

static void decide(struct inject_sleep *sleep, size_t i)
{
	const struct moment *moment = &sleep->moments.items[i];
	struct record r = record_of(sleep, moment->record, moment->size, moment->misc);
	const struct perf_event *event = events_of_record(sleep->events, &r);
	const struct source *source = &sleep->sources[event->idx];
	struct sample sample;
	vec_push(&sleep->fates, ((struct fate){ .number = moment->number }));
	if (sample_decode(event, &r, &sleep->scratch, &sample) < 0) return;
#define NUMBER(field) payload_number_get(&source->field, sample.raw, sample.raw_size)
	switch (source->kind) {
	case KIND_SWITCH:
		if (sleep->by_switch) come_back(sleep, (uint32_t)NUMBER(next_pid), moment, 0);
		/* who was preempted does not sleep */
		if (!sleep->by_switch || NUMBER(state)) go_away(sleep, (uint32_t)NUMBER(prev_pid), i);
		break;
	case KIND_STAT: come_back(sleep, (uint32_t)NUMBER(pid), moment, NUMBER(delay_ns)); break;
	case KIND_EXIT: (void)u64map_remove(&sleep->away, sample.tid); break;
	case KIND_NONE: break;
	}
#undef NUMBER
}

int inject_sleep_new(struct inject_sleep **ret, struct perfdata *pd, struct err *err)
{
	enum { MOMENT_WORDS = sizeof(struct moment) / 8, FATE_WORDS = sizeof(struct fate) / 8 };
	struct inject_sleep *sleep = xcalloc(1, sizeof(*sleep));
	int r = perfdata_learn_header(pd, err);
	if (r >= 0) {
		const struct perf_header *header = perfdata_header(pd);
		sleep->events = perfdata_events(pd);
		sleep->swap = perfdata_swapped(pd);
		sleep->tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
		r = find_events(sleep, err);
	}
	if (r >= 0) {
		perfdata_rewind(pd);
		r = take_moments(sleep, pd);
		if (r < 0) (void)err_set_errno(err, r, "failed to read %s", perfdata_path(pd));
	}
	if (r < 0) {
		inject_sleep_free(sleep);
		return r;
	}
	perfdata_rewind(pd);
	if (sleep->moments.count)
		sort_words((uint64_t *)(void *)sleep->moments.items, sleep->moments.count, MOMENT_WORDS, 2, 1);
	for (size_t i = 0; i < sleep->moments.count; i++) decide(sleep, i);
	if (sleep->fates.count)
		sort_words((uint64_t *)(void *)sleep->fates.items, sleep->fates.count, FATE_WORDS, 1, 1);
	*ret = sleep;
	return 0;
}

void inject_sleep_free(struct inject_sleep *sleep)
{
	if (!sleep) return;
	tracepoints_free(sleep->tracepoints);
	free(sleep->sources);
	vec_done(&sleep->moments);
	vec_done(&sleep->fates);
	u64map_done(&sleep->away);
	sample_scratch_done(&sleep->scratch);
	free(sleep);
}

/* ---- second pass */

enum rewrite inject_sleep_sample(struct inject_sleep *sleep, const struct record *r, struct outbuf *out)
{
	uint64_t number = sleep->next_number++;
	if (sleep->next_fate == sleep->fates.count || sleep->fates.items[sleep->next_fate].number != number)
		return REWRITE_KEEP;
	const struct fate *fate = &sleep->fates.items[sleep->next_fate++];
	if (!fate->record) return REWRITE_DROP;
	struct record away = record_of(sleep, fate->record, fate->size, fate->misc);
	const struct perf_event *event = events_of_record(sleep->events, &away);
	struct sample sample;
	if (sample_decode(event, &away, &sleep->scratch, &sample) < 0) return REWRITE_DROP;
	sample.time_ns = fate->time_ns;
	sample.period = fate->period_ns;
	if (sample_encode(out, event, &sample) < 0) return REWRITE_DROP;
	sleep->count++;
	return REWRITE_REPLACE;
}

uint64_t inject_sleep_count(const struct inject_sleep *sleep) { return sleep->count; }
