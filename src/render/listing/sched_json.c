/* `perf sched --json`: docs/json-sched.md. latency is a table; map, timehist and replay are lists of rows that are
 * written as they come, between a begin and an end.
 *
 *     {"perf-sched-latency-json-version": 1, "runtime_ns": ..., "tasks": [ table ]}
 *     {"perf-sched-map-json-version": 1, "rows": [{"time_ns": ..., "cpu": 1, "tid": 12, "comm": "sh"}, ...]}
 *     {"perf-sched-timehist-json-version": 1, "rows": [{..., "kind": "switch", "task": {...}, ...}, ...],
 *      "run_ns": ..., "tasks": [{"task": {...}, "runs": 3, ...}, ...], "cpus": [...]}
 *     {"perf-sched-replay-json-version": 1, "runs": ..., "tasks": [...],
 *      "rows": [{"wall_ns": ..., "cpu_ns": ...}, ...]}
 *
 * Each document names its version first; a change of members changes it. */
#include "render/listing/sched_json.h"
#include "render/chain_text.h"
#include "render/json_member.h"
#include "render/table/table_json.h"

void sched_json_latency(const struct sched_latency_result *result, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-sched-latency-json-version\": 1,\n");
	json_member_number(out, "runtime_ns", result->runtime_ns, ", ");
	json_member_number(out, "delays", result->nr_delays, ", ");
	json_member_number(out, "timestamps", result->nr_timestamps, ", ");
	json_member_number(out, "switch_gaps", result->nr_switch_gaps, ", ");
	json_member_number(out, "out_of_order", result->nr_out_of_order, ", ");
	json_member_number(out, "lost_events", result->nr_lost_events, ",\n\"tasks\": ");
	table_json(&result->tasks, &table_json_lines, out);
	out_lit(out, "\n}\n");
}

/* ---- map */

void sched_json_map_begin(struct outbuf *out) { out_lit(out, "{\n\"perf-sched-map-json-version\": 1,\n\"rows\": ["); }

/* The CPU that changed, and what runs on it now. Other CPUs are as in the rows before. */
void sched_json_map_row(const struct sched_map_row *row, bool first, struct outbuf *out)
{
	out_str(out, first ? "\n{" : ",\n{");
	json_member_number(out, "time_ns", row->time_ns, ", ");
	json_member_number(out, "cpu", row->cpus[row->active], ", ");
	json_member_signed(out, "tid", (int32_t)row->tid, "");
	if (row->comm) {
		out_lit(out, ", \"comm\": ");
		out_json_string(out, row->comm, strlen(row->comm));
	}
	const struct sched_map_slot *slot = &row->slots[row->active];
	if (slot->mark == SCHED_MAP_TASK) out_printf(out, ", \"name\": \"%.2s\"", slot->name);
	out_char(out, '}');
}

void sched_json_end(struct outbuf *out) { out_lit(out, "\n]\n}\n"); }

/* ---- timehist */

/* A member that is an object: who. */
static void add_task(const char *name, const struct sched_timehist_task *task, struct outbuf *out)
{
	out_printf(out, "\"%s\": {\"comm\": ", name);
	out_json_string(out, task->comm, strlen(task->comm));
	out_lit(out, ", ");
	json_member_signed(out, "tid", (int32_t)task->tid, ", ");
	json_member_signed(out, "pid", (int32_t)task->pid, "}");
}

void sched_json_timehist_begin(bool with_rows, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-sched-timehist-json-version\": 1,\n");
	if (with_rows) out_lit(out, "\"rows\": [");
}

/* The members that only switches have: times, the state in which the task left, who came next, the call chain. */
static void add_switch(const struct sched_timehist_row *row, struct outbuf *out)
{
	out_lit(out, ", ");
	json_member_number(out, "wait_ns", row->wait_ns, ", ");
	json_member_number(out, "delay_ns", row->delay_ns, ", ");
	json_member_number(out, "run_ns", row->run_ns, ", ");
	if (row->before_move_ns) json_member_number(out, "before_move_ns", row->before_move_ns, ", ");
	out_printf(out, "\"state\": \"%c\", \"prio\": %d, \"next_tid\": %u, \"next_comm\": ", row->state,
		   (int)row->prio, row->next_tid);
	out_json_string(out, row->next_comm, strlen(row->next_comm));
	if (!row->chain) return;
	out_lit(out, ", \"chain\": ");
	chain_text_json(row->chain, out);
}

/* Lost events have nothing but time, CPU and their number. */
void sched_json_timehist_row(const struct sched_timehist_row *row, bool first, struct outbuf *out)
{
	static const char *const kinds[] = { [TIMEHIST_SWITCH] = "switch",
					     [TIMEHIST_WAKEUP] = "wakeup",
					     [TIMEHIST_MIGRATION] = "migration",
					     [TIMEHIST_LOST] = "lost" };
	out_str(out, first ? "\n{" : ",\n{");
	json_member_number(out, "time_ns", row->time_ns, ", ");
	json_member_number(out, "cpu", row->cpu, ", ");
	out_printf(out, "\"kind\": \"%s\", ", kinds[row->kind]);
	if (row->kind == TIMEHIST_LOST) {
		json_member_number(out, "events", row->nr_lost, "}");
		return;
	}
	add_task("task", &row->task, out);
	if (row->kind == TIMEHIST_SWITCH) {
		add_switch(row, out);
	} else {
		out_lit(out, ", ");
		add_task("subject", &row->subject, out);
		if (row->kind == TIMEHIST_MIGRATION)
			out_printf(out, ", \"from_cpu\": %d, \"to_cpu\": %d", (int)row->from_cpu, (int)row->to_cpu);
	}
	out_char(out, '}');
}

/* Sums by task, then idle times of CPUs. A parent below 0 is not known and left out; so is the idle time of CPUs
 * without switches. */
void sched_json_timehist_summary(const struct sched_timehist_summary *summary, bool with_rows, struct outbuf *out)
{
	if (with_rows) out_lit(out, "\n],\n");
	json_member_number(out, "run_ns", summary->run_ns, ", ");
	json_member_number(out, "runs", summary->nr_runs, ", ");
	json_member_number(out, "span_ns", summary->span_ns, ",\n");
	out_printf(out, "\"of_idle\": %s,\n\"tasks\": [", summary->of_idle ? "true" : "false");
	for (size_t i = 0; i < summary->nr_sums; i++) {
		const struct sched_timehist_sum *sum = &summary->sums[i];
		out_str(out, i ? ",\n{" : "\n{");
		add_task("task", &sum->task, out);
		out_lit(out, ", ");
		if (sum->parent >= 0) json_member_number(out, "parent", (uint64_t)sum->parent, ", ");
		json_member_number(out, "runs", sum->nr_runs, ", ");
		json_member_number(out, "run_ns", sum->run_ns, ", ");
		json_member_number(out, "min_ns", sum->min_ns, ", ");
		json_member_number(out, "max_ns", sum->max_ns, ", ");
		json_member_number(out, "migrations", sum->nr_migrations, ", ");
		if (!summary->of_idle) {
			json_member_number(out, "sleep_ns", sum->waits.sleep_ns, ", ");
			json_member_number(out, "io_ns", sum->waits.io_ns, ", ");
			json_member_number(out, "preempted_ns", sum->waits.preempted_ns, ", ");
			json_member_number(out, "delay_ns", sum->waits.delay_ns, ", ");
		}
		out_printf(out, "\"error_percent\": %.2f}", sum->deviation);
	}
	out_lit(out, "\n],\n\"cpus\": [");
	bool is_first = true;
	for (size_t i = 0; i < summary->nr_cpus; i++) {
		if (!summary->cpus[i].is_chosen) continue;
		out_str(out, is_first ? "\n{" : ",\n{");
		is_first = false;
		bool is_known = summary->cpus[i].use != SCHED_CPU_UNKNOWN;
		json_member_number(out, "cpu", summary->cpus[i].cpu, is_known ? ", " : "}");
		if (is_known) json_member_number(out, "idle_ns", summary->cpus[i].idle_ns, "}");
	}
	out_lit(out, "\n]\n}\n");
}

/* What measuring costs, what is replayed, and the tasks; then rows are open. */
void sched_json_replay_begin(const struct sched_plan_overhead *overhead, const struct sched_plan *plan,
			     struct outbuf *out)
{
	out_lit(out, "{\n\"perf-sched-replay-json-version\": 1,\n");
	json_member_number(out, "run_overhead_ns", overhead->run_ns, ", ");
	json_member_number(out, "sleep_overhead_ns", overhead->sleep_ns, ",\n");
	json_member_number(out, "runs", plan->nr_runs, ", ");
	json_member_number(out, "sleeps", plan->nr_sleeps, ", ");
	json_member_number(out, "wakeups", plan->nr_wakeups, ", ");
	json_member_number(out, "too_long_runs", plan->nr_too_long, ", ");
	json_member_number(out, "targetless_wakeups", plan->nr_targetless, ", ");
	json_member_number(out, "repeated_wakeups", plan->nr_again, ",\n\"tasks\": [");
	for (size_t i = 0; i < plan->count; i++) {
		out_str(out, i ? ",\n{\"comm\": " : "\n{\"comm\": ");
		out_json_string(out, plan->items[i].comm, strlen(plan->items[i].comm));
		out_printf(out, ", \"tid\": %d, \"steps\": %zu}", (int)plan->items[i].tid, plan->items[i].count);
	}
	out_lit(out, "\n],\n\"rows\": [");
}

void sched_json_replay_time(const struct sched_plan_time *time, bool first, struct outbuf *out)
{
	out_str(out, first ? "\n{" : ",\n{");
	json_member_number(out, "wall_ns", time->wall_ns, ", ");
	json_member_number(out, "cpu_ns", time->cpu_ns, "}");
}
