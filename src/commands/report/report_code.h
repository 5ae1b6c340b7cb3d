/* The code of the hottest functions of each event, for the page of --html. */
#ifndef COMMANDS_REPORT_REPORT_CODE_H
#define COMMANDS_REPORT_REPORT_CODE_H

#include "analysis/annotate/annotate_times.h"
#include "commands/report/report_show.h"
#include "result/code_listing.h"
#include "result/code_weights.h"

/* Listings of the functions that have the most samples of an event, of those whose code is here. */
struct report_code {
	struct code_listing *listings;
	size_t nr_listings;
	size_t nr_missing;            /* of the hottest, without code */
	struct code_weights *weights; /* by place in the array of wanted events */
	size_t nr_events;
};

/* Reads the samples once more. 0, or -errno with err set; report_code_done ends it in both cases. */
int report_code_make(const struct report *report, const struct annotate_timed_event *events, size_t nr_events,
		     struct report_code *ret, struct err *err) _warn_unused_;
void report_code_done(struct report_code *code);

#endif
