#include "render/listing/lock_text.h"

#include <string.h>
#include "base/printable.h"

enum { NAME_WIDTH = 20, NAME_CUT = 16 };

static const struct {
	const char *name;
	unsigned width;
	bool is_time;
} column_looks[NR_LOCK_FIELDS] = {
	[LOCK_FIELD_ACQUIRED] = { "acquired", 10, false }, [LOCK_FIELD_CONTENDED] = { "contended", 10, false },
	[LOCK_FIELD_AVG] = { "avg wait", 12, true },       [LOCK_FIELD_TOTAL] = { "total wait", 12, true },
	[LOCK_FIELD_MAX] = { "max wait", 12, true },       [LOCK_FIELD_MIN] = { "min wait", 12, true },
};

/* Twelve columns: the number in the largest unit of which there is at least one, as upstream with no more than a float
 * knows of it. */
static void out_time(struct outbuf *out, uint64_t ns)
{
	static const struct {
		uint64_t ns;
		const char *name;
	} units[] = {
		{ 3600000000000u, " h " }, { 60000000000u, " m " }, { 1000000000, " s " },
		{ 1000000, " ms" },        { 1000, " us" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (ns < units[i].ns) continue;
		out_float(out, (double)(float)((double)ns / (double)units[i].ns), 9, 2);
		out_str(out, units[i].name);
		return;
	}
	out_dec(out, ns, 9);
	out_lit(out, " ns");
}

static void out_value(struct outbuf *out, const struct lock_row *row, enum lock_field field)
{
	uint64_t value = lock_row_value(row, field);
	if (column_looks[field].is_time) out_time(out, value);
	else out_dec(out, value, column_looks[field].width);
}

static void out_function(struct outbuf *out, const struct lock_frame *frame, const char *before)
{
	if (!frame->symbol) return;
	out_str(out, before);
	out_name(out, frame->symbol);
	if (frame->sym_off) out_printf(out, "+0x%llx", (unsigned long long)frame->sym_off);
}

/* ---- what went wrong */

static const char *const step_names[NR_LOCK_STEPS] = { "acquire", "acquired", "contended", "release" };

static uint64_t bad_sum(const struct lock_result *result)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < NR_LOCK_STEPS; i++) sum += result->bad[i];
	return sum;
}

static uint64_t failure_sum(const struct lock_result *result)
{
	return result->failures.task + result->failures.stack + result->failures.time + result->failures.data;
}

static void troubles(uint64_t nr_bad, uint64_t of, const char *title, struct outbuf *out)
{
	out_printf(out, "\n=== output for debug ===\n\nbad: %llu, total: %llu\nbad rate: %.2f %%\nhistogram of %s\n",
		   (unsigned long long)nr_bad, (unsigned long long)of, of ? (double)nr_bad / (double)of * 100 : 0.0,
		   title);
}

static void trouble(const char *name, uint64_t count, struct outbuf *out)
{
	out_printf(out, " %10s: %llu\n", name, (unsigned long long)count);
}

static void disorder(const struct lock_result *result, struct outbuf *out)
{
	uint64_t nr_bad = 0;
	for (size_t i = 0; i < result->nr_rows; i++) nr_bad += result->rows[i].broken;
	if (!result->nr_rows && !bad_sum(result)) return;
	troubles(nr_bad, result->nr_rows, "events caused bad sequence", out);
	for (size_t i = 0; i < NR_LOCK_STEPS; i++) trouble(step_names[i], result->bad[i], out);
}

static void failures(const struct lock_result *result, bool live, struct outbuf *out)
{
	uint64_t of = live ? failure_sum(result) : result->nr_rows;
	for (size_t i = 0; live && i < result->nr_rows; i++) of += result->rows[i].nr_contended;
	if (!live && !of && !failure_sum(result)) return;
	troubles(failure_sum(result), of, "failure reasons", out);
	trouble("task", result->failures.task, out);
	trouble("stack", result->failures.stack, out);
	trouble("time", result->failures.time, out);
	trouble("data", result->failures.data, out);
}

/* ---- perf lock report */

static void report_row(const struct lock_row *row, const struct lock_result *result,
		       const struct lock_text_style *style, struct outbuf *out)
{
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	const char *name = printable(result->by == LOCK_BY_THREAD && row->comm ? row->comm : row->name, &scratch);
	if (strlen(name) > NAME_WIDTH) out_printf(out, " %.*s... ", NAME_CUT, name);
	else {
		out_right(out, name, NAME_WIDTH);
		out_char(out, ' ');
	}
	for (size_t i = 0; i < style->columns.count; i++) {
		out_value(out, row, style->columns.fields[i]);
		out_char(out, ' ');
	}
	out_char(out, '\n');
}

void lock_text_report(const struct lock_result *result, const struct lock_text_style *style, struct outbuf *out)
{
	size_t nr_shown = 0;
	if (!style->no_head) {
		out_right(out, "Name", NAME_WIDTH);
		out_char(out, ' ');
		for (size_t i = 0; i < style->columns.count; i++) {
			out_right(out, column_looks[style->columns.fields[i]].name,
				  column_looks[style->columns.fields[i]].width);
			out_char(out, ' ');
		}
		out_lit(out, "\n\n");
	}
	for (size_t i = 0; i < result->nr_rows && (!style->nr_entries || nr_shown < style->nr_entries); i++) {
		if (!result->rows[i].nr_acquired) continue;
		report_row(&result->rows[i], result, style, out);
		nr_shown++;
	}
	if (!style->no_head && (bad_sum(result) || style->verbose)) disorder(result, out);
}

/* ---- perf lock contention */

/* What a row is about, as its last columns, and what these are called. */
static const struct {
	const char *wide[2];
	const char *fields[3];
} key_looks[] = {
	[LOCK_BY_CALLER] = { { "type", "caller" }, { "type", "caller" } },
	[LOCK_BY_THREAD] = { { "pid", "comm" }, { "pid", "comm" } },
	[LOCK_BY_ADDRESS] = { { "address", "symbol" }, { "address", "symbol", "type" } },
	[LOCK_BY_OWNER] = { { "pid", "owner" }, { "pid", "owner" } },
	[LOCK_BY_CGROUP] = { { NULL, "cgroup" }, { "cgroup" } },
};

static const char *known(const char *text) { return text ? text : "Unknown"; }

static void contention_row(const struct lock_row *row, const struct lock_result *result,
			   const struct lock_text_style *style, struct outbuf *out)
{
	for (size_t i = 0; i < style->columns.count; i++) {
		if (i) out_char(out, ' ');
		out_value(out, row, style->columns.fields[i]);
	}
	switch (result->by) {
	case LOCK_BY_CALLER:
		out_lit(out, "   ");
		out_right(out, lock_type_of_wait(row->flags), 10);
		out_lit(out, "   ");
		out_name(out, known(row->caller));
		break;
	case LOCK_BY_ADDRESS:
		out_lit(out, "   ");
		out_hex0(out, row->lock_vaddr, 16);
		out_printf(out, "   %s (%s)", row->name, lock_type_of_lock(row->flags));
		break;
	case LOCK_BY_CGROUP: out_printf(out, "   %s", known(row->cgroup)); break;
	default: out_printf(out, "   %10d   %s", (int)row->tid, known(row->comm)); break;
	}
	out_char(out, '\n');
	for (size_t i = 0; style->verbose && i < row->nr_frames; i++) {
		const struct lock_frame *frame = &row->chain[i];
		out_printf(out, "\t\t\t0x%llx", (unsigned long long)frame->ip);
		out_function(out, frame, "  ");
		out_char(out, '\n');
	}
}

static void contention_head(const struct lock_result *result, const struct lock_text_style *style, struct outbuf *out)
{
	for (size_t i = 0; i < style->columns.count; i++) {
		if (i) out_char(out, ' ');
		out_right(out, column_looks[style->columns.fields[i]].name,
			  column_looks[style->columns.fields[i]].width);
	}
	const char *first = key_looks[result->by].wide[0];
	if (first) {
		out_lit(out, "   ");
		out_right(out, first, result->by == LOCK_BY_ADDRESS ? 16 : 10);
	}
	out_printf(out, "   %s\n\n", key_looks[result->by].wide[1]);
}

/* The separator is the user's: a tab, maybe. */
static void separated(const char *name, const char *separator, struct outbuf *out)
{
	out_name(out, name);
	out_str(out, separator);
	out_char(out, ' ');
}

static void separated_number(const char *separator, const char *name, uint64_t value, struct outbuf *out)
{
	separated("", separator, out);
	out_printf(out, "bad_%s=%llu", name, (unsigned long long)value);
}

static void separated_head(const struct lock_result *result, const struct lock_text_style *style, struct outbuf *out)
{
	out_lit(out, "# output: ");
	for (size_t i = 0; i < style->columns.count; i++)
		separated(column_looks[style->columns.fields[i]].name, style->separator, out);
	const char *const *fields = key_looks[result->by].fields;
	for (size_t i = 0; i < ARRAY_SIZE(key_looks->fields) && fields[i]; i++) {
		if (i) separated("", style->separator, out);
		out_str(out, fields[i]);
	}
	if (style->verbose && result->by == LOCK_BY_CALLER) {
		separated("", style->separator, out);
		out_lit(out, "stacktrace");
	}
	out_char(out, '\n');
}

static void separated_row(const struct lock_row *row, const struct lock_result *result,
			  const struct lock_text_style *style, struct outbuf *out)
{
	const char *separator = style->separator;
	for (size_t i = 0; i < style->columns.count; i++) {
		out_dec(out, lock_row_value(row, style->columns.fields[i]), 0);
		separated("", separator, out);
	}
	switch (result->by) {
	case LOCK_BY_CALLER:
		separated(lock_type_of_wait(row->flags), separator, out);
		out_name(out, known(row->caller));
		break;
	case LOCK_BY_ADDRESS:
		out_hex(out, row->lock_vaddr, 0);
		separated("", separator, out);
		separated(row->name, separator, out);
		out_str(out, lock_type_of_lock(row->flags));
		break;
	case LOCK_BY_CGROUP: out_name(out, known(row->cgroup)); break;
	default:
		out_sdec(out, (int)row->tid, 0);
		separated("", separator, out);
		out_name(out, known(row->comm));
		break;
	}
	for (size_t i = 0; style->verbose && i < row->nr_frames; i++) {
		const struct lock_frame *frame = &row->chain[i];
		separated("", i ? ":" : separator, out);
		out_printf(out, "0x%llx", (unsigned long long)frame->ip);
		out_function(out, frame, " ");
	}
	out_char(out, '\n');
}

static void separated_troubles(const struct lock_result *result, const struct lock_text_style *style, bool live,
			       struct outbuf *out)
{
	const char *separator = style->separator;
	uint64_t nr_bad = 0, nr = result->nr_rows;
	for (size_t i = 0; i < result->nr_rows; i++) nr_bad += result->rows[i].broken;
	if (live) nr_bad = failure_sum(result);
	if (!live && !nr && !bad_sum(result)) return;
	out_printf(out, "# debug: total=%llu", (unsigned long long)(nr + nr_bad));
	separated("", separator, out);
	out_printf(out, "bad=%llu", (unsigned long long)nr_bad);
	if (live) {
		separated_number(separator, "task", result->failures.task, out);
		separated_number(separator, "stack", result->failures.stack, out);
		separated_number(separator, "time", result->failures.time, out);
		separated_number(separator, "data", result->failures.data, out);
	}
	for (size_t i = 0; !live && i < NR_LOCK_STEPS; i++)
		separated_number(separator, step_names[i], result->bad[i], out);
	out_char(out, '\n');
}

void lock_text_contention(const struct lock_result *result, const struct lock_text_style *style, bool live,
			  struct outbuf *out)
{
	size_t nr_shown = 0;
	if (!style->no_head) (style->separator ? separated_head : contention_head)(result, style, out);
	for (size_t i = 0; i < result->nr_rows && (!style->nr_entries || nr_shown < style->nr_entries); i++) {
		if (!result->rows[i].wait_ns) continue;
		(style->separator ? separated_row : contention_row)(&result->rows[i], result, style, out);
		nr_shown++;
	}
	if (style->no_head) return;
	bool trouble_seen = live ? failure_sum(result) : bad_sum(result);
	if (style->separator) {
		if (trouble_seen || style->verbose) separated_troubles(result, style, live, out);
		return;
	}
	if (!live && (trouble_seen || style->verbose)) disorder(result, out);
	if (live ? trouble_seen || style->verbose : style->verbose) failures(result, live, out);
}

/* ---- perf lock info */

void lock_text_threads(const struct lock_result *result, struct outbuf *out)
{
	out_printf(out, "%10s: comm\n", "Thread ID");
	for (size_t i = 0; i < result->nr_threads; i++)
		out_printf(out, "%10d: %s\n", (int)result->threads[i].tid, result->threads[i].comm);
}

void lock_text_locks(const struct lock_result *result, struct outbuf *out)
{
	out_lit(out, "Address of instance: name of class\n");
	for (size_t i = 0; i < result->nr_rows; i++)
		out_printf(out, " 0x%llx: %s\n", (unsigned long long)result->rows[i].lock_vaddr, result->rows[i].name);
}
