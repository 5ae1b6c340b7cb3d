/* `perf trace --json` (docs/json-trace.md): rows are written as they come, sums behind them.
 *
 *     {"perf-trace-json-version": 2,
 *      "rows": [{"kind": "call", "time_ns": ..., "duration_ns": ..., "comm": "ls", "pid": 100, "tid": 100,
 *                "name": "openat", "args": {...}, "value": 3, "result": "3"}, ...],
 *      "events": ..., "lost": ..., "total": {..., "calls": [ table ]}, "threads": [{..., "calls": [ table ]}, ...]}
 *
 * The members of "args" are those that trace_args_json made in a worker; they are put into the document as they are. */
#include "render/trace/trace_text.h"
#include "render/table/table_json.h"

/* By enum trace_row_kind. */
static const char *const kinds[] = { "call", "begun", "continued", "no-return", "fault", "event" };

/* NULL is "". */
static void add_string(const char *text, size_t size_bytes, struct outbuf *out)
{
	out_json_string(out, text ? text : "", text ? size_bytes : 0);
}

void trace_json_begin(bool rows, struct outbuf *out)
{
	out_lit(out, "{\n  \"perf-trace-json-version\": 2");
	if (rows) out_lit(out, ",\n  \"rows\": [");
}

/* The result as text is made at the end of out, copied, and taken back, to be escaped. */
static void add_result(const struct trace_result *result, const struct trace_text_style *style, struct outbuf *out)
{
	size_t start = out->size;
	trace_args_result(result, &style->args, out);
	char text[256];
	size_t size = out->size - start;
	_free_ char *longer = size > sizeof(text) ? xmalloc(size) : NULL;
	char *copy = longer ? longer : text;
	if (size) memcpy(copy, out->data + start, size);
	out->size = start;
	add_string(copy, size, out);
}

/* Members that the row does not have are left out: no time, no result, no frames. */
void trace_json_row(const struct trace_row *row, const struct trace_text_style *style, bool first, struct outbuf *out)
{
	out_str(out, first ? "\n    {" : ",\n    {");
	out_printf(out, "\"kind\": \"%s\"", kinds[row->kind]);
	if (row->has_time) out_printf(out, ", \"time_ns\": %llu", (unsigned long long)row->time_ns);
	if (row->has_time && (row->kind == TRACE_CALL || row->kind == TRACE_CONTINUED))
		out_printf(out, ", \"duration_ns\": %llu", (unsigned long long)row->duration_ns);
	out_lit(out, ", \"comm\": ");
	add_string(row->comm, strlen(row->comm), out);
	if (style->cpu && row->cpu != UINT32_MAX) out_printf(out, ", \"cpu\": %u", row->cpu);
	out_printf(out, ", \"pid\": %d, \"tid\": %d, \"name\": ", (int)row->pid, (int)row->tid);
	add_string(row->name, strlen(row->name), out);
	out_lit(out, ", \"args\": {");
	out_mem(out, row->args, row->args_size);
	out_char(out, '}');
	if (row->result) {
		out_printf(out, ", \"value\": %lld, \"result\": ", (long long)row->result->value);
		add_result(row->result, style, out);
	}
	for (size_t i = 0; i < row->nr_frames; i++) {
		const struct trace_frame *frame = &row->frames[i];
		out_str(out, i ? ", " : ", \"frames\": [");
		out_printf(out, "{\"ip\": \"%#llx\"", (unsigned long long)frame->ip);
		if (frame->symbol) {
			out_lit(out, ", \"symbol\": ");
			add_string(frame->symbol, strlen(frame->symbol), out);
		}
		if (frame->object) {
			out_lit(out, ", \"object\": ");
			add_string(frame->object, strlen(frame->object), out);
		}
		out_char(out, '}');
	}
	out_str(out, row->nr_frames ? "]}" : "}");
}

/* Tables of sums within the document: a row a line, indented. */
static const struct table_json_style sums_style = { .row = "\n      ", .comma = ", ", .colon = ": ", .end = "" };

/* What is known of a thread, and of all, behind who it is. */
static void add_sums(const struct trace_thread *thread, struct outbuf *out)
{
	out_printf(out, "\"events\": %llu, \"minor_faults\": %llu, \"major_faults\": %llu, ",
		   (unsigned long long)thread->nr_events, (unsigned long long)thread->nr_minor_faults,
		   (unsigned long long)thread->nr_major_faults);
	if (thread->has_run_time) out_printf(out, "\"run_time_ns\": %llu, ", (unsigned long long)thread->run_time_ns);
	out_lit(out, "\"calls\": ");
	table_json(&thread->calls, &sums_style, out);
	out_char(out, '}');
}

/* What was not seen (lost, without_begin, without_end) is told with or without sums. */
void trace_json_end(const struct trace_summary *summary, bool rows, bool sums, struct outbuf *out)
{
	bool of_cgroups = summary->nr_threads && summary->threads[0].cgroup;
	if (rows) out_lit(out, "\n  ]");
	out_printf(out,
		   ",\n  \"events\": %llu,\n  \"lost\": %llu,\n  \"without_begin\": %llu,\n  \"without_end\": %llu",
		   (unsigned long long)summary->nr_events, (unsigned long long)summary->nr_lost,
		   (unsigned long long)summary->nr_without_begin, (unsigned long long)summary->nr_without_end);
	if (sums) {
		out_lit(out, ",\n  \"total\": {");
		add_sums(&summary->total, out);
		out_str(out, of_cgroups ? ",\n  \"cgroups\": [" : ",\n  \"threads\": [");
	}
	for (size_t i = 0; sums && i < summary->nr_threads; i++) {
		const struct trace_thread *thread = &summary->threads[i];
		const char *name = of_cgroups ? thread->cgroup : thread->comm;
		out_printf(out, "%s\n    {\"%s\": ", i ? "," : "", of_cgroups ? "cgroup" : "comm");
		add_string(name, strlen(name), out);
		if (!of_cgroups) out_printf(out, ", \"pid\": %d, \"tid\": %d", (int)thread->pid, (int)thread->tid);
		out_lit(out, ", ");
		add_sums(thread, out);
	}
	out_str(out, sums ? "\n  ]\n}\n" : "\n}\n");
}
