/* Decoding of the records the kernel makes. Layouts: kernel UAPI linux/perf_event.h, enum perf_event_type. */
#include "perfdata/record.h"

#include <errno.h>

const char *record_type_name(uint32_t type)
{
	const char *name = "UNKNOWN";
	switch (type) {
#define RECORD(NAME, number, dump) case number: name = #NAME; break;
#include "perfdata/record_type.def"
#undef RECORD
	}
	return strncmp(name, "HEADER_", 7) == 0 ? name + 7 : name;
}

/* A string that fills the rest of a record up to its trailer. */
static const char *rest_string(struct cursor *c) { return cursor_string(c, cursor_left(c)); }

#define DECODED(c, value) do { if (!cursor_ok(&(c))) return -EBADMSG; *ret = (value); return 0; } while (0)

int record_decode_mmap(const struct record *r, struct record_mmap *ret)
{
	struct cursor c = record_cursor(r);
	struct record_mmap m = { 0 };
	m.pid = cursor_u32(&c);
	m.tid = cursor_u32(&c);
	m.start = cursor_u64(&c);
	m.len = cursor_u64(&c);
	m.pgoff = cursor_u64(&c);
	if (r->type == RECORD_MMAP2) {
		if (r->misc & MISC_MMAP_BUILD_ID) {
			m.has_build_id = true;
			uint8_t size = cursor_u8(&c);
			cursor_skip(&c, 3);
			const uint8_t *bytes = cursor_bytes(&c, BUILD_ID_MAX);
			if (!bytes) return -EBADMSG;
			m.build_id.size = MIN(size, BUILD_ID_MAX);
			memcpy(m.build_id.bytes, bytes, m.build_id.size);
		} else {
			m.has_inode = true;
			m.maj = cursor_u32(&c);
			m.min = cursor_u32(&c);
			m.ino = cursor_u64(&c);
			m.ino_generation = cursor_u64(&c);
		}
		m.prot = cursor_u32(&c);
		m.flags = cursor_u32(&c);
	}
	m.filename = rest_string(&c);
	DECODED(c, m);
}

int record_decode_comm(const struct record *r, struct record_comm *ret)
{
	struct cursor c = record_cursor(r);
	struct record_comm v = { .exec = r->misc & MISC_COMM_EXEC };
	v.pid = cursor_u32(&c);
	v.tid = cursor_u32(&c);
	v.comm = rest_string(&c);
	DECODED(c, v);
}

int record_decode_task(const struct record *r, struct record_task *ret)
{
	struct cursor c = record_cursor(r);
	struct record_task v;
	v.pid = cursor_u32(&c);
	v.ppid = cursor_u32(&c);
	v.tid = cursor_u32(&c);
	v.ptid = cursor_u32(&c);
	v.time_ns = cursor_u64(&c);
	DECODED(c, v);
}

int record_decode_lost(const struct record *r, struct record_lost *ret)
{
	struct cursor c = record_cursor(r);
	struct record_lost v;
	v.id = cursor_u64(&c);
	v.lost = cursor_u64(&c);
	DECODED(c, v);
}

int record_decode_lost_samples(const struct record *r, struct record_lost_samples *ret)
{
	struct cursor c = record_cursor(r);
	struct record_lost_samples v = { .lost = cursor_u64(&c) };
	DECODED(c, v);
}

int record_decode_throttle(const struct record *r, struct record_throttle *ret)
{
	struct cursor c = record_cursor(r);
	struct record_throttle v;
	v.time_ns = cursor_u64(&c);
	v.id = cursor_u64(&c);
	v.stream_id = cursor_u64(&c);
	DECODED(c, v);
}

int record_decode_namespaces(const struct record *r, struct record_namespaces *ret)
{
	struct cursor c = record_cursor(r);
	struct record_namespaces v = { 0 };
	v.pid = cursor_u32(&c);
	v.tid = cursor_u32(&c);
	uint64_t count = cursor_u64(&c);
	if (count > cursor_left(&c) / 16) return -EBADMSG;
	v.count = MIN(count, ARRAY_SIZE(v.link));
	for (size_t i = 0; i < v.count; i++) {
		v.link[i].dev = cursor_u64(&c);
		v.link[i].inode = cursor_u64(&c);
	}
	DECODED(c, v);
}

int record_decode_ksymbol(const struct record *r, struct record_ksymbol *ret)
{
	struct cursor c = record_cursor(r);
	struct record_ksymbol v;
	v.addr = cursor_u64(&c);
	v.len = cursor_u32(&c);
	v.ksym_type = cursor_u16(&c);
	v.flags = cursor_u16(&c);
	v.name = rest_string(&c);
	DECODED(c, v);
}

int record_decode_bpf_event(const struct record *r, struct record_bpf_event *ret)
{
	struct cursor c = record_cursor(r);
	struct record_bpf_event v = { 0 };
	v.bpf_type = cursor_u16(&c);
	v.flags = cursor_u16(&c);
	v.prog_id = cursor_u32(&c);
	const uint8_t *tag = cursor_bytes(&c, sizeof(v.tag));
	if (tag) memcpy(v.tag, tag, sizeof(v.tag));
	DECODED(c, v);
}

int record_decode_cgroup(const struct record *r, struct record_cgroup *ret)
{
	struct cursor c = record_cursor(r);
	struct record_cgroup v;
	v.id = cursor_u64(&c);
	v.path = rest_string(&c);
	DECODED(c, v);
}

int record_decode_text_poke(const struct record *r, struct record_text_poke *ret)
{
	struct cursor c = record_cursor(r);
	struct record_text_poke v;
	v.addr = cursor_u64(&c);
	v.old_len = cursor_u16(&c);
	v.new_len = cursor_u16(&c);
	v.bytes = cursor_bytes(&c, (size_t)v.old_len + v.new_len);
	DECODED(c, v);
}

int record_decode_switch(const struct record *r, struct record_switch *ret)
{
	struct cursor c = record_cursor(r);
	struct record_switch v = { .other_pid = (uint32_t)-1, .other_tid = (uint32_t)-1 };
	v.out = r->misc & MISC_SWITCH_OUT;
	v.preempt = r->misc & MISC_SWITCH_OUT_PREEMPT;
	if (r->type == RECORD_SWITCH_CPU_WIDE) {
		v.other_pid = cursor_u32(&c);
		v.other_tid = cursor_u32(&c);
	}
	DECODED(c, v);
}

int record_decode_aux(const struct record *r, struct record_aux *ret)
{
	struct cursor c = record_cursor(r);
	struct record_aux v;
	v.aux_offset = cursor_u64(&c);
	v.aux_size = cursor_u64(&c);
	v.flags = cursor_u64(&c);
	DECODED(c, v);
}

int record_decode_read(const struct record *r, struct record_read *ret)
{
	struct cursor c = record_cursor(r);
	struct record_read v;
	v.pid = cursor_u32(&c);
	v.tid = cursor_u32(&c);
	v.values = cursor_sub(&c, cursor_left(&c));
	DECODED(c, v);
}

int record_decode_itrace_start(const struct record *r, struct record_itrace_start *ret)
{
	struct cursor c = record_cursor(r);
	struct record_itrace_start v;
	v.pid = cursor_u32(&c);
	v.tid = cursor_u32(&c);
	DECODED(c, v);
}

int record_decode_aux_output_hw_id(const struct record *r, struct record_aux_output_hw_id *ret)
{
	struct cursor c = record_cursor(r);
	struct record_aux_output_hw_id v = { .hw_id = cursor_u64(&c) };
	DECODED(c, v);
}
