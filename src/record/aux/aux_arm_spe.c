/* The Arm Statistical Profiling Extension: how often it samples, and what records have (perf-arm-spe(1)). */
#include "record/aux/aux_kind.h"

int aux_arm_spe_set_up(const struct aux_facts *facts, struct event_spec *spec, struct err *err)
{
	enum { USUAL_PERIOD = 4096 };
	(void)err;
	struct event_attr *attr = &spec->attr;
	uint64_t shortest = aux_pmu_number(facts, "caps/min_interval"),
		 period = spec->period ? spec->period : facts->period;
	if (!period) period = shortest ? shortest : USUAL_PERIOD;
	attr->sample_period = period;
	attr->flags &= ~ATTR_FREQ;
	/* who ran is found by the time */
	if (facts->has_cpu_areas && !aux_names_term(spec, "ts_enable"))
		attr->config |= aux_format_bits(facts, "ts_enable");
	/* for the samples that are made of its records */
	attr->sample_type |= SAMPLE_DATA_SRC;
	if (attr->config & aux_format_bits(facts, "pa_enable")) attr->sample_type |= SAMPLE_PHYS_ADDR;
	return 0;
}

size_t aux_arm_spe_info(const struct aux_facts *facts, uint64_t *words)
{
	words[0] = facts->spec->attr.type;
	words[1] = facts->has_cpu_areas;
	return 2;
}
