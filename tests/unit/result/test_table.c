/* Tables: columns, rows, identity. */
#include "tests/unit/test.h"
#include "result/table.h"

TEST(columns_know_titles_and_widths)
{
	struct table table;
	table_init(&table);
	table_add_columns(
		&table,
		(const struct table_column[]){ { .name = "name", .kind = COLUMN_TEXT, .width = 2 },
					       { .name = "n", .title = "Number", .kind = COLUMN_COUNT, .span = 3 } },
		2);
	CHECK_STR(table.columns.items[0].title, "name");
	CHECK_INT(table.columns.items[0].width, 4);
	CHECK_INT(table.columns.items[0].span, 1);
	CHECK_INT(table.columns.items[1].width, 6);
	CHECK_INT(table.nr_cells, 4);
	table_done(&table);
}

TEST(rows_are_empty_and_apart)
{
	struct table table;
	table_init(&table);
	table_add_columns(&table, (const struct table_column[]){ { .name = "a" }, { .name = "b" } }, 2);
	CHECK(!table_add_rows(&table, 0));
	struct table_row *rows = table_add_rows(&table, 2);
	CHECK_INT(rows[0].id, 0);
	CHECK(!rows[0].cells[0].text && !rows[1].cells[1].text);
	CHECK(rows[1].cells == rows[0].cells + 2);
	rows[1].id = 7;
	(void)table_add_row(&table);
	CHECK_INT(table.rows.count, 3);
	CHECK_INT(table.rows.items[1].id, 7);
	const struct table_place *place = table_add_place(&table, 0x10, "f", 3);
	CHECK_INT(place->address, 0x10);
	CHECK_STR(place->symbol, "f");
	CHECK_INT(place->offset, 3);
	table_done(&table);
}

TEST_MAIN
