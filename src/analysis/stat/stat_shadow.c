/* A metric is a rule: of an event, divided by another one of the same cell, CPU type and privilege. Which event
 * that is, is looked for once (stat_shadow_find); computing is then a look at two counts. */
#include <string.h>
#include "analysis/stat/stat_shadow.h"

enum {
	CYCLES,
	INSTRUCTIONS,
	CACHE_REFERENCES,
	CACHE_MISSES,
	BRANCHES,
	BRANCH_MISSES,
	STALLED_FRONTEND = 7,
	STALLED_BACKEND = 8
};
/* Values of attr.config by type, as in the UAPI header linux/perf_event.h: hardware events above, software events
 * and caches below. */
enum { CPU_CLOCK, TASK_CLOCK };
enum { MAX_NEEDED = 16384 }; /* a dozen for each of a thousand cgroups; recordings may claim more */
#define CACHE_LOADS(cache) (cache)
#define CACHE_LOAD_MISSES(cache) ((cache) | 1 << 16)
enum { L1D, L1I, LLC, DTLB, ITLB };

/* What is shown of an event, by its other event (SHARE, RATIO: other_type and other_config) or by time:
 *
 *     SHARE         percent of the other event
 *     RATIO         the event by the other one
 *     FREQUENCY     by the clock event: GHz
 *     UTILIZATION   by wall time */
enum rule_kind { SHARE, RATIO, FREQUENCY, UTILIZATION };
/* A row is for the event (type, config). The first one that fits counts; an event without a row has its rate per
 * second. */
struct rule {
	uint32_t type;
	uint64_t config;
	enum rule_kind kind;
	const char *unit;
	uint32_t other_type;
	uint64_t other_config; /* what it is divided by */
	bool of_all;
	double notice, warn, bad; /* percent above which it is coloured */
};
static const struct rule RULES[] = {
	{ ATTR_TYPE_SOFTWARE, CPU_CLOCK, UTILIZATION, "CPUs utilized", 0, 0, false, 0, 0, 0 },
	{ ATTR_TYPE_SOFTWARE, TASK_CLOCK, UTILIZATION, "CPUs utilized", 0, 0, false, 0, 0, 0 },
	{ ATTR_TYPE_HARDWARE, CYCLES, FREQUENCY, "GHz", 0, 0, false, 0, 0, 0 },
	{ ATTR_TYPE_HARDWARE, INSTRUCTIONS, RATIO, "insn per cycle", ATTR_TYPE_HARDWARE, CYCLES, false, 0, 0, 0 },
	{ ATTR_TYPE_HARDWARE, STALLED_FRONTEND, SHARE, "frontend cycles idle", ATTR_TYPE_HARDWARE, CYCLES, false, 10,
	  30, 50 },
	{ ATTR_TYPE_HARDWARE, STALLED_BACKEND, SHARE, "backend cycles idle", ATTR_TYPE_HARDWARE, CYCLES, false, 20, 50,
	  75 },
	{ ATTR_TYPE_HARDWARE, BRANCH_MISSES, SHARE, "of all branches", ATTR_TYPE_HARDWARE, BRANCHES, true, 5, 10, 20 },
	{ ATTR_TYPE_HARDWARE, CACHE_MISSES, SHARE, "of all cache refs", ATTR_TYPE_HARDWARE, CACHE_REFERENCES, true, 5,
	  10, 20 },
	{ ATTR_TYPE_HW_CACHE, CACHE_LOAD_MISSES(L1D), SHARE, "of all L1-dcache accesses", ATTR_TYPE_HW_CACHE,
	  CACHE_LOADS(L1D), true, 5, 10, 20 },
	{ ATTR_TYPE_HW_CACHE, CACHE_LOAD_MISSES(L1I), SHARE, "of all L1-icache accesses", ATTR_TYPE_HW_CACHE,
	  CACHE_LOADS(L1I), true, 5, 10, 20 },
	{ ATTR_TYPE_HW_CACHE, CACHE_LOAD_MISSES(LLC), SHARE, "of all LL-cache accesses", ATTR_TYPE_HW_CACHE,
	  CACHE_LOADS(LLC), true, 5, 10, 20 },
	{ ATTR_TYPE_HW_CACHE, CACHE_LOAD_MISSES(DTLB), SHARE, "of all dTLB cache accesses", ATTR_TYPE_HW_CACHE,
	  CACHE_LOADS(DTLB), true, 5, 10, 20 },
	{ ATTR_TYPE_HW_CACHE, CACHE_LOAD_MISSES(ITLB), SHARE, "of all iTLB cache accesses", ATTR_TYPE_HW_CACHE,
	  CACHE_LOADS(ITLB), true, 5, 10, 20 },
};

/* On hybrid machines the upper half of the config of hardware events is the type of the PMU. */
static bool is_event(const struct stat_event *event, uint32_t type, uint64_t config)
{
	if (event->tool != EVENT_TOOL_NONE || event->attr.type != type) return false;
	return (type == ATTR_TYPE_SOFTWARE ? event->attr.config : event->attr.config & UINT32_MAX) == config;
}
static bool is_clock(const struct stat_event *event)
{
	return is_event(event, ATTR_TYPE_SOFTWARE, CPU_CLOCK) || is_event(event, ATTR_TYPE_SOFTWARE, TASK_CLOCK);
}
static uint64_t pmu_of(const struct stat_event *event)
{
	return event->attr.type == ATTR_TYPE_HARDWARE || event->attr.type == ATTR_TYPE_HW_CACHE
		       ? event->attr.config >> 32
		       : 0;
}

/* Counts of the kernel are not compared with those of users, nor one cgroup's with another's. */
static bool same_context(const struct stat_event *a, const struct stat_event *b)
{
	const uint64_t mask = ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_HOST |
			      ATTR_EXCLUDE_IDLE;
	if ((a->attr.flags ^ b->attr.flags) & mask) return false;
	if (!a->cgroup || !b->cgroup) return a->cgroup == b->cgroup;
	return !strcmp(a->cgroup, b->cgroup);
}

static int8_t rule_of(const struct stat_event *event)
{
	for (size_t i = 0; i < ARRAY_SIZE(RULES); i++)
		if (is_event(event, RULES[i].type, RULES[i].config)) return (int8_t)i;
	return -1;
}

static bool is_stalled_frontend(const struct stat_event *event)
{
	return is_event(event, ATTR_TYPE_HARDWARE, STALLED_FRONTEND);
}
static bool is_stalled_backend(const struct stat_event *event)
{
	return is_event(event, ATTR_TYPE_HARDWARE, STALLED_BACKEND);
}

static void keep_first(uint32_t *event, uint32_t found)
{
	if (*event == STAT_SHADOW_NONE) *event = found;
}

static bool is_needed(const struct stat_event *event)
{
	if (is_clock(event) || is_stalled_frontend(event) || is_stalled_backend(event)) return true;
	for (size_t i = 0; i < ARRAY_SIZE(RULES); i++)
		if (RULES[i].kind <= RATIO && is_event(event, RULES[i].other_type, RULES[i].other_config)) return true;
	return false;
}

void stat_shadow_find(const struct stat_setup *setup, struct stat_shadow *ret_shadows)
{
	/* few events are what others' metrics need: these are looked through for each */
	VEC(uint32_t) needed = VEC_INIT;
	for (uint32_t i = 0; i < setup->nr_events && needed.count < MAX_NEEDED; i++) {
		const struct stat_event *event = &setup->events[i];
		if (event->merged_into != i && !setup->no_merge) continue;
		if (is_needed(event)) vec_push(&needed, i);
	}
	for (uint32_t i = 0; i < setup->nr_events; i++) {
		const struct stat_event *event = &setup->events[i];
		struct stat_shadow shadow = { rule_of(event), STAT_SHADOW_NONE, STAT_SHADOW_NONE, STAT_SHADOW_NONE,
					      STAT_SHADOW_NONE };
		const struct rule *rule = shadow.rule >= 0 ? &RULES[shadow.rule] : NULL;
		bool is_instructions = rule && rule->kind == RATIO;
		for (size_t n = 0; n < needed.count; n++) {
			uint32_t j = needed.items[n];
			const struct stat_event *other = &setup->events[j];
			if (!same_context(event, other)) continue;
			if (is_clock(other)) {
				keep_first(&shadow.clock, j);
				continue;
			}
			if (!rule || pmu_of(event) != pmu_of(other)) continue;
			if (rule->kind <= RATIO && is_event(other, rule->other_type, rule->other_config))
				keep_first(&shadow.other, j);
			if (is_instructions && is_stalled_frontend(other)) keep_first(&shadow.stalled_frontend, j);
			if (is_instructions && is_stalled_backend(other)) keep_first(&shadow.stalled_backend, j);
		}
		ret_shadows[i] = shadow;
	}
	vec_done(&needed);
}

static const char STALLED_PER_INSN[] = "stalled cycles per insn";

static bool has_stalled(const struct stat_shadow *shadow)
{
	return shadow->stalled_frontend != STAT_SHADOW_NONE || shadow->stalled_backend != STAT_SHADOW_NONE;
}

static double count_of(const struct stat_shadow_counts *counts, uint32_t event)
{
	return event == STAT_SHADOW_NONE ? 0 : counts->of_event(counts->ctx, event);
}

/* Per second, with a prefix so that it is at most 1000. */
static void set_rate(struct stat_metric *m, double per_second)
{
	static const char *const UNITS[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	size_t unit = 0;
	for (; unit + 1 < ARRAY_SIZE(UNITS) && per_second > 1000; unit++) per_second /= 1000;
	m->value = per_second;
	m->unit = UNITS[unit];
	m->has_value = true;
}

/* The metric of events without a rule. */
static size_t generic_rate(double value, double clock_ns, struct stat_metric *m)
{
	*m = (struct stat_metric){ .number = STAT_RATE };
	if (clock_ns != 0) set_rate(m, 1e9 * value / clock_ns);
	return 1;
}

static double divisor_of(const struct rule *rule, const struct stat_shadow *shadow,
			 const struct stat_shadow_counts *counts)
{
	switch (rule->kind) {
	case UTILIZATION: return counts->wall_ns;
	case FREQUENCY: return count_of(counts, shadow->clock);
	case SHARE:
	case RATIO: break;
	}
	return count_of(counts, shadow->other);
}

static enum stat_threshold threshold_of(const struct rule *rule, double percent)
{
	if (percent > rule->bad) return STAT_BAD;
	if (percent > rule->warn) return STAT_WARN;
	return percent > rule->notice ? STAT_NOTICE : STAT_UNKNOWN;
}

size_t stat_shadow_compute(const struct stat_shadow *shadow, size_t event, const struct stat_shadow_counts *counts,
			   struct stat_metric ret_metrics[STAT_SHADOW_MAX])
{
	double value = counts->of_event(counts->ctx, event);
	if (shadow->rule < 0) return generic_rate(value, count_of(counts, shadow->clock), &ret_metrics[0]);
	const struct rule *rule = &RULES[shadow->rule];
	struct stat_metric m = { .unit = rule->unit, .of_all = rule->of_all, .metric_only = rule->kind != UTILIZATION };
	double divisor = divisor_of(rule, shadow, counts);
	/* sic: upstream shows a ratio of nothing, but no share and no frequency */
	m.has_value = divisor != 0 && (value != 0 || rule->kind == RATIO || rule->kind == UTILIZATION);
	if (divisor != 0)
		m.value = rule->kind == UTILIZATION ? value * 1e-6 / (divisor * 1e-6) /* to upstream's last digit */
						    : value / divisor;
	m.number = STAT_RATE;
	if (rule->kind == SHARE) m.number = STAT_PERCENT;
	else if (rule->kind == RATIO) m.number = STAT_RATIO;
	if (rule->kind == SHARE) {
		m.value *= 100;
		m.threshold = threshold_of(rule, m.value);
	}
	ret_metrics[0] = m;
	if (rule->kind != RATIO) return 1;
	if (!has_stalled(shadow)) return 1;
	double front = count_of(counts, shadow->stalled_frontend), back = count_of(counts, shadow->stalled_backend),
	       stalled = MAX(front, back);
	m = (struct stat_metric){
		.number = STAT_RATIO, .unit = STALLED_PER_INSN, .metric_only = true, .only_with_value = true
	};
	m.has_value = stalled != 0 && value != 0;
	if (m.has_value) m.value = stalled / value;
	ret_metrics[1] = m;
	return 2;
}

size_t stat_shadow_titles(const struct stat_shadow *shadow, struct stat_title ret_titles[STAT_SHADOW_MAX])
{
	if (shadow->rule < 0 || RULES[shadow->rule].kind == UTILIZATION) return 0;
	ret_titles[0] = (struct stat_title){ .unit = RULES[shadow->rule].unit, .of_all = RULES[shadow->rule].of_all };
	if (RULES[shadow->rule].kind != RATIO || !has_stalled(shadow)) return 1;
	ret_titles[1] = (struct stat_title){ .unit = STALLED_PER_INSN };
	return 2;
}
