/* Intel BTS: each branch of a thread as a record (perf-intel-bts(1), intel-bts.txt). */
#include <errno.h>
#include "record/aux/aux_kind.h"

int aux_intel_bts_check(const struct aux_facts *facts, struct err *err)
{
	if (!facts->has_cpu_areas) return 0;
	(void)err_set(err, -EINVAL, "intel_bts does not support per-cpu recording");
	err_hint(err, "perf record --per-thread -e intel_bts// ...");
	return -EINVAL;
}

size_t aux_intel_bts_info(const struct aux_facts *facts, uint64_t *words)
{
	size_t count = 0;
	words[count++] = facts->spec->attr.type;
	words[count++] = facts->clock.shift;
	words[count++] = facts->clock.mult;
	words[count++] = facts->clock.zero_ns;
	words[count++] = facts->clock_known;
	words[count++] = facts->snapshots;
	return count;
}
