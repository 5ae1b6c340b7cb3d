/* PEBS records in an Intel PT trace (Intel SDM volume 3, "PEBS output to Intel Processor Trace"): blocks of values,
 * BBP BIP BIP ..., one for each group of the record, until BEP ends the record.
 *
 *     struct pt_pebs pebs = { 0 };
 *     pt_pebs_take(&pebs, &packet)     each BBP and BIP packet; BEP: all of the record is there, then pt_pebs_reset */
#ifndef HWTRACE_INTEL_PT_PT_PEBS_H
#define HWTRACE_INTEL_PT_PT_PEBS_H

#include "hwtrace/intel_pt/pt_packet.h"

/* Types of blocks, as BBP packets tell them. */
enum pt_pebs_type {
	PT_PEBS_REGISTERS = 1,
	PT_PEBS_BASIC = 4,
	PT_PEBS_MEMORY = 5,
	PT_PEBS_LAST_BRANCHES = 8, /* the first of PT_PEBS_BRANCH_BLOCKS types */
	PT_PEBS_XMM = 16,
};
/* Items of a block are numbered: BIP's ID. */
enum { PT_PEBS_BRANCH_BLOCKS = 3, PT_PEBS_BRANCHES = 10, PT_PEBS_ITEMS = 32 };
enum pt_pebs_basic { PT_PEBS_IP, PT_PEBS_COUNTERS, PT_PEBS_TSC };
enum pt_pebs_memory { PT_PEBS_ADDRESS, PT_PEBS_SOURCE, PT_PEBS_LATENCY, PT_PEBS_TRANSACTION };
/* Of general registers: flags and address, then the others in the order of pt_pebs_register. */
enum { PT_PEBS_FLAGS, PT_PEBS_RIP, PT_PEBS_RAX };

/* Groups, in the order in which they are kept. */
enum pt_pebs_group {
	PT_PEBS_GROUP_REGISTERS,
	PT_PEBS_GROUP_BASIC,
	PT_PEBS_GROUP_MEMORY,
	PT_PEBS_GROUP_BRANCHES,
	PT_PEBS_GROUP_XMM = PT_PEBS_GROUP_BRANCHES + PT_PEBS_BRANCH_BLOCKS,
	PT_PEBS_GROUPS,
};
struct pt_pebs {
	int group;                     /* that the items belong to, from its BBP on; -1: of no known type */
	uint32_t told[PT_PEBS_GROUPS]; /* a bit an item */
	uint64_t items[PT_PEBS_GROUPS][PT_PEBS_ITEMS];
};

/* Forgets what was taken. */
void pt_pebs_reset(struct pt_pebs *pebs);
/* Takes a BBP or BIP packet. */
void pt_pebs_take(struct pt_pebs *pebs, const struct pt_packet *packet);
static inline bool pt_pebs_has(const struct pt_pebs *pebs, enum pt_pebs_group group, unsigned item)
{
	return pebs->told[group] >> item & 1;
}
/* 0 when it was not told. */
static inline uint64_t pt_pebs_item(const struct pt_pebs *pebs, enum pt_pebs_group group, unsigned item)
{
	return pt_pebs_has(pebs, group, item) ? pebs->items[group][item] : 0;
}
/* The item of PT_PEBS_GROUP_REGISTERS that holds the register with this number in the kernel's asm/perf_regs.h; -1:
 * none does. */
int pt_pebs_register(unsigned number);

#endif
