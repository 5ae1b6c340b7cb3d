/* Lines of `perf trace`, in upstream's layout:
 *
 *      0.200 ( 0.012 ms): ls/100 openat(dfd: CWD, filename: 0x7fff12345678, flags: RDONLY|CLOEXEC)     = -1 ENOENT ...
 *      1.000 (         ): server/200 epoll_wait(epfd: 4, events: 0x7f0000001000, maxevents: 64, timeout: 1500) ...
 *      1.000 (17.000 ms): server/200  ... [continued]: epoll_wait())                                       = 1
 *      3.100 ( 0.000 ms): ls/100 minfault [0x123] => /nonexistent/ls@0x800 (d.)
 *
 * What stands between the brackets was written by workers (trace_args.h). The result is at a column of its own unless
 * the arguments are longer. Names of all kinds come from programs, and are escaped.
 *
 * trace_text_row runs once an event on one thread, and does little: head, name, the bytes that a worker made, result.
 * Chains follow as lines of their own. */
#include "render/trace/trace_text.h"

#include <string.h>
#include "base/printable.h"
#include "render/table/table_layout.h"

enum { CHAIN_INDENT = 39, COMM_WIDTH = 14 /* of 15: as upstream */ };

/* For negative times, which out_ms does not write. */
static void add_ms(double ns, unsigned width, struct outbuf *out) { out_float(out, ns / 1e6, width, 3); }

/* Time, duration, and whose event it is. The time counts from the first event's; what is older is negative. */
static void add_head(const struct trace_row *row, const struct trace_text_style *style, struct outbuf *out)
{
	uint64_t since_ns = style->absolute ? 0 : row->first_ns;
	if (style->time && row->has_time && row->time_ns >= since_ns) out_ms(out, row->time_ns - since_ns, 10);
	else if (style->time && row->has_time) add_ms(-(double)(since_ns - row->time_ns), 10, out);
	else if (style->time) out_lit(out, "         ?");
	if (style->time) out_char(out, ' ');
	if (style->cpu && row->cpu == UINT32_MAX) out_lit(out, "[  ?] ");
	else if (style->cpu) out_printf(out, "[%03u] ", row->cpu);
	if (style->duration && !(style->events_only && row->kind == TRACE_EVENT)) {
		bool has_duration = row->kind == TRACE_CALL || row->kind == TRACE_FAULT ||
				    (row->kind == TRACE_CONTINUED && row->has_time);
		out_char(out, '(');
		if (has_duration) out_ms(out, row->duration_ns, 6);
		else out_spaces(out, 6);
		out_str(out, has_duration ? " ms): " : "   ): ");
	}
	if (!style->tasks) return;
	if (style->comm) {
		out_name_mem(out, row->comm, strnlen(row->comm, COMM_WIDTH));
		out_char(out, '/');
	}
	out_sdec(out, (int32_t)row->tid, 0);
	out_char(out, ' ');
}

/* A line for each frame below the event. */
static void add_chain(const struct trace_row *row, struct outbuf *out)
{
	for (size_t i = 0; i < row->nr_frames; i++) {
		const struct trace_frame *frame = &row->frames[i];
		out_spaces(out, CHAIN_INDENT);
		size_t start = out->size;
		if (frame->symbol) {
			out_str(out, frame->symbol);
		} else {
			out_char(out, '[');
			if (frame->object_addr) out_lit(out, "0x");
			out_hex(out, frame->object_addr, 0);
			out_char(out, ']');
		}
		if (frame->is_inlined) {
			out_lit(out, " (inlined)");
		} else {
			out_lit(out, " (");
			out_str(out, frame->object ? frame->object : "[unknown]");
			out_char(out, ')');
		}
		out_name_from(out, start);
		out_char(out, '\n');
	}
}

/* The value with the name of its error; "?" of calls without a result. */
static void add_result(const struct trace_row *row, const struct trace_text_style *style, struct outbuf *out)
{
	size_t start = out->size;
	if (row->result) trace_args_result(row->result, &style->args, out);
	else out_char(out, '?');
	out_name_from(out, start);
}

/* A call that has not ended gets " ..." in place of a result; its end, if it comes, is a line of its own,
 * [continued]. */
void trace_text_row(const struct trace_row *row, const struct trace_text_style *style, struct outbuf *out)
{
	size_t alignment = style->alignment ? style->alignment - 1 : 0;
	if (row->kind == TRACE_SAMPLE) {
		out_printf(out, "%22s %.3f %s %d/%d [%u]\n", row->name, (double)row->time_ns / 1e6, row->comm,
			   (int)row->pid, (int)row->tid, row->cpu);
		return;
	}
	add_head(row, style, out);
	size_t start = out->size;
	if (row->kind == TRACE_CONTINUED) out_lit(out, " ... [continued]: ");
	out_str(out, row->name);
	bool is_call = row->kind != TRACE_FAULT && row->kind != TRACE_EVENT;
	if (row->kind == TRACE_FAULT) out_char(out, ' ');
	else out_char(out, '(');
	out_mem(out, row->args, row->args_size);
	out_name_from(out, start);
	if (row->kind == TRACE_CONTINUED) out_char(out, ')');
	if (row->kind != TRACE_FAULT) out_char(out, ')');
	if (row->kind == TRACE_BEGUN) {
		out_pad_from(out, start, alignment > 3 ? alignment - 3 : 0);
		out_lit(out, " ...");
	} else if (is_call) {
		out_pad_from(out, start, alignment);
		out_lit(out, " = ");
		add_result(row, style, out);
	}
	out_char(out, '\n');
	add_chain(row, out);
}

/* Up to 15 columns; longer names push the line to the right. */
static void write_name(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_name_left(out, row->cells[TRACE_SUM_NAME].text, 15);
}

/* As upstream, whose last digits are those of the product. */
static void write_total(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	double calls = (double)row->cells[TRACE_SUM_CALLS].number;
	out_float(out, row->cells[TRACE_SUM_MEAN].value / 1e6 * calls, 9, 3);
}

/* Below a row, with --errno-summary: a line for each error. */
static void write_errnos(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const struct table_tally *errnos = row->cells[TRACE_SUM_ERRNOS].tally;
	for (size_t i = 0; errnos && i < errnos->count; i++) {
		const struct table_tally_item *item = &errnos->items[i];
		out_lit(out, "\t\t\t\t");
		if (item->name) out_str(out, item->name);
		else out_sdec(out, item->number, 0);
		out_lit(out, ": ");
		out_dec(out, item->count, 0);
		out_char(out, '\n');
	}
}

#define TIME_LOOK(column_)                                                                             \
	{                                                                                              \
		.column = column_, .before = " ", .width = 9, .unit = TABLE_MILLISECOND, .decimals = 3 \
	}
/* Upstream's columns; times in ms. */
static const struct table_look sum_looks[] = {
	{ .column = TRACE_SUM_NAME, .write = write_name },
	{ .column = TRACE_SUM_CALLS, .before = " ", .width = 8 },
	{ .column = TRACE_SUM_ERRORS, .before = " ", .width = 6 },
	{ .column = TRACE_SUM_TOTAL, .before = " ", .write = write_total },
	TIME_LOOK(TRACE_SUM_MIN),
	TIME_LOOK(TRACE_SUM_MEAN),
	TIME_LOOK(TRACE_SUM_MAX),
	{ .column = TRACE_SUM_DEVIATION, .before = " ", .after = "%", .width = 9, .decimals = 2 },
};

/* What a thread did besides, and a line for each of its calls, in upstream's columns. */
static void add_sums(const struct trace_thread *thread, const struct trace_text_style *style, struct outbuf *out)
{
	const struct table_layout layout = { .looks = sum_looks,
					     .nr_looks = ARRAY_SIZE(sum_looks),
					     .line_begin = "   ",
					     .below = style->errnos ? write_errnos : NULL,
					     .max_rows = style->max_sums };
	if (thread->nr_major_faults) out_printf(out, ", %llu majfaults", (unsigned long long)thread->nr_major_faults);
	if (thread->nr_minor_faults) out_printf(out, ", %llu minfaults", (unsigned long long)thread->nr_minor_faults);
	if (thread->has_run_time) {
		out_lit(out, ", ");
		out_ms(out, thread->run_time_ns, 0);
		out_lit(out, " msec");
	}
	out_lit(out, "\n\n");
	if (thread->calls.rows.count) {
		out_lit(out, "   syscall            calls  errors  total       min       avg       max       stddev\n");
		out_lit(out, "                                     (msec)    (msec)    (msec)    (msec)        (%)\n");
		out_lit(out, "   --------------- --------  ------ -------- --------- --------- ---------     ------\n");
	}
	table_layout_rows(&thread->calls, &layout, out);
	out_lit(out, "\n\n");
}

/* Whose sums follow. Names of control groups come from directories: what is not printable is escaped. */
static void add_heading(const struct trace_thread *thread, uint64_t nr_events, struct outbuf *out)
{
	if (thread->cgroup) {
		out_printf(out, " cgroup %s, %llu events", thread->cgroup, (unsigned long long)thread->nr_events);
		return;
	}
	out_printf(out, " %s (%d), %llu events, ", thread->comm, (int)thread->tid,
		   (unsigned long long)thread->nr_events);
	out_float(out, nr_events ? 100.0 * (double)thread->nr_events / (double)nr_events : 0, 0, 1);
	out_char(out, '%');
}

void trace_text_summary(const struct trace_summary *summary, const struct trace_text_style *style, struct outbuf *out)
{
	out_lit(out, "\n Summary of events:\n\n");
	for (size_t i = 0; i < summary->nr_threads && style->sums_of != TRACE_SUMS_OF_ALL; i++) {
		const struct trace_thread *thread = &summary->threads[i];
		add_heading(thread, summary->nr_events, out);
		add_sums(thread, style, out);
	}
	if (style->sums_of == TRACE_SUMS_OF_THREADS || style->sums_of == TRACE_SUMS_OF_CGROUPS) return;
	out_printf(out, " total, %llu events", (unsigned long long)summary->total.nr_events);
	add_sums(&summary->total, style, out);
}
