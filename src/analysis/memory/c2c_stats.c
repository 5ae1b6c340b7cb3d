/* Classes of accesses, as upstream 6.12 counts them: every combination of level, snoop, remote and hops was compared
 * with it (tests/golden/c2c/counts). */
#include "analysis/memory/c2c_stats.h"
#include "base/compiler.h"
#include "base/hash.h"
#include "perfdata/record/data_src.h"

enum { REMOTE_RAM = DATA_LEVEL_REMOTE_RAM_1 | DATA_LEVEL_REMOTE_RAM_2 };
enum { REMOTE_CACHE = DATA_LEVEL_REMOTE_CACHE_1 | DATA_LEVEL_REMOTE_CACHE_2 };

/* Memory: whether another cache has it too is what the snoop says. */
static void count_dram(const struct data_src *s, enum c2c_count which, uint32_t *counts)
{
	counts[which]++;
	counts[s->snoop & DATA_SNOOP_HIT ? C2C_LOAD_SHARED : C2C_LOAD_EXCLUSIVE]++;
}

/* Levels that the load hit in; several bits may be set. */
static void count_hit(const struct data_src *s, bool remote, uint32_t *counts)
{
	const bool peer = s->snoop_x & DATA_SNOOP_X_PEER;
	if (s->levels & DATA_LEVEL_UNCACHED) counts[C2C_LOAD_UNCACHED]++;
	if (s->levels & DATA_LEVEL_IO) counts[C2C_LOAD_IO]++;
	if (s->levels & DATA_LEVEL_LFB) counts[C2C_LOAD_FILL_BUFFER]++;
	if (s->levels & DATA_LEVEL_L1) counts[C2C_LOAD_L1]++;
	if (s->levels & DATA_LEVEL_L2) {
		counts[C2C_LOAD_L2]++;
		if (peer) counts[C2C_LOCAL_PEER]++;
	}
	if (s->levels & DATA_LEVEL_L3) {
		counts[s->snoop & DATA_SNOOP_HITM ? C2C_LOCAL_HITM : C2C_LOAD_LLC]++;
		if (peer) counts[C2C_LOCAL_PEER]++;
	}
	if (s->levels & DATA_LEVEL_LOCAL_RAM) count_dram(s, C2C_LOCAL_DRAM, counts);
	if (s->levels & REMOTE_RAM || remote) count_dram(s, C2C_REMOTE_DRAM, counts);
}

static void count_load(const struct data_src *s, uint32_t *counts)
{
	/* The flag counts where nothing says how far away it is. */
	const bool remote = s->remote && !s->hops;
	if (s->levels & DATA_LEVEL_HIT) count_hit(s, remote, counts);
	if (s->levels & REMOTE_CACHE || remote) {
		if (s->snoop & DATA_SNOOP_HIT) {
			counts[C2C_REMOTE_HIT]++;
		} else if (s->snoop & DATA_SNOOP_HITM) {
			counts[C2C_REMOTE_HITM]++;
		} else if (s->snoop_x & DATA_SNOOP_X_PEER) {
			counts[C2C_REMOTE_HIT]++;
			counts[C2C_REMOTE_PEER]++;
		}
	}
	if (s->levels & DATA_LEVEL_MISS) counts[C2C_LOAD_MISS]++;
}

static void count_store(const struct data_src *s, uint32_t *counts)
{
	if (s->levels & DATA_LEVEL_HIT && s->levels & DATA_LEVEL_UNCACHED) counts[C2C_STORE_UNCACHED]++;
	if (s->levels & DATA_LEVEL_HIT && s->levels & DATA_LEVEL_L1) counts[C2C_STORE_L1_HIT]++;
	if (s->levels & DATA_LEVEL_MISS && s->levels & DATA_LEVEL_L1) counts[C2C_STORE_L1_MISS]++;
	if (s->levels & DATA_LEVEL_NA) counts[C2C_STORE_NA]++;
}

void c2c_stats_of(uint64_t data_src, uint64_t address, bool mapped, struct c2c_stats *ret)
{
	const struct data_src s = data_src_split(data_src);
	uint32_t *counts = ret->counts;
	const bool load = s.op & DATA_OP_LOAD, store = !load && s.op & DATA_OP_STORE;
	counts[C2C_RECORDS]++;
	if (s.lock & DATA_LOCK_LOCKED) counts[C2C_LOCKED]++;
	if (s.blocked & DATA_BLOCKED_DATA) counts[C2C_BLOCKED_DATA]++;
	if (s.blocked & DATA_BLOCKED_ADDRESS) counts[C2C_BLOCKED_ADDRESS]++;
	if (!load && !store) {
		counts[C2C_NO_PARSE]++;
		return;
	}
	counts[load ? C2C_LOADS : C2C_STORES]++;
	if (!address) {
		counts[load ? C2C_LOAD_NO_ADDRESS : C2C_STORE_NO_ADDRESS]++;
		return;
	}
	if (load) count_load(&s, counts);
	else count_store(&s, counts);
	if (!mapped) counts[C2C_NO_MAP]++;
}

void c2c_stats_add(struct c2c_stats *stats, const struct c2c_stats *more)
{
	for (size_t i = 0; i < NR_C2C_COUNTS; i++) stats->counts[i] += more->counts[i];
}

/* ---- classes */

static void add_class(struct c2c_stats *stats, const struct c2c_class *class)
{
	for (size_t i = 0; i < NR_C2C_COUNTS; i++)
		stats->counts[i] += (uint32_t)(class->count * class->stats.counts[i]);
}

struct c2c_class *c2c_class_of(struct c2c_classes *classes, uint64_t data_src, uint64_t address, bool mapped)
{
	/* The two upper bits are not used by any processor; a sample that has them is damaged. */
	const uint64_t key = (data_src & ~(3ull << 62)) | (uint64_t)(address != 0) << 62 | (uint64_t)mapped << 63;
	struct c2c_class *class = &classes->items[hash_u64(key) % NR_C2C_CLASSES];
	if (likely(class->key == key && class->counted)) return class;
	add_class(&classes->sums, class);
	*class = (struct c2c_class){ .key = key };
	c2c_stats_of(key & ~(3ull << 62), address, mapped, &class->stats);
	for (size_t i = 0; i < NR_C2C_COUNTS; i++) class->counted |= (uint32_t)(class->stats.counts[i] != 0) << i;
	return class;
}

void c2c_classes_sum(const struct c2c_classes *classes, struct c2c_stats *stats)
{
	c2c_stats_add(stats, &classes->sums);
	for (size_t i = 0; i < NR_C2C_CLASSES; i++) add_class(stats, &classes->items[i]);
}
