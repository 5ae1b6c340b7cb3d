/* Tables put side by side: rows with one id, values of each recording, an order that all tables agree with. */
#include "tests/unit/test.h"
#include "result/diff.h"

/* A table with a row for each letter of names: its id is the letter, its period 10, its samples 2. */
static void make_table(struct table *table, const char *names)
{
	table_init(table);
	table_add_columns(table,
			  (const struct table_column[]){ { .name = "sample", .kind = COLUMN_COUNT },
							 { .name = "symbol", .kind = COLUMN_TEXT, .width = 9 } },
			  2);
	for (const char *name = names; *name; name++) {
		struct table_row *row = table_add_row(table);
		row->id = (uint64_t)*name;
		row->period = 10;
		row->cells[0].number = 2;
		row->cells[1].text = arena_strndup(&table->arena, name, 1);
	}
}

/* The rows in order of position. */
static void order_of(const struct diff *diff, char *ret)
{
	memset(ret, 0, diff->rows.count + 1);
	for (size_t i = 0; i < diff->rows.count; i++)
		ret[diff->rows.items[i].position] = diff->rows.items[i].texts[0][0];
}

static void join(struct diff *diff, struct table *tables, const char *const *names, size_t count)
{
	diff_init(diff, count);
	for (size_t i = 0; i < count; i++) {
		make_table(&tables[i], names[i]);
		diff_add_table(diff, i, &tables[i]);
	}
	diff_set_order(diff);
}

static void done(struct diff *diff, struct table *tables, size_t count)
{
	diff_done(diff);
	for (size_t i = 0; i < count; i++) table_done(&tables[i]);
}

TEST(rows_with_one_id_are_one)
{
	struct diff diff;
	struct table tables[2];
	join(&diff, tables, (const char *const[]){ "abc", "bbd" }, 2);
	CHECK_INT(diff.rows.count, 4);
	CHECK_INT(diff.keys.count, 1);
	CHECK_INT(diff.keys.items[0].width, 9);
	const struct diff_row *b = &diff.rows.items[1], *d = &diff.rows.items[3];
	CHECK_STR(b->texts[0], "b");
	CHECK_INT(b->values[0].period, 10);
	CHECK_INT(b->values[1].period, 20);
	CHECK_INT(b->values[1].samples, 4);
	CHECK_INT(d->values[0].samples, 0);
	CHECK_INT(d->values[1].samples, 2);
	done(&diff, tables, 2);
}

TEST(the_order_agrees_with_each_table)
{
	struct diff diff;
	struct table tables[3];
	char order[16];
	join(&diff, tables, (const char *const[]){ "bdf", "acdg", "bceg" }, 3);
	order_of(&diff, order);
	CHECK_INT(strlen(order), 7);
	for (size_t i = 0; i < 3; i++)
		for (size_t n = 1; n < tables[i].rows.count; n++)
			CHECK(strchr(order, (int)tables[i].rows.items[n - 1].id) <
			      strchr(order, (int)tables[i].rows.items[n].id));
	done(&diff, tables, 3);
}

TEST(orders_that_contradict_end)
{
	struct diff diff;
	struct table tables[2];
	char order[16];
	join(&diff, tables, (const char *const[]){ "abc", "cba" }, 2);
	order_of(&diff, order);
	CHECK_INT(strlen(order), 3);
	CHECK_INT(order[0], 'a');
	done(&diff, tables, 2);
}

TEST_MAIN
