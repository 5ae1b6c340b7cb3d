/* The moments are found once, by going over all samples in order; each turns the state over. So a sample's state is
 * starts_on, turned over once for each moment up to it: a binary search tells how many these are. Equal times are
 * told apart by turn. */
#include "analysis/pass/event_switch.h"

struct search {
	struct event_switch *event_switch;
	const struct perf_event *on, *off;
	bool state;
};

/* While the state is on only `off` is looked for, and the other way round. */
static void event_switch_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct search *search = ctx;
	const struct perf_event *next = search->state ? search->off : search->on;
	if (!next || sample->event != next) return;
	struct event_switch_moment moment = { sample->time_ns, sample->turn };
	vec_push(&search->event_switch->moments, moment);
	search->state = !search->state;
}

static void *event_switch_batch_begin(void *ctx, struct session_worker *worker, size_t batch) { return ctx; }
static int event_switch_batch_finish(void *ctx, void *batch_state) { return 0; }

int event_switch_find(struct event_switch *event_switch, struct session *session, const struct perf_event *on,
		      const struct perf_event *off, bool show, struct err *err)
{
	*event_switch = (struct event_switch){
		.active = on || off, .starts_on = !on, .show = show, .by_turn = session_totals(session)->in_file_order
	};
	if (!event_switch->active) return 0;
	struct search search = { event_switch, on, off, !on };
	struct sample_visitor visitor = { .ctx = &search,
					  .sample = event_switch_sample,
					  .batch_begin = event_switch_batch_begin,
					  .batch_finish = event_switch_batch_finish,
					  .sequential = true,
					  .skip_resolver = true };
	return session_samples_ordered(session, &visitor, err);
}

void event_switch_done(struct event_switch *event_switch) { vec_done(&event_switch->moments); }

bool event_switch_is_on(const struct event_switch *event_switch, const struct sample *sample)
{
	size_t from = 0, to = event_switch->moments.count; /* the number of moments up to and with this sample */
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		const struct event_switch_moment *m = &event_switch->moments.items[middle];
		bool later = event_switch->by_turn || m->time_ns == sample->time_ns ? m->turn > sample->turn
										    : m->time_ns > sample->time_ns;
		if (later) to = middle;
		else from = middle + 1;
	}
	/* The sample is a switching one itself. */
	if (from && event_switch->moments.items[from - 1].turn == sample->turn) return event_switch->show;
	return event_switch->starts_on ^ (from & 1);
}
