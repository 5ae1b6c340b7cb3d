/* Dump of the kernel's records. */
#include <errno.h>
#include <inttypes.h>
#include "perfdata/dump_private.h"

int dump_nothing(struct dump *dump, const struct dump_item *item) { return 0; }

int dump_mmap(struct dump *dump, const struct dump_item *item)
{
	struct record_mmap m;
	if (record_decode_mmap(item->r, &m) < 0) return -EBADMSG;
	out_printf(dump->out, " %d/%d: [%#" PRIx64 "(%#" PRIx64 ") @ %#" PRIx64, (int)m.pid, (int)m.tid, m.start, m.len,
		   m.pgoff);
	if (item->r->type == RECORD_MMAP) {
		out_printf(dump->out, "]: %c %s\n", item->r->misc & MISC_MMAP_DATA ? 'r' : 'x', m.filename);
		return 0;
	}
	if (m.has_build_id) {
		out_lit(dump->out, " <");
		for (unsigned i = 0; i < m.build_id.size; i++) out_printf(dump->out, "%02x", m.build_id.bytes[i]);
		out_char(dump->out, '>');
	} else {
		out_printf(dump->out, " %02x:%02x %" PRIu64 " %" PRIu64, m.maj, m.min, m.ino, m.ino_generation);
	}
	/* PROT_READ 1, PROT_WRITE 2, PROT_EXEC 4; MAP_SHARED 1 */
	out_printf(dump->out, "]: %c%c%c%c %s\n", m.prot & 1 ? 'r' : '-', m.prot & 2 ? 'w' : '-',
		   m.prot & 4 ? 'x' : '-', m.flags & 1 ? 's' : 'p', m.filename);
	return 0;
}

int dump_lost(struct dump *dump, const struct dump_item *item)
{
	struct record_lost v;
	if (record_decode_lost(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, ": id:%" PRIu64 ": lost:%" PRIu64 "\n", v.id, v.lost);
	return 0;
}

int dump_comm(struct dump *dump, const struct dump_item *item)
{
	struct record_comm v;
	if (record_decode_comm(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, "%s: %s:%d/%d\n", v.exec ? " exec" : "", v.comm, (int)v.pid, (int)v.tid);
	return 0;
}

int dump_task(struct dump *dump, const struct dump_item *item)
{
	struct record_task v;
	if (record_decode_task(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, "(%d:%d):(%d:%d)\n", (int)v.pid, (int)v.tid, (int)v.ppid, (int)v.ptid);
	return 0;
}

int dump_read(struct dump *dump, const struct dump_item *item)
{
	struct record_read v;
	if (record_decode_read(item->r, &v) < 0) return -EBADMSG;
	uint64_t format = item->event ? item->event->attr.read_format : 0, value = cursor_u64(&v.values);
	out_printf(dump->out, ": %d %d %s %" PRIu64 "\n", (int)v.pid, (int)v.tid,
		   item->event ? item->event->name : "(null)", value);
	if (format & READ_TOTAL_TIME_ENABLED)
		out_printf(dump->out, "... time enabled : %" PRIu64 "\n", cursor_u64(&v.values));
	if (format & READ_TOTAL_TIME_RUNNING)
		out_printf(dump->out, "... time running : %" PRIu64 "\n", cursor_u64(&v.values));
	if (format & READ_ID) out_printf(dump->out, "... id           : %" PRIu64 "\n", cursor_u64(&v.values));
	if (format & READ_LOST) out_printf(dump->out, "... lost         : %" PRIu64 "\n", cursor_u64(&v.values));
	return 0;
}

int dump_aux(struct dump *dump, const struct dump_item *item)
{
	struct record_aux v;
	if (record_decode_aux(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, " offset: %#" PRIx64 " size: %#" PRIx64 " flags: %#" PRIx64 " [%s%s%s]\n", v.aux_offset,
		   v.aux_size, v.flags, v.flags & 1 ? "T" : "", v.flags & 2 ? "O" : "", v.flags & 4 ? "P" : "");
	return 0;
}

int dump_itrace_start(struct dump *dump, const struct dump_item *item)
{
	struct record_itrace_start v;
	if (record_decode_itrace_start(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, " pid: %d tid: %d\n", (int)v.pid, (int)v.tid);
	return 0;
}

int dump_lost_samples(struct dump *dump, const struct dump_item *item)
{
	struct record_lost_samples v;
	if (record_decode_lost_samples(item->r, &v) < 0) return -EBADMSG;
	uint64_t id = item->id->present & (SAMPLE_ID | SAMPLE_IDENTIFIER) ? item->id->id : (uint64_t)-1;
	out_printf(dump->out, ": id:%" PRIu64 ": lost samples :%" PRIu64 "%s\n", id, v.lost,
		   item->r->misc & MISC_LOST_SAMPLES_BPF ? " (BPF)" : "");
	return 0;
}

int dump_switch(struct dump *dump, const struct dump_item *item)
{
	struct record_switch v;
	if (record_decode_switch(item->r, &v) < 0) return -EBADMSG;
	out_str(dump->out, !v.out ? " IN         " : v.preempt ? " OUT preempt" : " OUT        ");
	if (item->r->type == RECORD_SWITCH_CPU_WIDE)
		out_printf(dump->out, "  %s pid/tid: %5d/%-5d", v.out ? "next" : "prev", (int)v.other_pid,
			   (int)v.other_tid);
	out_char(dump->out, '\n');
	return 0;
}

int dump_namespaces(struct dump *dump, const struct dump_item *item)
{
	static const char *const names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	struct record_namespaces v;
	if (record_decode_namespaces(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, " %d/%d - nr_namespaces: %" PRIu64 "\n\t\t[", (int)v.pid, (int)v.tid, v.count);
	for (uint64_t i = 0; i < v.count; i++) {
		if (i && i % 4 == 0) out_lit(dump->out, "\n\t\t ");
		out_printf(dump->out, "%" PRIu64 "/%s: %" PRIu64 "/%#" PRIx64, i,
			   i < ARRAY_SIZE(names) ? names[i] : "UNKNOWN", v.link[i].dev, v.link[i].inode);
		out_str(dump->out, i + 1 == v.count ? "]\n" : ", ");
	}
	return 0;
}

int dump_ksymbol(struct dump *dump, const struct dump_item *item)
{
	struct record_ksymbol v;
	if (record_decode_ksymbol(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, " addr %" PRIx64 " len %u type %u flags 0x%x name %s\n", v.addr, v.len, v.ksym_type,
		   v.flags, v.name);
	return 0;
}

int dump_bpf_event(struct dump *dump, const struct dump_item *item)
{
	struct record_bpf_event v;
	if (record_decode_bpf_event(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, " type %u, flags %u, id %u\n", v.bpf_type, v.flags, v.prog_id);
	return 0;
}

int dump_cgroup(struct dump *dump, const struct dump_item *item)
{
	struct record_cgroup v;
	if (record_decode_cgroup(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, " cgroup: %" PRIu64 " %s\n", v.id, v.path);
	return 0;
}

static void add_code_bytes(struct outbuf *out, const char *which, const uint8_t *bytes, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (i && i % 16 == 0) out_char(out, '\n');
		if (i % 16 == 0) out_printf(out, "            %s bytes:", which);
		out_printf(out, " %02x", bytes[i]);
	}
	if (count) out_char(out, '\n');
}

int dump_text_poke(struct dump *dump, const struct dump_item *item)
{
	struct record_text_poke v;
	if (record_decode_text_poke(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, " %" PRIx64 "  old len %u new len %u\n", v.addr, v.old_len, v.new_len);
	add_code_bytes(dump->out, "Old", v.bytes, v.old_len);
	add_code_bytes(dump->out, "New", v.bytes + v.old_len, v.new_len);
	return 0;
}

int dump_aux_output_hw_id(struct dump *dump, const struct dump_item *item)
{
	struct record_aux_output_hw_id v;
	if (record_decode_aux_output_hw_id(item->r, &v) < 0) return -EBADMSG;
	out_printf(dump->out, " hw_id: %#" PRIx64 "\n", v.hw_id);
	return 0;
}
