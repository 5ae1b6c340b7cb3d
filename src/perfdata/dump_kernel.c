/* Dump of the kernel's records: the rows of record_layout.def that are more than one printf. Each function adds the
 * rest of the line behind the record's name, and further lines (dump_private.h). */
#include <errno.h>
#include <inttypes.h>
#include "perfdata/dump_private.h"

/* "pid/tid: [start(length) @ offset <build-id> or maj:min inode generation]: rwxp name"; of MMAP r (data) or x. */
int dump_mmap(struct dump *dump, const struct dump_item *item, struct record_mmap *v)
{
	out_printf(dump->out, " %d/%d: [%#" PRIx64 "(%#" PRIx64 ") @ %#" PRIx64, (int)v->pid, (int)v->tid, v->start,
		   v->len, v->pgoff);
	if (item->r->type == RECORD_MMAP) {
		out_printf(dump->out, "]: %c %s\n", item->r->misc & MISC_MMAP_DATA ? 'r' : 'x', v->filename);
		return 0;
	}
	if (v->has_build_id) {
		out_lit(dump->out, " <");
		for (unsigned i = 0; i < v->build_id.size; i++) out_printf(dump->out, "%02x", v->build_id.bytes[i]);
		out_char(dump->out, '>');
	} else {
		out_printf(dump->out, " %02x:%02x %" PRIu64 " %" PRIu64, v->maj, v->min, v->ino, v->ino_generation);
	}
	/* PROT_READ 1, PROT_WRITE 2, PROT_EXEC 4; MAP_SHARED 1 */
	out_printf(dump->out, "]: %c%c%c%c %s\n", v->prot & 1 ? 'r' : '-', v->prot & 2 ? 'w' : '-',
		   v->prot & 4 ? 'x' : '-', v->flags & 1 ? 's' : 'p', v->filename);
	return 0;
}

/* The counts of an event at the end of a task, as its read_format has them. */
int dump_read(struct dump *dump, const struct dump_item *item, struct record_read *v)
{
	uint64_t format = item->event ? item->event->attr.read_format : 0, value = cursor_u64(&v->values);
	out_printf(dump->out, ": %d %d %s %" PRIu64 "\n", (int)v->pid, (int)v->tid,
		   item->event ? item->event->name : "(null)", value);
	if (format & READ_TOTAL_TIME_ENABLED)
		out_printf(dump->out, "... time enabled : %" PRIu64 "\n", cursor_u64(&v->values));
	if (format & READ_TOTAL_TIME_RUNNING)
		out_printf(dump->out, "... time running : %" PRIu64 "\n", cursor_u64(&v->values));
	if (format & READ_ID) out_printf(dump->out, "... id           : %" PRIu64 "\n", cursor_u64(&v->values));
	if (format & READ_LOST) out_printf(dump->out, "... lost         : %" PRIu64 "\n", cursor_u64(&v->values));
	return 0;
}

int dump_lost_samples(struct dump *dump, const struct dump_item *item, struct record_lost_samples *v)
{
	uint64_t id = item->id->present & (SAMPLE_ID | SAMPLE_IDENTIFIER) ? item->id->id : (uint64_t)-1;
	out_printf(dump->out, ": id:%" PRIu64 ": lost samples :%" PRIu64 "%s\n", id, v->lost,
		   item->r->misc & MISC_LOST_SAMPLES_BPF ? " (BPF)" : "");
	return 0;
}

int dump_switch(struct dump *dump, const struct dump_item *item, struct record_switch *v)
{
	const char *out = v->preempt ? " OUT preempt" : " OUT        ";
	out_str(dump->out, v->out ? out : " IN         ");
	if (item->r->type == RECORD_SWITCH_CPU_WIDE)
		out_printf(dump->out, "  %s pid/tid: %5d/%-5d", v->out ? "next" : "prev", (int)v->other_pid,
			   (int)v->other_tid);
	out_char(dump->out, '\n');
	return 0;
}

/* Four on a line, "index/name: device/inode". */
int dump_namespaces(struct dump *dump, const struct dump_item *item, struct record_namespaces *v)
{
	static const char *const names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	out_printf(dump->out, " %d/%d - nr_namespaces: %" PRIu64 "\n\t\t[", (int)v->pid, (int)v->tid, v->count);
	for (uint64_t i = 0; i < v->count; i++) {
		if (i && i % 4 == 0) out_lit(dump->out, "\n\t\t ");
		out_printf(dump->out, "%" PRIu64 "/%s: %" PRIu64 "/%#" PRIx64, i,
			   i < ARRAY_SIZE(names) ? names[i] : "UNKNOWN", v->link[i].dev, v->link[i].inode);
		out_str(dump->out, i + 1 == v->count ? "]\n" : ", ");
	}
	return 0;
}

/* Instruction bytes, 16 a line. */
static void add_code_bytes(struct outbuf *out, const char *which, const uint8_t *bytes, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (i && i % 16 == 0) out_char(out, '\n');
		if (i % 16 == 0) out_printf(out, "            %s bytes:", which);
		out_printf(out, " %02x", bytes[i]);
	}
	if (count) out_char(out, '\n');
}

int dump_text_poke(struct dump *dump, const struct dump_item *item, struct record_text_poke *v)
{
	out_printf(dump->out, " %" PRIx64 "  old len %u new len %u\n", v->addr, v->old_len, v->new_len);
	add_code_bytes(dump->out, "Old", v->bytes, v->old_len);
	add_code_bytes(dump->out, "New", v->bytes + v->old_len, v->new_len);
	return 0;
}
