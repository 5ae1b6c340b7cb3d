/* `perf lock` as text, in upstream's layout:
 *
 *      contended   total wait     max wait     avg wait         type   caller
 *             10     20.92 ms      2.10 ms      2.09 ms     spinlock   do_exit+0x2f
 *
 * Which columns a table has is the user's choice (-F), so that a layout (render/table/table_layout.h) is put
 * together here, a look a column, in the order of struct lock_columns. With a separator (-x) the same cells are
 * fields of lines that programs parse; call chains are then a field too, and lines below their row otherwise. */
#include "render/listing/lock_text.h"

#include <string.h>
#include "base/printable.h"
#include "render/table/cell_text.h"
#include "render/table/table_layout.h"

enum { NAME_WIDTH = 20, NAME_CUT = 16 };

/* Twelve columns: the number in the largest unit of which there is at least one. Rounded to a float first, as
 * upstream's numbers are. */
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

/* Cells of times: a look's function has no parameter for its column, so that there is one for each. */
static void write_total(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_time(out, row->cells[LOCK_COLUMN_WAIT_TOTAL].number);
}

static void write_max(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_time(out, row->cells[LOCK_COLUMN_WAIT_MAX].number);
}

static void write_min(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_time(out, row->cells[LOCK_COLUMN_WAIT_MIN].number);
}

static void write_avg(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_time(out, row->cells[LOCK_COLUMN_WAIT_AVG].number);
}

/* Columns of -F; a new field is a row here and in enum lock_field. */
static const struct table_look field_looks[NR_LOCK_FIELDS] = {
	[LOCK_FIELD_ACQUIRED] = { .column = LOCK_COLUMN_ACQUIRED, .width = 10 },
	[LOCK_FIELD_CONTENDED] = { .column = LOCK_COLUMN_CONTENDED, .width = 10 },
	[LOCK_FIELD_AVG] = { .column = LOCK_COLUMN_WAIT_AVG, .width = 12, .write = write_avg },
	[LOCK_FIELD_TOTAL] = { .column = LOCK_COLUMN_WAIT_TOTAL, .width = 12, .write = write_total },
	[LOCK_FIELD_MAX] = { .column = LOCK_COLUMN_WAIT_MAX, .width = 12, .write = write_max },
	[LOCK_FIELD_MIN] = { .column = LOCK_COLUMN_WAIT_MIN, .width = 12, .write = write_min },
};

/* The looks of a table, and what its functions have to know. */
struct looks {
	struct table_look items[NR_LOCK_FIELDS + 3];
	size_t count;
	const struct lock_result *result;
	const struct lock_text_style *style;
};

static void add_look(struct looks *looks, struct table_look look) { looks->items[looks->count++] = look; }

/* "do_exit+0x2f", escaped; nothing when there is no symbol. */
static void out_function(struct outbuf *out, const struct table_place *place, const char *before)
{
	if (!place->symbol) return;
	out_str(out, before);
	size_t start = out->size;
	cell_text_place(place, out);
	out_name_from(out, start);
}

/* ---- what went wrong */

static const char *const step_names[NR_LOCK_STEPS] = { "acquire", "acquired", "contended", "release" };

/* Events in the wrong order, of all kinds. */
static uint64_t bad_sum(const struct lock_result *result)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < NR_LOCK_STEPS; i++) sum += result->bad[i];
	return sum;
}

/* Waits that were not counted, for any reason. */
static uint64_t failure_sum(const struct lock_result *result)
{
	return result->failures.task + result->failures.stack + result->failures.time + result->failures.data;
}

/* The heading of what went wrong: how many events, and the share of all. */
static void troubles(uint64_t nr_bad, uint64_t of, const char *title, struct outbuf *out)
{
	out_printf(out, "\n=== output for debug ===\n\nbad: %llu, total: %llu\nbad rate: %.2f %%\nhistogram of %s\n",
		   (unsigned long long)nr_bad, (unsigned long long)of, of ? (double)nr_bad / (double)of * 100 : 0.0,
		   title);
}

/* One line of that histogram. */
static void trouble(const char *name, uint64_t count, struct outbuf *out)
{
	out_printf(out, " %10s: %llu\n", name, (unsigned long long)count);
}

/* Of a recording: events that came in the wrong order, by what they were. */
static void disorder(const struct lock_result *result, struct outbuf *out)
{
	if (!result->nr_all && !bad_sum(result)) return;
	troubles(result->nr_broken, result->nr_all, "events caused bad sequence", out);
	for (size_t i = 0; i < NR_LOCK_STEPS; i++) trouble(step_names[i], result->bad[i], out);
}

/* What could not be counted, by reason. live: out of waits that were seen, else out of all events. */
static void failures(const struct lock_result *result, bool live, struct outbuf *out)
{
	uint64_t of = live ? failure_sum(result) + result->nr_contended : result->nr_all;
	if (!live && !of && !failure_sum(result)) return;
	troubles(failure_sum(result), of, "failure reasons", out);
	trouble("task", result->failures.task, out);
	trouble("stack", result->failures.stack, out);
	trouble("time", result->failures.time, out);
	trouble("data", result->failures.data, out);
}

/* ---- perf lock report */

/* The lock's class, or of rows by thread the command; cut to NAME_CUT bytes. */
static void write_lock_name(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const struct looks *looks = layout->ctx;
	const char *comm = row->cells[LOCK_COLUMN_COMM].text;
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	const char *name = looks->result->by == LOCK_BY_THREAD && comm ? comm : row->cells[LOCK_COLUMN_CLASS].text;
	name = printable(name, &scratch);
	if (strlen(name) > NAME_WIDTH) out_printf(out, " %.*s...", NAME_CUT, name);
	else out_right(out, name, NAME_WIDTH);
}

/* The name, then the columns of -F, each with a blank in front; upstream's lines end in a blank. */
void lock_text_report(const struct lock_result *result, const struct lock_text_style *style, struct outbuf *out)
{
	struct looks looks = { .result = result, .style = style };
	struct table_layout layout = { .looks = looks.items, .line_end = " \n", .ctx = &looks };
	add_look(&looks, (struct table_look){ .column = LOCK_COLUMN_CLASS,
					      .heading = "Name",
					      .width = NAME_WIDTH,
					      .on_right = true,
					      .write = write_lock_name });
	for (size_t i = 0; i < style->columns.count; i++) {
		add_look(&looks, field_looks[style->columns.fields[i]]);
		looks.items[looks.count - 1].before = " ";
	}
	layout.nr_looks = looks.count;
	if (!style->no_head) {
		table_layout_titles(&result->rows, &layout, out);
		out_char(out, '\n');
	}
	table_layout_rows(&result->rows, &layout, out);
	if (!style->no_head && (bad_sum(result) || style->verbose)) disorder(result, out);
}

/* ---- perf lock contention */

/* "Unknown" in place of a name that is not there. */
static const char *known(const char *text) { return text ? text : "Unknown"; }

/* The function that waited: without a place "Unknown". */
static void write_caller(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	if (row->cells[LOCK_COLUMN_CALLER].place) out_function(out, row->cells[LOCK_COLUMN_CALLER].place, "");
	else out_str(out, known(NULL));
}

static void write_comm(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_name(out, known(row->cells[LOCK_COLUMN_COMM].text));
}

static void write_cgroup(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_name(out, known(row->cells[LOCK_COLUMN_CGROUP].text));
}

/* "rq_lock (spinlock)" */
static void write_symbol_and_type(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_printf(out, "%s (%s)", row->cells[LOCK_COLUMN_SYMBOL].text, row->cells[LOCK_COLUMN_TYPE].text);
}

/* What a row is about, as its last columns: lined up, and as fields between separators. */
enum { MAX_KEYS = 3 };
static const struct {
	struct table_look wide[MAX_KEYS];
	struct table_look fields[MAX_KEYS];
	unsigned nr_wide, nr_fields;
} key_looks[] = {
	[LOCK_BY_CALLER] = { .wide = { { .column = LOCK_COLUMN_TYPE, .width = 10, .on_right = true },
				       { .column = LOCK_COLUMN_CALLER, .write = write_caller } },
			     .nr_wide = 2,
			     .fields = { { .column = LOCK_COLUMN_TYPE },
					 { .column = LOCK_COLUMN_CALLER, .write = write_caller } },
			     .nr_fields = 2 },
	[LOCK_BY_THREAD] = { .wide = { { .column = LOCK_COLUMN_TID, .heading = "pid", .width = 10 },
				       { .column = LOCK_COLUMN_COMM, .write = write_comm } },
			     .nr_wide = 2,
			     .fields = { { .column = LOCK_COLUMN_TID, .heading = "pid" },
					 { .column = LOCK_COLUMN_COMM, .write = write_comm } },
			     .nr_fields = 2 },
	[LOCK_BY_ADDRESS] = { .wide = { { .column = LOCK_COLUMN_ADDRESS, .width = 16, .padded_hex = true },
					{ .column = LOCK_COLUMN_SYMBOL, .write = write_symbol_and_type } },
			      .nr_wide = 2,
			      .fields = { { .column = LOCK_COLUMN_ADDRESS, .padded_hex = true },
					  { .column = LOCK_COLUMN_SYMBOL },
					  { .column = LOCK_COLUMN_TYPE } },
			      .nr_fields = 3 },
	[LOCK_BY_OWNER] = { .wide = { { .column = LOCK_COLUMN_TID, .heading = "pid", .width = 10 },
				      { .column = LOCK_COLUMN_COMM, .heading = "owner", .write = write_comm } },
			    .nr_wide = 2,
			    .fields = { { .column = LOCK_COLUMN_TID, .heading = "pid" },
					{ .column = LOCK_COLUMN_COMM, .heading = "owner", .write = write_comm } },
			    .nr_fields = 2 },
	[LOCK_BY_CGROUP] = { .wide = { { .column = LOCK_COLUMN_CGROUP, .write = write_cgroup } },
			     .nr_wide = 1,
			     .fields = { { .column = LOCK_COLUMN_CGROUP, .write = write_cgroup } },
			     .nr_fields = 1 },
};

/* Chains are shown with -v only. */
static const struct table_chain *chain_of(const struct table_layout *layout, const struct table_row *row)
{
	static const struct table_chain none = { NULL, 0 };
	const struct looks *looks = layout->ctx;
	const struct table_chain *chain = row->cells[LOCK_COLUMN_CHAIN].chain;
	return looks->style->verbose && chain ? chain : &none;
}

/* A line for each frame, indented by tabs. */
static void write_chain_below(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const struct table_chain *chain = chain_of(layout, row);
	for (size_t i = 0; i < chain->count; i++) {
		out_printf(out, "\t\t\t0x%llx", (unsigned long long)chain->places[i].address);
		out_function(out, &chain->places[i], "  ");
		out_char(out, '\n');
	}
}

/* Columns: those that were asked for, then what the row is about. Chains are lines below. */
static void show_lined_up(struct looks *looks, struct outbuf *out)
{
	const struct lock_result *result = looks->result;
	struct table_layout layout = { .looks = looks->items, .ctx = looks, .below = write_chain_below };
	for (size_t i = 0; i < looks->style->columns.count; i++) {
		add_look(looks, field_looks[looks->style->columns.fields[i]]);
		if (i) looks->items[i].before = " ";
	}
	for (size_t i = 0; i < key_looks[result->by].nr_wide; i++) {
		add_look(looks, key_looks[result->by].wide[i]);
		looks->items[looks->count - 1].before = "   ";
	}
	layout.nr_looks = looks->count;
	if (!looks->style->no_head) {
		table_layout_titles(&result->rows, &layout, out);
		out_char(out, '\n');
	}
	table_layout_rows(&result->rows, &layout, out);
}

/* The separator is the user's: a tab, maybe. */
static void separate(const struct lock_text_style *style, struct outbuf *out)
{
	out_str(out, style->separator);
	out_char(out, ' ');
}

/* "; bad_task=3" with the user's separator. */
static void separated_number(const struct lock_text_style *style, const char *name, uint64_t value, struct outbuf *out)
{
	separate(style, out);
	out_printf(out, "bad_%s=%llu", name, (unsigned long long)value);
}

/* The chain as one more field at the end of the line, which ends here: layouts of -x have no line_end. */
static void write_chain_fields(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const struct looks *looks = layout->ctx;
	const struct table_chain *chain = chain_of(layout, row);
	for (size_t i = 0; i < chain->count; i++) {
		if (i) out_lit(out, ": ");
		else separate(looks->style, out);
		out_printf(out, "0x%llx", (unsigned long long)chain->places[i].address);
		out_function(out, &chain->places[i], " ");
	}
	out_char(out, '\n');
}

/* -x: the same as fields, times in plain ns. */
static void show_separated(struct looks *looks, struct outbuf *out)
{
	const struct lock_result *result = looks->result;
	const struct lock_text_style *style = looks->style;
	_free_ char *between = xasprintf("%s ", style->separator);
	struct table_layout layout = {
		.looks = looks->items, .line_end = "", .ctx = looks, .below = write_chain_fields
	};
	for (size_t i = 0; i < style->columns.count; i++) {
		const struct table_look *look = &field_looks[style->columns.fields[i]];
		/* without width and function: plain numbers */
		add_look(looks, (struct table_look){ .column = look->column, .after = between });
	}
	for (size_t i = 0; i < key_looks[result->by].nr_fields; i++) {
		add_look(looks, key_looks[result->by].fields[i]);
		if (i) looks->items[looks->count - 1].before = between;
	}
	layout.nr_looks = looks->count;
	if (!style->no_head) {
		out_lit(out, "# output: ");
		table_layout_titles(&result->rows, &layout, out);
		if (style->verbose && result->by == LOCK_BY_CALLER) out_printf(out, "%s stacktrace", style->separator);
		out_char(out, '\n');
	}
	table_layout_rows(&result->rows, &layout, out);
}

/* The same as a comment line of fields, for -x. */
static void separated_troubles(const struct lock_result *result, const struct lock_text_style *style, bool live,
			       struct outbuf *out)
{
	uint64_t nr_bad = live ? failure_sum(result) : result->nr_broken;
	if (!live && !result->nr_all && !bad_sum(result)) return;
	out_printf(out, "# debug: total=%llu", (unsigned long long)(result->nr_all + nr_bad));
	separate(style, out);
	out_printf(out, "bad=%llu", (unsigned long long)nr_bad);
	if (live) {
		separated_number(style, "task", result->failures.task, out);
		separated_number(style, "stack", result->failures.stack, out);
		separated_number(style, "time", result->failures.time, out);
		separated_number(style, "data", result->failures.data, out);
	}
	for (size_t i = 0; !live && i < NR_LOCK_STEPS; i++) separated_number(style, step_names[i], result->bad[i], out);
	out_char(out, '\n');
}

void lock_text_contention(const struct lock_result *result, const struct lock_text_style *style, bool live,
			  struct outbuf *out)
{
	struct looks looks = { .result = result, .style = style };
	if (style->separator) show_separated(&looks, out);
	else show_lined_up(&looks, out);
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

/* Signed, so that -1 is shown as such. */
static void write_thread(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_sdec(out, (int32_t)row->cells[LOCK_THREAD_TID].number, 10);
}

void lock_text_threads(const struct lock_result *result, struct outbuf *out)
{
	static const struct table_look looks[] = {
		{ .column = LOCK_THREAD_TID, .heading = "Thread ID", .width = 10, .write = write_thread },
		{ .column = LOCK_THREAD_COMM, .before = ": " },
	};
	const struct table_layout layout = { .looks = looks, .nr_looks = ARRAY_SIZE(looks) };
	table_layout_titles(&result->threads, &layout, out);
	table_layout_rows(&result->threads, &layout, out);
}

void lock_text_locks(const struct lock_result *result, struct outbuf *out)
{
	static const struct table_look looks[] = {
		{ .column = LOCK_COLUMN_ADDRESS, .before = " " },
		{ .column = LOCK_COLUMN_SYMBOL, .before = ": " },
	};
	const struct table_layout layout = { .looks = looks, .nr_looks = ARRAY_SIZE(looks) };
	out_lit(out, "Address of instance: name of class\n");
	table_layout_rows(&result->rows, &layout, out);
}
