/* The code of the hottest functions, for the page of --html. */
#ifndef COMMANDS_REPORT_REPORT_CODE_H
#define COMMANDS_REPORT_REPORT_CODE_H

#include "commands/report/report_show.h"
#include "result/code_listing.h"

enum { REPORT_CODE_FUNCTIONS = 10 };

/* Listings of functions that have the most samples of an event, heaviest first; of those whose code is here. */
struct report_code {
	struct code_listing listings[REPORT_CODE_FUNCTIONS];
	size_t nr_listings;
	size_t nr_missing; /* of the hottest, without code */
};

/* Reads the samples once more. 0, or -errno with err set; report_code_done ends it in both cases. */
int report_code_make(const struct report *report, const struct hist_event *event, struct report_code *ret,
		     struct err *err) _warn_unused_;
void report_code_done(struct report_code *code);

#endif
