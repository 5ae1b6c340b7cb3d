/* The parts of a listing: each appends the rows of one kind whose name, alias or topic matches. */
#ifndef EVENT_LISTING_LISTING_PRIVATE_H
#define EVENT_LISTING_LISTING_PRIVATE_H

#include "event/listing/listing.h"

struct listing_pass {
	struct listing *listing;
	const struct event_catalogue *catalogue;
	const struct vendor_tables *tables;
	const struct listing_options *options;
	const char *glob; /* "*word*"; NULL: everything matches */
};

bool listing_matches(const struct listing_pass *pass, const char *a, const char *b, const char *c);
void listing_add_event(struct listing_pass *pass, const struct listed_event *event);
void listing_add_pmu_events(struct listing_pass *pass);
void listing_add_raw_descriptors(struct listing_pass *pass);
void listing_add_metrics(struct listing_pass *pass, enum listing_kind kind);

#endif
