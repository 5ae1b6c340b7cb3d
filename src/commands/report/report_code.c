#include "commands/report/report_code.h"
#include <stdlib.h>
#include "analysis/annotate/annotate_listing.h"
#include "base/threads.h"

/* Functions of an event, of all events; and by how many moments these may be followed through time: pages stay small.
 */
enum { EVENT_FUNCTIONS = 10, ALL_FUNCTIONS = 40, ALL_MOMENTS = 300000 };

/* Functions whose listings are made at the same time, each by one thread with a reader of its own. */
struct code_work {
	const struct annotate *annotate;
	uint32_t functions[ALL_FUNCTIONS];
	size_t nr_functions;
	struct annotate_reader **readers; /* by worker; NULL: not needed yet */
	const struct annotate_listing_options *options;
	struct code_listing listings[ALL_FUNCTIONS];
	bool failed[ALL_FUNCTIONS];
};

static void make_listing(void *ctx, unsigned worker, size_t item)
{
	struct code_work *work = ctx;
	const struct annotate_function *function = annotate_function_at(work->annotate, work->functions[item]);
	/* what lines weigh is kept apart, for each event: most lines have no samples */
	struct annotate_samples samples = { .annotate = work->annotate };
	_err_done_ struct err err = ERR_INIT;
	if (!work->readers[worker]) work->readers[worker] = annotate_reader_new(work->options);
	code_listing_init(&work->listings[item]);
	work->failed[item] = annotate_listing_make(work->readers[worker], function->object, function->symbol, &samples,
						   &work->listings[item], &err) < 0;
}

static void make_listings(const struct report *report, struct code_work *work)
{
	unsigned threads = session_threads(report->session);
	_free_ struct annotate_reader **readers = xcalloc(threads + 1, sizeof(struct annotate_reader *));
	work->readers = readers;
	threads_for(threads, work->nr_functions, make_listing, work);
	for (unsigned i = 0; i < threads; i++) annotate_reader_free(readers[i]);
}

/* The heaviest functions of each event, each once; each event has its share of what there is room for. */
static void choose_functions(struct code_work *work, const struct annotate_timed_event *events, size_t nr_events)
{
	size_t share = nr_events ? MAX(MIN(EVENT_FUNCTIONS, ALL_FUNCTIONS / nr_events), 1) : 0;
	for (size_t e = 0; e < nr_events; e++) {
		_free_ uint32_t *order = NULL;
		size_t count = annotate_order(work->annotate, events[e].event, 1, &order);
		for (size_t i = 0; i < MIN(count, share) && work->nr_functions < ALL_FUNCTIONS; i++) {
			size_t at = 0;
			while (at < work->nr_functions && work->functions[at] != order[i]) at++;
			work->functions[at] = order[i];
			work->nr_functions = MAX(work->nr_functions, at + 1);
		}
	}
}

/* Takes the listings that could be made; listed becomes what they are of. */
static void take_listings(struct code_work *work, struct annotate_listed *listed, struct report_code *ret)
{
	ret->listings = xcalloc(work->nr_functions + 1, sizeof(*ret->listings));
	for (size_t i = 0; i < work->nr_functions; i++) {
		if (work->failed[i]) {
			code_listing_done(&work->listings[i]);
			ret->nr_missing++;
			continue;
		}
		struct annotate_listed *one = &listed[ret->nr_listings];
		ret->listings[ret->nr_listings] = work->listings[i];
		one->function = annotate_function_at(work->annotate, work->functions[i]);
		one->listing = &ret->listings[ret->nr_listings++];
	}
}

int report_code_make(const struct report *report, const struct annotate_timed_event *events, size_t nr_events,
		     struct report_code *ret, struct err *err)
{
	const struct report_values *v = report->values;
	struct annotate_listing_options options = { .symfs = v->session.symfs };
	struct annotate_options what = { .filter = &report->filter,
					 .by_weight = report->hist_options.by_weight,
					 .event_switch = &report->event_switch };
	struct annotate *annotate;
	struct annotate_listed listed[ALL_FUNCTIONS];
	*ret = (struct report_code){ 0 };
	code_option_apply(&v->code, &options);
	int r = annotate_collect(report->session, &what, &annotate, err);
	if (r < 0) return r;
	struct code_work *work = xcalloc(1, sizeof(*work));
	work->annotate = annotate;
	work->options = &options;
	choose_functions(work, events, nr_events);
	make_listings(report, work);
	take_listings(work, listed, ret);
	struct annotate_wanted wanted = { .listed = listed,
					  .nr_listed = ret->nr_listings,
					  .events = events,
					  .nr_events = nr_events,
					  .max_moments = ALL_MOMENTS / MAX(nr_events, 1) };
	ret->weights = xcalloc(nr_events + 1, sizeof(*ret->weights));
	ret->nr_events = nr_events;
	annotate_weigh(annotate, &wanted, ret->weights);
	r = annotate_weigh_times(report->session, &what, &wanted, ret->weights, err);
	free(work);
	annotate_free(annotate);
	return r;
}

void report_code_done(struct report_code *code)
{
	for (size_t i = 0; i < code->nr_listings; i++) code_listing_done(&code->listings[i]);
	for (size_t e = 0; e < code->nr_events; e++) code_weights_done(&code->weights[e]);
	free(code->listings);
	free(code->weights);
	*code = (struct report_code){ 0 };
}
