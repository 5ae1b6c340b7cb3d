/* Which columns a profile has and what it is ordered by: -s and -F put together with the defaults. */
#ifndef ANALYSIS_PROFILE_HIST_LAYOUT_H
#define ANALYSIS_PROFILE_HIST_LAYOUT_H

#include "analysis/profile/hist_field.h"
#include "key/key_field.h"

struct hist_column {
	const struct hist_field *field; /* or */
	const struct key *key;
	unsigned key_index; /* in hist_layout.keys */
	bool hidden;        /* the same for all rows: not shown */
};

struct hist_layout {
	VEC(struct hist_column) columns; /* as shown, left to right */
	VEC(struct hist_column) order;   /* most important first */
	VEC(const struct key *) keys;    /* what entries are told apart by */
	key_field_vec fields;            /* those of them that the recording brought */
	struct tracepoints *tracepoints; /* theirs */
	bool sums;                       /* some field needs hist_options.sums */
	bool self;                       /* the overhead column stands beside that of children, and is titled so */
	bool symbol_first;               /* -s begins with the symbol: call graphs need not repeat it */
};

struct hist_layout_options {
	const char *sort;         /* -s, NULL: default_sort; "+x" adds to it */
	const char *fields;       /* -F, may be NULL */
	const char *default_sort; /* "comm,dso,sym" */
	bool children;            /* asked for and possible */
	bool nr_samples, total_period, cpu_modes;
	bool branches, memory; /* keys of these kinds are possible */
	bool parent;           /* key parent at the end */
	bool raw_trace;        /* fields of tracepoints as they are */
	const struct perf_events *events;
	const struct perf_header *header; /* for fields of tracepoints */
};

/* Returns 0, or -EINVAL with the message upstream prints ("Unknown --sort key: `x'"); *ret_option then names the
 * option. The hint has names that may have been meant. */
int hist_layout_make(struct hist_layout *layout, const struct hist_layout_options *options, const char **ret_option,
		     struct err *err);
void hist_layout_done(struct hist_layout *layout);
/* Appends "TITLE: overhead overhead_sys ...": all names of -s and -F, in lines for help. */
void hist_layout_help(const char *title, struct strbuf *help);
/* Each of these names. */
void hist_layout_visit(void (*add)(void *ctx, const char *name), void *ctx);
bool hist_layout_has(const struct hist_layout *layout, const char *key);
/* Rows are ordered by what they called too, and with it by the depth of their chains. */
bool hist_layout_orders_by_children(const struct hist_layout *layout);
/* Hides the column of a key: all rows have the same. */
void hist_layout_hide(struct hist_layout *layout, const char *key);

#endif
