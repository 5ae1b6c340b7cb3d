/* A first pass takes the times of all beginnings and ends; in order of time they find each other, as a thread is in one
 * call at a time. The second pass, which writes, finds the beginnings that have an end by the number of their sample.
 */
#include "commands/inject/inject_calls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/sort.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "event/format/tracepoint.h"
#include "perfdata/record/sample.h"

enum side { SIDE_NONE, SIDE_ENTER, SIDE_EXIT };

/* What is read of an event's payload. */
struct source {
	enum side side;
	bool is_raw; /* of all calls: its ends are those of the other event of all calls */
	struct payload_number nr;
};
/* The beginning or the end of a call. The first two members are what it is sorted by. */
struct moment {
	uint64_t time_ns, number;
	uint64_t thread; /* tid, and above it is_raw */
	uint64_t nr_2;   /* the call's number, doubled; odd: its end */
};
/* A beginning with an end. */
struct call {
	uint64_t number, period_ns;
};
struct inject_calls {
	const struct perf_events *events;
	struct tracepoints *tracepoints;
	struct source *sources; /* by event index */
	VEC(struct moment) moments;
	VEC(struct call) calls; /* by number */
	struct sample_scratch scratch;
	uint64_t next_number, next_call, count, nr_single;
};

/* ---- which events */

static bool begins_with(const char *name, const char *begin) { return strncmp(name, begin, strlen(begin)) == 0; }

static struct source source_of(const struct inject_calls *calls, const struct perf_event *event)
{
	struct source source = { .is_raw = begins_with(event->name, "raw_syscalls:") };
	const char *name = strchr(event->name, ':');
	const struct tracepoint *tp = NULL;
	if (event->attr.type == ATTR_TYPE_TRACEPOINT) tp = tracepoints_find(calls->tracepoints, event->attr.config);
	if (!tp || !name || (!source.is_raw && !begins_with(event->name, "syscalls:"))) return source;
	if (begins_with(name, ":sys_enter")) source.side = SIDE_ENTER;
	else if (begins_with(name, ":sys_exit")) source.side = SIDE_EXIT;
	source.nr = payload_number_of(tp, source.is_raw ? "id" : "__syscall_nr");
	return source;
}

static int find_events(struct inject_calls *calls, struct err *err)
{
	bool has[SIDE_EXIT + 1] = { 0 }, lacks = false;
	calls->sources = xcalloc(calls->events->count + 1, sizeof(*calls->sources));
	for (size_t i = 0; i < calls->events->count; i++) {
		const struct perf_event *event = calls->events->items[i];
		calls->sources[i] = source_of(calls, event);
		enum side side = calls->sources[i].side;
		has[side] = true;
		if (side && (event->off_time < 0 || event->off_tid < 0)) lacks = true;
		if (side == SIDE_ENTER && event->off_period < 0) lacks = true;
	}
	if (!has[SIDE_ENTER] || !has[SIDE_EXIT])
		return err_set(err, -ENODATA,
			       "--trace needs samples of the beginning and of the end of system calls, which this "
			       "recording does not have\n"
			       "Hint: perf trace record PROGRAM, or perf record -e raw_syscalls:sys_enter -e "
			       "raw_syscalls:sys_exit -g PROGRAM");
	if (lacks)
		return err_set(err, -ENODATA,
			       "--trace needs the thread, the time and the period of each sample of a system call\n"
			       "Hint: record again with the options -T and -P");
	return 0;
}

/* ---- first pass */

static void take_moment(struct inject_calls *calls, const struct record *r, const struct perf_event *event,
			uint64_t number)
{
	const struct source *source = &calls->sources[event->idx];
	struct sample sample;
	if (sample_decode(event, r, &calls->scratch, &sample) < 0) return;
	uint64_t nr = payload_number_get(&source->nr, sample.raw, sample.raw_size);
	vec_push(&calls->moments, ((struct moment){ .time_ns = sample.time_ns,
						    .number = number,
						    .thread = (uint64_t)source->is_raw << 32 | (uint32_t)sample.tid,
						    .nr_2 = nr * 2 + (source->side == SIDE_EXIT) }));
}

static int take_moments(struct inject_calls *calls, struct perfdata *pd)
{
	struct record r;
	uint64_t number = 0;
	int rc;
	while ((rc = perfdata_next(pd, &r)) > 0) {
		if (r.type != RECORD_SAMPLE) continue;
		const struct perf_event *event = events_of_record(calls->events, &r);
		if (event && calls->sources[event->idx].side) take_moment(calls, &r, event, number);
		number++;
	}
	return rc;
}

/* What stands in `open` for a thread: the moment its call began at, + 1; 0: it is in none. */
static void join(struct inject_calls *calls)
{
	struct u64map open = U64MAP_INIT;
	for (size_t i = 0; i < calls->moments.count; i++) {
		const struct moment *now = &calls->moments.items[i];
		uint64_t *begun = u64map_put(&open, now->thread, NULL);
		if (!(now->nr_2 & 1)) {
			*begun = i + 1;
			continue;
		}
		const struct moment *since = *begun ? &calls->moments.items[*begun - 1] : NULL;
		*begun = 0;
		if (!since || since->nr_2 + 1 != now->nr_2) continue;
		vec_push(&calls->calls, ((struct call){ since->number, now->time_ns - since->time_ns }));
	}
	u64map_done(&open);
	calls->nr_single = calls->moments.count - 2 * calls->calls.count;
}

int inject_calls_new(struct inject_calls **ret, struct perfdata *pd, struct err *err)
{
	enum { MOMENT_WORDS = sizeof(struct moment) / 8, CALL_WORDS = sizeof(struct call) / 8 };
	struct inject_calls *calls = xcalloc(1, sizeof(*calls));
	int r = perfdata_learn_header(pd, err);
	if (r >= 0) {
		const struct perf_header *header = perfdata_header(pd);
		calls->events = perfdata_events(pd);
		calls->tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
		r = find_events(calls, err);
	}
	if (r >= 0) {
		perfdata_rewind(pd);
		r = take_moments(calls, pd);
		if (r < 0) (void)err_set_errno(err, r, "failed to read %s", perfdata_path(pd));
	}
	if (r < 0) {
		inject_calls_free(calls);
		return r;
	}
	perfdata_rewind(pd);
	if (calls->moments.count)
		sort_words((uint64_t *)(void *)calls->moments.items, calls->moments.count, MOMENT_WORDS, 2, 1);
	join(calls);
	vec_done(&calls->moments);
	if (calls->calls.count)
		sort_words((uint64_t *)(void *)calls->calls.items, calls->calls.count, CALL_WORDS, 1, 1);
	*ret = calls;
	return 0;
}

void inject_calls_free(struct inject_calls *calls)
{
	if (!calls) return;
	tracepoints_free(calls->tracepoints);
	free(calls->sources);
	vec_done(&calls->moments);
	vec_done(&calls->calls);
	sample_scratch_done(&calls->scratch);
	free(calls);
}

/* ---- second pass */

enum rewrite inject_calls_sample(struct inject_calls *calls, const struct record *r, struct outbuf *out)
{
	uint64_t number = calls->next_number++;
	const struct perf_event *event = events_of_record(calls->events, r);
	if (!event || !calls->sources[event->idx].side) return REWRITE_KEEP;
	if (calls->next_call == calls->calls.count || calls->calls.items[calls->next_call].number != number)
		return REWRITE_DROP;
	struct sample sample;
	uint64_t period_ns = calls->calls.items[calls->next_call++].period_ns;
	if (sample_decode(event, r, &calls->scratch, &sample) < 0) return REWRITE_DROP;
	sample.period = period_ns;
	if (sample_encode(out, event, &sample) < 0) return REWRITE_DROP;
	calls->count++;
	return REWRITE_REPLACE;
}

uint64_t inject_calls_count(const struct inject_calls *calls) { return calls->count; }
uint64_t inject_calls_nr_single(const struct inject_calls *calls) { return calls->nr_single; }
