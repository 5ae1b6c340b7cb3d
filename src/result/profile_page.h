/* What a page about a profile shows: render/html makes it, a command fills it in. All is borrowed. */
#ifndef RESULT_PROFILE_PAGE_H
#define RESULT_PROFILE_PAGE_H

#include "result/c2c_result.h"
#include "result/code_listing.h"
#include "result/code_weights.h"
#include "result/flame.h"
#include "result/flame_times.h"
#include "result/profile.h"
#include "result/table.h"

/* An event: its tree of calls, whose rows are those of the table of its profile, and when its samples were taken. */
struct page_event {
	const char *name;
	uint64_t nr_samples, period; /* what shares are shares of */
	bool is_wall;                /* nr_samples are times between samples and switches of a thread */
	const struct flame *flame;
	const struct flame_row *rows;    /* of the table of its profile; NULL without */
	const struct flame_times *times; /* NULL: not known */
	const struct code_weights *code; /* of the page's listings; NULL: none */
};

/* Events that are shown side by side, with the table of their entries. */
struct page_profile {
	struct page_event *events;
	size_t nr_events;
	const struct table *table; /* NULL: only pictures */
	bool has_children;         /* entries have what they called, too */
};

struct profile_page {
	const char *title;
	const char *program; /* what made it: "perf 0.1.0" */
	const struct page_profile *profiles;
	size_t nr_profiles;
	const struct code_listing *codes; /* of the hottest functions */
	size_t nr_codes;
	const struct c2c_result *lines; /* shared cache lines; NULL: the samples do not say what memory accesses met */
	const char *header;             /* facts of the header as text: lines "# name : value"; NULL: not asked for */
	const char *const *remarks;     /* what makes the profile less than it could be, and what was lost or cut */
	size_t nr_remarks;
	uint64_t nr_lost;
};

#endif
