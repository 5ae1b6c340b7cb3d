/* Decoding of the records that perf itself makes (type 64 and above). Layouts: docs/perfdata.md. */
#include "perfdata/record/record_decoder.h"

DECODER(id_index, U64(count) ITEMS(count, entries, 32) WHERE(cursor_left(c) >= v.count * 16, ITEMS(count, guests, 16)))
DECODER(auxtrace_info, U32(auxtrace_type) SKIP(4) REST_ITEMS(nr_priv, priv, 8))
DECODER(auxtrace, U64(size) U64(offset) U64(reference) U32(idx) U32(tid) U32(cpu))
DECODER(thread_map, U64(count) ITEMS(count, entries, 24))
DECODER(stat_config, U64(count) ITEMS(count, entries, 16))
DECODER(stat, U64(id) U32(cpu) U32(thread) U64(value) U64(enabled_ns) U64(running_ns))
DECODER(stat_round, U64(round_type) U64(time_ns))
DECODER(event_update, U64(update_type) U64(id) REST(payload))
DECODER(time_conv, U64(time_shift) U64(time_mult) U64(time_zero) v.has_cycles = cursor_left(c) >= 24;
	WHERE(v.has_cycles, U64(time_cycles) U64(time_mask) U8(cap_time_zero) U8(cap_time_short)))
DECODER(header_feature, U64(bit) REST(payload))

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

int record_decode_auxtrace_error(const struct record *r, struct record_auxtrace_error *ret)
{
	struct cursor c = record_cursor(r);
	struct record_auxtrace_error v = { 0 };
	v.error_type = cursor_u32(&c);
	v.code = cursor_u32(&c);
	v.cpu = cursor_u32(&c);
	v.pid = cursor_u32(&c);
	v.tid = cursor_u32(&c);
	v.fmt = cursor_u32(&c);
	v.ip = cursor_u64(&c);
	/* fmt 0 has no time: the message follows at once */
	if (v.fmt >= 1) v.time_ns = cursor_u64(&c);
	struct cursor message = cursor_sub(&c, MIN(cursor_left(&c), 64));
	v.message = cursor_string(&message, cursor_left(&message));
	if (!v.message) return -EBADMSG;
	if (v.fmt >= 2 && cursor_left(&c) >= 8) {
		v.machine_pid = cursor_u32(&c);
		v.vcpu = cursor_u32(&c);
	}
	if (!cursor_ok(&c)) return -EBADMSG;
	*ret = v;
	return 0;
}

int record_decode_header_attr(const struct record *r, struct record_header_attr *ret)
{
	struct cursor c = record_cursor(r);
	struct record_header_attr v = { 0 };
	cursor_skip(&c, 4);
	uint32_t size = cursor_u32(&c);
	if (size == 0) size = 64;
	if (!cursor_ok(&c) || size < 64 || size > (size_t)r->size - 8) return -EBADMSG;
	cursor_seek(&c, 8);
	v.attr.data = cursor_bytes(&c, size);
	v.attr.size = size;
	v.nr_ids = cursor_left(&c) / 8;
	v.ids = cursor_sub(&c, v.nr_ids * 8);
	if (!cursor_ok(&c)) return -EBADMSG;
	*ret = v;
	return 0;
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
