/* A line a counter, in the order of /proc/schedstat; with two runs both stand beside each other:
 *
 * DESC                                                                     COUNT   PCT_CHANGE
 * sched_goidle                                                     :      147161  (    36.58% ) */
#include "render/listing/sched_stats_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/printable.h"

enum { LINE_WIDTH = 100, NAME_WIDTH = 65, COUNT_WIDTH = 12 };

/* base: the counter that this one is a share of; -1: of none. */
struct cpu_field {
	const char *name, *text;
	int base;
};
static const struct cpu_field cpu_fields[SCHED_STATS_CPU_MAX] = {
	{ "yld_count", "sched_yield() count", -1 },
	{ "array_exp", "Legacy counter can be ignored", -1 },
	{ "sched_count", "schedule() called", -1 },
	{ "sched_goidle", "schedule() left the processor idle", 2 },
	{ "ttwu_count", "try_to_wake_up() was called", -1 },
	{ "ttwu_local", "try_to_wake_up() was called to wake up the local cpu", 4 },
	{ "rq_cpu_time", "total runtime by tasks on this processor (in jiffies)", -1 },
	{ "run_delay", "total waittime by tasks on this processor (in jiffies)", 6 },
	{ "pcount", "total timeslices run on this cpu", -1 },
};

/* A counter of load balancing of one category, "idle" before its name and " on cpu idle" behind its text.
 * has_rate: how often it happened is shown, too. */
struct balance_field {
	const char *name, *text;
	bool has_rate;
};
static const struct balance_field imbalance_fields[] = {
	{ "lb_imbalance_load", "imbalance in load" },
	{ "lb_imbalance_util", "imbalance in utilization" },
	{ "lb_imbalance_task", "imbalance in number of tasks" },
	{ "lb_imbalance_misfit", "imbalance in misfit tasks" },
};
static const struct balance_field imbalance_sum[] = { { "lb_imbalance", "imbalance sum" } };
static const struct balance_field first_fields[] = {
	{ "lb_count", "load_balance() count", true },
	{ "lb_balanced", "load_balance() found balanced", true },
	{ "lb_failed", "load_balance() move task failed", true },
};
static const struct balance_field last_fields[] = {
	{ "lb_gained", "pull_task() count" },
	{ "lb_hot_gained", "pull_task() when target task was cache-hot" },
	{ "lb_nobusyq", "load_balance() failed to find busier queue", true },
	{ "lb_nobusyg", "load_balance() failed to find busier group", true },
};

struct category {
	const char *name, *text;
};
static const struct category busy = { "busy", "busy" }, idle = { "idle", "idle" },
			     newidle = { "newidle", "newly idle" };

/* Counters behind those of load balancing, under titles of their own. */
struct other_field {
	const char *title; /* NULL: as the field before */
	const char *name, *text;
};
static const struct other_field other_fields[] = {
	{ "<Category active_load_balance()>", "alb_count", "active_load_balance() count" },
	{ NULL, "alb_failed", "active_load_balance() move task failed" },
	{ NULL, "alb_pushed", "active_load_balance() successfully moved a task" },
	{ "<Category sched_balance_exec()>", "sbe_count", "sbe_count is not used" },
	{ NULL, "sbe_balanced", "sbe_balanced is not used" },
	{ NULL, "sbe_pushed", "sbe_pushed is not used" },
	{ "<Category sched_balance_fork()>", "sbf_count", "sbf_count is not used" },
	{ NULL, "sbf_balanced", "sbf_balanced is not used" },
	{ NULL, "sbf_pushed", "sbf_pushed is not used" },
	{ "<Wakeup Info>", "ttwu_wake_remote", "try_to_wake_up() awoke a task that last ran on a diff cpu" },
	{ NULL, "ttwu_move_affine", "try_to_wake_up() moved task because cache-cold on own cpu" },
	{ NULL, "ttwu_move_balance", "try_to_wake_up() started passive balancing" },
};

/* What the output goes to, and the counters that come next. */
struct printing {
	const struct sched_stats_result *result;
	const struct sched_stats_block *block;
	struct outbuf *out;
	size_t next;
	bool explain;
};

static void write_dashes(struct outbuf *out, size_t count)
{
	for (size_t i = 0; i < count; i++) out_char(out, '-');
}

static void write_rule(struct outbuf *out)
{
	write_dashes(out, LINE_WIDTH);
	out_char(out, '\n');
}

/* "---- <Wakeup Info> ----", as wide as a line. */
static void write_title(struct outbuf *out, const char *title)
{
	size_t width = strlen(title) + 2, left = (LINE_WIDTH - width) / 2;
	write_dashes(out, left);
	out_printf(out, " %s ", title);
	write_dashes(out, LINE_WIDTH - width - left);
	out_char(out, '\n');
}

static double ratio(double value, double base, double factor) { return base > 0 ? value * factor / base : 0; }

/* "|     3.98% |", of two runs. */
static void write_change(double first, double second, struct outbuf *out)
{
	out_printf(out, "  | %8.2f%% |", first != 0 ? (second - first) * 100 / first : 0);
}

static void write_counts(const struct printing *p, const char *name, const uint64_t counts[])
{
	out_left(p->out, name, NAME_WIDTH);
	out_printf(p->out, ":%*" PRIu64, COUNT_WIDTH, counts[0]);
	if (p->result->nr_runs < 2) return;
	out_printf(p->out, ",%*" PRIu64, COUNT_WIDTH - 1, counts[1]);
	write_change((double)counts[0], (double)counts[1], p->out);
}

static uint64_t counter(const struct printing *p, unsigned run, size_t index) { return p->block->counters[run][index]; }

/* "(    36.58% )": share of another counter. */
static void write_shares(const struct printing *p, size_t index, size_t base)
{
	out_lit(p->out, "  (");
	for (unsigned run = 0; run < p->result->nr_runs; run++)
		out_printf(p->out, run ? ",%10.2f%%" : "%9.2f%%",
			   ratio((double)counter(p, run, index), (double)counter(p, run, base), 100));
	out_lit(p->out, " )");
}

/* "$       17.08 $": jiffies from one to the next. */
static void write_rates(const struct printing *p, size_t index)
{
	out_lit(p->out, "  $");
	for (unsigned run = 0; run < p->result->nr_runs; run++)
		out_printf(p->out, run ? ",%12.2f" : "%12.2f",
			   ratio((double)p->result->jiffies[run], (double)counter(p, run, index), 1));
	out_lit(p->out, " $");
}

static void write_cpu_fields(struct printing *p)
{
	for (size_t i = 0; i < SCHED_STATS_CPU_MAX; i++) {
		const struct cpu_field *field = &cpu_fields[i];
		const uint64_t counts[] = { counter(p, 0, i), counter(p, 1, i) };
		write_counts(p, p->explain ? field->text : field->name, counts);
		if (field->base >= 0) write_shares(p, i, (size_t)field->base);
		out_char(p->out, '\n');
	}
}

static void write_balance_fields(struct printing *p, const struct category *category,
				 const struct balance_field *fields, size_t count)
{
	char name[128];
	for (size_t i = 0; i < count; i++, p->next++) {
		const uint64_t counts[] = { counter(p, 0, p->next), counter(p, 1, p->next) };
		if (p->explain) snprintf(name, sizeof(name), "%s on cpu %s", fields[i].text, category->text);
		else snprintf(name, sizeof(name), "%s_%s", category->name, fields[i].name);
		write_counts(p, name, counts);
		if (fields[i].has_rate) write_rates(p, p->next);
		out_char(p->out, '\n');
	}
}

/* What is made of a category's counters: how often balancing moved something, and how much then. first: the index of
 * its lb_count, gained: of its lb_gained. */
static void write_derived(struct printing *p, const struct category *category, size_t first, size_t gained)
{
	char name[128];
	uint64_t successes[SCHED_STATS_RUNS_MAX];
	double pulled[SCHED_STATS_RUNS_MAX];
	for (unsigned run = 0; run < SCHED_STATS_RUNS_MAX; run++) {
		successes[run] = (uint32_t)(counter(p, run, first) - counter(p, run, first + 1) -
					    counter(p, run, first + 2));
		pulled[run] = ratio((double)counter(p, run, gained), (double)successes[run], 1);
	}
	if (p->explain) snprintf(name, sizeof(name), "*load_balance() success count on cpu %s", category->text);
	else snprintf(name, sizeof(name), "*%s_lb_success_count", category->name);
	write_counts(p, name, successes);
	if (p->explain)
		snprintf(name, sizeof(name), "*avg task pulled per successful lb attempt (cpu %s)", category->text);
	else snprintf(name, sizeof(name), "*%s_lb_avg_pulled", category->name);
	out_char(p->out, '\n');
	out_left(p->out, name, NAME_WIDTH);
	out_printf(p->out, ":%*.2f", COUNT_WIDTH, pulled[0]);
	if (p->result->nr_runs > 1) {
		out_printf(p->out, ",%*.2f", COUNT_WIDTH - 1, pulled[1]);
		write_change(pulled[0], pulled[1], p->out);
	}
	out_char(p->out, '\n');
}

static void write_category(struct printing *p, const struct category *category)
{
	char title[64];
	bool is_split = p->result->version >= 17;
	size_t first = p->next;
	snprintf(title, sizeof(title), "<Category %s>", category->name);
	write_title(p->out, title);
	write_balance_fields(p, category, first_fields, ARRAY_SIZE(first_fields));
	if (is_split) write_balance_fields(p, category, imbalance_fields, ARRAY_SIZE(imbalance_fields));
	else write_balance_fields(p, category, imbalance_sum, ARRAY_SIZE(imbalance_sum));
	size_t gained = p->next;
	write_balance_fields(p, category, last_fields, ARRAY_SIZE(last_fields));
	write_derived(p, category, first, gained);
}

/* Kernels of version 15 begin with what idle CPUs did, later ones with the busy ones. */
static void write_domain_fields(struct printing *p)
{
	bool is_busy_first = p->result->version > 15;
	write_category(p, is_busy_first ? &busy : &idle);
	write_category(p, is_busy_first ? &idle : &busy);
	write_category(p, &newidle);
	for (size_t i = 0; i < ARRAY_SIZE(other_fields); i++, p->next++) {
		const struct other_field *field = &other_fields[i];
		const uint64_t counts[] = { counter(p, 0, p->next), counter(p, 1, p->next) };
		if (field->title) write_title(p->out, field->title);
		write_counts(p, p->explain ? field->text : field->name, counts);
		out_char(p->out, '\n');
	}
}

static void write_heading(const struct printing *p)
{
	const struct sched_stats_block *block = p->block;
	bool is_diff = p->result->nr_runs > 1;
	if (block->cpu < 0) out_lit(p->out, "CPU: <ALL CPUS SUMMARY>");
	else out_printf(p->out, "CPU: %d", block->cpu);
	if (block->domain) out_printf(p->out, " | DOMAIN: %s", block->domain);
	if (block->domain && block->cpu >= 0) out_printf(p->out, " | DOMAIN_CPUS: %s", block->cpus);
	out_char(p->out, '\n');
	write_rule(p->out);
	out_left(p->out, "DESC", NAME_WIDTH + 1);
	out_right(p->out, is_diff ? "COUNT1" : "COUNT", COUNT_WIDTH);
	if (is_diff) out_printf(p->out, " %11s   PCT_CHANGE  ", "COUNT2");
	if (block->domain) out_str(p->out, is_diff ? "   AVG_JIFFIES1 AVG_JIFFIES2\n" : "    AVG_JIFFIES\n");
	else out_str(p->out, is_diff ? "  PCT_CHANGE1 PCT_CHANGE2\n" : "   PCT_CHANGE\n");
}

static void write_block(struct printing *p)
{
	p->next = 0;
	if (!p->block->domain) write_rule(p->out);
	write_heading(p);
	if (!p->block->domain) write_rule(p->out);
	if (p->block->domain) write_domain_fields(p);
	else write_cpu_fields(p);
	write_rule(p->out);
}

/* What the columns are. */
static void write_legend(struct outbuf *out)
{
	out_lit(out, "Description\n");
	write_rule(out);
	out_lit(out,
		"DESC                          -> Description of the field\n"
		"COUNT                         -> Value of the field\n"
		"PCT_CHANGE                    -> Percent change with corresponding base value\n"
		"AVG_JIFFIES                   -> Avg time in jiffies between two consecutive occurrence of event\n");
	write_rule(out);
	out_char(out, '\n');
}

void sched_stats_text(const struct sched_stats_result *result, bool explain, struct outbuf *out)
{
	struct printing p = { .result = result, .out = out, .explain = explain };
	write_legend(out);
	out_left(out, "Time elapsed (in jiffies)", NAME_WIDTH);
	out_printf(out, ":%*" PRIu64, COUNT_WIDTH, result->jiffies[0]);
	if (result->nr_runs > 1) out_printf(out, ",%*" PRIu64, COUNT_WIDTH - 1, result->jiffies[1]);
	out_char(out, '\n');
	for (size_t i = 0; i < result->blocks.count; i++) {
		p.block = &result->blocks.items[i];
		write_block(&p);
	}
}
