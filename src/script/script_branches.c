/* Branch stacks: brstack, brstacksym, brstackoff, and the counters of brcntr. A branch is
 *
 *     FROM/TO/P/X/A/CYCLES/TYPE/SPECULATION
 *
 * P is P for predicted or M for mispredicted, X in a transaction, A aborted; each is "-" where that is not so. */
#include <assert.h>
#include "script/script_writer.h"

/* The kind of a branch. Bits of branch_entry.flags, as struct perf_branch_entry (kernel UAPI) has them: 0 to 3 are
 * mispred, predicted, in_tx and abort, then cycles:16, type:4, spec:2, new_type:4. Type 15 means that new_type says
 * it (PERF_BR_EXTEND_ABI). */
static const char *type_name(uint64_t flags)
{
	static const char *const types[16] = { "",    "COND",    "UNCOND", "IND",       "CALL",     "IND_CALL",
					       "RET", "SYSCALL", "SYSRET", "COND_CALL", "COND_RET", "ERET",
					       "IRQ", "SERROR",  "NO_TX",  "" };
	static const char *const new_types[16] = { "FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1",
						   "ARCH_2",     "ARCH_3",     "ARCH_4",     "ARCH_5" };
	unsigned type = flags >> 20 & 15;
	if (type != 15) return types[type];
	const char *name = new_types[flags >> 26 & 15];
	return name ? name : "";
}

static const char *speculation_name(uint64_t flags)
{
	static const char *const names[4] = { "-", "SPEC_WRONG_PATH", "NON_SPEC_CORRECT_PATH", "SPEC_CORRECT_PATH" };
	return names[flags >> 24 & 3];
}

/* Everything behind the two ends. */
static void write_flags(uint64_t flags, struct outbuf *out)
{
	static const char predictions[] = { '-', 'M', 'P', 'P' }; /* bit 0: wrongly, bit 1: rightly */
	out_char(out, '/');
	out_char(out, predictions[flags & 3]);
	out_char(out, '/');
	out_char(out, flags & 4 ? 'X' : '-');
	out_char(out, '/');
	out_char(out, flags & 8 ? 'A' : '-');
	out_char(out, '/');
	out_dec(out, flags >> 4 & 0xffff, 0);
	out_char(out, '/');
	out_str(out, type_name(flags));
	out_char(out, '/');
	out_str(out, speculation_name(flags));
	out_char(out, ' ');
}

/* Where an address is in its object: of user code in the file, of the kernel from its beginning on. */
static uint64_t offset_in_object(const struct frame *frame)
{
	const struct map *map = frame->map;
	if (!map) return frame->ip;
	return frame->ip - map->start +
	       (map->dso->kind == DSO_KERNEL || map->dso->kind == DSO_GUEST_KERNEL ? 0 : map->pgoff);
}

/* What "/P/-/-/0/COND/-" takes of a row at most, or not much less. */
enum { FLAGS_COLUMNS = 24 };

/* An end of a branch: as an address, a symbol or an offset, by the fields. On a terminal a whole branch has a row,
 * of which each end gets half of what the flags leave. */
static void write_end(struct script_writer *w, uint64_t fields, uint64_t ip, struct outbuf *out)
{
	struct short_name_place name = { 0 };
	unsigned columns = w->printer->options.columns;
	const uint64_t places = FIELD(BRSTACKSYM) | FIELD(BRSTACKOFF) | FIELD(DSO);
	const struct frame *frame = fields & places ? resolver_ip(w->resolver, w->task,
								  ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER, ip)
						    : NULL;

	if (fields & FIELD(BRSTACK)) {
		out_lit(out, "0x");
		out_hex(out, ip, 0);
	} else if (fields & FIELD(BRSTACKSYM)) {
		name = script_write_symbol(frame, true, out);
		name.row_at = name.name_at;
	} else {
		assert(frame);
		out_lit(out, "0x");
		out_hex(out, offset_in_object(frame), 0);
	}
	if (fields & FIELD(DSO)) script_write_dso(w, frame, false, out);
	if (columns) short_name_fit(out, &name, (columns - MIN(columns, (unsigned)FLAGS_COLUMNS)) / 2);
}

/* Lists the letters that stand for the events whose occurrences each branch has counted: those of the event's group. */
void script_write_branch_counter_names(const struct script_writer *w, const struct perf_event *event,
				       struct outbuf *out)
{
	const struct perf_event *leader = event->leader ? event->leader : event;
	out_lit(out, "# Branch counter abbr list:\n");
	/* Members of a group are next to each other by index, the leader first; there are letters for 26. */
	for (uint32_t i = 0; i < MAX(leader->nr_members, 1u) && i < 26 && leader->idx + i < w->printer->nr_events; i++)
		out_printf(out, "# %s = %c\n", w->printer->events[leader->idx + i].event->name, 'A' + (int)i);
	out_lit(out, "# '-' No event occurs\n# '+' Event occurrences may be lost due to branch counter saturated\n");
}

void script_write_branches(struct script_writer *w, uint64_t fields, const struct sample *sample, struct outbuf *out)
{
	const bool symbolic = !(fields & FIELD(BRSTACK)) && fields & FIELD(BRSTACKSYM);

	for (uint64_t i = 0; i < sample->nr_branches; i++) {
		const struct branch_entry *b = &sample->branches[i];
		if (!symbolic) out_char(out, ' ');
		write_end(w, fields, b->from, out);
		out_char(out, '/');
		write_end(w, fields, b->to, out);
		write_flags(b->flags, out);
	}
}
