#include "hwtrace/arm_spe/spe_data_source.h"

#include <linux/perf_event.h>
#include "base/compiler.h"

#define SRC(field, name) ((uint64_t)PERF_MEM_##field##_##name << PERF_MEM_##field##_SHIFT)

/* Numbers of the data source packet of Arm's own cores, such as Neoverse N1, V1 and N2 (their technical reference
 * manuals, "Data Source packet"). */
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

/* AmpereOne has other numbers for the same places. */
static uint64_t ampere_load(uint64_t source)
{
	enum { L1 = 0x0, L2 = 0x8, PEER_CORE = 0x9, SYSTEM_CACHE = 0xb, REMOTE = 0xd, MEMORY = 0xe, NOWHERE = 0xf };
	static const uint8_t same[] = { PEER_CORE, NOWHERE, NOWHERE, SYSTEM_CACHE, NOWHERE,
					REMOTE,    NOWHERE, MEMORY,  L1,           L2 };
	return source < ARRAY_SIZE(same) ? neoverse_load(same[source]) : 0;
}

/* HiSilicon HIP12. */
static uint64_t hisilicon_load(uint64_t source)
{
	static const uint64_t from[] = {
		/* the cache of another core, of the cluster's, of another cluster, of another socket; unchanged or not
		 */
		[0x0] = SRC(LVL, L2) | SRC(LVL, HIT) | SRC(LVLNUM, L2) | SRC(SNOOP, NA) | SRC(SNOOPX, PEER),
		[0x1] = SRC(LVL, L2) | SRC(LVL, HIT) | SRC(LVLNUM, L2) | SRC(SNOOP, HITM) | SRC(SNOOPX, PEER),
		[0x2] = SRC(LVL, L3) | SRC(LVL, HIT) | SRC(LVLNUM, L3) | SRC(SNOOP, HIT),
		[0x3] = SRC(LVL, L3) | SRC(LVL, HIT) | SRC(LVLNUM, L3) | SRC(SNOOP, HITM),
		[0x4] = SRC(LVL, REM_CCE1) | SRC(LVL, HIT) | SRC(LVLNUM, L3) | SRC(SNOOP, NA) | SRC(SNOOPX, PEER),
		[0x5] = SRC(LVL, REM_CCE1) | SRC(LVL, HIT) | SRC(LVLNUM, L3) | SRC(SNOOP, HITM) | SRC(SNOOPX, PEER),
		[0x6] = SRC(LVL, REM_CCE2) | SRC(LVLNUM, ANY_CACHE) | SRC(REMOTE, REMOTE) | SRC(SNOOP, NA) |
			SRC(SNOOPX, PEER),
		[0x7] = SRC(LVL, REM_CCE2) | SRC(LVLNUM, ANY_CACHE) | SRC(REMOTE, REMOTE) | SRC(SNOOP, HITM) |
			SRC(SNOOPX, PEER),
		/* memory of this socket, of another; a device */
		[0x8] = SRC(LVL, LOC_RAM) | SRC(LVL, HIT) | SRC(LVLNUM, RAM) | SRC(SNOOP, NONE),
		[0x9] = SRC(LVL, REM_RAM1) | SRC(LVL, HIT) | SRC(LVLNUM, RAM) | SRC(REMOTE, REMOTE) | SRC(SNOOP, NA),
		[0xd] = SRC(LVL, IO) | SRC(LVL, HIT) | SRC(LVLNUM, IO) | SRC(SNOOP, NONE),
		/* the core's own caches */
		[0x10] = SRC(LVL, L2) | SRC(LVL, HIT) | SRC(LVLNUM, L2) | SRC(SNOOP, NONE),
		[0x11] = SRC(LVL, L2) | SRC(LVL, HIT) | SRC(LVLNUM, L2) | SRC(SNOOP, HITM),
		[0x12] = SRC(LVL, L1) | SRC(LVL, HIT) | SRC(LVLNUM, L1) | SRC(SNOOP, NONE),
	};
	return source < ARRAY_SIZE(from) ? from[source] : 0;
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

typedef uint64_t load_source(uint64_t source);

/* Which numbers a processor has: those that perf 7.2 knows. */
static load_source *numbers_of(uint64_t midr)
{
	enum { ARM = 0x41, HISILICON = 0x48, NVIDIA = 0x4e, AMPERE = 0xc0 };
	static const struct {
		uint8_t implementer;
		uint16_t part;
		load_source *load;
	} rows[] = {
		{ ARM, 0xd0c, neoverse_load },        /* Neoverse N1 */
		{ ARM, 0xd40, neoverse_load },        /* Neoverse V1 */
		{ ARM, 0xd44, neoverse_load },        /* Cortex-X1 */
		{ ARM, 0xd49, neoverse_load },        /* Neoverse N2 */
		{ ARM, 0xd4b, neoverse_load },        /* Cortex-A78C */
		{ ARM, 0xd4c, neoverse_load },        /* Cortex-X1C */
		{ ARM, 0xd4e, neoverse_load },        /* Cortex-X3 */
		{ ARM, 0xd4f, neoverse_load },        /* Neoverse V2 */
		{ ARM, 0xd81, neoverse_load },        /* Cortex-A720 */
		{ ARM, 0xd82, neoverse_load },        /* Cortex-X4 */
		{ ARM, 0xd84, neoverse_load },        /* Neoverse V3 */
		{ ARM, 0xd85, neoverse_load },        /* Cortex-X925 */
		{ ARM, 0xd87, neoverse_load },        /* Cortex-A725 */
		{ ARM, 0xd89, neoverse_load },        /* Cortex-A720AE */
		{ NVIDIA, 0x010, neoverse_load },     /* Olympus */
		{ AMPERE, 0xac4, ampere_load },       /* AmpereOne A */
		{ HISILICON, 0xd06, hisilicon_load }, /* HIP12 */
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].implementer == (midr >> 24 & 0xff) && rows[i].part == (midr >> 4 & 0xfff))
			return rows[i].load;
	return NULL;
}

/* Stores do not say it. */
static uint64_t numbered(const struct spe_record *record, load_source *load)
{
	return record->is_load ? load(record->source) : SRC(LVL, NA) | SRC(LVLNUM, NA) | SRC(SNOOP, NA);
}

uint64_t spe_data_source(const struct spe_record *record, uint64_t midr)
{
	if (!record->is_load && !record->is_store) return 0;
	load_source *load = numbers_of(midr);
	uint64_t source = load ? numbered(record, load) : generic(record);
	source |= record->is_load ? SRC(OP, LOAD) : SRC(OP, STORE);
	if (has(record, SPE_EVENT_TLB_ACCESS) || has(record, SPE_EVENT_TLB_REFILL))
		source |= SRC(TLB, WK) | (has(record, SPE_EVENT_TLB_REFILL) ? SRC(TLB, MISS) : SRC(TLB, HIT));
	return source;
}
