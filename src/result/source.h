/* What a view may ask about a result: rows that meet conditions, in another order; what is below one of them, its code,
 * its samples. The command that made the result hands this table of functions to a view (a terminal interface, a
 * server), which so needs to know no analysis.
 *
 *     struct result_condition zoom = { .column = "dso", .text = "libc.so.6", .whole = true };
 *     struct result_request request = { .conditions = &zoom, .nr_conditions = 1, .order = "sample", .max_rows = 60 };
 *     source->rows(source->ctx, &request, &table, &err);
 *     struct tree *graph = source->below(source->ctx, table.rows.items[0].id);
 *
 * Answers come from memory, in the time that a key press may take: nobody reads the recording again, but where
 * more_keys says so. A function that is
 * NULL cannot be asked; its key is not offered then. One thread asks at a time. What is asked for a row takes the id
 * that rows gave it (table_row.id), which stays valid while the analysis goes on and rows come and go; of an id that
 * means nothing (any more) the answer is empty. Texts may belong to the analysis and live as long as it does. */
#ifndef RESULT_SOURCE_H
#define RESULT_SOURCE_H

#include "base/err.h"
#include "result/code_listing.h"
#include "result/table.h"

/* The text of a column's cell is this (whole), or has it somewhere inside. */
struct result_condition {
	const char *column; /* table_column.name */
	const char *text;
	bool whole;
};

/* Which samples count; zeroed: all do. */
struct result_selection {
	uint64_t from_ns, until_ns; /* by their time, up to but without the second; until_ns 0: no end */
	uint64_t tid_1, cpu_1;      /* thread and CPU, each + 1; 0: any */
	const char *through;        /* those that were in this function, or in what it called; NULL: any */
};

/* What percents are of. */
enum result_shares { RESULT_SHARES_OWN /* as the result has it */, RESULT_SHARES_OF_ALL, RESULT_SHARES_RELATIVE };

/* Zeroed: everything, in the result's own order. */
struct result_request {
	const struct result_condition *conditions; /* all must be met */
	size_t nr_conditions;
	const char *order; /* name of the column that is most important; NULL: the result's own order */
	size_t max_rows;   /* the first ones; table.nr_left_out counts the others. 0: all */
	/* Names of keys with commas in between, of those that the result has: what rows are told apart by, in this
	 * order. NULL: by all. Rows of another sort have other ids. */
	const char *sort;
	struct result_selection selection;
	enum result_shares shares;
	unsigned
		sort_event_1; /* of events side by side, the one that decides the order, + 1; 0: as the result has it */
	double least_percent; /* rows below this share are left out; 0: as the result has it, negative: none */
	bool graphs;          /* rows that weigh enough come with what is below them */
	size_t max_graphs;    /* of them the first so many rows; 0: all */
	bool verbose;         /* names with addresses and paths, in this table and in what is below its rows */
	const char *const *hidden; /* names of columns that are left out */
	size_t nr_hidden;
};

/* Of all events of the result, as the last request had them counted. */
struct result_totals {
	uint64_t nr_samples, period;          /* of what is selected */
	uint64_t shown_samples, shown_period; /* and meets the conditions */
	uint64_t graph_period;                /* rows of at least this period have something below */
	uint64_t first_ns, last_ns;           /* times of all samples; 0: not known */
};

/* Tables are initialised by the caller and filled. Returned: 0, or -EINVAL with err set where a column is unknown. */
struct result_source {
	void *ctx;
	int (*rows)(void *ctx, const struct result_request *request, struct table *table,
		    struct err *err) _warn_unused_;
	void (*totals)(void *ctx, struct result_totals *ret);
	/* Owned by the caller, never NULL. */
	struct tree *(*below)(void *ctx, uint64_t row);
	/* Both sides of a row, whatever the order of `below` is: who called it, and what it called; as below. */
	struct tree *(*callers)(void *ctx, uint64_t row);
	struct tree *(*callees)(void *ctx, uint64_t row);
	/* Calls add for the names of the keys that request.sort may name. */
	void (*keys)(void *ctx, void (*add)(void *add_ctx, const char *name), void *add_ctx);
	bool more_keys; /* request.sort may name others too: the answer then takes as long as the analysis did */
	/* The code of the function that the row is of, with what was measured of it. listing: initialised by the caller
	 * and filled. -ENOENT with err set and a hint: the row is no function, or its code is not to be had here. May
	 * take some hundred milliseconds the first time, as it reads debug information. */
	int (*code)(void *ctx, uint64_t row, struct code_listing *listing, struct err *err) _warn_unused_;
	/* Likewise the function that has the address (listing_line.target_vaddr) in the same file as the row's: where
	 * a call goes. It need not be in the profile. */
	int (*code_at)(void *ctx, uint64_t row, uint64_t vaddr, struct code_listing *listing,
		       struct err *err) _warn_unused_;
	/* A row a sample, in order of time. */
	int (*samples)(void *ctx, uint64_t row, struct table *table, struct err *err) _warn_unused_;
};

#endif
