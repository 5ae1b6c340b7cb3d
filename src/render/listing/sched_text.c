/* `perf sched latency`, in upstream's layout, and what is said below it about losses:
 *
 *   Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max delay start        ...
 *   first:100             |      1.000 ms |        2 | avg:   3.000 ms | max:   4.000 ms | max start:     0.010 ... */
#include "render/listing/sched_text.h"
#include "base/printable.h"
#include "render/table/table_layout.h"

/* Milliseconds, for printf. */
static double ms(uint64_t ns) { return (double)ns / 1e6; }

enum { NAME_WIDTH = 20 };

/* A line of dashes, behind a blank. */
static void rule(struct outbuf *out, size_t width)
{
	out_char(out, ' ');
	for (size_t i = 0; i < width; i++) out_char(out, '-');
	out_char(out, '\n');
}

/* "comm:tid", or "comm:(threads)" where a row stands for several. */
static void write_task(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	uint64_t nr_threads = row->cells[SCHED_LATENCY_THREADS].number;
	size_t start = out->size;
	out_lit(out, "  ");
	out_name(out, row->cells[SCHED_LATENCY_COMM].text);
	if (nr_threads > 1) out_printf(out, ":(%u)", (unsigned)nr_threads);
	else out_printf(out, ":%d", (int)row->cells[SCHED_LATENCY_TID].number);
	out_pad_from(out, start, NAME_WIDTH + 4);
}

/* Divided as whole nanoseconds, as upstream does. A row has at least one delay. */
static void write_average(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_float(out, ms(row->cells[SCHED_LATENCY_DELAY].number / row->cells[SCHED_LATENCY_DELAYS].number), 8, 3);
}

/* A column each, with the text around it, which upstream repeats in every row. */
static const struct table_look latency_looks[] = {
	{ .column = SCHED_LATENCY_COMM, .write = write_task },
	{ .column = SCHED_LATENCY_RUNTIME,
	  .before = "|",
	  .after = " ms ",
	  .width = 11,
	  .unit = TABLE_MILLISECOND,
	  .decimals = 3 },
	{ .column = SCHED_LATENCY_DELAYS, .before = "|", .width = 9 },
	{ .column = SCHED_LATENCY_DELAY, .before = " | avg:", .after = " ms", .write = write_average },
	{ .column = SCHED_LATENCY_MAX_DELAY,
	  .before = " | max:",
	  .after = " ms",
	  .width = 8,
	  .unit = TABLE_MILLISECOND,
	  .decimals = 3 },
	{ .column = SCHED_LATENCY_MAX_START,
	  .before = " | max start: ",
	  .after = " s",
	  .width = 12,
	  .unit = TABLE_SECOND,
	  .decimals = 6 },
	{ .column = SCHED_LATENCY_MAX_END,
	  .before = " | max end: ",
	  .after = " s",
	  .width = 12,
	  .unit = TABLE_SECOND,
	  .decimals = 6 },
};

/* The beginning of a line; false: there is none. */
static bool share(uint64_t part, uint64_t of, const char *what, struct outbuf *out)
{
	if (!part || !of) return false;
	out_printf(out, "  INFO: %.3f%% %s (%llu out of %llu", (double)part / (double)of * 100.0, what,
		   (unsigned long long)part, (unsigned long long)of);
	return true;
}

void sched_text_losses(uint64_t nr_lost_events, uint64_t nr_lost_chunks, uint64_t nr_events, struct outbuf *out)
{
	if (share(nr_lost_events, nr_events, "lost events", out))
		out_printf(out, ", in %llu chunks)\n", (unsigned long long)nr_lost_chunks);
}

/* Titles are a constant line, as upstream's do not follow from the columns. */
void sched_text_latency(const struct sched_latency_result *result, struct outbuf *out)
{
	const struct table_layout layout = { .looks = latency_looks, .nr_looks = ARRAY_SIZE(latency_looks) };
	out_char(out, '\n');
	rule(out, 139);
	out_lit(out, "  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max "
		     "delay start           | Max delay end          |\n");
	rule(out, 139);
	table_layout_rows(&result->tasks, &layout, out);
	rule(out, 113);
	out_printf(out, "  TOTAL:                |%11.3f ms |%9llu |\n", ms(result->runtime_ns),
		   (unsigned long long)result->nr_delays);
	rule(out, 51);
	if (share(result->nr_out_of_order, result->nr_timestamps, "unordered timestamps", out)) out_lit(out, ")\n");
	sched_text_losses(result->nr_lost_events, result->nr_lost_chunks, result->nr_events, out);
	if (share(result->nr_switch_gaps, result->nr_timestamps, "context switch bugs", out))
		out_str(out, result->nr_lost_events ? ") (due to lost events?)\n" : ")\n");
	out_char(out, '\n');
}
