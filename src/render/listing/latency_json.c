/* `perf latency report --json`: docs/json-latency.md. Times are ns whatever the unit of the text is; the unit decides
 * only where rows of the histogram begin.
 *
 *     {"perf-latency-json-version": 1, "begin": ..., "end": ..., "key": ..., "first_ns": ..., "begins": ..., ...,
 *      "all": {row}, "histogram": [{"from_ns": 0, "until_ns": 1000, "count": 3}, ...],
 *      "by": "comm", "groups": [ table ], "slowest": [ table ]} */
#include "render/listing/latency_text.h"
#include "render/json_member.h"
#include "render/table/table_json.h"

/* Rows of powers of two of the unit: 0..1, 1..2, 2..4; those without latencies are left out. Bounds may be beyond 64
 * bits, so that they are written as floating point. */
static void histogram_rows(const struct latency_histogram *histogram, uint64_t unit_ns, struct outbuf *out)
{
	bool first = true;
	out_lit(out, ",\n\"histogram\": [");
	for (unsigned i = 0; i < LATENCY_POWERS; i++) {
		if (!histogram->powers[i]) continue;
		out_str(out, first ? "{" : ", {");
		out_lit(out, "\"from_ns\": ");
		out_float(out, i ? (double)((unsigned __int128)1 << (i - 1)) * (double)unit_ns : 0, 0, 0);
		out_lit(out, ", \"until_ns\": ");
		out_float(out, (double)((unsigned __int128)1 << i) * (double)unit_ns, 0, 0);
		out_lit(out, ", ");
		json_member_number(out, "count", histogram->powers[i], "}");
		first = false;
	}
	out_char(out, ']');
}

/* All counts of what is missing are there even if 0: a program can then trust the rest. */
void latency_json(const struct latency_result *result, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-latency-json-version\": 1,\n");
	json_member_text(out, "begin", result->begin, ", ");
	json_member_text(out, "end", result->end, ", ");
	json_member_text(out, "key", result->key, ",\n");
	json_member_number(out, "first_ns", result->first_ns, ", ");
	json_member_number(out, "last_ns", result->last_ns, ",\n");
	json_member_number(out, "begins", result->nr_begins, ", ");
	json_member_number(out, "ends", result->nr_ends, ", ");
	json_member_number(out, "without_begin", result->nr_without_begin, ", ");
	json_member_number(out, "begun_again", result->nr_begun_again, ", ");
	json_member_number(out, "pending", result->nr_pending, ", ");
	json_member_number(out, "given_up", result->nr_given_up, ", ");
	json_member_number(out, "backwards", result->nr_backwards, ", ");
	json_member_number(out, "damaged", result->nr_damaged, ", ");
	json_member_number(out, "ungrouped", result->nr_ungrouped, ", ");
	if (result->has_calls) {
		json_member_number(out, "cut", result->nr_cut, ", ");
		json_member_number(out, "same_time", result->nr_timeless, ", ");
		json_member_number(out, "own_ns", (uint64_t)result->own_ns, ", ");
		json_member_text(out, "measure", result->is_own ? "own" : "whole", ", ");
	}
	json_member_number(out, "lost_events", result->nr_lost_events, ",\n\"all\": ");
	table_json_row(&result->total, &result->total.rows.items[0], &table_json_lines, out);
	histogram_rows(&result->all, result->unit_ns, out);
	if (result->by) {
		out_lit(out, ",\n");
		json_member_text(out, "by", result->by, ", \"groups\": ");
		table_json(&result->groups, &table_json_lines, out);
	}
	if (result->slowest.rows.count) {
		out_lit(out, ",\n\"slowest\": ");
		table_json(&result->slowest, &table_json_lines, out);
	}
	out_lit(out, "\n}\n");
}
