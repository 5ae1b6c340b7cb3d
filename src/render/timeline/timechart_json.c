/* A timechart as JSON (docs/json-timechart.md): CPUs, tasks and wakeups with their spans, a span a line. Flushed on the
 * way, as documents are large; stops at the first error of writing.
 *
 *     {"perf-timechart-json-version": 1, "hostname": ..., "first_ns": ..., "last_ns": ..., "resolution_ns": ...,
 *      "cpus":    [{"cpu": 0, "run_ns": ..., "runs": [SPAN, ...], "idle": [SPAN, ...], "frequencies": [...]}, ...],
 *      "tasks":   [{"comm": "sh", "tid": 12, ..., "states": [SPAN, ...], "io": [SPAN, ...]}, ...],
 *      "wakeups": [{"time_ns": ..., "from": 3, "to": 4}, ...]}
 *
 * Tasks are named by their index in "tasks". Functions that may write out on the way return 0 or -errno. */
#include "render/timeline/timechart_svg.h"

#include "render/chain_text.h"
#include "render/json_member.h"

/* By enum timechart_kind. */
static const char *const kinds[TIMECHART_NR_KINDS] = {
	[TIMECHART_RUNNING] = "running", [TIMECHART_WAITING] = "waiting", [TIMECHART_BLOCKED] = "blocked",
	[TIMECHART_IDLE] = "idle",       [TIMECHART_READ] = "read",       [TIMECHART_WRITE] = "write",
	[TIMECHART_SYNC] = "sync",       [TIMECHART_RECEIVE] = "receive", [TIMECHART_SEND] = "send",
	[TIMECHART_POLL] = "poll",       [TIMECHART_MIXED] = "mixed",
};

/* A member "chain", where there is one. */
static void add_chain(struct outbuf *out, const struct timechart *chart, uint32_t chain)
{
	if (!chain) return;
	out_lit(out, ", ");
	out_lit(out, "\"chain\": ");
	chain_text_json(intern_text(&chart->chains, chain - 1), out);
}

/* Without the closing brace, so that more members may follow. */
static void add_span(struct outbuf *out, const struct timechart *chart, const struct timechart_span *span)
{
	out_lit(out, "{\"kind\": \"");
	out_str(out, span->kind < TIMECHART_NR_KINDS ? kinds[span->kind] : "?");
	out_lit(out, "\", ");
	json_member_number(out, "start_ns", span->start_ns, ", ");
	json_member_number(out, "end_ns", span->end_ns, "");
	if (span->kind == TIMECHART_MIXED) {
		out_lit(out, ", ");
		json_member_number(out, "count", span->detail, ", \"shares\": [");
		for (unsigned i = 0; i < 3; i++) {
			if (i) out_lit(out, ", ");
			out_float(out, timechart_share(span, i) / 255.0, 0, 3);
		}
		out_char(out, ']');
	} else if (TIMECHART_IS_IO(span->kind)) {
		const struct timechart_io *io = &chart->ios.items[span->detail];
		if (io->fd != TIMECHART_NO_FD) {
			out_lit(out, ", \"fd\": ");
			out_sdec(out, io->fd, 0);
		}
		out_lit(out, ", \"error\": ");
		out_sdec(out, io->error, 0);
		out_lit(out, ", ");
		json_member_number(out, "bytes", io->bytes, ", ");
		json_member_number(out, "merges", io->nr_merges, "");
	}
}

/* detail: what the number of running and idle spans is called; NULL: the kind has none here. */
static int add_spans(struct outbuf *out, const struct timechart *chart, const struct timechart_spans *spans,
		     const char *name, const char *detail, const char *behind)
{
	out_char(out, '"');
	out_str(out, name);
	out_lit(out, "\": [");
	for (size_t i = 0; i < spans->all.count; i++) {
		const struct timechart_span *span = &spans->all.items[i];
		out_str(out, i ? ",\n    " : "\n    ");
		add_span(out, chart, span);
		if (detail && (span->kind == TIMECHART_RUNNING || span->kind == TIMECHART_IDLE)) {
			out_lit(out, ", ");
			json_member_number(out, detail, span->detail, "");
		}
		/* a mixed span has shares where others have a chain */
		if (span->kind != TIMECHART_MIXED) add_chain(out, chart, span->chain);
		out_char(out, '}');
	}
	out_char(out, ']');
	out_str(out, behind);
	return out_flush_some(out);
}

/* Runs, idle states and frequencies of one CPU; 0 or what writing failed with, as below. */
static int add_cpu(struct outbuf *out, const struct timechart *chart, const struct timechart_cpu *cpu)
{
	out_lit(out, "{");
	json_member_number(out, "cpu", cpu->cpu, ", ");
	json_member_number(out, "run_ns", cpu->run_ns, ",\n  ");
	int r = add_spans(out, chart, &cpu->runs, "runs", "task", ",\n  ");
	if (r >= 0) r = add_spans(out, chart, &cpu->idle, "idle", "state", ",\n  \"frequencies\": [");
	for (size_t i = 0; i < cpu->frequencies.count; i++) {
		out_str(out, i ? ", {" : "{");
		json_member_number(out, "time_ns", cpu->frequencies.items[i].time_ns, ", ");
		json_member_number(out, "khz", cpu->frequencies.items[i].khz, "}");
	}
	out_lit(out, "]}");
	return r;
}

/* Also of tasks that the picture leaves out ("shown"): a document is for programs. */
static int add_task(struct outbuf *out, const struct timechart *chart, const struct timechart_task *task)
{
	out_lit(out, "{");
	json_member_text(out, "comm", task->comm, ", ");
	json_member_number(out, "tid", task->tid, ", ");
	json_member_number(out, "pid", task->pid, ", ");
	out_str(out, task->is_shown ? "\"shown\": true, " : "\"shown\": false, ");
	json_member_number(out, "start_ns", task->start_ns, ", ");
	json_member_number(out, "end_ns", task->end_ns, ", ");
	json_member_number(out, "run_ns", task->run_ns, ", ");
	json_member_number(out, "wait_ns", task->wait_ns, ", ");
	json_member_number(out, "block_ns", task->block_ns, ", ");
	json_member_number(out, "bytes", task->nr_bytes, ",\n  ");
	int r = add_spans(out, chart, &task->states, "states", "cpu", ",\n  ");
	if (r >= 0) r = add_spans(out, chart, &task->io, "io", NULL, "}");
	return r;
}

int timechart_json(const struct timechart *chart, struct outbuf *out)
{
	int r = 0;
	out_lit(out, "{\n\"perf-timechart-json-version\": 1,\n");
	json_member_text(out, "hostname", chart->hostname, ", ");
	json_member_text(out, "cpudesc", chart->cpudesc, ",\n");
	json_member_number(out, "first_ns", chart->first_ns, ", ");
	json_member_number(out, "last_ns", chart->last_ns, ", ");
	json_member_number(out, "resolution_ns", chart->resolution_ns, ",\n\"cpus\": [");
	for (size_t i = 0; r >= 0 && i < chart->cpus.count; i++) {
		out_str(out, i ? ",\n" : "\n");
		r = add_cpu(out, chart, &chart->cpus.items[i]);
	}
	out_lit(out, "\n],\n\"tasks\": [");
	for (size_t i = 0; r >= 0 && i < chart->tasks.count; i++) {
		out_str(out, i ? ",\n" : "\n");
		r = add_task(out, chart, &chart->tasks.items[i]);
	}
	out_lit(out, "\n],\n\"wakeups\": [");
	for (size_t i = 0; r >= 0 && i < chart->wakeups.count; i++) {
		const struct timechart_wakeup *wakeup = &chart->wakeups.items[i];
		out_str(out, i ? ",\n{" : "\n{");
		json_member_number(out, "time_ns", wakeup->time_ns, ", ");
		if (wakeup->from != TIMECHART_INTERRUPT) json_member_number(out, "from", wakeup->from, ", ");
		json_member_number(out, "to", wakeup->to, "");
		add_chain(out, chart, wakeup->chain);
		out_char(out, '}');
		r = out_flush_some(out);
	}
	out_lit(out, "\n]\n}\n");
	return r;
}
