#include "render/listing/latency_text.h"
#include "render/json_member.h"

static void statistics(const struct latency_histogram *histogram, struct outbuf *out)
{
	static const struct {
		const char *name;
		double share;
	} quantiles[] = {
		{ "p50_ns", 0.5 },  { "p75_ns", 0.75 },    { "p90_ns", 0.9 },       { "p95_ns", 0.95 },
		{ "p99_ns", 0.99 }, { "p99_9_ns", 0.999 }, { "p99_99_ns", 0.9999 },
	};
	json_member_number(out, "count", histogram->count, ", ");
	json_member_number(out, "min_ns", histogram->min_ns, ", ");
	for (size_t i = 0; i < ARRAY_SIZE(quantiles); i++)
		json_member_number(out, quantiles[i].name, latency_histogram_quantile(histogram, quantiles[i].share),
				   ", ");
	json_member_number(out, "max_ns", histogram->max_ns, ", \"mean_ns\": ");
	out_float(out, histogram->mean_ns, 0, 1);
	out_lit(out, ", \"deviation_ns\": ");
	out_float(out, latency_histogram_deviation(histogram), 0, 1);
	out_lit(out, ", \"total_ns\": ");
	out_float(out, histogram->sum_ns, 0, 0);
}

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

static void slowest_row(const struct latency_row *row, bool first, struct outbuf *out)
{
	out_str(out, first ? "\n{" : ",\n{");
	json_member_number(out, "begin_ns", row->begin_ns, ", ");
	json_member_number(out, "latency_ns", latency_row_ns(row), ", ");
	out_printf(out, "\"cpu\": %d, \"end_cpu\": %d, \"pid\": %d, \"tid\": %d, ", (int)row->cpu, (int)row->end_cpu,
		   (int)row->pid, (int)row->tid);
	json_member_text(out, "comm", row->comm, row->group ? ", " : "}");
	if (row->group) json_member_text(out, "group", row->group, "}");
}

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
	json_member_number(out, "lost_events", result->nr_lost_events, ",\n\"all\": {");
	statistics(&result->all, out);
	out_char(out, '}');
	histogram_rows(&result->all, result->unit_ns, out);
	if (result->by) {
		out_lit(out, ",\n");
		json_member_text(out, "by", result->by, ", \"groups\": [");
		for (size_t i = 0; i < result->nr_groups; i++) {
			out_str(out, i ? ",\n{" : "\n{");
			json_member_text(out, "group", result->groups[i].name, ", ");
			statistics(&result->groups[i].histogram, out);
			out_char(out, '}');
		}
		out_lit(out, "\n]");
	}
	if (result->nr_slowest) {
		out_lit(out, ",\n\"slowest\": [");
		for (size_t i = 0; i < result->nr_slowest; i++) slowest_row(&result->slowest[i], i == 0, out);
		out_lit(out, "\n]");
	}
	out_lit(out, "\n}\n");
}
