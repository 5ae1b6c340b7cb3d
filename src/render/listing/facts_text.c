/* What a recording holds, in upstream's layouts: counts of records by type and event, counters of threads, the tree of
 * tasks with their maps.
 *
 *     # pid      tid     ppid  comm                a task, indented by its depth in the tree
 *          100      100        1 |sh
 *          101      101      100 | make */
#include "render/listing/facts_text.h"

#include <string.h>
#include "base/printable.h"

/* -- counts of records -- */

static double percent_of(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

/* A count with its share of all. */
static void put_share(struct outbuf *out, const struct named_count *count, const char *what, uint64_t all)
{
	out_printf(out, "%20s %s: %10llu  (%4.1f%%)\n", count->name, what, (unsigned long long)count->nr,
		   percent_of(count->nr, all));
}

/* A count alone. */
static void put_count(struct outbuf *out, const char *name, const char *what, uint64_t nr)
{
	out_printf(out, "%20s %s: %10llu\n", name, what, (unsigned long long)nr);
}

/* The samples of one event, and those it lost. */
static void put_event(struct outbuf *out, const struct event_count *event)
{
	out_printf(out, "%s stats:\n", event->name);
	if (event->nr_samples) put_count(out, "SAMPLE", "events", event->nr_samples);
	if (event->nr_lost) put_count(out, "LOST_SAMPLES", "events", event->nr_lost);
	if (event->nr_lost_in_bpf) put_count(out, "LOST_SAMPLES (BPF)", "events", event->nr_lost_in_bpf);
}

/* How unwinding of recorded stacks ended, and how frames were found. */
static void put_unwinding(const struct record_counts *counts, bool skip_empty, struct outbuf *out)
{
	uint64_t all = 0;
	for (size_t i = 0; i < counts->stack_ends.count; i++) all += counts->stack_ends.items[i].nr;
	out_lit(out, "stack unwinding stats:\n");
	for (size_t i = 0; i < counts->stack_ends.count; i++)
		if (counts->stack_ends.items[i].nr || !skip_empty)
			put_share(out, &counts->stack_ends.items[i], "stacks", all);
	put_count(out, "all", "frames", counts->nr_frames);
	if (counts->nr_by_frame_pointer || !skip_empty)
		put_count(out, "by frame pointer", "frames", counts->nr_by_frame_pointer);
	if (counts->nr_by_scan || !skip_empty) put_count(out, "by scan", "frames", counts->nr_by_scan);
}

/* Types of records first, then each event, then how stacks were unwound. */
void facts_text_record_counts(const struct record_counts *counts, bool skip_empty, struct outbuf *out)
{
	out_printf(out, "\nAggregated stats:%s\n",
		   counts->has_traces ? " (excludes AUX area (e.g. instruction trace) decoded / synthesized events)"
				      : "");
	put_count(out, "TOTAL", "events", counts->nr_records);
	for (size_t i = 0; i < counts->types.count; i++)
		if (counts->types.items[i].nr || !skip_empty)
			put_share(out, &counts->types.items[i], "events", counts->nr_records);
	for (size_t i = 0; i < counts->events.count; i++) {
		const struct event_count *event = &counts->events.items[i];
		if (event->nr_samples || event->nr_lost || event->nr_lost_in_bpf || !skip_empty) put_event(out, event);
	}
	if (counts->stack_ends.count) put_unwinding(counts, skip_empty, out);
}

/* -- counters of threads -- */

/* Decimal digits. */
static unsigned digits(uint64_t number)
{
	unsigned n = 1;
	while (number >= 10) number /= 10, n++;
	return n;
}

/* Columns as wide as their title and what stands in them. */
struct counter_widths {
	unsigned pid, tid, name, raw, count;
	unsigned *events;
};

/* The caller frees w->events. */
static void find_widths(const struct thread_counters *counters, struct counter_widths *w)
{
	/* at least as wide as the titles PID, TID, Name, Raw and Count */
	*w = (struct counter_widths){ .pid = 3, .tid = 3, .name = 4, .raw = 3, .count = 5 };
	w->events = xcalloc(counters->events.count + 1, sizeof(*w->events));
	for (size_t e = 0; e < counters->events.count; e++) {
		const struct thread_counters_event *event = &counters->events.items[e];
		w->events[e] = (unsigned)strlen(event->name);
		w->name = MAX(w->name, w->events[e]);
		w->raw = MAX(w->raw, digits(event->idx));
	}
	for (size_t t = 0; t < counters->threads.count; t++) {
		const struct thread_counters_thread *thread = &counters->threads.items[t];
		w->pid = MAX(w->pid, digits(thread->pid));
		w->tid = MAX(w->tid, digits(thread->tid));
		for (size_t e = 0; e < counters->events.count; e++) {
			unsigned width = digits(thread_counters_value(thread, e));
			w->events[e] = MAX(w->events[e], width);
			w->count = MAX(w->count, width);
		}
	}
}

/* --pretty raw: a line for each value. */
static void put_raw_counters(const struct thread_counters *counters, const struct counter_widths *w, struct outbuf *out)
{
	out_printf(out, "# %*s  %*s  %*s  %*s  %*s\n", w->pid, "PID", w->tid, "TID", w->name, "Name", w->raw, "Raw",
		   w->count, "Count");
	for (size_t t = 0; t < counters->threads.count; t++)
		for (size_t e = 0; e < counters->events.count; e++) {
			const struct thread_counters_thread *thread = &counters->threads.items[t];
			const struct thread_counters_event *event = &counters->events.items[e];
			out_printf(out, "  %*u  %*u  %*s  %*u  %*llu\n", w->pid, thread->pid, w->tid, thread->tid,
				   w->name, event->name, w->raw, event->idx, w->count,
				   (unsigned long long)thread_counters_value(thread, e));
			(void)!out_flush_some(out); /* out remembers a failure */
		}
}

/* A line a thread, a column an event. */
static void put_counters(const struct thread_counters *counters, const struct counter_widths *w, struct outbuf *out)
{
	out_printf(out, "# %*s  %*s", w->pid, "PID", w->tid, "TID");
	for (size_t e = 0; e < counters->events.count; e++)
		out_printf(out, "  %*s", w->events[e], counters->events.items[e].name);
	out_char(out, '\n');
	for (size_t t = 0; t < counters->threads.count; t++) {
		const struct thread_counters_thread *thread = &counters->threads.items[t];
		out_printf(out, "  %*u  %*u", w->pid, thread->pid, w->tid, thread->tid);
		for (size_t e = 0; e < counters->events.count; e++)
			out_printf(out, "  %*llu", w->events[e], (unsigned long long)thread_counters_value(thread, e));
		out_char(out, '\n');
		(void)!out_flush_some(out);
	}
}

void facts_text_thread_counters(const struct thread_counters *counters, bool raw, struct outbuf *out)
{
	struct counter_widths widths;
	find_widths(counters, &widths);
	if (raw) put_raw_counters(counters, &widths, out);
	else put_counters(counters, &widths, out);
	free(widths.events);
}

/* -- tasks -- */

enum {
	DEEPEST = 100,   /* levels that are indented: those below stand where it does */
	MAP_INDENT = 30, /* of maps, to the right of their task */
};

/* For visit_maps, whose functions cannot say that they failed. */
struct map_writer {
	struct outbuf *out;
	unsigned indent; /* of the task */
	int error;       /* of writing: nothing more is written */
};

/* One map, as a line of /proc/PID/maps has it but for the device. */
static void facts_text_map(void *ctx, const struct task_map *map)
{
	struct map_writer *writer = ctx;
	struct outbuf *out = writer->out;
	if (writer->error < 0) return;
	out_spaces(out, writer->indent + MAP_INDENT + 2);
	out_hex(out, map->start, 0);
	out_char(out, '-');
	out_hex(out, map->end, 0);
	out_char(out, ' ');
	out_char(out, map->readable ? 'r' : '-');
	out_char(out, map->writable ? 'w' : '-');
	out_char(out, map->executable ? 'x' : '-');
	out_char(out, map->shared ? 's' : 'p');
	out_char(out, ' ');
	out_hex0(out, map->pgoff, 8);
	out_char(out, ' ');
	out_dec(out, map->ino, 0);
	out_char(out, ' ');
	out_name(out, map->name);
	out_char(out, '\n');
	writer->error = out_flush_some(out);
}

/* Blanks in front of the name show how deep the task is. */
static void put_task(struct outbuf *out, const struct task_tree_row *row)
{
	out_lit(out, "  ");
	out_sdec(out, row->pid, 8);
	out_char(out, ' ');
	out_sdec(out, row->tid, 8);
	out_char(out, ' ');
	out_sdec(out, row->ppid, 8);
	out_lit(out, " |");
	out_spaces(out, MIN(row->level, DEEPEST));
	out_name(out, row->comm);
	out_char(out, '\n');
}

int facts_text_tasks(const struct task_tree *tree, bool maps, struct outbuf *out)
{
	struct map_writer writer = { .out = out };
	out_printf(out, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
	for (size_t i = 0; i < tree->rows.count && writer.error == 0; i++) {
		const struct task_tree_row *row = &tree->rows.items[i];
		put_task(out, row);
		writer.indent = MIN(row->level, DEEPEST);
		if (maps) tree->visit_maps(row->task, facts_text_map, &writer);
		if (writer.error == 0) writer.error = out_flush_some(out);
	}
	return writer.error;
}
