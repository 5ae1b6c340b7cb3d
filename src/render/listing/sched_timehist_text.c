/* `perf sched timehist`: a line an event, then sums by task. Columns and their widths are upstream's, quirks
 * included (each is named where it is kept).
 *
 *            time    cpu  task name                       wait time  sch delay   run time
 *                         [tid/pid]                          (msec)     (msec)     (msec)
 * --------------- ------  ------------------------------  ---------  ---------  ---------
 *        0.017000 [0001]  program[200]                        2.000      1.000      0.999    schedule_timeout <- ...
 *
 * sched_text_timehist_row runs once an event, on one thread, while workers decode what comes next: it writes numbers by
 * functions of base/outbuf and not by out_printf, which is slower. */
#include "render/listing/sched_text.h"
#include "base/printable.h"

enum { COMM_WIDTH = 30, NEXT_WIDTH = 31 };

/* Microseconds behind the point are cut off, not rounded, as times of samples are everywhere. */
static void add_ms(uint64_t ns, unsigned width, struct outbuf *out) { out_fixed(out, ns / 1000, 3, width); }
static void add_time(uint64_t ns, struct outbuf *out) { out_fixed(out, ns / 1000, 6, 15); }

/* "comm[tid]", or "comm[tid/pid]" of a thread that is not the first of its process; idle has no number. */
static void add_task(const struct sched_timehist_task *task, struct outbuf *out)
{
	out_name(out, task->comm);
	if (!task->tid) return;
	out_char(out, '[');
	out_sdec(out, (int32_t)task->tid, 0);
	if (task->pid && task->pid != task->tid) {
		out_char(out, '/');
		out_sdec(out, (int32_t)task->pid, 0);
	}
	out_char(out, ']');
}

/* One character many times, for rules. */
static void fill(char c, size_t count, struct outbuf *out)
{
	for (size_t i = 0; i < count; i++) out_char(out, c);
}

/* Two lines of titles and one of dashes; each optional column adds to all three. */
void sched_text_timehist_head(const struct sched_text_columns *columns, struct outbuf *out)
{
	out_lit(out, "           time    cpu  ");
	for (unsigned i = 0; i < columns->visual_cpus; i++) out_char(out, "0123456789abcdef"[i % 16]);
	if (columns->visual_cpus) out_lit(out, "  ");
	out_printf(out, "%-*s  ", COMM_WIDTH, "task name");
	if (columns->prio) out_printf(out, "%-8s  ", "prio");
	out_printf(out, "%9s  %9s  %9s", "wait time", "sch delay", "run time");
	if (columns->before_move) out_printf(out, "  %9s", "pre-mig time");
	if (columns->state) out_lit(out, "  state");
	out_char(out, '\n');

	out_printf(out, "%15s %-6s  ", "", "");
	if (columns->visual_cpus) out_spaces(out, columns->visual_cpus + 2);
	out_printf(out, "%-*s  ", COMM_WIDTH, "[tid/pid]");
	if (columns->prio) out_printf(out, "%-8s  ", "");
	out_printf(out, "%9s  %9s  %9s", "(msec)", "(msec)", "(msec)");
	if (columns->before_move) out_printf(out, "  %9s", "(msec)");
	if (columns->state) out_lit(out, "       ");
	out_char(out, '\n');

	fill('-', 15, out);
	out_char(out, ' ');
	fill('-', 6, out);
	out_lit(out, "  ");
	fill('-', columns->visual_cpus, out);
	if (columns->visual_cpus) out_lit(out, "  ");
	fill('-', COMM_WIDTH, out);
	out_lit(out, "  ");
	if (columns->prio) out_lit(out, "--------  ");
	out_lit(out, "---------  ---------  ---------");
	if (columns->before_move) out_lit(out, "  ---------");
	if (columns->state) out_lit(out, "  -----");
	out_char(out, '\n');
}

/* Behind the task's name: times, state, who came next, call chain. */
static void add_switch(const struct sched_timehist_row *row, const struct sched_text_columns *columns,
		       struct outbuf *out)
{
	if (columns->prio) {
		size_t start = out->size;
		out_sdec(out, row->prio, 0);
		out_pad_from(out, start, 8);
		out_lit(out, "  ");
	}
	add_ms(row->wait_ns, 9, out);
	out_lit(out, "  ");
	add_ms(row->delay_ns, 9, out);
	out_lit(out, "  ");
	add_ms(row->run_ns, 9, out);
	if (columns->before_move) {
		out_lit(out, "  ");
		add_ms(row->before_move_ns, 9, out);
	}
	if (columns->state) {
		out_lit(out, "  ");
		out_spaces(out, 4);
		out_char(out, row->state);
	}
	out_char(out, ' ');
	if (columns->next) {
		size_t start = out->size;
		out_printf(out, " next: %s[%d]", row->next_comm, (int)row->next_tid);
		out_pad_from(out, start, NEXT_WIDTH);
	} else if (columns->wakeups) {
		out_spaces(out, NEXT_WIDTH + 1);
	}
	if (!row->chain) return;
	out_lit(out, "  ");
	if (*row->chain) out_char(out, ' '); /* one of each function's own */
	chain_texts_add(columns->chains, row->chain, out);
}

/* Behind the task's name of wakeups and migrations: whom it is about. */
static void add_other(const struct sched_timehist_row *row, struct outbuf *out)
{
	/* no room for the priority, as upstream has it */
	out_spaces(out, 31);
	if (row->kind == TIMEHIST_WAKEUP) {
		out_lit(out, "  awakened: ");
		add_task(&row->subject, out);
		return;
	}
	out_lit(out, "  migrated: ");
	add_task(&row->subject, out);
	out_printf(out, " cpu %d => %d", (int)row->from_cpu, (int)row->to_cpu);
}

/* Who does what: a letter below the CPU's number. */
static void add_picture(const struct sched_timehist_row *row, unsigned nr_cpus, struct outbuf *out)
{
	bool is_migration = row->kind == TIMEHIST_MIGRATION;
	char mark = row->task.tid ? 's' : 'i';
	if (is_migration) mark = 'm';
	else if (row->kind == TIMEHIST_WAKEUP) mark = ' ';
	/* a column to the right, as upstream has it */
	if (is_migration) out_char(out, ' ');
	for (uint32_t i = 0; i < nr_cpus; i++) out_char(out, i == row->cpu ? mark : ' ');
	out_str(out, is_migration ? "   " : "  ");
}

/* time [cpu] picture task, then what the kind of event has. */
void sched_text_timehist_row(const struct sched_timehist_row *row, const struct sched_text_columns *columns,
			     struct outbuf *out)
{
	add_time(row->time_ns, out);
	if (row->kind == TIMEHIST_LOST) {
		out_printf(out, " lost %llu events on cpu %d\n", (unsigned long long)row->nr_lost, (int)row->cpu);
		return;
	}
	out_lit(out, " [");
	out_dec0(out, row->cpu, 4);
	out_lit(out, "]  ");
	if (columns->visual_cpus) add_picture(row, columns->visual_cpus, out);
	size_t start = out->size;
	add_task(&row->task, out);
	out_pad_from(out, start, COMM_WIDTH);
	out_lit(out, "  ");
	if (row->kind == TIMEHIST_SWITCH) add_switch(row, columns, out);
	else add_other(row, out);
	out_char(out, '\n');
}

/* ---- summary */

/* Why the task was away from CPUs, in ms. */
static void add_waits(const struct sched_timehist_waits *waits, struct outbuf *out)
{
	add_ms(waits->sleep_ns, 9, out);
	out_lit(out, "   ");
	add_ms(waits->io_ns, 9, out);
	out_lit(out, "   ");
	add_ms(waits->preempted_ns, 9, out);
	out_lit(out, "   ");
	add_ms(waits->delay_ns, 9, out);
	out_lit(out, " \n");
}

/* How its runs differ: shortest, mean and longest in ms, the deviation of the mean in percent. */
static void add_runs(const struct sched_timehist_sum *sum, struct outbuf *out)
{
	add_ms(sum->min_ns, 9, out);
	out_lit(out, "   ");
	add_ms((uint64_t)sum->mean_ns, 9, out);
	out_lit(out, "   ");
	add_ms(sum->max_ns, 9, out);
	out_printf(out, "   %5.2f   %5llu\n", sum->deviation, (unsigned long long)sum->nr_migrations);
}

/* A task's row of the summary. */
static void add_sum(const struct sched_timehist_sum *sum, bool with_waits, struct outbuf *out)
{
	size_t start = out->size;
	add_task(&sum->task, out);
	size_t size = out->size - start;
	if (size < COMM_WIDTH) { /* to the right of its column */
		/* room is made first, as reserving may move the text */
		char *text = out_reserve(out, COMM_WIDTH) - size;
		memmove(text + COMM_WIDTH - size, text, size);
		memset(text, ' ', COMM_WIDTH - size);
		out->size += COMM_WIDTH - size;
	}
	out_printf(out, "  %6lld   %8llu  ", (long long)sum->parent, (unsigned long long)sum->nr_runs);
	add_ms(sum->run_ns, 11, out);
	out_lit(out, "  ");
	if (with_waits) add_waits(&sum->waits, out);
	else add_runs(sum, out);
}

/* The idle time of one CPU by the call chains with which tasks left it. */
static void add_idle_chains(const struct sched_timehist_cpu *cpu, struct outbuf *out)
{
	out_printf(out, "  CPU %2u:", cpu->cpu);
	add_ms(cpu->idle_ns, 10, out);
	out_lit(out, "  msec\n");
	out_printf(out, "  %16s  %8s  %s\n", "Idle time (msec)", "Count", "Callchains");
	out_lit(out, "  ----------------  --------  --------------------------------------------------\n");
	for (size_t i = 0; i < cpu->nr_chains; i++) {
		out_lit(out, "  ");
		add_ms(cpu->chains[i].idle_ns, 16, out);
		out_printf(out, "  %8llu  ", (unsigned long long)cpu->chains[i].nr);
		chain_text(cpu->chains[i].chain, out);
		out_char(out, '\n');
	}
	out_char(out, '\n');
}

/* A line for each CPU; what slept there by call chains below, for --idle-hist with chains. */
static void add_idle(const struct sched_timehist_summary *summary, struct outbuf *out)
{
	out_lit(out, "\nIdle stats:\n");
	for (size_t i = 0; i < summary->nr_cpus; i++) {
		const struct sched_timehist_cpu *cpu = &summary->cpus[i];
		/* not asked for (-C) */
		if (!cpu->is_chosen) continue;
		out_printf(out, "    CPU %2u ", cpu->cpu);
		if (cpu->use == SCHED_CPU_UNKNOWN || cpu->use == SCHED_CPU_ONLY_IDLE) {
			out_str(out, cpu->use == SCHED_CPU_UNKNOWN
					     ? "has no switches: idle, or busy with one task, entire time window\n"
					     : "idle entire time window\n");
			continue;
		}
		out_lit(out, "idle for ");
		add_ms(cpu->idle_ns, 10, out);
		out_printf(out, "  msec  (%6.2f%%)\n",
			   summary->span_ns ? 100.0 * (double)cpu->idle_ns / (double)summary->span_ns : 0.0);
	}
	if (summary->of_idle && summary->by_chain) {
		out_lit(out, "\nIdle stats by callchain:\n");
		for (size_t i = 0; i < summary->nr_cpus; i++) add_idle_chains(&summary->cpus[i], out);
	}
}

/* The heading of one of three tables: idle times, waits, or runs. */
static void add_summary_head(const struct sched_timehist_summary *summary, bool with_waits, struct outbuf *out)
{
	const char *what = summary->of_idle ? "idle" : "run", *gap = summary->of_idle ? "" : " ";
	if (summary->of_idle) out_lit(out, "\nIdle-time summary\n");
	else if (with_waits) out_lit(out, "\nWait-time summary\n");
	else out_lit(out, "\nRuntime summary\n");
	out_printf(out, "%*s  parent  %9s  %11s   ", COMM_WIDTH, "comm", summary->of_idle ? "sched-out" : "sched-in",
		   summary->of_idle ? "idle-time" : "run-time");
	if (with_waits) out_lit(out, "   sleep      iowait     preempt       delay\n");
	else out_printf(out, "%smin-%s    %savg-%s    %smax-%s  stddev  migrations\n", gap, what, gap, what, gap, what);
	out_printf(out, "%*s  %17s  %11s  %9s  %10s  %10s  %s\n", COMM_WIDTH, "", "(count)", "(msec)", "(msec)",
		   "(msec)", "(msec)", with_waits ? "     (msec)" : "     %");
	fill('-', 117, out);
	out_char(out, '\n');
}

/* Sums by task, then CPUs and totals unless only some tasks were asked for. */
void sched_text_timehist_summary(const struct sched_timehist_summary *summary, bool with_waits, struct outbuf *out)
{
	with_waits = with_waits && !summary->of_idle;
	add_summary_head(summary, with_waits, out);
	if (!summary->nr_sums) out_lit(out, "<no still running tasks>\n");
	for (size_t i = 0; i < summary->nr_sums; i++) add_sum(&summary->sums[i], with_waits, out);

	if (summary->of_chosen_tasks && !summary->of_idle) return;
	add_idle(summary, out);
	out_printf(out,
		   "\n    Total number of unique tasks: %zu\nTotal number of context switches: %llu\n           Total "
		   "run time (msec): ",
		   summary->nr_sums, (unsigned long long)summary->nr_runs);
	add_ms(summary->run_ns, 6, out);
	out_lit(out, " \n    Total scheduling time (msec): ");
	add_ms(summary->span_ns, 6, out);
	out_printf(out, "  (x %zu)\n", summary->nr_cpus);
}
