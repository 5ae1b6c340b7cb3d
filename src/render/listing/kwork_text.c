#include "render/listing/kwork_text.h"

#include <inttypes.h>
#include <string.h>
#include "base/printable.h"

enum { RULE_WIDTH = 128 };

static double ms(uint64_t ns) { return (double)ns / 1e6; }

/* "43255.981498", in a column of 17: microseconds are cut off, as times of samples are everywhere. */
static void add_time(uint64_t ns, struct outbuf *out) { out_fixed(out, ns / 1000, 6, 17); }

static void add_rule(struct outbuf *out)
{
	out_char(out, ' ');
	for (unsigned i = 0; i < RULE_WIDTH; i++) out_char(out, '-');
	out_char(out, '\n');
}

static void add_name(const char *name, struct outbuf *out)
{
	size_t start = out->size;
	out_name(out, name);
	out_pad_from(out, start, 30);
}

static void add_row(const struct kwork_row *row, bool delays, struct outbuf *out)
{
	out_lit(out, "  ");
	add_name(row->name, out);
	out_printf(out, " | %04" PRIu32 " | %10.3f ms | %9" PRIu64 " | %10.3f ms | ", row->cpu,
		   delays ? ms(row->total_ns) / (double)row->nr : ms(row->total_ns), row->nr, ms(row->max_ns));
	add_time(row->max_start_ns, out);
	out_lit(out, " s | ");
	add_time(row->max_end_ns, out);
	out_lit(out, " s |\n");
}

static void add_summary(const struct kwork_result *result, struct outbuf *out)
{
	uint64_t span_ns = result->last_ns - result->first_ns;
	double load = span_ns ? 100.0 * (double)result->total_ns / (double)span_ns : 0;
	out_printf(out, "  Total count            : %9" PRIu64 "\n", result->nr);
	out_printf(out, "  Total runtime   (msec) : %9.3f (%.3f%% load average)\n", ms(result->total_ns), load);
	out_printf(out, "  Total time span (msec) : %9.3f\n", ms(span_ns));
	add_rule(out);
}

static void add_skipped(const struct kwork_result *result, struct outbuf *out)
{
	uint64_t skipped = result->nr_skipped_raises + result->nr_skipped_entries + result->nr_skipped_exits;
	if (!skipped) return;
	out_printf(out,
		   "  INFO: %.3f%% skipped events (%" PRIu64 " including %" PRIu64 " raise, %" PRIu64 " entry, %" PRIu64
		   " exit)\n",
		   result->nr_records ? 100.0 * (double)skipped / (double)result->nr_records : 0, skipped,
		   result->nr_skipped_raises, result->nr_skipped_entries, result->nr_skipped_exits);
}

void kwork_text_rows(const struct kwork_result *result, bool delays, bool summary, struct outbuf *out)
{
	out_lit(out, "\n  Kwork Name                     | Cpu  | ");
	if (delays)
		out_lit(out,
			"Avg delay     | Count     | Max delay     | Max delay start     | Max delay end       |\n");
	else out_lit(out, "Total Runtime | Count     | Max runtime   | Max runtime start   | Max runtime end     |\n");
	add_rule(out);
	for (size_t i = 0; i < result->nr_rows; i++) add_row(&result->rows[i], delays, out);
	add_rule(out);
	if (summary) add_summary(result, out);
	add_skipped(result, out);
	out_char(out, '\n');
}

void kwork_text_timehist_head(struct outbuf *out)
{
	out_lit(out, " Runtime start      Runtime end        Cpu     Kwork name                      Runtime     "
		     "Delaytime \n");
	out_lit(out, "                                               (TYPE)NAME:NUM                  (msec)      "
		     "(msec)    \n");
	out_lit(out, " -----------------  -----------------  ------  ------------------------------  ----------  "
		     "----------\n");
}

void kwork_text_timehist_run(const struct kwork_run *run, struct chain_texts *chains, struct outbuf *out)
{
	out_char(out, ' ');
	add_time(run->start_ns, out);
	out_lit(out, "  ");
	add_time(run->end_ns, out);
	out_printf(out, "  [%04" PRIu32 "]  ", run->cpu);
	add_name(run->name, out);
	out_printf(out, "  %10.3f  ", ms(run->end_ns - run->start_ns));
	if (run->delay_ns) out_printf(out, "%10.3f ", ms(run->delay_ns));
	else out_spaces(out, 11);
	if (run->chain && *run->chain) {
		out_char(out, ' ');
		chain_texts_add(chains, run->chain, out);
	}
	out_char(out, '\n');
}

/* ---- top */

static double percent_of(uint64_t part, uint64_t whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

/* "%Cpu0   [||||||||||||||||||              60.00%]" */
static void add_cpu(const struct kwork_cpu *cpu, struct outbuf *out)
{
	enum { BAR_WIDTH = 30, WHOLE = 10000 };
	uint64_t hundredths = (uint64_t)(percent_of(cpu->shown_ns, cpu->total_ns) * 100 + 1e-9);
	uint64_t bars = hundredths * BAR_WIDTH / WHOLE;
	out_printf(out, "%%Cpu%-4" PRIu32 "[", cpu->cpu);
	for (uint64_t i = 0; i < BAR_WIDTH; i++) out_char(out, i < bars ? '|' : ' ');
	out_printf(out, " %6.2f%%]\n", (double)hundredths / 100);
}

void kwork_text_top(const struct kwork_top_result *result, struct outbuf *out)
{
	out_printf(out, "\nTotal  : %10.3f ms, %zu cpus\n", ms(result->total_ns), result->nr_cpus);
	out_printf(out, "%%Cpu(s): %6.2f%% id, %6.2f%% hi, %6.2f%% si\n", percent_of(result->idle_ns, result->total_ns),
		   percent_of(result->irq_ns, result->total_ns), percent_of(result->softirq_ns, result->total_ns));
	for (size_t i = 0; i < result->nr_cpus; i++) add_cpu(&result->cpus[i], out);
	out_lit(out, "\n      PID    %CPU           RUNTIME  COMMAND         \n");
	out_lit(out, "  ----------------------------------------------------\n");
	for (size_t i = 0; i < result->nr_tasks; i++) {
		const struct kwork_task *task = &result->tasks[i];
		out_printf(out, "%9" PRIu32 "  %6.2f  %13.3f ms  ", task->tid, (double)task->share / 100,
			   ms(task->run_ns));
		size_t start = out->size;
		out_name(out, task->comm);
		out_pad_from(out, start, 16);
		out_char(out, '\n');
	}
	out_char(out, '\n');
}
