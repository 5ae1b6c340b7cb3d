/* Tables as JSON, as separated fields and in the shapes of commands: each kind of cell, and what has no value. */
#include <math.h>
#include "tests/unit/test.h"
#include "render/table/table_csv.h"
#include "render/table/table_json.h"
#include "render/table/table_layout.h"

enum { NAME, CALLS, SINCE, TOOK, MEAN, SIZE, AT, SHARE, IS_OLD, PLACE, CHAIN, ERRORS, SECRET, OPTIONAL, NR_COLUMNS };

static const struct table_column columns[NR_COLUMNS] = {
	[NAME] = { .name = "name", .title = "Name", .kind = COLUMN_TEXT },
	[CALLS] = { .name = "calls", .title = "Calls", .kind = COLUMN_COUNT },
	[SINCE] = { .name = "since_ns", .kind = COLUMN_TIME },
	[TOOK] = { .name = "took_ns", .title = "Took", .kind = COLUMN_DURATION },
	[MEAN] = { .name = "mean_ns", .kind = COLUMN_MEAN, .data_decimals = 1 },
	[SIZE] = { .name = "bytes", .kind = COLUMN_BYTES },
	[AT] = { .name = "at", .kind = COLUMN_ADDRESS },
	[SHARE] = { .name = "share", .kind = COLUMN_PERCENT },
	[IS_OLD] = { .name = "old", .kind = COLUMN_FLAG },
	[PLACE] = { .name = "place", .kind = COLUMN_PLACE },
	[CHAIN] = { .name = "chain", .kind = COLUMN_CHAIN, .may_be_empty = true },
	[ERRORS] = { .name = "errors", .kind = COLUMN_TALLY, .may_be_empty = true },
	[SECRET] = { .name = "secret", .kind = COLUMN_NUMBER, .is_hidden = true },
	[OPTIONAL] = { .name = "tid", .kind = COLUMN_NUMBER, .is_signed = true, .may_be_empty = true },
};

static void make_empty(struct table *table)
{
	table_init(table);
	table_add_columns(table, columns, ARRAY_SIZE(columns));
}

static union table_cell *add_row(struct table *table, const char *name)
{
	struct table_row *row = table_add_row(table);
	row->cells[NAME].text = name;
	row->cells[OPTIONAL].number = TABLE_NO_NUMBER;
	return row->cells;
}

static const struct table_place places[] = { { 0x1010, "main", 0x10 }, { 0x2000, NULL, 0 } };
static const struct table_chain chain = { places, 2 };
static const struct table_tally_item items[] = { { 2, "ENOENT", 5 }, { 999, NULL, 1 } };
static const struct table_tally tally = { items, 2 };

static void fill(union table_cell *cells)
{
	cells[CALLS].number = 3;
	cells[SINCE].number = 1500000001;
	cells[TOOK].number = 2500000;
	cells[MEAN].value = 833333.33;
	cells[SIZE].number = 4097;
	cells[AT].number = 0xff00;
	cells[SHARE].value = 12.5;
	cells[IS_OLD].number = 1;
	cells[PLACE].place = &places[0];
	cells[CHAIN].chain = &chain;
	cells[ERRORS].tally = &tally;
	cells[SECRET].number = 7;
	cells[OPTIONAL].number = (uint64_t)-1 - 1;
}

static void check(struct table *table, struct outbuf *out, const char *expected)
{
	out_char(out, '\0');
	CHECK_STR(out->data, expected);
	out_done(out);
	table_done(table);
}

TEST(json_types)
{
	struct table table;
	struct outbuf out;
	make_empty(&table);
	fill(add_row(&table, "a\"b\n"));
	out_init(&out, -1);
	table_json(&table, &table_json_lines, &out);
	check(&table, &out,
	      "[\n{\"name\": \"a\\\"b\\n\", \"calls\": 3, \"since_ns\": 1500000001, \"took_ns\": 2500000, "
	      "\"mean_ns\": 833333.3, \"bytes\": 4097, \"at\": \"0xff00\", \"share\": 12.5, \"old\": true, "
	      "\"place\": \"main+0x10\", \"chain\": [{\"ip\": \"0x1010\", \"symbol\": \"main\", \"offset\": 16}, "
	      "{\"ip\": \"0x2000\", \"symbol\": null}], \"errors\": {\"2\": 5, \"999\": 1}, \"tid\": -2}\n]");
}

/* Neither infinity nor "not a number" is JSON; columns that may be empty are left out, others are null. */
TEST(json_without_values)
{
	struct table table;
	struct outbuf out;
	make_empty(&table);
	union table_cell *cells = add_row(&table, NULL);
	cells[MEAN].value = INFINITY;
	cells[SHARE].value = NAN;
	out_init(&out, -1);
	table_json(&table, &table_json_lines, &out);
	check(&table, &out,
	      "[\n{\"name\": null, \"calls\": 0, \"since_ns\": 0, \"took_ns\": 0, \"mean_ns\": null, \"bytes\": 0, "
	      "\"at\": \"0x0\", \"share\": null, \"old\": false, \"place\": null}\n]");
}

TEST(json_place_as_members)
{
	static const struct table_column column = { .name = "site", .kind = COLUMN_PLACE, .is_address_too = true };
	struct table table;
	struct outbuf out;
	table_init(&table);
	table_add_columns(&table, &column, 1);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) table_add_row(&table)->cells[0].place = &places[i];
	out_init(&out, -1);
	table_json(&table, &table_json_lines, &out);
	check(&table, &out,
	      "[\n{\"site\": \"0x1010\", \"symbol\": \"main\", \"symbol_offset\": 16},\n{\"site\": \"0x2000\"}\n]");
}

TEST(empty_tables)
{
	struct table table;
	struct outbuf out;
	make_empty(&table);
	out_init(&out, -1);
	table_json(&table, &table_json_lines, &out);
	table_json(&table, &table_json_report, &out);
	table_csv(&table, NULL, ",", &out);
	check(&table, &out, "[\n][]name,calls,since_ns,took_ns,mean_ns,bytes,at,share,old,place,chain,errors,tid\n");
}

TEST(csv_fields)
{
	struct table table;
	struct outbuf out;
	make_empty(&table);
	fill(add_row(&table, "x"));
	add_row(&table, "y")[SHARE].value = NAN;
	out_init(&out, -1);
	table_csv(&table, NULL, ",", &out);
	check(&table, &out,
	      "name,calls,since_ns,took_ns,mean_ns,bytes,at,share,old,place,chain,errors,tid\n"
	      "x,3,1500000001,2500000,833333.3,4097,0xff00,12.5,1,main+0x10,main+0x10 < 0x2000,ENOENT:5 999:1,-2\n"
	      "y,0,0,0,0.0,0,0x0,,0,,,,\n");
}

/* RFC 4180; a name with an escape sequence in it does not drive the terminal. */
TEST(csv_quoting)
{
	static const struct table_column name = { .name = "the;name", .kind = COLUMN_TEXT };
	struct table table;
	struct outbuf out;
	table_init(&table);
	table_add_columns(&table, &name, 1);
	static const char *const names[] = { "plain", "a;b", "say \"so\"", "\033[1m", "a,b", "" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) table_add_row(&table)->cells[0].text = names[i];
	out_init(&out, -1);
	table_csv(&table, NULL, ";", &out);
	check(&table, &out, "\"the;name\"\nplain\n\"a;b\"\n\"say \"\"so\"\"\"\n\\x1b[1m\na,b\n\n");
}

static void write_each(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_dec(out, row->cells[TOOK].number / row->cells[CALLS].number, 0);
	out_str(out, layout->ctx);
}

static void write_below(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_printf(out, "  %zu errors\n", row->cells[ERRORS].tally->count);
}

TEST(layout_of_columns)
{
	static const struct table_look looks[] = {
		{ .column = NAME, .width = 6 },
		{ .column = CALLS, .before = "|", .width = 6 },
		{ .column = CALLS, .heading = "n", .before = "|", .width = 3, .on_left = true },
		{ .column = TOOK, .heading = "ms", .width = 8, .unit = TABLE_MILLISECOND, .decimals = 3 },
		{ .column = TOOK, .heading = "each", .before = " ", .width = 9, .write = write_each },
		{ .column = SINCE, .heading = "s", .before = " ", .width = 9, .unit = TABLE_SECOND, .decimals = 6 },
		{ .column = SIZE, .heading = "KB", .width = 4, .unit = TABLE_KILOBYTE },
		{ .column = AT, .heading = "at", .before = " ", .width = 8, .padded_hex = true },
		{ .column = AT, .heading = "at", .before = " ", .width = 8 },
		{ .column = SHARE, .heading = "%", .before = " ", .after = "%", .width = 6, .decimals = 2 },
		{ .column = PLACE, .heading = "where", .before = " ", .width = 10, .on_right = true },
	};
	const struct table_layout layout = { .looks = looks,
					     .nr_looks = ARRAY_SIZE(looks),
					     .line_begin = ">",
					     .line_end = "<\n",
					     .below = write_below,
					     .ctx = " ns" };
	struct table table;
	struct outbuf out;
	make_empty(&table);
	fill(add_row(&table, "name"));
	out_init(&out, -1);
	table_layout_titles(&table, &layout, &out);
	table_layout_rows(&table, &layout, &out);
	check(&table, &out,
	      ">Name  | Calls|n        ms      each         s  KB       at       at      %%      where<\n"
	      ">name  |     3|3     2.500 833333 ns  1.500000   4 0000ff00   0xff00  12.50%  main+0x10<\n"
	      "  2 errors\n");
}

/* A look without a heading of its own has the column's title, as in text. */
TEST(layout_as_csv)
{
	static const struct table_look looks[] = { { .column = NAME }, { .column = CALLS, .heading = "n" } };
	const struct table_layout layout = { .looks = looks, .nr_looks = ARRAY_SIZE(looks) };
	struct table table;
	struct outbuf out;
	make_empty(&table);
	fill(add_row(&table, "name"));
	out_init(&out, -1);
	table_csv(&table, &layout, ",", &out);
	check(&table, &out, "Name,n\nname,3\n");
}

/* A column is as wide as its characters, not its bytes; what is wider than its column stays whole. */
TEST(layout_of_wide_texts)
{
	static const struct table_look looks[] = {
		{ .column = NAME, .width = 5, .after = "|" },
		{ .column = NAME, .width = 5, .on_right = true, .after = "|" },
	};
	const struct table_layout layout = { .looks = looks, .nr_looks = ARRAY_SIZE(looks) };
	static const char *const names[] = { "äöü", "日本", "longer", "\033[0m", "" };
	struct table table;
	struct outbuf out;
	make_empty(&table);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) add_row(&table, names[i]);
	out_init(&out, -1);
	table_layout_rows(&table, &layout, &out);
	check(&table, &out, "äöü  |  äöü|\n日本   |   日本|\nlonger|longer|\n\\x1b[0m|\\x1b[0m|\n     |     |\n");
}

/* Rows without a value keep the columns in place. */
TEST(layout_without_values)
{
	static const struct table_look looks[] = {
		{ .column = OPTIONAL, .width = 4, .after = "|" },
		{ .column = SHARE, .width = 6, .decimals = 1, .after = "|" },
		{ .column = PLACE, .width = 3, .after = "|" },
	};
	const struct table_layout layout = { .looks = looks, .nr_looks = ARRAY_SIZE(looks) };
	struct table table;
	struct outbuf out;
	make_empty(&table);
	add_row(&table, "x")[SHARE].value = NAN;
	out_init(&out, -1);
	table_layout_rows(&table, &layout, &out);
	check(&table, &out, "    |      |   |\n");
}

TEST_MAIN
