/* Decoding of the records the kernel makes. Layouts: kernel UAPI linux/perf_event.h, enum perf_event_type. */
#include "perfdata/record/record_decoder.h"

const char *record_type_name(uint32_t type)
{
	const char *name = "UNKNOWN";
	switch (type) {
#define RECORD(NAME, number, dump) \
	case number:               \
		name = #NAME;      \
		break;
#include "perfdata/format/record_type.def"
#undef RECORD
	}
	return strncmp(name, "HEADER_", 7) == 0 ? name + 7 : name;
}

enum { BUILD_ID_AT = 4, MMAP_FILE_BYTES = BUILD_ID_AT + BUILD_ID_MAX };

/* A size, three bytes of zero, the build-id, and zeros up to BUILD_ID_MAX. While one event asks for build-ids, kernels
 * also set the flag in records of events that did not ask, whose bytes are an inode. */
static bool holds_build_id(const uint8_t *bytes)
{
	uint8_t size = bytes[0];
	if (!size || size > BUILD_ID_MAX) return false;
	for (size_t i = 1; i < BUILD_ID_AT; i++)
		if (bytes[i]) return false;
	for (size_t i = BUILD_ID_AT + size; i < MMAP_FILE_BYTES; i++)
		if (bytes[i]) return false;
	return true;
}

/* MMAP2 has a build-id or an inode behind what MMAP has. */
static void decode_mmap_file(struct cursor *c, bool has_build_id, struct record_mmap *v)
{
	struct cursor ahead = *c;
	const uint8_t *bytes = cursor_bytes(&ahead, MMAP_FILE_BYTES);
	if (has_build_id && bytes && holds_build_id(bytes)) {
		*c = ahead;
		v->has_build_id = true;
		v->build_id.size = bytes[0];
		memcpy(v->build_id.bytes, bytes + BUILD_ID_AT, v->build_id.size);
	} else {
		v->has_inode = true;
		v->maj = cursor_u32(c);
		v->min = cursor_u32(c);
		v->ino = cursor_u64(c);
		v->ino_generation = cursor_u64(c);
	}
}

DECODER(mmap, U32(pid) U32(tid) U64(start) U64(len) U64(pgoff)
		      WHERE(r->type == RECORD_MMAP2, decode_mmap_file(c, r->misc &MISC_MMAP_BUILD_ID, &v);
			    U32(prot) U32(flags)) REST_TEXT(filename))
DECODER(comm, v.exec = r->misc & MISC_COMM_EXEC; U32(pid) U32(tid) REST_TEXT(comm))
DECODER(task, U32(pid) U32(ppid) U32(tid) U32(ptid) U64(time_ns))
DECODER(lost, U64(id) U64(lost))
DECODER(lost_samples, U64(lost))
DECODER(throttle, U64(time_ns) U64(id) U64(stream_id))
DECODER(ksymbol, U64(addr) U32(len) U16(ksym_type) U16(flags) REST_TEXT(name))
DECODER(bpf_event, U16(bpf_type) U16(flags) U32(prog_id) const uint8_t *tag = cursor_bytes(c, sizeof(v.tag));
	WHERE(tag, memcpy(v.tag, tag, sizeof(v.tag));))
DECODER(cgroup, U64(id) REST_TEXT(path))
DECODER(text_poke, U64(addr) U16(old_len) U16(new_len) v.bytes = cursor_bytes(c, (size_t)v.old_len + v.new_len);)
DECODER(switch, v.out = r->misc & MISC_SWITCH_OUT; v.preempt = r->misc & MISC_SWITCH_OUT_PREEMPT;
	v.other_pid = v.other_tid = (uint32_t)-1;
	WHERE(r->type == RECORD_SWITCH_CPU_WIDE, U32(other_pid) U32(other_tid)))
DECODER(aux, U64(aux_offset) U64(aux_size) U64(flags))
DECODER(read, U32(pid) U32(tid) REST(values))
DECODER(itrace_start, U32(pid) U32(tid))
DECODER(aux_output_hw_id, U64(hw_id))

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
	if (!cursor_ok(&c)) return -EBADMSG;
	*ret = v;
	return 0;
}
