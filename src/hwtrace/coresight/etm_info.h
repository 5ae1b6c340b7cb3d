/* What AUXTRACE_INFO says of CoreSight traces: registers of each CPU's trace unit (Embedded Trace Macrocell
 * Architecture Specification, ARM IHI 0064), which decoders must know. */
#ifndef HWTRACE_CORESIGHT_ETM_INFO_H
#define HWTRACE_CORESIGHT_ETM_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum etm_kind { ETM_UNKNOWN, ETM_4, ETM_ETE };
struct etm_cpu {
	enum etm_kind kind;
	uint32_t cpu;
	uint32_t configr, trace_id, idr0, idr1, idr2, idr8, devarch;
	/* Where it writes to, a hash of the name; 0: not told. Trace ids are each sink's own. */
	uint32_t sink;
	bool is_unused; /* others were told their trace ids (etm_info_tell_id): it did not run */
};
enum { ETM_MOST_CPUS = 4096 };
struct etm_info {
	uint32_t pmu_type;
	bool snapshots;
	bool ids_are_told;    /* etm_info_tell_id was called */
	struct etm_cpu *cpus; /* owned */
	size_t nr_cpus;
};
/* Decodes the words (versions 0 to 2 of the header). 0; -EBADMSG: they end too soon; -EOPNOTSUPP: another version, or a
 * trace unit whose size is not known. *ret is freed by etm_info_done either way. */
int etm_info_decode(const uint64_t *words, size_t count, struct etm_info *ret);
void etm_info_done(struct etm_info *info);
/* What an AUX_OUTPUT_HW_ID record tells of a CPU: the trace id that it was given, which holds instead of the one above.
 * 0; -EOPNOTSUPP: it is of another version. */
int etm_info_tell_id(struct etm_info *info, uint32_t cpu, uint64_t hw_id);

/* Whether the units tell the thread by its number in a context packet; and in which of two: of EL1, or of EL2. */
bool etm_cpu_tells_thread(const struct etm_cpu *cpu, bool *ret_of_el2);
/* Whether they tell the time. */
bool etm_cpu_tells_time(const struct etm_cpu *cpu);

#endif
