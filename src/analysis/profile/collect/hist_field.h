/* The measured columns of a profile: shares, counts, sums. A row of measured_field.def each. */
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_FIELD_H
#define ANALYSIS_PROFILE_COLLECT_HIST_FIELD_H

#include "result/table.h"

struct hist_entry;
struct hist_sums;

/* A measured column; constant. */
struct hist_field {
	/* As in -F and -s, and in documents. */
	const char *name;
	const char *title;
	enum column_kind kind;
	unsigned width;
	unsigned sums; /* needs hist_options.sums of that many; 0: none */
	bool children; /* with what the entry called */
	bool of_ways;  /* a WAY row: needs hist_options.branch_history */
	/* COLUMN_PERCENT: a share of the sum with this number (enum hist_sum) over all samples, not of their periods;
	 * -1: of their periods. */
	int share_of;
	/* What the entry has: COLUMN_PERCENT shows it as a share of all, COLUMN_DECIMAL as the average of its samples.
	 * sums: NULL unless needed. COLUMN_PERCENT of_ways: the share itself in thousandths of a percent, + 1; 0: of
	 * nothing. */
	uint64_t (*value)(const struct hist_entry *entry, const struct hist_sums *sums);
	const struct hist_breakdown *breakdown; /* what it is a part of; NULL: of none */
};

/* What several fields break periods down by, such as the level of cache that accesses hit; constant. */
struct hist_breakdown {
	const char *name; /* as in -F: stands for all parts */
	const char *title;
};

/* hist_field_overhead, hist_field_children ...: one for each row of the table. */
#define ENTRY(id, name, title, kind, width) extern const struct hist_field hist_field_##id;
#define SUM(id, name, title, kind, width) extern const struct hist_field hist_field_##id;
#define SAME(id, sum, name, title, kind, width) extern const struct hist_field hist_field_##id;
#define TOTAL(id, sum, name, title, kind, width) extern const struct hist_field hist_field_##id;
#define PART(id, breakdown, name, title) extern const struct hist_field hist_field_##id;
#define WAY(id, name, title, kind, width) extern const struct hist_field hist_field_##id;
#include "analysis/profile/collect/measured_field.def"

/* Whether it says what an entry has together with what it called. */
static inline bool hist_field_of_children(const struct hist_field *field)
{
	return field->children || field == &hist_field_children;
}

/* All fields, in the order of the table. */
size_t hist_field_count(void);
const struct hist_field *hist_field_at(size_t i);
/* By name or the first whose name starts so, letters of either case; NULL when there is none. Of a breakdown the first
 * part; its parts have no names here. */
const struct hist_field *hist_field_find(const char *name);
/* The part behind this one; NULL: it is the last, or the field is no part. */
const struct hist_field *hist_field_next_part(const struct hist_field *field);
/* What -F and -s call the field; NULL for the parts of a breakdown but the first. */
const char *hist_field_name(const struct hist_field *field);

#endif
