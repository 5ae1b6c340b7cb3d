/* What fields measure: a function for each row of measured_field.def, entry_ID or sum_ID. The tables below are made
 * from that file by including it with other macros each time.
 *
 *     SUM(weight1, ...)  ->  HIST_SUM_weight1, sum_weight1(), value_weight1(), hist_field_weight1 */
#include "analysis/profile/collect/hist_field.h"
#include <strings.h>
#include "analysis/profile/collect/access_part.h"
#include "analysis/profile/collect/hist_private.h"

static uint64_t entry_overhead(const struct hist_entry *e) { return e->period; }
static uint64_t entry_children(const struct hist_entry *e) { return e->total_period; }
static uint64_t entry_samples(const struct hist_entry *e) { return e->count; }
static uint64_t entry_period(const struct hist_entry *e) { return e->period; }

/* The period of samples taken in one CPU mode (kernel, user, guest kernel, guest user). */
static uint64_t in_mode(const struct sample *s, enum cpumode mode, uint64_t period)
{
	return s->cpumode == mode ? period : 0;
}
static uint64_t sum_sys(const struct sample *s, uint64_t period) { return in_mode(s, CPUMODE_KERNEL, period); }
static uint64_t sum_us(const struct sample *s, uint64_t period) { return in_mode(s, CPUMODE_USER, period); }
static uint64_t sum_guest_sys(const struct sample *s, uint64_t period)
{
	return in_mode(s, CPUMODE_GUEST_KERNEL, period);
}
static uint64_t sum_guest_us(const struct sample *s, uint64_t period) { return in_mode(s, CPUMODE_GUEST_USER, period); }
/* PERF_SAMPLE_WEIGHT_STRUCT: var1_dw, var2_w and var3_w; with PERF_SAMPLE_WEIGHT weight1 is the whole. */
static uint64_t sum_weight1(const struct sample *s, uint64_t period) { return s->weight; }
static uint64_t sum_weight2(const struct sample *s, uint64_t period) { return s->ins_lat; }
static uint64_t sum_weight3(const struct sample *s, uint64_t period) { return s->p_stage_cyc; }

/* What the sample's period took of the clock: with n threads running a share of 1/n. In parts of the period's unit, so
 * that sums of shares stay exact enough. */
static uint64_t sum_latency(const struct sample *s, uint64_t period)
{
	enum { PARTS = 1 << 10 };
	return s->parallelism > 1 ? (uint64_t)((double)period * PARTS / s->parallelism) : period * PARTS;
}

/* Of the branches that the CPU judges. */
static uint64_t way_predicted(const uint64_t *sums)
{
	enum { WHOLE = 100 * 1000 };
	uint64_t judged = sums[WAY_JUDGED];
	return judged ? 1 + (uint64_t)((double)sums[WAY_PREDICTED] * WHOLE / (double)judged + 0.5) : 0;
}
static uint64_t way_aborted(const uint64_t *sums) { return sums[WAY_ABORTED]; }
/* The average of a branch. */
static uint64_t way_cycles(const uint64_t *sums)
{
	return sums[WAY_BRANCHES] ? sums[WAY_CYCLES] / sums[WAY_BRANCHES] : 0;
}

void hist_sums_add(uint64_t *sums, unsigned count, const struct sample *sample, uint64_t period)
{
#define ENTRY(id, name, title, kind, width)
#define SUM(id, name, title, kind, width) \
	if (HIST_SUM_##id < count) sums[HIST_SUM_##id] += sum_##id(sample, period);
#define SAME(id, sum, name, title, kind, width)
#define TOTAL(id, sum, name, title, kind, width)
#include "analysis/profile/collect/measured_field.def"
	if (count > HIST_SUM_FIRST_PART) access_parts_add(sums, count, sample->data_src, period);
}

const enum hist_sum hist_total_of[HIST_TOTALS] = {
#define ENTRY(id, name, title, kind, width)
#define SUM(id, name, title, kind, width)
#define SAME(id, sum, name, title, kind, width)
#define TOTAL(id, sum, name, title, kind, width) [HIST_TOTAL_##id] = HIST_SUM_##sum,
#include "analysis/profile/collect/measured_field.def"
	[HIST_TOTAL_WAYS + WAY_BRANCHES] = HIST_SUM_WAYS + WAY_BRANCHES,
	[HIST_TOTAL_WAYS + WAY_JUDGED] = HIST_SUM_WAYS + WAY_JUDGED,
	[HIST_TOTAL_WAYS + WAY_PREDICTED] = HIST_SUM_WAYS + WAY_PREDICTED,
	[HIST_TOTAL_WAYS + WAY_ABORTED] = HIST_SUM_WAYS + WAY_ABORTED,
	[HIST_TOTAL_WAYS + WAY_CYCLES] = HIST_SUM_WAYS + WAY_CYCLES,
};

unsigned hist_nr_totals(const struct hist_options *options)
{
	unsigned count = 0;
	while (count < HIST_TOTALS && (unsigned)hist_total_of[count] < options->sums) count++;
	return count;
}

/* value_ID: what struct hist_field asks; of sums the one that samples were added to. */
#define ENTRY(id, name, title, kind, width) \
	static uint64_t value_##id(const struct hist_entry *e, const struct hist_sums *s) { return entry_##id(e); }
#define SUM(id, name, title, kind, width) SAME(id, id, name, title, kind, width)
#define SAME(id, sum, name, title, kind, width)                                           \
	static uint64_t value_##id(const struct hist_entry *e, const struct hist_sums *s) \
	{                                                                                 \
		return s->sums[HIST_SUM_##sum];                                           \
	}
#define TOTAL(id, sum, name, title, kind, width)                                          \
	static uint64_t value_##id(const struct hist_entry *e, const struct hist_sums *s) \
	{                                                                                 \
		return s->totals[HIST_TOTAL_##id];                                        \
	}
#define PART(id, breakdown, name, title) SAME(id, id, name, title, PERCENT, 7)
#define WAY(id, name, title, kind, width)                                                 \
	static uint64_t value_##id(const struct hist_entry *e, const struct hist_sums *s) \
	{                                                                                 \
		return way_##id(s->totals + HIST_TOTAL_WAYS);                             \
	}
#include "analysis/profile/collect/measured_field.def"

#define BREAKDOWN(id, title) static const struct hist_breakdown id = { #id, title }
BREAKDOWN(op, "Mem Op");
BREAKDOWN(cache, "Cache");
BREAKDOWN(memory, "Memory");
BREAKDOWN(snoop, "Snoop");
BREAKDOWN(dtlb, "D-TLB");

/* KIND_SHARE_OF_sum: share_of of a field with that sum; SHARE is a COLUMN_PERCENT of another whole. */
#define COLUMN_SHARE COLUMN_PERCENT
#define OF_PERCENT(sum) -1
#define OF_NUMBER(sum) -1
#define OF_DECIMAL(sum) -1
#define OF_SHARE(sum) HIST_SUM_##sum
#define FIELD(id, sum, name, title, kind, width, sums, children, of_ways, breakdown)                     \
	const struct hist_field hist_field_##id = { name,     title,   COLUMN_##kind,  width,      sums, \
						    children, of_ways, OF_##kind(sum), value_##id, breakdown };
#define UP_TO(sum) (HIST_SUM_##sum + 1)
#define ENTRY(id, name, title, kind, width) FIELD(id, sys, name, title, kind, width, 0, false, false, NULL)
#define SUM(id, name, title, kind, width) FIELD(id, id, name, title, kind, width, UP_TO(id), false, false, NULL)
#define SAME(id, sum, name, title, kind, width) FIELD(id, sum, name, title, kind, width, UP_TO(sum), false, false, NULL)
#define TOTAL(id, sum, name, title, kind, width) FIELD(id, sum, name, title, kind, width, UP_TO(sum), true, false, NULL)
#define PART(id, breakdown, name, title) FIELD(id, id, name, title, PERCENT, 7, UP_TO(id), false, false, &breakdown)
#define WAY(id, name, title, kind, width) FIELD(id, sys, name, title, kind, width, HIST_NODE_SUMS, false, true, NULL)
#include "analysis/profile/collect/measured_field.def"

static const struct hist_field *const fields[] = {
#define ENTRY(id, name, title, kind, width) &hist_field_##id,
#define SUM(id, name, title, kind, width) &hist_field_##id,
#define SAME(id, sum, name, title, kind, width) &hist_field_##id,
#define TOTAL(id, sum, name, title, kind, width) &hist_field_##id,
#define PART(id, breakdown, name, title) &hist_field_##id,
#define WAY(id, name, title, kind, width) &hist_field_##id,
#include "analysis/profile/collect/measured_field.def"
};

size_t hist_field_count(void) { return ARRAY_SIZE(fields); }
const struct hist_field *hist_field_at(size_t i) { return fields[i]; }

const struct hist_field *hist_field_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		const char *own = hist_field_name(fields[i]);
		if (own && strncasecmp(own, name, strlen(name)) == 0) return fields[i];
	}
	return NULL;
}

/* Its place in the table. */
static size_t index_of(const struct hist_field *field)
{
	size_t i = 0;
	while (fields[i] != field) i++;
	return i;
}

const struct hist_field *hist_field_next_part(const struct hist_field *field)
{
	size_t next = index_of(field) + 1;
	bool same = field->breakdown && next < ARRAY_SIZE(fields) && fields[next]->breakdown == field->breakdown;
	return same ? fields[next] : NULL;
}

const char *hist_field_name(const struct hist_field *field)
{
	if (!field->breakdown) return field->name;
	size_t i = index_of(field);
	return i && fields[i - 1]->breakdown == field->breakdown ? NULL : field->breakdown->name;
}
