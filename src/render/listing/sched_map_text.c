/* A line of `perf sched map`: a column a CPU, what runs there by a letter, '*' where something changed.
 *
 *       *A0           0.010000 secs A0 => sh:200
 *        A0 *B0       0.012000 secs B0 => :300:300
 *       *.   B0       0.018000 secs .  => swapper:0
 *
 * Colours go around a cell and do not count as columns. */
#include "render/listing/sched_text.h"

#define COLOUR_TASK "\033[34m"
#define COLOUR_CPU "\033[41m"
#define COLOUR_END "\033[m"

/* Both do nothing unless the colour is wanted. */
static void colour_begin(const char *colour, bool wanted, struct outbuf *out)
{
	if (wanted) out_str(out, colour);
}
static void colour_end(bool wanted, struct outbuf *out)
{
	if (wanted) out_lit(out, COLOUR_END);
}

/* Four columns: a mark, two letters, a blank. Blank is a CPU that has not been seen yet. */
static void add_slot(const struct sched_map_row *row, size_t i, bool colour, struct outbuf *out)
{
	const struct sched_map_slot *slot = &row->slots[i];
	bool colour_cpu = colour && row->highlight_cpu[i], colour_task = colour && slot->highlight_task;
	if (slot->mark == SCHED_MAP_UNSEEN) {
		out_lit(out, "    ");
		return;
	}
	colour_begin(COLOUR_CPU, colour_cpu, out);
	out_char(out, i == row->active ? '*' : ' ');
	colour_end(colour_cpu, out);
	colour_begin(COLOUR_TASK, colour_task, out);
	switch (slot->mark) {
	case SCHED_MAP_IDLE: out_lit(out, ". "); break;
	case SCHED_MAP_OTHER: out_lit(out, "- "); break;
	default: out_mem(out, slot->name, sizeof(slot->name)); break;
	}
	colour_end(colour_task, out);
	out_char(out, ' ');
}

void sched_text_map_row(const struct sched_map_row *row, bool colour, struct outbuf *out)
{
	out_lit(out, "  ");
	for (size_t i = 0; i < row->nr_slots; i++) add_slot(row, i, colour, out);
	out_lit(out, "  ");
	out_fixed(out, row->time_ns / 1000, 6, 12);
	out_lit(out, " secs ");
	if (row->comm) {
		const struct sched_map_slot *slot = &row->slots[row->active];
		if (slot->mark == SCHED_MAP_TASK) out_mem(out, slot->name, sizeof(slot->name));
		else out_lit(out, ". ");
		out_printf(out, " => %s:%d", row->comm, (int)row->tid);
	}
	if (row->new_cpu) out_printf(out, " (CPU %u)", row->cpus[row->active]);
	out_char(out, '\n');
}
