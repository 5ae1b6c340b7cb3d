/* Which columns a profile has and what it is ordered by: -s and -F put together with the defaults, as upstream does.
 *
 *     -s sym             columns: children (if asked for), overhead, sym          order: the same
 *     -F sym,overhead    columns: sym, overhead                                   order: the same
 *     -s +srcline        adds to the default keys;  -F +period  adds to the default columns */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_LAYOUT_H
#define ANALYSIS_PROFILE_ROWS_HIST_LAYOUT_H

#include "analysis/pass/sample_filter.h"
#include "analysis/profile/collect/hist_field.h"
#include "key/key_field.h"

/* A measured column (field) or a key's; exactly one of the two is set. */
struct hist_column {
	const struct hist_field *field;
	const struct key *key;
	/* Of key: its index in hist_layout.keys. */
	unsigned key_index;
	bool hidden; /* the same for all rows: not shown */
};
/* The name of its key or field. */
static inline const char *hist_column_name(const struct hist_column *column)
{
	return column->key ? column->key->name : column->field->name;
}

/* Made by hist_layout_make, freed by hist_layout_done. keys and fields must live as long as a profile with these
 * keys. */
struct hist_layout {
	VEC(struct hist_column) columns; /* as shown, left to right */
	VEC(struct hist_column) order;   /* most important first */
	VEC(const struct key *) keys;    /* what entries are told apart by */
	key_field_vec fields;            /* those of them that the recording brought */
	struct tracepoints *tracepoints; /* theirs */
	unsigned sums;                   /* hist_options.sums that the fields need */
	bool ways;                       /* some field is of the ways of branches (hist_options.branch_history) */
	bool self;                       /* the overhead column stands beside that of children, and is titled so */
	bool samples_unasked;            /* the last column is of samples, because of options.nr_samples alone */
	bool latency_unasked;            /* columns of latency are there because the recording has it */
	bool symbol_first;               /* -s begins with the symbol: call graphs need not repeat it */
};

/* What the user asked for, and what the recording allows. */
struct hist_layout_options {
	const char *sort;         /* -s, NULL: default_sort; "+x" adds to it */
	const char *fields;       /* -F, may be NULL */
	const char *default_sort; /* "comm,dso,sym" */
	bool children;            /* asked for and possible */
	bool named_only;          /* no columns but those of sort, in its order; nr_samples: behind them */
	/* Columns asked for by options of their own: -n, --show-total-period, --showcpuutilization. */
	bool nr_samples, total_period, cpu_modes;
	/* Weights by the clock are shown beside those by CPU time; latency_first: in front of them, and rows are
	 * ordered by them. */
	bool latency, latency_first;
	bool branches, memory; /* keys of these kinds are possible */
	bool ways;             /* chains go on along branches: fields of these are possible */
	bool parent;           /* key parent at the end */
	bool raw_trace;        /* fields of tracepoints as they are */
	const struct perf_events *events;
	const struct perf_header *header; /* for fields of tracepoints */
};

/* Returns 0, or -EINVAL with the message upstream prints ("Unknown --sort key: `x'"); *ret_option then names the
 * option that is wrong ("sort" or "fields"), and the hint of err has names that may have been meant. *layout needs
 * no cleaning up after an error. */
int hist_layout_make(struct hist_layout *layout, const struct hist_layout_options *options, const char **ret_option,
		     struct err *err);
void hist_layout_done(struct hist_layout *layout);
/* Appends "TITLE: overhead overhead_sys ...": all names of -s and -F, in lines for help. */
void hist_layout_help(const char *title, struct strbuf *help);
/* Calls add for each of these names; for completion and suggestions. */
void hist_layout_visit(void (*add)(void *ctx, const char *name), void *ctx);
/* Whether there is a column of the key with this name. */
bool hist_layout_has(const struct hist_layout *layout, const char *key);
/* Whether some column or key is about how many threads ran (sample.parallelism). */
bool hist_layout_has_parallelism(const struct hist_layout *layout);
/* Hides the columns of latency that nobody asked for: they say the same as those of overhead. */
void hist_layout_hide_latency(struct hist_layout *layout);
/* Fills the empty columns, order and keys of *ret with those of own that a sort has: its measured columns, then the
 * keys of sort, by name with commas in between, of those that own has; NULL: all as in own. Without keys where a name
 * is none of them. hist_layout_free_picked frees the three. */
void hist_layout_pick(const struct hist_layout *own, const char *sort, struct hist_layout *ret);
void hist_layout_free_picked(struct hist_layout *layout);
/* Whether the weight of what rows called is among what they are ordered by. */
bool hist_layout_orders_by_children(const struct hist_layout *layout);
/* Hides columns of keys of which the filter leaves one value: all rows have the same. The keys still tell entries
 * apart. */
void hist_layout_hide_filtered(struct hist_layout *layout, const struct sample_filter *filter);

#endif
