/* Sums of counts that several renderers show. */
#include "result/c2c_result.h"

uint64_t c2c_served_loads(const struct c2c_stats *stats)
{
	static const enum c2c_count served[] = { C2C_LOAD_FILL_BUFFER, C2C_LOAD_L1,    C2C_LOAD_L2,
						 C2C_LOAD_LLC,         C2C_LOCAL_HITM, C2C_REMOTE_HITM,
						 C2C_REMOTE_HIT,       C2C_LOCAL_DRAM, C2C_REMOTE_DRAM };
	uint64_t sum = 0;
	for (size_t i = 0; i < sizeof(served) / sizeof(*served); i++) sum += stats->counts[served[i]];
	return sum;
}

uint64_t c2c_served(const struct c2c_stats *stats)
{
	return c2c_served_loads(stats) + stats->counts[C2C_STORE_L1_HIT] + stats->counts[C2C_STORE_L1_MISS] +
	       stats->counts[C2C_STORE_NA];
}

uint64_t c2c_llc_misses(const struct c2c_stats *stats)
{
	return (uint64_t)stats->counts[C2C_LOCAL_DRAM] + stats->counts[C2C_REMOTE_DRAM] +
	       stats->counts[C2C_REMOTE_HIT] + stats->counts[C2C_REMOTE_HITM];
}

uint64_t c2c_displayed(const struct c2c_stats *stats, enum c2c_display display)
{
	switch (display) {
	case C2C_DISPLAY_LOCAL: return stats->counts[C2C_LOCAL_HITM];
	case C2C_DISPLAY_REMOTE: return stats->counts[C2C_REMOTE_HITM];
	case C2C_DISPLAY_PEER: return c2c_peer(stats);
	default: return c2c_hitm(stats);
	}
}
