/* `perf lock report, info, contention --json`: docs/json-lock.md.
 *
 *     {"perf-lock-contention-json-version": 1, "by": "caller", "rows": [ table ], "disorder": {"acquire": 0, ...}}
 *     {"perf-lock-info-json-version": 1, "threads": [ table ], "locks": [ table ]}
 *
 * Rows are tables, so that a new column needs no change here. What could not be counted stands behind them: events in
 * the wrong order of a recording, or, of a live count, waits by the reason why they were not counted. */
#include "render/listing/lock_json.h"

#include <string.h>
#include "render/json_member.h"
#include "render/table/table_json.h"

/* Events that came in the wrong order, by what they were. */
static void disorder(const struct lock_result *result, struct outbuf *out)
{
	static const char *const names[NR_LOCK_STEPS] = { "acquire", "acquired", "contended", "release" };
	out_lit(out, ",\n\"disorder\": {");
	for (size_t i = 0; i < NR_LOCK_STEPS; i++)
		json_member_number(out, names[i], result->bad[i], i + 1 < NR_LOCK_STEPS ? ", " : "");
	out_char(out, '}');
}

void lock_json_report(const struct lock_result *result, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-lock-report-json-version\": 1,\n\"rows\": ");
	table_json(&result->rows, &table_json_lines, out);
	disorder(result, out);
	out_lit(out, "\n}\n");
}

/* Behind the rows "not_counted" of a live count, or "disorder" of a recording. */
void lock_json_contention(const struct lock_result *result, bool live, struct outbuf *out)
{
	static const char *const by[] = { [LOCK_BY_CALLER] = "caller",
					  [LOCK_BY_THREAD] = "thread",
					  [LOCK_BY_ADDRESS] = "address",
					  [LOCK_BY_OWNER] = "owner",
					  [LOCK_BY_CGROUP] = "cgroup" };
	out_printf(out, "{\n\"perf-lock-contention-json-version\": 1,\n\"by\": \"%s\",\n\"rows\": ", by[result->by]);
	table_json(&result->rows, &table_json_lines, out);
	if (live) {
		out_lit(out, ",\n\"not_counted\": {");
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
	if (threads) {
		out_lit(out, ",\n\"threads\": ");
		table_json(&result->threads, &table_json_lines, out);
	}
	if (locks) {
		out_lit(out, ",\n\"locks\": ");
		table_json(&result->rows, &table_json_lines, out);
	}
	out_lit(out, "\n}\n");
}
