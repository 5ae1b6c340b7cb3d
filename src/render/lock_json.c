#include "render/lock_json.h"

#include <string.h>

static void number(struct outbuf *out, const char *name, uint64_t value, const char *behind)
{
	out_printf(out, "\"%s\": ", name);
	out_dec(out, value, 0);
	out_str(out, behind);
}

static void text(struct outbuf *out, const char *name, const char *value, const char *behind)
{
	out_printf(out, "\"%s\": ", name);
	if (value) out_json_string(out, value, strlen(value));
	else out_lit(out, "null");
	out_str(out, behind);
}

static void vaddr(struct outbuf *out, const char *name, uint64_t value, const char *behind)
{
	out_printf(out, "\"%s\": \"0x%llx\"%s", name, (unsigned long long)value, behind);
}

static void add_chain(const struct lock_row *row, struct outbuf *out)
{
	out_lit(out, ", \"chain\": [");
	for (size_t i = 0; i < row->nr_frames; i++) {
		const struct lock_frame *frame = &row->chain[i];
		out_str(out, i ? ", {" : "{");
		vaddr(out, "ip", frame->ip, ", ");
		text(out, "symbol", frame->symbol, "");
		if (frame->symbol) out_printf(out, ", \"offset\": %llu", (unsigned long long)frame->sym_off);
		out_char(out, '}');
	}
	out_char(out, ']');
}

static void waits(const struct lock_row *row, struct outbuf *out)
{
	number(out, "contended", row->nr_contended, ", ");
	number(out, "wait_total_ns", row->wait_ns, ", ");
	number(out, "wait_max_ns", row->max_wait_ns, ", ");
	number(out, "wait_min_ns", lock_row_value(row, LOCK_FIELD_MIN), ", ");
	number(out, "wait_avg_ns", lock_row_avg_ns(row), "");
}

static void disorder(const struct lock_result *result, struct outbuf *out)
{
	static const char *const names[NR_LOCK_STEPS] = { "acquire", "acquired", "contended", "release" };
	out_lit(out, "\n],\n\"disorder\": {");
	for (size_t i = 0; i < NR_LOCK_STEPS; i++) number(out, names[i], result->bad[i], i + 1 < NR_LOCK_STEPS ? ", " : "");
	out_char(out, '}');
}

void lock_json_report(const struct lock_result *result, size_t nr_entries, struct outbuf *out)
{
	size_t nr_shown = 0;
	out_lit(out, "{\n\"perf-lock-report-json-version\": 1,\n\"rows\": [");
	for (size_t i = 0; i < result->nr_rows && (!nr_entries || nr_shown < nr_entries); i++) {
		const struct lock_row *row = &result->rows[i];
		if (!row->nr_acquired) continue;
		out_str(out, nr_shown++ ? ",\n{" : "\n{");
		if (result->by == LOCK_BY_THREAD) {
			number(out, "tid", (uint64_t)(uint32_t)row->tid, ", ");
			text(out, "comm", row->comm, ", ");
		} else {
			text(out, "name", row->name, ", ");
			vaddr(out, "address", row->lock_vaddr, ", ");
		}
		number(out, "acquired", row->nr_acquired, ", ");
		waits(row, out);
		out_printf(out, ", \"broken\": %s}", row->broken ? "true" : "false");
	}
	disorder(result, out);
	out_lit(out, "\n}\n");
}

void lock_json_contention(const struct lock_result *result, size_t nr_entries, bool live, struct outbuf *out)
{
	static const char *const by[] = { [LOCK_BY_CALLER] = "caller", [LOCK_BY_THREAD] = "thread", [LOCK_BY_ADDRESS] = "address", [LOCK_BY_OWNER] = "owner",
					  [LOCK_BY_CGROUP] = "cgroup" };
	size_t nr_shown = 0;
	out_printf(out, "{\n\"perf-lock-contention-json-version\": 1,\n\"by\": \"%s\",\n\"rows\": [", by[result->by]);
	for (size_t i = 0; i < result->nr_rows && (!nr_entries || nr_shown < nr_entries); i++) {
		const struct lock_row *row = &result->rows[i];
		if (!row->wait_ns) continue;
		out_str(out, nr_shown++ ? ",\n{" : "\n{");
		switch (result->by) {
		case LOCK_BY_CALLER: text(out, "caller", row->caller, ", "); break;
		case LOCK_BY_CGROUP: text(out, "cgroup", row->cgroup, ", "); break;
		case LOCK_BY_ADDRESS:
			vaddr(out, "address", row->lock_vaddr, ", ");
			text(out, "symbol", row->name, ", ");
			break;
		default:
			out_printf(out, "\"tid\": %d, ", (int)row->tid);
			text(out, "comm", row->comm, ", ");
		}
		if (result->by == LOCK_BY_CALLER) text(out, "type", lock_type_of_wait(row->flags), ", ");
		if (result->by == LOCK_BY_ADDRESS) text(out, "type", lock_type_of_lock(row->flags), ", ");
		waits(row, out);
		if (row->nr_frames) add_chain(row, out);
		out_char(out, '}');
	}
	if (live) {
		out_lit(out, "\n],\n\"not_counted\": {");
		number(out, "task", result->failures.task, ", ");
		number(out, "stack", result->failures.stack, ", ");
		number(out, "time", result->failures.time, ", ");
		number(out, "data", result->failures.data, "}");
	} else {
		disorder(result, out);
	}
	out_lit(out, "\n}\n");
}

void lock_json_info(const struct lock_result *result, bool threads, bool locks, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-lock-info-json-version\": 1");
	if (threads) out_lit(out, ",\n\"threads\": [");
	for (size_t i = 0; threads && i < result->nr_threads; i++) {
		out_str(out, i ? ",\n{" : "\n{");
		number(out, "tid", result->threads[i].tid, ", ");
		text(out, "comm", result->threads[i].comm, "}");
	}
	if (threads) out_lit(out, "\n]");
	if (locks) out_lit(out, ",\n\"locks\": [");
	for (size_t i = 0; locks && i < result->nr_rows; i++) {
		out_str(out, i ? ",\n{" : "\n{");
		vaddr(out, "address", result->rows[i].lock_vaddr, ", ");
		text(out, "name", result->rows[i].name, "}");
	}
	if (locks) out_lit(out, "\n]");
	out_lit(out, "\n}\n");
}
