#include "record/aux/aux_kind.h"

#include <string.h>
#include "perfdata/record/record.h"

static const struct aux_kind kinds[] = {
	{ "intel_pt", AUXTRACE_INTEL_PT, aux_intel_pt_check, aux_intel_pt_info, aux_intel_pt_sync_bytes },
	/* made by us, in the same form */
	{ "single_step", AUXTRACE_INTEL_PT, aux_single_step_check, aux_single_step_info, NULL },
};

const struct aux_kind *aux_kind_of(const struct event_spec *spec)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (spec->is_trace && spec->pmu_name && strcmp(spec->pmu_name, kinds[i].pmu) == 0) return &kinds[i];
	return NULL;
}
