/* Calls that move bytes or wait for them: a begin is kept with its thread until its end comes, or the recording
 * ends. Ends without a begin, begins without an end and ends of other calls are counted; only the first end of a
 * thread may belong to a call of before the recording, and is not. Neighbouring calls of one kind, descriptor and
 * result are made one where they are no more than merge_ns apart. */
#include "analysis/timechart/timechart_calls.h"

/* Adds a call that took from span.start_ns to span.end_ns: the span before it does not reach into it, and becomes part
 * of it when both are alike and close. */
static void add_call(struct timechart_calls *calls, uint32_t row, struct timechart_span span, struct timechart_io io)
{
	struct timechart *chart = calls->rows->chart;
	struct timechart_spans *to = &chart->tasks.items[row].io;
	struct timechart_span *before = to->all.count ? vec_last(&to->all) : NULL;
	chart->tasks.items[row].nr_bytes += io.bytes;
	if (before && before->end_ns > span.start_ns)
		before->end_ns = span.start_ns > before->start_ns ? span.start_ns : before->start_ns;
	if (before && before->kind == span.kind && before->kind != TIMECHART_MIXED &&
	    span.start_ns - before->end_ns <= calls->merge_ns) {
		struct timechart_io *other = &chart->ios.items[before->detail];
		if (other->fd == io.fd && other->error == io.error) {
			before->end_ns = span.end_ns;
			other->bytes += io.bytes;
			other->nr_merges++;
			return;
		}
	}
	span.detail = (uint32_t)chart->ios.count;
	size_t count = to->all.count;
	timechart_rows_add(calls->rows, to, span);
	if (to->all.count > count) vec_push(&chart->ios, io);
}

/* The call's kind, descriptor and time are kept with its thread. */
static void on_begin(struct timechart_calls *calls, struct timechart_life *life, const struct sched_event *event)
{
	if (life->in_call) calls->nr_unended++;
	life->in_call = life->was_in_call = true;
	life->io = event->detail;
	life->has_fd = event->value != (uint64_t)TIMECHART_HAS_NO_FD;
	life->fd = (int32_t)event->value;
	life->call_ns = event->time_ns;
}

/* Makes a span of the call that its thread is in, if it is of the same kind. */
static void on_end(struct timechart_calls *calls, struct timechart_life *life, const struct sched_event *event)
{
	if (!life->in_call || life->io != event->detail) {
		if (life->in_call) calls->nr_others++;
		else if (life->was_in_call) calls->nr_unbegun++;
		life->was_in_call = true;
		life->in_call = false;
		return;
	}
	life->in_call = false;
	int64_t result = (int64_t)event->value;
	bool moves_bytes = event->detail != TIMECHART_SYNC && event->detail != TIMECHART_POLL;
	struct timechart_io io = {
		.fd = life->has_fd ? life->fd : TIMECHART_NO_FD,
		.error = result < 0 ? (int32_t)MAX(result, (int64_t)-4095) : 0,
		.bytes = moves_bytes && result > 0 ? (uint64_t)result : 0,
	};
	struct timechart_span span = { .start_ns = life->call_ns, .end_ns = event->time_ns, .kind = event->detail };
	if (span.end_ns < span.start_ns) return;
	/* Very short calls are made long enough to be seen. */
	if (span.end_ns - span.start_ns < calls->min_ns) span.end_ns = span.start_ns + calls->min_ns;
	add_call(calls, life->row, span, io);
}

void timechart_calls_event(struct timechart_calls *calls, const struct sched_event *event)
{
	struct timechart_life *life = timechart_rows_life(calls->rows, event->tid, event->time_ns);
	if (event->kind == TIMECHART_IO_BEGIN) on_begin(calls, life, event);
	else on_end(calls, life, event);
}

void timechart_calls_end(struct timechart_calls *calls, uint64_t time_ns)
{
	struct timechart_rows *rows = calls->rows;
	for (size_t i = 0; i < rows->lives.count; i++) {
		struct timechart_life *life = &rows->lives.items[i];
		if (!life->in_call) continue;
		struct timechart_span span = { .start_ns = life->call_ns, .end_ns = time_ns, .kind = life->io };
		add_call(calls, life->row, span,
			 (struct timechart_io){ .fd = life->has_fd ? life->fd : TIMECHART_NO_FD });
	}
}
