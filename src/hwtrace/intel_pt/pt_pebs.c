#include "hwtrace/intel_pt/pt_pebs.h"

#include <string.h>
#include "base/compiler.h"

static int group_of(unsigned type)
{
	switch (type) {
	case PT_PEBS_REGISTERS: return PT_PEBS_GROUP_REGISTERS;
	case PT_PEBS_BASIC: return PT_PEBS_GROUP_BASIC;
	case PT_PEBS_MEMORY: return PT_PEBS_GROUP_MEMORY;
	case PT_PEBS_XMM: return PT_PEBS_GROUP_XMM;
	default: break;
	}
	unsigned block = type - PT_PEBS_LAST_BRANCHES;
	return block < PT_PEBS_BRANCH_BLOCKS ? (int)(PT_PEBS_GROUP_BRANCHES + block) : -1;
}

void pt_pebs_reset(struct pt_pebs *pebs)
{
	pebs->group = -1;
	memset(pebs->told, 0, sizeof(pebs->told));
}

void pt_pebs_take(struct pt_pebs *pebs, const struct pt_packet *packet)
{
	if (packet->type == PT_BBP) {
		pebs->group = group_of((unsigned)packet->payload);
		return;
	}
	if (pebs->group < 0) return;
	pebs->told[pebs->group] |= 1U << packet->count;
	pebs->items[pebs->group][packet->count] = packet->payload;
}

int pt_pebs_register(unsigned number)
{
	/* ax bx cx dx si di bp sp, ip and flags; r8 to r15 are 16 to 23 */
	static const int8_t items[] = { 2, 5, 3, 4, 8, 9, 7, 6, PT_PEBS_RIP, PT_PEBS_FLAGS };
	enum { R8 = 16, R15 = 23, R8_ITEM = 10 };
	if (number < ARRAY_SIZE(items)) return items[number];
	return number >= R8 && number <= R15 ? (int)(number - R8 + R8_ITEM) : -1;
}
