#include "render/latency_text.h"

static void number(const char *name, uint64_t value, const char *behind, struct outbuf *out)
{
	out_printf(out, "\"%s\": %llu%s", name, (unsigned long long)value, behind);
}

static void text(const char *name, const char *value, const char *behind, struct outbuf *out)
{
	out_printf(out, "\"%s\": ", name);
	out_json_string(out, value, strlen(value));
	out_str(out, behind);
}

static void statistics(const struct latency_histogram *histogram, struct outbuf *out)
{
	static const struct { const char *name; double share; } quantiles[] = {
		{ "p50_ns", 0.5 }, { "p75_ns", 0.75 }, { "p90_ns", 0.9 }, { "p95_ns", 0.95 }, { "p99_ns", 0.99 }, { "p99_9_ns", 0.999 }, { "p99_99_ns", 0.9999 },
	};
	number("count", histogram->count, ", ", out);
	number("min_ns", histogram->min_ns, ", ", out);
	for (size_t i = 0; i < ARRAY_SIZE(quantiles); i++) number(quantiles[i].name, latency_histogram_quantile(histogram, quantiles[i].share), ", ", out);
	number("max_ns", histogram->max_ns, ", \"mean_ns\": ", out);
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
		number("count", histogram->powers[i], "}", out);
		first = false;
	}
	out_char(out, ']');
}

static void slowest_row(const struct latency_row *row, bool first, struct outbuf *out)
{
	out_str(out, first ? "\n{" : ",\n{");
	number("begin_ns", row->begin_ns, ", ", out);
	number("latency_ns", latency_row_ns(row), ", ", out);
	out_printf(out, "\"cpu\": %d, \"end_cpu\": %d, \"pid\": %d, \"tid\": %d, ", (int)row->cpu, (int)row->end_cpu, (int)row->pid, (int)row->tid);
	text("comm", row->comm, row->group ? ", " : "}", out);
	if (row->group) text("group", row->group, "}", out);
}

void latency_json(const struct latency_result *result, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-latency-json-version\": 1,\n");
	text("begin", result->begin, ", ", out);
	text("end", result->end, ", ", out);
	text("key", result->key, ",\n", out);
	number("first_ns", result->first_ns, ", ", out);
	number("last_ns", result->last_ns, ",\n", out);
	number("begins", result->nr_begins, ", ", out);
	number("ends", result->nr_ends, ", ", out);
	number("without_begin", result->nr_without_begin, ", ", out);
	number("begun_again", result->nr_begun_again, ", ", out);
	number("pending", result->nr_pending, ", ", out);
	number("given_up", result->nr_given_up, ", ", out);
	number("backwards", result->nr_backwards, ", ", out);
	number("damaged", result->nr_damaged, ", ", out);
	number("ungrouped", result->nr_ungrouped, ", ", out);
	number("lost_events", result->nr_lost_events, ",\n\"all\": {", out);
	statistics(&result->all, out);
	out_char(out, '}');
	histogram_rows(&result->all, result->unit_ns, out);
	if (result->by) {
		out_lit(out, ",\n");
		text("by", result->by, ", \"groups\": [", out);
		for (size_t i = 0; i < result->nr_groups; i++) {
			out_str(out, i ? ",\n{" : "\n{");
			text("group", result->groups[i].name, ", ", out);
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
