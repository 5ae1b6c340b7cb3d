/* The parts of a listing: each appends the rows of one kind whose name, alias or topic matches. Private to this
 * room. */
#ifndef EVENT_LISTING_LISTING_PRIVATE_H
#define EVENT_LISTING_LISTING_PRIVATE_H

#include "event/listing/listing.h"

/* One word of the command line on its way through all kinds. */
struct listing_pass {
	struct listing *listing;
	const struct event_catalogue *catalogue;
	const struct vendor_tables *tables;
	const struct listing_options *options;
	const char *glob; /* "*word*"; NULL: everything matches */
};

/* Whether the glob fits one of them; NULL fits nothing. */
bool listing_matches(const struct listing_pass *pass, const char *a, const char *b, const char *c);
/* A copy of it, if it matches and is of the unit that was asked for. */
void listing_add_event(struct listing_pass *pass, const struct listed_event *event);
/* Events that PMUs have names for. */
void listing_add_pmu_events(struct listing_pass *pass);
/* How events without a name are written: "rNNN", "cpu/event=0..255,.../modifier". */
void listing_add_raw_descriptors(struct listing_pass *pass);
/* A part of that kind; none where no metric matches. */
void listing_add_metrics(struct listing_pass *pass, enum listing_kind kind);

#endif
