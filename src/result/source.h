/* What a view may ask about a result: rows that meet conditions, in another order; what is below one of them, its code,
 * its samples. The command that made the result hands this table of functions to a view (a terminal interface, a
 * server), which so needs to know no analysis.
 *
 *     struct result_condition zoom = { .column = "dso", .text = "libc.so.6", .whole = true };
 *     struct result_request request = { .conditions = &zoom, .nr_conditions = 1, .order = "sample", .max_rows = 60 };
 *     source->rows(source->ctx, &request, &table, &err);
 *     struct tree *graph = source->below(source->ctx, table.rows.items[0].id);
 *
 * Answers come from memory, in the time that a key press may take: nobody reads the recording again. A function that is
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

struct result_request {
	const struct result_condition *conditions; /* all must be met */
	size_t nr_conditions;
	const char *order; /* name of the column that is most important; NULL: the result's own order */
	size_t max_rows;   /* the first ones; table.nr_left_out counts the others. 0: all */
};

/* Tables are initialised by the caller and filled. Returned: 0, or -EINVAL with err set where a column is unknown. */
struct result_source {
	void *ctx;
	int (*rows)(void *ctx, const struct result_request *request, struct table *table,
		    struct err *err) _warn_unused_;
	/* Owned by the caller, never NULL. */
	struct tree *(*below)(void *ctx, uint64_t row);
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
