/* Looks for the events, and collects when threads return to the CPU. */
#include "analysis/pass/wall_pass.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/pass/parallelism_pass.h"
#include "event/format/tracepoint.h"
#include "perfdata/feature/header.h"

static const struct perf_event *event_named(const struct session *session, const char *name)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (strcmp(events->items[i]->name, name) == 0) return events->items[i];
	return NULL;
}

/* A clock, or what is sampled at a frequency. */
static bool tells_running(const struct event_attr *attr)
{
	enum { CPU_CLOCK = 0, TASK_CLOCK = 1, FIRST_OTHER_SOFTWARE = 2 };
	if (attr->type == ATTR_TYPE_SOFTWARE) return attr->config < FIRST_OTHER_SOFTWARE;
	return attr->type != ATTR_TYPE_TRACEPOINT && attr->flags & ATTR_FREQ && attr->sample_period;
}

static void find_running(const struct session *session, struct wall_clock *wall)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count && !wall->on_cpu; i++) {
		const struct event_attr *attr = &events->items[i]->attr;
		if (!tells_running(attr)) continue;
		wall->on_cpu = events->items[i];
		if (attr->type != ATTR_TYPE_SOFTWARE) wall->on_cpu_ns = 1000000000 / attr->sample_period;
	}
}

static void wall_pass_moment(void *ctx, const struct switch_moment *moment)
{
	struct wall_clock *wall = ctx;
	wall->end_ns = MAX(wall->end_ns, moment->time_ns);
	if (moment->begins) vec_push(&wall->returns, ((struct wall_return){ moment->tid, moment->time_ns }));
}

static int compare_returns(const void *a, const void *b)
{
	const struct wall_return *l = a, *r = b;
	if (l->tid != r->tid) return l->tid < r->tid ? -1 : 1;
	return (l->time_ns > r->time_ns) - (l->time_ns < r->time_ns);
}

static int collect_returns(struct session *session, struct wall_clock *wall, struct err *err)
{
	const struct perf_header *header = session_header(session);
	struct tracepoints *formats = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	const struct tracepoint *tp = tracepoints_find(formats, wall->switches->attr.config);
	if (tp) {
		struct payload_number state = payload_number_of(tp, "prev_state");
		wall->state_offset = state.offset;
		wall->state_size = state.size;
		wall->swap = state.swap;
	}
	tracepoints_free(formats);
	int r = switch_moments_visit(session, parallelism_source_of(session), wall_pass_moment, wall, err);
	if (wall->returns.count)
		qsort(wall->returns.items, wall->returns.count, sizeof(*wall->returns.items), compare_returns);
	return r;
}

/* Switches without samples have no stacks to count by; the flame graph hangs them below the last sample. */
static int refuse_without_event(const struct session *session, struct err *err)
{
	if (parallelism_source_of(session) == PARALLELISM_UNKNOWN) {
		err_set(err, -ENODATA, "The recording does not tell when threads were off the CPU, and where.");
		err_hint(err, "perf record --wall -g -- COMMAND");
	} else {
		err_set(err, -ENODATA, "The recording tells when threads were off the CPU, but not where.");
		err_hint(err, "As a flame graph it can be seen, near the last samples: perf report --wall-clock "
			      "--html wall.html (or --flamegraph wall.svg, --folded -)");
	}
	return -ENODATA;
}

int wall_collect(struct session *session, const struct wall_clock **ret, struct err *err)
{
	struct wall_clock *wall = xcalloc(1, sizeof(*wall));
	int r = 0;
	find_running(session, wall);
	wall->off_cpu = event_named(session, "offcpu-time");
	if (!wall->off_cpu) wall->switches = event_named(session, "sched:sched_switch");
	wall->event = wall->off_cpu ? wall->off_cpu : wall->switches;
	if (!wall->event) r = refuse_without_event(session, err);
	if (wall->switches && !(wall->switches->attr.sample_type & SAMPLE_TIME)) {
		r = err_set(err, -ENODATA, "The samples of sched:sched_switch have no times.");
		err_hint(err, "perf record --wall -g -- COMMAND, or -T beside --per-thread");
	}
	if (wall->off_cpu) wall->has_wakers = wall->off_cpu->attr.sample_type & SAMPLE_ADDR;
	if (r >= 0 && wall->switches) r = collect_returns(session, wall, err);
	if (r < 0) {
		wall_clock_free(wall);
		return r;
	}
	event_set_name((struct perf_event *)(uintptr_t)wall->event, "wall-clock"); /* what it is from now on */
	session_set_wall(session, wall);
	*ret = wall;
	return 0;
}
