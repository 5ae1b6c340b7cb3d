/* What a sample stands for, by its event. */
#include "session/wall_clock.h"

#include <stdlib.h>
#include <string.h>

/* States as ADDR of offcpu-time has them, from OFF_CPU_STATE_SHIFT on (bpf/off_cpu_shared.h). */
static const enum wall_state recorded_states[] = { WALL_RUNNABLE, WALL_SLEEP, WALL_BLOCKED, WALL_DISK, WALL_LOCK };
enum { RECORDED_STATE_SHIFT = 32 };

void wall_clock_free(struct wall_clock *wall)
{
	if (!wall) return;
	vec_done(&wall->returns);
	free(wall);
}

static void apply_off_cpu(const struct wall_clock *wall, struct sample *sample)
{
	uint64_t state = sample->addr >> RECORDED_STATE_SHIFT;
	sample->wall_state = WALL_WAIT;
	if (!wall->has_wakers) return;
	if (state < ARRAY_SIZE(recorded_states)) sample->wall_state = (uint8_t)recorded_states[state];
	sample->waker = (uint32_t)sample->addr;
}

/* The first return of the thread behind time_ns. */
static uint64_t return_of(const struct wall_clock *wall, uint32_t tid, uint64_t time_ns)
{
	size_t low = 0, high = wall->returns.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct wall_return *at = &wall->returns.items[middle];
		if (at->tid < tid || (at->tid == tid && at->time_ns <= time_ns)) low = middle + 1;
		else high = middle;
	}
	bool is_there = low < wall->returns.count && wall->returns.items[low].tid == tid;
	return is_there ? wall->returns.items[low].time_ns : wall->end_ns;
}

/* prev_state: 0 and the bit above all states: it could run on. */
static enum wall_state state_of(const struct wall_clock *wall, const struct sample *sample)
{
	uint64_t state = 0;
	uint32_t narrow;
	if (wall->state_offset > sample->raw_size || sample->raw_size - wall->state_offset < wall->state_size)
		return WALL_WAIT;
	const uint8_t *at = sample->raw + wall->state_offset;
	if (wall->state_size == sizeof(state)) {
		memcpy(&state, at, sizeof(state));
		if (wall->swap) state = __builtin_bswap64(state);
	} else if (wall->state_size == sizeof(narrow)) {
		memcpy(&narrow, at, sizeof(narrow));
		state = wall->swap ? __builtin_bswap32(narrow) : narrow;
	} else {
		return WALL_WAIT;
	}
	if (!(state & 0xff)) return WALL_RUNNABLE;
	return state & 1 ? WALL_SLEEP : WALL_BLOCKED;
}

/* Events that -G asked for of several control groups differ in nothing else. */
static bool is_like(const struct perf_event *event, const struct perf_event *like)
{
	if (!event || !like || event == like) return event && event == like;
	const struct event_attr *a = &event->attr, *b = &like->attr;
	return a->type == b->type && a->config == b->config && a->flags == b->flags &&
	       a->sample_type == b->sample_type && a->sample_period == b->sample_period;
}

void wall_clock_apply(const struct wall_clock *wall, struct sample *sample)
{
	sample->wall_state = WALL_UNKNOWN;
	sample->waker = 0;
	if (is_like(sample->event, wall->on_cpu)) {
		sample->wall_state = WALL_RUNNING;
		if (wall->on_cpu_ns) sample->period = wall->on_cpu_ns;
		else if (!sample->period) sample->period = sample->event->attr.sample_period;
	} else if (sample->event == wall->off_cpu) {
		apply_off_cpu(wall, sample);
	} else if (is_like(sample->event, wall->switches)) {
		uint64_t until_ns = return_of(wall, sample->tid, sample->time_ns);
		sample->wall_state = (uint8_t)state_of(wall, sample);
		sample->period = until_ns > sample->time_ns ? until_ns - sample->time_ns : 0;
	} else {
		return;
	}
	sample->event = wall->event;
}
