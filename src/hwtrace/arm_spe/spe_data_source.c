#include "hwtrace/arm_spe/spe_data_source.h"

#include <linux/perf_event.h>
#include "base/compiler.h"

#define SRC(field, name) ((uint64_t)PERF_MEM_##field##_##name << PERF_MEM_##field##_SHIFT)

/* Numbers of the data source packet of Neoverse N1, V1 and N2 (their technical reference manuals, "Data Source
 * packet"). */
static uint64_t neoverse_load(uint64_t source)
{
	static const uint64_t from[16] = {
		[0x0] = SRC(LVL, L1) | SRC(LVL, HIT) | SRC(LVLNUM, L1) | SRC(SNOOP, NONE),
		[0x8] = SRC(LVL, L2) | SRC(LVL, HIT) | SRC(LVLNUM, L2) | SRC(SNOOP, NONE),
		/* another core */
		[0x9] = SRC(LVL, L2) | SRC(LVL, HIT) | SRC(LVLNUM, L2) | SRC(SNOOPX, PEER),
		/* this cluster */
		[0xa] = SRC(LVL, L3) | SRC(LVL, HIT) | SRC(LVLNUM, L3) | SRC(SNOOPX, PEER),
		/* the cache of the system */
		[0xb] = SRC(LVL, L3) | SRC(LVL, HIT) | SRC(LVLNUM, L3) | SRC(SNOOP, HIT),
		/* another cluster */
		[0xc] = SRC(LVL, L3) | SRC(LVL, HIT) | SRC(LVLNUM, L3) | SRC(SNOOPX, PEER),
		/* another socket */
		[0xd] = SRC(LVL, NA) | SRC(LVLNUM, NA) | SRC(REMOTE, REMOTE) | SRC(SNOOPX, PEER),
		[0xe] = SRC(LVL, LOC_RAM) | SRC(LVL, HIT) | SRC(LVLNUM, RAM) | SRC(SNOOP, NONE),
	};
	return source < ARRAY_SIZE(from) ? from[source] : 0;
}

static uint64_t neoverse(const struct spe_record *record)
{
	if (record->is_load) return neoverse_load(record->source);
	return SRC(LVL, NA) | SRC(LVLNUM, NA) | SRC(SNOOP, NA); /* stores do not say it */
}

static bool has(const struct spe_record *record, enum spe_event event) { return record->events >> event & 1; }

/* What the events say, on all CPUs. */
static uint64_t generic(const struct spe_record *record)
{
	uint64_t source = 0;
	if (has(record, SPE_EVENT_LLC_ACCESS) || has(record, SPE_EVENT_LLC_REFILL))
		source = SRC(LVL, L3) | (has(record, SPE_EVENT_LLC_REFILL) ? SRC(LVL, MISS) : SRC(LVL, HIT));
	else if (has(record, SPE_EVENT_L1D_ACCESS) || has(record, SPE_EVENT_L1D_REFILL))
		source = SRC(LVL, L1) | (has(record, SPE_EVENT_L1D_REFILL) ? SRC(LVL, MISS) : SRC(LVL, HIT));
	if (has(record, SPE_EVENT_REMOTE_ACCESS)) source |= SRC(REMOTE, REMOTE);
	return source;
}

static bool has_neoverse_numbers(uint64_t midr)
{
	enum { ARM = 0x41, N1 = 0xd0c, V1 = 0xd40, N2 = 0xd49 };
	unsigned part = midr >> 4 & 0xfff;
	return (midr >> 24 & 0xff) == ARM && (part == N1 || part == V1 || part == N2);
}

uint64_t spe_data_source(const struct spe_record *record, uint64_t midr)
{
	if (!record->is_load && !record->is_store) return 0;
	uint64_t source = has_neoverse_numbers(midr) ? neoverse(record) : generic(record);
	source |= record->is_load ? SRC(OP, LOAD) : SRC(OP, STORE);
	if (has(record, SPE_EVENT_TLB_ACCESS) || has(record, SPE_EVENT_TLB_REFILL))
		source |= SRC(TLB, WK) | (has(record, SPE_EVENT_TLB_REFILL) ? SRC(TLB, MISS) : SRC(TLB, HIT));
	return source;
}
