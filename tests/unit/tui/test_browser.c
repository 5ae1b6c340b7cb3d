/* Views, popups and tables on a screen in memory. */
#include "tui/popup.h"
#include "tui/screen_input.h"
#include "tui/screen_memory.h"
#include "tui/table_browser.h"
#include "tests/unit/test.h"

struct test_view {
	struct view view;
	struct table_browser table;
	char typed[32];
	int chosen;
	bool asked;
};
enum { PROMPT = TABLE_BROWSER_ACTIONS, MENU, ASK };
static const struct binding test_keys[] = {
	{ PROMPT, "/", NULL, "Type something" },
	{ MENU, "m", NULL, "Choose something" },
	{ ASK, "x", NULL, "Ask something" },
#define ROW(action, keys, shown, help) { TABLE_BROWSER_##action, keys, shown, help },
#include "tui/table_browser_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

static void test_title(struct view *view, struct strbuf *ret) { strbuf_str(ret, "The title"); }
static void test_draw(struct view *view, struct screen *screen, struct area area)
{
	table_browser_draw(&((struct test_view *)view)->table, screen, area);
}
static enum view_answer test_act(struct view *view, int action)
{
	static const char *const items[] = { "first", "second", "third" };
	struct test_view *v = (struct test_view *)view;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	if (action == PROMPT) {
		if (popup_line(view->ui, "Find: ", &text, NULL, NULL))
			snprintf(v->typed, sizeof(v->typed), "%s", strbuf_text(&text));
		return VIEW_STAYS;
	}
	if (action == MENU) return v->chosen = popup_menu(view->ui, "Menu", items, ARRAY_SIZE(items)), VIEW_STAYS;
	if (action == ASK) return v->asked = popup_ask(view->ui, "Really"), VIEW_STAYS;
	return table_browser_act(&v->table, action) ? VIEW_STAYS : VIEW_UNKNOWN;
}
static void test_free(struct view *view) {}

static const struct view_type test_type = { .name = "Test",
					    .keys = { test_keys, ARRAY_SIZE(test_keys) },
					    .title = test_title,
					    .draw = test_draw,
					    .act = test_act,
					    .free = test_free };

static struct tree *make_tree(void)
{
	struct tree *tree = tree_new();
	uint32_t a = tree_add(tree, TREE_NONE, TREE_NONE, &(struct tree_node){ .label = "a", .period = 60 });
	tree_add(tree, TREE_NONE, a, &(struct tree_node){ .label = "b", .period = 30 });
	uint32_t c = tree_add(tree, a, TREE_NONE, &(struct tree_node){ .label = "c", .period = 50 });
	tree_add(tree, c, TREE_NONE, &(struct tree_node){ .label = "d", .period = 40 });
	return tree;
}
static struct tree *test_below(void *ctx, const struct table_row *row) { return row->id == 2 ? NULL : make_tree(); }

/* Rows `first` and on, with ids, in a table of two columns. */
static void make_table(struct table *table, size_t first, size_t count)
{
	static char names[2000][16];
	table_init(table);
	table_add_column(
		table,
		&(struct table_column){
			.name = "share", .title = "Share", .kind = COLUMN_PERCENT, .align = ALIGN_RIGHT, .width = 8 });
	table_add_column(table,
			 &(struct table_column){ .name = "name", .title = "Name", .align = ALIGN_RAGGED, .width = 10 });
	for (size_t i = first; i < first + count; i++) {
		struct table_row *row = table_add_row(table);
		snprintf(names[i], sizeof(names[i]), "name%zu", i);
		row->id = i + 1;
		row->period = 100;
		row->cells[0].value = 100.0 / (double)(i + 2);
		row->cells[1].text = names[i];
	}
}

static void check_screen(struct screen *screen, const char *expected)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	screen_memory_text(screen, &text);
	CHECK_STR(strbuf_text(&text), expected);
}

/* Types keys into a view of 3 rows on a screen of 9 by 40. */
static struct screen *play(struct test_view *v, const char *keys)
{
	struct screen *screen = screen_memory_open(9, 40);
	struct table table;
	struct ui *ui = ui_new(screen);
	*v = (struct test_view){ .view = { .type = &test_type }, .chosen = -2 };
	table_browser_init(&v->table, &(struct table_browser_options){ .below = test_below });
	make_table(&table, 0, 3);
	table_browser_set(&v->table, &table);
	ui_push(ui, &v->view);
	screen_memory_type(screen, keys);
	ui_run(ui);
	ui_free(ui);
	return screen;
}

TEST(rows_and_folds)
{
	struct test_view v;
	struct screen *screen = play(&v, "+\033[B+ \033[A");
	screen_close(screen);
	table_browser_done(&v.table);

	screen = play(&v, "e");
	struct area all = { .rows = 9, .columns = 40 };
	screen_clear(screen);
	table_browser_draw(&v.table, screen, all);
	screen_show(screen);
	check_screen(screen, "     Share  Name\n"
			     "-   50.00%  name0\n"
			     "   - 60.00% a\n"
			     "      - 50.00% c\n"
			     "           40.00% d\n"
			     "     30.00% b\n"
			     "+   33.33%  name1\n"
			     "+   25.00%  name2\n"
			     "\n");
	CHECK_INT(screen_memory_style(screen, 1, 5), STYLE_SELECTED);
	CHECK_INT(screen_memory_style(screen, 6, 5), STYLE_TOP);
	/* another table: what has the same id keeps its fold and the selection */
	table_browser_fold(&v.table, true, false);
	v.table.browser.selected = 3;
	struct table table;
	make_table(&table, 0, 1);
	table_browser_set(&v.table, &table);
	CHECK_INT(v.table.lines.count, 5);
	CHECK_INT(v.table.browser.selected, 3);
	CHECK(table_browser_search(&v.table, "D", false));
	CHECK_STR(v.table.table.rows.items[0].graph->nodes.items[table_browser_selected(&v.table)->node].label, "d");
	CHECK(!table_browser_search(&v.table, "zebra", false));
	screen_close(screen);
	table_browser_done(&v.table);
}

/* One way of two calls to a branching; b is the only call of one side. */
static struct tree *straight_tree(void *ctx, const struct table_row *row)
{
	struct tree *tree = tree_new();
	uint32_t main = tree_add(tree, TREE_NONE, TREE_NONE, &(struct tree_node){ .label = "main", .period = 100 });
	uint32_t run = tree_add(tree, main, TREE_NONE,
				&(struct tree_node){ .label = "run", .period = 100, .joined = true });
	uint32_t a = tree_add(tree, run, TREE_NONE, &(struct tree_node){ .label = "a", .period = 60 });
	tree_add(tree, run, a, &(struct tree_node){ .label = "z", .period = 40 });
	uint32_t b = tree_add(tree, a, TREE_NONE, &(struct tree_node){ .label = "b", .period = 60, .joined = true });
	tree_add(tree, b, TREE_NONE, &(struct tree_node){ .label = "c", .period = 60, .joined = true });
	return tree;
}

static void check_browser(struct table_browser *browser, const char *expected)
{
	struct screen *screen = screen_memory_open(9, 40);
	table_browser_draw(browser, screen, (struct area){ .rows = 9, .columns = 40 });
	screen_show(screen);
	check_screen(screen, expected);
	screen_close(screen);
}

TEST(straight_ways_are_lists)
{
	struct table_browser browser;
	struct table table;
	table_browser_init(&browser, &(struct table_browser_options){ .below = straight_tree });
	make_table(&table, 0, 2);
	table_browser_set(&browser, &table);
	table_browser_fold(&browser, true, false);
	check_browser(&browser, "     Share  Name\n"
				"-   50.00%  name0\n"
				"     100.00% main\n"
				"   + 100.00% run\n"
				"+   33.33%  name1\n\n\n\n\n");
	browser_select(&browser.browser, 2);
	table_browser_fold(&browser, true, false);
	check_browser(&browser, "     Share  Name\n"
				"-   50.00%  name0\n"
				"     100.00% main\n"
				"   - 100.00% run\n"
				"      + 60.00% a\n"
				"        40.00% z\n"
				"+   33.33%  name1\n\n\n");
	browser_select(&browser.browser, 3);
	table_browser_fold(&browser, true, false);
	check_browser(&browser, "     Share  Name\n"
				"-   50.00%  name0\n"
				"     100.00% main\n"
				"   - 100.00% run\n"
				"      - 60.00% a\n"
				"           60.00% b\n"
				"           60.00% c\n"
				"        40.00% z\n"
				"+   33.33%  name1\n");
	table_browser_done(&browser);
}

/* A level is further to the right, numbers too. */
TEST(levels_of_a_hierarchy)
{
	struct table_browser browser;
	struct table table;
	table_browser_init(&browser, &(struct table_browser_options){ .has_no_titles = false });
	table_init(&table);
	table.hierarchy = true;
	table_add_column(
		&table,
		&(struct table_column){
			.name = "share", .title = "Share", .kind = COLUMN_PERCENT, .align = ALIGN_RIGHT, .width = 8 });
	table_add_column(&table, &(struct table_column){ .name = "comm", .title = "Command", .width = 8 });
	table_add_column(&table, &(struct table_column){ .name = "sym", .title = "Symbol", .width = 8 });
	for (unsigned level = 0; level < 2; level++) {
		struct table_row *row = table_add_row(&table);
		row->level = level;
		row->cells[0].value = 50;
		row->cells[1 + level].text = level ? "f" : "sh";
	}
	table_browser_set(&browser, &table);
	table_browser_fold(&browser, true, false);
	check_browser(&browser, "     Share     Command / Symbol\n"
				"-   50.00%     sh\n"
				"       50.00%     f\n\n\n\n\n\n\n");
	table_browser_done(&browser);
}

/* Also below a title that is narrower than they are. */
TEST(shares_stand_below_each_other)
{
	struct table_browser browser;
	struct table table;
	table_browser_init(&browser, &(struct table_browser_options){ .has_no_titles = false });
	table_init(&table);
	table_add_column(&table, &(struct table_column){ .name = "share", .title = "Tot%", .kind = COLUMN_PERCENT });
	table_add_column(&table, &(struct table_column){ .name = "name", .title = "Name", .width = 4 });
	for (unsigned i = 0; i < 3; i++) {
		struct table_row *row = table_add_row(&table);
		row->cells[0].value = i ? 50.0 / i / i : 100;
		row->cells[1].text = "x";
	}
	table_browser_set(&browser, &table);
	check_browser(&browser, "   Tot%  Name\n"
				"100.00%  x\n"
				" 50.00%  x\n"
				" 12.50%  x\n\n\n\n\n\n");
	table_browser_done(&browser);
}

TEST(a_click_on_a_title_orders_rows)
{
	struct test_view v;
	struct screen *screen = play(&v, "\033[B"); /* name1 is selected */
	const struct area all = { .rows = 9, .columns = 40 };
	const struct screen_event share = { SCREEN_MOUSE, SCREEN_LEFT, 0, 6 },
				  name = { SCREEN_MOUSE, SCREEN_LEFT, 0, 13 },
				  row = { SCREEN_MOUSE, SCREEN_LEFT, 2, 13 };
	screen_clear(screen);
	table_browser_draw(&v.table, screen, all);
	CHECK(!table_browser_order(&v.table, &row));
	CHECK(table_browser_order(&v.table, &name));
	CHECK_STR(v.table.table.rows.items[0].cells[1].text, "name0");
	CHECK(table_browser_order(&v.table, &name));
	CHECK_STR(v.table.table.rows.items[0].cells[1].text, "name2");
	CHECK_STR(table_browser_row(&v.table)->cells[1].text, "name1");
	/* a table that comes later is ordered, too, and numbers begin with the greatest */
	struct table table;
	make_table(&table, 0, 5);
	table_browser_set(&v.table, &table);
	CHECK_STR(v.table.table.rows.items[0].cells[1].text, "name4");
	screen_clear(screen);
	table_browser_draw(&v.table, screen, all);
	CHECK(table_browser_order(&v.table, &share));
	CHECK_STR(v.table.table.rows.items[0].cells[1].text, "name0");
	screen_close(screen);
	table_browser_done(&v.table);
}

TEST(search_goes_on_in_pieces)
{
	struct test_view v;
	struct screen *screen = play(&v, "");
	struct table table;
	struct table_search search;
	make_table(&table, 0, 2000);
	table_browser_set(&v.table, &table);
	table_search_begin(&search, &v.table, false);
	CHECK_INT(table_search_go_on(&search, &v.table, "name1500", 0), TABLE_SEARCHES_ON);
	CHECK_INT(v.table.browser.selected, 0);
	unsigned pieces = 1;
	while (table_search_go_on(&search, &v.table, "name1500", 0) == TABLE_SEARCHES_ON) pieces++;
	CHECK(pieces > 3);
	CHECK_INT(v.table.browser.selected, 1500);
	table_search_begin(&search, &v.table, true);
	CHECK_INT(table_search_go_on(&search, &v.table, "name1999", UINT64_MAX), TABLE_FOUND);
	CHECK_INT(v.table.browser.selected, 1999);
	table_search_begin(&search, &v.table, false);
	CHECK_INT(table_search_go_on(&search, &v.table, "zebra", UINT64_MAX), TABLE_FOUND_NOTHING);
	screen_close(screen);
	table_browser_done(&v.table);
}

TEST(row_without_anything_below_cannot_be_opened)
{
	struct test_view v;
	struct screen *screen = play(&v, "j+");
	CHECK_INT(v.table.lines.count, 3);
	CHECK(!v.table.lines.items[1].can_open);
	screen_close(screen);
	table_browser_done(&v.table);
}

TEST(popups)
{
	struct test_view v;
	struct screen *screen = play(&v, "/abx\x7f\rmj\rx\r");
	CHECK_STR(v.typed, "ab");
	CHECK_INT(v.chosen, 1);
	CHECK(v.asked);
	screen_close(screen);
	table_browser_done(&v.table);
	screen = play(&v, "m\033");
	CHECK_INT(v.chosen, -1);
	screen_close(screen);
	table_browser_done(&v.table);
	/* the help has the view's keys */
	screen = play(&v, "?");
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	screen_memory_text(screen, &text);
	CHECK(strstr(strbuf_text(&text), "Show this window"));
	screen_close(screen);
	table_browser_done(&v.table);
}

TEST(title_and_footer)
{
	struct test_view v;
	struct screen *screen = play(&v, "");
	check_screen(screen, "The title\n"
			     "     Share  Name\n"
			     "+   50.00%  name0\n"
			     "+   33.33%  name1\n"
			     "+   25.00%  name2\n"
			     "\n\n\n"
			     "Press '?' for help on key bindings\n");
	screen_close(screen);
	table_browser_done(&v.table);
}

/* However small the screen gets: nothing is written outside, and the selection stays visible. */
TEST(sizes)
{
	struct test_view v;
	struct screen *screen = screen_memory_open(30, 80);
	struct table table;
	struct ui *ui = ui_new(screen);
	v = (struct test_view){ .view = { .type = &test_type } };
	table_browser_init(&v.table, &(struct table_browser_options){ .below = test_below });
	make_table(&table, 0, 90);
	table_browser_set(&v.table, &table);
	ui_push(ui, &v.view);
	for (unsigned size = 1; size < 40; size++) {
		screen_memory_resize(screen, size, 41 - size);
		screen_memory_type(screen, "j\033[6~EmkxG?\033[5~l/\033");
	}
	ui_run(ui);
	const struct browser *b = &v.table.browser;
	CHECK(b->selected >= b->top && b->selected < b->top + b->page);
	ui_free(ui);
	screen_close(screen);
	table_browser_done(&v.table);
}

TEST_MAIN
