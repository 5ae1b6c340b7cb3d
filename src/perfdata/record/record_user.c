/* What is in the items of records that perf itself makes (type 64 and above): entries of ID_INDEX, and the CPUs of
 * CPU_MAP, which come as a list, a mask or a range. Layouts: docs/perfdata.md. */
#include <errno.h>
#include "perfdata/record/record.h"

/* A name is added here and its number in enum auxtrace_type. */
const char *auxtrace_type_name(uint32_t type)
{
	static const char *const names[] = {
		[AUXTRACE_INTEL_PT] = "Intel PT",
		[AUXTRACE_INTEL_BTS] = "Intel BTS",
		[AUXTRACE_CS_ETM] = "CoreSight (cs_etm)",
		[AUXTRACE_ARM_SPE] = "Arm SPE",
		[AUXTRACE_S390_CPUMSF] = "s390 CPU-measurement",
		[AUXTRACE_HISI_PTT] = "HiSilicon PTT",
	};
	return type < ARRAY_SIZE(names) ? names[type] : NULL;
}

bool record_id_index_next(struct record_id_index *index, struct record_id_entry *ret)
{
	if (cursor_left(&index->entries) < 32) return false;
	struct record_id_entry e = { 0 };
	e.id = cursor_u64(&index->entries);
	e.idx = cursor_u64(&index->entries);
	e.cpu = (int64_t)cursor_u64(&index->entries);
	e.tid = (int64_t)cursor_u64(&index->entries);
	if (cursor_left(&index->guests) >= 16) {
		e.has_guest = true;
		e.machine_pid = cursor_u64(&index->guests);
		e.vcpu = cursor_u64(&index->guests);
	}
	*ret = e;
	return true;
}

/* The first u16 of a CPU_MAP's payload:
 *
 *   CPUS     u16 nr, cpus[nr]                                65535: any CPU
 *   MASK     u16 nr, word size (4 or 8), (8: 4 bytes of padding), words[nr]
 *   RANGE    u8 any, u8 0, u16 first, last */
enum cpu_map_type { CPU_MAP_CPUS, CPU_MAP_MASK, CPU_MAP_RANGE };

int record_cpu_map_visit(struct cursor payload, void (*fn)(void *ctx, int32_t cpu), void *ctx)
{
	struct cursor *c = &payload;
	uint16_t type = cursor_u16(c);
	if (type == CPU_MAP_CPUS) {
		uint16_t count = cursor_u16(c);
		if (!cursor_ok(c) || count > cursor_left(c) / 2) return -EBADMSG;
		for (unsigned i = 0; i < count; i++) {
			uint16_t cpu = cursor_u16(c);
			fn(ctx, cpu == UINT16_MAX ? -1 : cpu);
		}
	} else if (type == CPU_MAP_MASK) {
		uint16_t count = cursor_u16(c), word_size = cursor_u16(c);
		/* Words of 8 bytes are aligned to 8. */
		if (word_size == 8) cursor_skip(c, 4);
		if (!cursor_ok(c) || (word_size != 4 && word_size != 8) || count > cursor_left(c) / word_size)
			return -EBADMSG;
		for (unsigned i = 0; i < count; i++) {
			uint64_t word = word_size == 8 ? cursor_u64(c) : cursor_u32(c);
			for (unsigned bit = 0; bit < word_size * 8u; bit++)
				if (word >> bit & 1) fn(ctx, (int32_t)(i * word_size * 8u + bit));
		}
	} else if (type == CPU_MAP_RANGE) {
		uint8_t any = cursor_u8(c);
		cursor_skip(c, 1);
		uint16_t first = cursor_u16(c), last = cursor_u16(c);
		if (!cursor_ok(c) || last < first) return -EBADMSG;
		if (any) fn(ctx, -1);
		for (unsigned cpu = first; cpu <= last; cpu++) fn(ctx, (int32_t)cpu);
	} else {
		return -EBADMSG;
	}
	return cursor_ok(c) ? 0 : -EBADMSG;
}
