#include "render/listing/lock_json.h"

#include <string.h>
#include "render/json_member.h"

static void add_chain(const struct lock_row *row, struct outbuf *out)
{
	out_lit(out, ", \"chain\": [");
	for (size_t i = 0; i < row->nr_frames; i++) {
		const struct lock_frame *frame = &row->chain[i];
		out_str(out, i ? ", {" : "{");
		json_member_address(out, "ip", frame->ip, ", ");
		json_member_text(out, "symbol", frame->symbol, "");
		if (frame->symbol) out_printf(out, ", \"offset\": %llu", (unsigned long long)frame->sym_off);
		out_char(out, '}');
	}
	out_char(out, ']');
}

static void waits(const struct lock_row *row, struct outbuf *out)
{
	json_member_number(out, "contended", row->nr_contended, ", ");
	json_member_number(out, "wait_total_ns", row->wait_ns, ", ");
	json_member_number(out, "wait_max_ns", row->max_wait_ns, ", ");
	json_member_number(out, "wait_min_ns", lock_row_value(row, LOCK_FIELD_MIN), ", ");
	json_member_number(out, "wait_avg_ns", lock_row_avg_ns(row), "");
}

static void disorder(const struct lock_result *result, struct outbuf *out)
{
	static const char *const names[NR_LOCK_STEPS] = { "acquire", "acquired", "contended", "release" };
	out_lit(out, "\n],\n\"disorder\": {");
	for (size_t i = 0; i < NR_LOCK_STEPS; i++)
		json_member_number(out, names[i], result->bad[i], i + 1 < NR_LOCK_STEPS ? ", " : "");
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
			json_member_number(out, "tid", (uint64_t)(uint32_t)row->tid, ", ");
			json_member_text(out, "comm", row->comm, ", ");
		} else {
			json_member_text(out, "name", row->name, ", ");
			json_member_address(out, "address", row->lock_vaddr, ", ");
		}
		json_member_number(out, "acquired", row->nr_acquired, ", ");
		waits(row, out);
		out_printf(out, ", \"broken\": %s}", row->broken ? "true" : "false");
	}
	disorder(result, out);
	out_lit(out, "\n}\n");
}

void lock_json_contention(const struct lock_result *result, size_t nr_entries, bool live, struct outbuf *out)
{
	static const char *const by[] = { [LOCK_BY_CALLER] = "caller",
					  [LOCK_BY_THREAD] = "thread",
					  [LOCK_BY_ADDRESS] = "address",
					  [LOCK_BY_OWNER] = "owner",
					  [LOCK_BY_CGROUP] = "cgroup" };
	size_t nr_shown = 0;
	out_printf(out, "{\n\"perf-lock-contention-json-version\": 1,\n\"by\": \"%s\",\n\"rows\": [", by[result->by]);
	for (size_t i = 0; i < result->nr_rows && (!nr_entries || nr_shown < nr_entries); i++) {
		const struct lock_row *row = &result->rows[i];
		if (!row->wait_ns) continue;
		out_str(out, nr_shown++ ? ",\n{" : "\n{");
		switch (result->by) {
		case LOCK_BY_CALLER: json_member_text(out, "caller", row->caller, ", "); break;
		case LOCK_BY_CGROUP: json_member_text(out, "cgroup", row->cgroup, ", "); break;
		case LOCK_BY_ADDRESS:
			json_member_address(out, "address", row->lock_vaddr, ", ");
			json_member_text(out, "symbol", row->name, ", ");
			break;
		default:
			out_printf(out, "\"tid\": %d, ", (int)row->tid);
			json_member_text(out, "comm", row->comm, ", ");
		}
		if (result->by == LOCK_BY_CALLER) json_member_text(out, "type", lock_type_of_wait(row->flags), ", ");
		if (result->by == LOCK_BY_ADDRESS) json_member_text(out, "type", lock_type_of_lock(row->flags), ", ");
		waits(row, out);
		if (row->nr_frames) add_chain(row, out);
		out_char(out, '}');
	}
	if (live) {
		out_lit(out, "\n],\n\"not_counted\": {");
		json_member_number(out, "task", result->failures.task, ", ");
		json_member_number(out, "stack", result->failures.stack, ", ");
		json_member_number(out, "time", result->failures.time, ", ");
		json_member_number(out, "data", result->failures.data, "}");
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
		json_member_number(out, "tid", result->threads[i].tid, ", ");
		json_member_text(out, "comm", result->threads[i].comm, "}");
	}
	if (threads) out_lit(out, "\n]");
	if (locks) out_lit(out, ",\n\"locks\": [");
	for (size_t i = 0; locks && i < result->nr_rows; i++) {
		out_str(out, i ? ",\n{" : "\n{");
		json_member_address(out, "address", result->rows[i].lock_vaddr, ", ");
		json_member_text(out, "name", result->rows[i].name, "}");
	}
	if (locks) out_lit(out, "\n]");
	out_lit(out, "\n}\n");
}
