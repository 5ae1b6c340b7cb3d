#include "analysis/profile/hist_field.h"
#include "analysis/profile/hist_private.h"
#include <strings.h>

static uint64_t own(const struct hist_entry *e, const struct hist_sums *s) { return e->period; }
static uint64_t total(const struct hist_entry *e, const struct hist_sums *s) { return e->total_period; }
static uint64_t samples(const struct hist_entry *e, const struct hist_sums *s) { return e->count; }
static uint64_t sys(const struct hist_entry *e, const struct hist_sums *s) { return s->sums[HIST_SUM_SYS]; }
static uint64_t us(const struct hist_entry *e, const struct hist_sums *s) { return s->sums[HIST_SUM_US]; }
static uint64_t guest_sys(const struct hist_entry *e, const struct hist_sums *s) { return s->sums[HIST_SUM_GUEST_SYS]; }
static uint64_t guest_us(const struct hist_entry *e, const struct hist_sums *s) { return s->sums[HIST_SUM_GUEST_US]; }
static uint64_t weight1(const struct hist_entry *e, const struct hist_sums *s) { return s->sums[HIST_SUM_WEIGHT1]; }
static uint64_t weight2(const struct hist_entry *e, const struct hist_sums *s) { return s->sums[HIST_SUM_WEIGHT2]; }
static uint64_t weight3(const struct hist_entry *e, const struct hist_sums *s) { return s->sums[HIST_SUM_WEIGHT3]; }

const struct hist_field hist_field_overhead = { "overhead", "Overhead", COLUMN_PERCENT, 8, false, own };
const struct hist_field hist_field_children = { "overhead_children", "Children", COLUMN_PERCENT, 8, false, total };
const struct hist_field hist_field_samples = { "sample", "Samples", COLUMN_NUMBER, 12, false, samples };
const struct hist_field hist_field_period = { "period", "Period", COLUMN_NUMBER, 12, false, own };
const struct hist_field hist_field_sys = { "overhead_sys", "sys", COLUMN_PERCENT, 8, true, sys };
const struct hist_field hist_field_us = { "overhead_us", "usr", COLUMN_PERCENT, 8, true, us };
const struct hist_field hist_field_guest_sys = {
	"overhead_guest_sys", "guest sys", COLUMN_PERCENT, 9, true, guest_sys
};
const struct hist_field hist_field_guest_us = { "overhead_guest_us", "guest usr", COLUMN_PERCENT, 9, true, guest_us };
static const struct hist_field weights[] = {
	{ "weight1", "Weight1", COLUMN_DECIMAL, 8, true, weight1 },
	{ "weight2", "Weight2", COLUMN_DECIMAL, 8, true, weight2 },
	{ "weight3", "Weight3", COLUMN_DECIMAL, 8, true, weight3 },
	{ "ins_lat", "Weight2", COLUMN_DECIMAL, 8, true, weight2 },
	{ "retire_lat", "Weight3", COLUMN_DECIMAL, 8, true, weight3 },
	{ "p_stage_cyc", "Weight3", COLUMN_DECIMAL, 8, true, weight3 },
};

static const struct hist_field *const fields[] = {
	&hist_field_overhead, &hist_field_sys,     &hist_field_us,     &hist_field_guest_sys, &hist_field_guest_us,
	&hist_field_children, &hist_field_samples, &hist_field_period, &weights[0],           &weights[1],
	&weights[2],          &weights[3],         &weights[4],        &weights[5],
};

size_t hist_field_count(void) { return ARRAY_SIZE(fields); }
const struct hist_field *hist_field_at(size_t i) { return fields[i]; }

const struct hist_field *hist_field_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (strncasecmp(fields[i]->name, name, strlen(name)) == 0) return fields[i];
	return NULL;
}
