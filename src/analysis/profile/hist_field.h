/* The measured columns of a profile: shares, counts, sums. One row in hist_field.c each. */
#ifndef ANALYSIS_PROFILE_HIST_FIELD_H
#define ANALYSIS_PROFILE_HIST_FIELD_H

#include "result/table.h"

struct hist_entry;
struct hist_sums;

struct hist_field {
	const char *name; /* as in -F and -s */
	const char *title;
	enum column_kind kind;
	unsigned width;
	bool sums; /* needs hist_options.sums */
	/* What the entry has: COLUMN_PERCENT shows it as a share of all, COLUMN_DECIMAL as the average of its samples.
	 * sums: NULL unless needed. */
	uint64_t (*value)(const struct hist_entry *entry, const struct hist_sums *sums);
};

extern const struct hist_field hist_field_overhead, hist_field_children, hist_field_samples, hist_field_period;
extern const struct hist_field hist_field_sys, hist_field_us, hist_field_guest_sys, hist_field_guest_us;

size_t hist_field_count(void);
const struct hist_field *hist_field_at(size_t i);
/* By name or the first whose name starts so. */
const struct hist_field *hist_field_find(const char *name);

#endif
