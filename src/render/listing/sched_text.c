#include "render/listing/sched_text.h"

static double ms(uint64_t ns) { return (double)ns / 1e6; }
/* Times are cut to microseconds, as those of samples are everywhere. */
static double seconds(uint64_t ns) { return (double)(ns / 1000) / 1e6; }

enum { NAME_WIDTH = 20 };

static void rule(struct outbuf *out, size_t width)
{
	out_char(out, ' ');
	for (size_t i = 0; i < width; i++) out_char(out, '-');
	out_char(out, '\n');
}

static void latency_row(const struct sched_latency_row *row, struct outbuf *out)
{
	size_t before = out->size;
	out_lit(out, "  ");
	if (row->nr_threads > 1) out_printf(out, "%s:(%u)", row->comm, row->nr_threads);
	else out_printf(out, "%s:%d", row->comm, (int)row->tid);
	out_pad_from(out, before, NAME_WIDTH + 4);
	out_printf(out, "|%11.3f ms |%9llu | avg:%8.3f ms | max:%8.3f ms | max start: %12.6f s | max end: %12.6f s\n",
		   ms(row->runtime_ns), (unsigned long long)row->nr_delays, ms(row->delay_ns / row->nr_delays),
		   ms(row->max_delay_ns), seconds(row->max_start_ns), seconds(row->max_end_ns));
}

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

void sched_text_latency(const struct sched_latency_result *result, struct outbuf *out)
{
	out_char(out, '\n');
	rule(out, 139);
	out_lit(out, "  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max "
		     "delay start           | Max delay end          |\n");
	rule(out, 139);
	for (size_t i = 0; i < result->nr_rows; i++) latency_row(&result->rows[i], out);
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
