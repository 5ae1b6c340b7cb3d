#include "tests/unit/test.h"
#include "render/table/table_json.h"
#include "render/table/table_text.h"

static void make(struct table *table)
{
	table_init(table);
	table_add_column(table, &(struct table_column){ .name = "overhead",
							.title = "Overhead",
							.kind = COLUMN_PERCENT,
							.align = ALIGN_RIGHT,
							.width = 8 });
	table_add_column(table,
			 &(struct table_column){ .name = "comm", .title = "Command", .kind = COLUMN_TEXT, .width = 9 });
	table_add_column(
		table,
		&(struct table_column){
			.name = "symbol", .title = "Symbol", .kind = COLUMN_TEXT, .align = ALIGN_RAGGED, .width = 11 });
	static const struct {
		double percent;
		const char *comm, *symbol;
	} rows[] = { { 60, "sh", "[.] main" }, { 40.004, "b,ash", "[k] do_work" } };
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct table_row *row = table_add_row(table);
		row->cells[0].value = rows[i].percent;
		row->cells[1].text = rows[i].comm;
		row->cells[2].text = rows[i].symbol;
	}
}

static void check(const struct table_text_options *options, const char *expected)
{
	struct table table;
	struct outbuf out;
	make(&table);
	out_init(&out, -1);
	CHECK_INT(table_text(&table, options, &out), 0);
	out_char(&out, '\0');
	CHECK_STR(out.data, expected);
	out_done(&out);
	table_done(&table);
}

TEST(columns)
{
	check(&(struct table_text_options){ .titles = true }, "# Overhead  Command    Symbol     \n"
							      "# ........  .........  ...........\n"
							      "#\n"
							      "    60.00%  sh         [.] main\n"
							      "    40.00%  b,ash      [k] do_work\n");
}

TEST(separator)
{
	check(&(struct table_text_options){ .titles = true, .separator = "," }, "# Overhead,Command  ,Symbol     \n"
										" 60.00% ,sh       ,[.] main\n"
										" 40.00% ,b.ash    ,[k] do_work\n");
}

TEST(json)
{
	struct table table;
	struct outbuf out;
	make(&table);
	out_init(&out, -1);
	table_json(&table, &table_json_report, &out);
	out_char(&out, '\0');
	CHECK_STR(out.data,
		  "[\n\t\t\t{\"overhead\":60,\"comm\":\"sh\",\"symbol\":\"[.] "
		  "main\"},\n\t\t\t{\"overhead\":40.004,\"comm\":\"b,ash\",\"symbol\":\"[k] do_work\"}\n\t\t]");
	out_done(&out);
	table_done(&table);
}

TEST(names_fit_the_terminal)
{
	struct table table;
	struct outbuf out;
	table_init(&table);
	table_add_column(
		&table,
		&(struct table_column){
			.name = "overhead", .title = "Overhead", .kind = COLUMN_PERCENT, .width = 8, .span = 1 });
	table_add_column(&table, &(struct table_column){ .name = "symbol",
							 .title = "Symbol",
							 .kind = COLUMN_TEXT,
							 .align = ALIGN_RAGGED,
							 .cut = true,
							 .is_name = true,
							 .width = 57,
							 .span = 1 });
	struct table_row *row = table_add_row(&table);
	row->cells[0].value = 60;
	row->cells[1].text = "[.] ns::list<std::pair<int, long>, std::less<int> >::find";
	row->period = 60;
	row->graph = tree_new();
	tree_add(row->graph, TREE_NONE, TREE_NONE,
		 &(struct tree_node){
			 .label = "ns::list<std::pair<int, long>, std::less<int> >::find", .period = 60, .count = 1 });
	out_init(&out, -1);
	CHECK_INT(table_text(&table,
			     &(struct table_text_options){
				     .titles = true, .columns = 40, .graph = { .columns = 40, .total_period = 60 } },
			     &out),
		  0);
	out_char(&out, 0);
	CHECK_STR(out.data, "# Overhead  Symbol                      \n"
			    "# ........  ............................\n"
			    "#\n"
			    "    60.00%  [.] ns::list<...>::find\n"
			    "            |\n"
			    "            ---ns::list<...>::find\n"
			    "\n");
	out.size = 0;
	CHECK_INT(table_text(&table, &(struct table_text_options){ .graph = { .total_period = 60 } }, &out), 0);
	out_char(&out, 0);
	CHECK(strstr(out.data, "[.] ns::list<std::pair<int, long>, std::less<int> >::find\n") &&
	      strstr(out.data, "---ns::list<std::pair<int, long>, std::less<int> >::find\n"));
	out.size = 0; /* what programs read is whole, even on a terminal */
	CHECK_INT(table_text(&table, &(struct table_text_options){ .columns = 40, .separator = "," }, &out), 0);
	out_char(&out, 0);
	CHECK(strstr(out.data, "[.] ns::list<std::pair<int. long>. std::less<int> >::find\n"));
	out_done(&out);
	table_done(&table);
}

TEST_MAIN
