/* Parts of breakdowns. What is not certain, as when two operations are named, is "other". */
#include "analysis/profile/collect/access_part.h"
#include "analysis/profile/collect/hist_private.h"
#include "perfdata/record/data_src.h"

static enum hist_sum op_of(const struct data_src *source)
{
	if (source->op & DATA_OP_EXEC && !(source->op & DATA_OP_PREFETCH)) return HIST_SUM_op_exec;
	if (source->op & DATA_OP_PREFETCH) return HIST_SUM_op_prefetch;
	switch (source->op) {
	case DATA_OP_LOAD: return HIST_SUM_op_load;
	case DATA_OP_STORE: return HIST_SUM_op_store;
	case DATA_OP_LOAD | DATA_OP_STORE: return HIST_SUM_op_load_store;
	default: return HIST_SUM_op_other;
	}
}

/* Where the data was by its number, whether the access hit there or not: the set of levels of machines without numbers
 * is "other". */
static enum hist_sum cache_of(const struct data_src *source)
{
	switch (source->level) {
	case DATA_LEVEL_NUMBER_L1: return HIST_SUM_cache_l1;
	case DATA_LEVEL_NUMBER_L2: return HIST_SUM_cache_l2;
	case DATA_LEVEL_NUMBER_L3: return HIST_SUM_cache_l3;
	case DATA_LEVEL_NUMBER_L4: return HIST_SUM_cache_l4;
	case DATA_LEVEL_NUMBER_LFB: return HIST_SUM_cache_l1_buf;
	case DATA_LEVEL_NUMBER_L2_MHB: return HIST_SUM_cache_l2_buf;
	default: return HIST_SUM_cache_other;
	}
}

static enum hist_sum memory_of(const struct data_src *source)
{
	switch (source->level) {
	case DATA_LEVEL_NUMBER_RAM: return HIST_SUM_memory_ram;
	case DATA_LEVEL_NUMBER_MSC: return HIST_SUM_memory_msc;
	case DATA_LEVEL_NUMBER_UNCACHED: return HIST_SUM_memory_uncached;
	case DATA_LEVEL_NUMBER_CXL: return HIST_SUM_memory_cxl;
	case DATA_LEVEL_NUMBER_IO: return HIST_SUM_memory_io;
	case DATA_LEVEL_NUMBER_PMEM: return HIST_SUM_memory_pmem;
	default: return HIST_SUM_memory_other;
	}
}

static enum hist_sum snoop_of(const struct data_src *source)
{
	switch (source->snoop) {
	case DATA_SNOOP_HIT: return HIST_SUM_snoop_hit;
	case DATA_SNOOP_HITM: return HIST_SUM_snoop_hitm;
	case DATA_SNOOP_MISS: return HIST_SUM_snoop_miss;
	default: return HIST_SUM_snoop_other;
	}
}

static enum hist_sum dtlb_of(const struct data_src *source)
{
	if (source->tlb & DATA_TLB_MISS) return HIST_SUM_dtlb_miss;
	switch (source->tlb) {
	case DATA_TLB_HIT | DATA_TLB_L1: return HIST_SUM_dtlb_l1_hit;
	case DATA_TLB_HIT | DATA_TLB_L2: return HIST_SUM_dtlb_l2_hit;
	case DATA_TLB_HIT | DATA_TLB_L1 | DATA_TLB_L2: return HIST_SUM_dtlb_any_hit;
	default: return HIST_SUM_dtlb_other;
	}
}

void access_parts_add(uint64_t *sums, unsigned count, uint64_t data_src, uint64_t period)
{
	struct data_src source = data_src_split(data_src);
	const enum hist_sum parts[] = { op_of(&source), cache_of(&source), memory_of(&source), snoop_of(&source),
					dtlb_of(&source) };
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (parts[i] < count) sums[parts[i]] += period;
}
