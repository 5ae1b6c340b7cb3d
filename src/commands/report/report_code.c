#include "commands/report/report_code.h"
#include <stdlib.h>
#include "analysis/profile/annotate_listing.h"
#include "base/threads.h"

/* Functions whose listings are made at the same time, each by one thread with a reader of its own. */
struct code_work {
	const struct annotate *annotate;
	size_t event;
	const uint32_t *functions;
	struct annotate_reader **readers; /* by worker; NULL: not needed yet */
	const struct annotate_listing_options *options;
	struct code_listing *listings;
	bool *failed;
};

static void make_listing(void *ctx, unsigned worker, size_t item)
{
	const struct code_work *work = ctx;
	const struct annotate_function *function = annotate_function_at(work->annotate, work->functions[item]);
	struct annotate_samples samples = { work->annotate, function, work->event, 1 };
	_err_done_ struct err err = ERR_INIT;
	if (!work->readers[worker]) work->readers[worker] = annotate_reader_new(work->options);
	code_listing_init(&work->listings[item]);
	work->failed[item] = annotate_listing_make(work->readers[worker], function->object, function->symbol, &samples,
						   &work->listings[item], &err) < 0;
}

static void make_listings(const struct report *report, struct code_work *work, size_t count, struct report_code *ret)
{
	unsigned threads = session_threads(report->session);
	_free_ struct annotate_reader **readers = xcalloc(threads + 1, sizeof(struct annotate_reader *));
	work->readers = readers;
	threads_for(threads, count, make_listing, work);
	for (unsigned i = 0; i < threads; i++) annotate_reader_free(readers[i]);
	for (size_t i = 0; i < count; i++) {
		if (!work->failed[i]) {
			ret->listings[ret->nr_listings++] = work->listings[i];
			continue;
		}
		code_listing_done(&work->listings[i]);
		ret->nr_missing++;
	}
}

int report_code_make(const struct report *report, const struct hist_event *event, struct report_code *ret,
		     struct err *err)
{
	const struct report_values *v = report->values;
	struct annotate_listing_options options = { .symfs = v->session.symfs, .prefix = v->prefix };
	struct annotate_options what = { .filter = &report->filter };
	struct annotate *annotate;
	struct code_listing listings[REPORT_CODE_FUNCTIONS];
	bool failed[REPORT_CODE_FUNCTIONS];
	_free_ uint32_t *order = NULL;
	ret->nr_listings = ret->nr_missing = 0;
	int r = annotate_collect(report->session, &what, &annotate, err);
	if (r < 0) return r;
	struct code_work work = { .annotate = annotate,
				  .event = hist_totals(event)->event->idx,
				  .options = &options,
				  .listings = listings,
				  .failed = failed };
	size_t count = annotate_order(annotate, work.event, false, &order);
	work.functions = order;
	make_listings(report, &work, MIN(count, (size_t)REPORT_CODE_FUNCTIONS), ret);
	annotate_free(annotate);
	return 0;
}

void report_code_done(struct report_code *code)
{
	for (size_t i = 0; i < code->nr_listings; i++) code_listing_done(&code->listings[i]);
}
