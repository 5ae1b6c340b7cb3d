/* The document around the tables of `perf report --json`: version, lost samples, a profile for each group of events,
 * then how stacks ended and what was not decoded, where there is such.
 *
 *     { "perf-report-json-version": 2, "lost_samples": 0,
 *       "profiles": [ { "events": [ ... ], "rows": [ table ] }, ... ],
 *       "stack_ends": { ... }, "stack_frames": { ... }, "undecoded_trace": { ... } }
 *
 * docs/json-report.md describes members; a change of them is a change of the version. */
#include "render/table/profile_json.h"
#include <string.h>
#include "render/table/table_json.h"

void profile_json_begin(uint64_t nr_lost_samples, struct outbuf *out)
{
	out_printf(out, "{\n\"perf-report-json-version\": 2,\n\"lost_samples\": %llu,\n\"profiles\": [",
		   (unsigned long long)nr_lost_samples);
}

void profile_json_events(const struct profile_event *events, size_t nr_events, const struct table *table, bool first,
			 struct outbuf *out)
{
	if (!first) out_char(out, ',');
	out_lit(out, "\n\t{\n\t\t\"events\": [");
	for (size_t i = 0; i < nr_events; i++) {
		if (i) out_lit(out, ", ");
		out_lit(out, "{\"name\": ");
		out_json_string(out, events[i].name, strlen(events[i].name));
		out_printf(out, ", \"samples\": %llu, \"period\": %llu}", (unsigned long long)events[i].nr_samples,
			   (unsigned long long)events[i].period);
	}
	out_lit(out, "],\n\t\t\"rows\": ");
	table_json(table, &table_json_report, out);
	out_lit(out, "\n\t}");
}

/* Only kinds of ends that occurred; the document says "not there" by leaving them out. */
static void put_stacks(const struct profile_facts_of_file *facts, struct outbuf *out)
{
	const char *comma = "";
	out_lit(out, ",\n\"stack_ends\": {");
	for (size_t i = 0; i < facts->nr_stack_ends; i++) {
		if (!facts->stack_ends[i].count) continue;
		out_printf(out, "%s\"%s\": %llu", comma, facts->stack_ends[i].name,
			   (unsigned long long)facts->stack_ends[i].count);
		comma = ", ";
	}
	out_printf(out, "},\n\"stack_frames\": {\"all\": %llu, \"by frame pointer\": %llu, \"by scan\": %llu}",
		   (unsigned long long)facts->nr_frames, (unsigned long long)facts->nr_by_frame_pointer,
		   (unsigned long long)facts->nr_by_scan);
}

void profile_json_end(const struct profile_facts_of_file *facts, struct outbuf *out)
{
	out_lit(out, "\n]");
	if (facts->stack_ends) put_stacks(facts, out);
	if (facts->trace_kind)
		out_printf(out, ",\n\"undecoded_trace\": {\"kind\": \"%s\", \"bytes\": %llu}", facts->trace_kind,
			   (unsigned long long)facts->trace_bytes);
	out_lit(out, "\n}\n");
}
