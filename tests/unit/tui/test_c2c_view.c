/* The browser of cache lines on a screen in memory: lines, the rows of one with a call graph, back. */
#include "tests/unit/test.h"
#include "tui/screen_memory.h"
#include "tui/ui.h"
#include "tui/view/c2c_view.h"

static struct tree *graph_new(void)
{
	struct tree *tree = tree_new();
	const struct tree_node code = { .label = "worker", .period = 3, .count = 3 },
			       caller = { .label = "main", .period = 3, .count = 3, .own_period = 3, .own_count = 3 };
	tree_add(tree, tree_add(tree, TREE_NONE, TREE_NONE, &code), TREE_NONE, &caller);
	return tree;
}

/* Two lines, the first with two rows. */
static void show(struct screen *screen)
{
	struct tree *graph = graph_new();
	const struct c2c_stats of_worker = { .counts = { [C2C_RECORDS] = 3, [C2C_LOCAL_HITM] = 3 } },
			       of_other = { .counts = { [C2C_STORES] = 1 } };
	const struct c2c_row rows[] = {
		{ .offset = 8,
		  .code_address = 0x401000,
		  .symbol = "worker",
		  .object = "prog",
		  .source = "w.c:5",
		  .stats = &of_worker,
		  .memory_nodes = "0",
		  .period = 3,
		  .graph = graph },
		{ .offset = 16, .code_address = 0x402000, .object = "prog", .stats = &of_other, .memory_nodes = "0" },
	};
	const struct c2c_line lines[] = {
		{ .address = 0x404100,
		  .stats.counts = { [C2C_LOCAL_HITM] = 3, [C2C_STORES] = 1 },
		  .memory_nodes = "0",
		  .symbol = "shared",
		  .rows = rows,
		  .nr_rows = ARRAY_SIZE(rows),
		  .period = 4 },
		{ .address = 0x404140, .stats.counts = { [C2C_LOCAL_HITM] = 1 }, .memory_nodes = "N/A" },
	};
	const struct c2c_result result = { .fields = { C2C_FIELD_CODE },
					   .nr_fields = 1,
					   .lines = lines,
					   .nr_lines = ARRAY_SIZE(lines),
					   .shared.counts = { [C2C_LOCAL_HITM] = 4 } };
	const struct c2c_text_style style = { 0 };
	struct ui *ui = ui_new(screen);
	ui_push(ui, c2c_view_new(&result, &style, &(struct c2c_view_host){ .code = NULL }));
	ui_run(ui);
	ui_free(ui);
	tree_free(graph);
}

/* The screen when these keys were typed. */
static char *screen_after(const char *keys)
{
	struct screen *screen = screen_memory_open(12, 160);
	struct strbuf text = STRBUF_INIT;
	screen_memory_type(screen, keys);
	show(screen);
	screen_memory_text(screen, &text);
	screen_close(screen);
	return strbuf_take(&text);
}

#define CHECK_SHOWS(keys, wanted)                        \
	do {                                             \
		_free_ char *shown = screen_after(keys); \
		CHECK(strstr(shown, (wanted)) != NULL);  \
	} while (0)
#define CHECK_HIDES(keys, wanted)                        \
	do {                                             \
		_free_ char *shown = screen_after(keys); \
		CHECK(strstr(shown, (wanted)) == NULL);  \
	} while (0)

TEST(lines_come_first)
{
	CHECK_SHOWS("", "Shared Data Cache Line Table     (2 entries, sorted on Total HITMs)");
	CHECK_SHOWS("", "0x404100");
	CHECK_SHOWS("", "75.00%");
	CHECK_SHOWS("", "shared");
}

TEST(enter_and_d_show_the_rows_of_a_line)
{
	CHECK_SHOWS("\r", "Cacheline 0x404100, 2 rows");
	CHECK_SHOWS("d", "w.c:5");
	CHECK_SHOWS("jd", "Cacheline 0x404140, 0 rows");
	CHECK_SHOWS("dq", "2 entries");
	CHECK_SHOWS("d\x7f", "2 entries");
}

TEST(a_row_unfolds_into_its_callers)
{
	CHECK_HIDES("d", "main");
	CHECK_SHOWS("dE", "main");
	CHECK_HIDES("dEC", "main");
}

/* Which of two texts stands in front of the other after these keys. */
static bool is_first(const char *keys, const char *first, const char *second)
{
	_free_ char *shown = screen_after(keys);
	const char *a = strstr(shown, first), *b = strstr(shown, second);
	return a && b && a < b;
}

#define CLICK_ON_ADDRESS "\033[<0;5;2M\033[<0;5;2m"
TEST(a_click_on_a_title_orders_lines)
{
	CHECK(is_first("", "0x404100", "0x404140"));
	CHECK(is_first(CLICK_ON_ADDRESS, "0x404140", "0x404100"));
	CHECK(is_first(CLICK_ON_ADDRESS CLICK_ON_ADDRESS, "0x404100", "0x404140"));
}

TEST(what_is_not_there_is_said)
{
	CHECK_SHOWS("d/nowhere\r", "Not found: nowhere");
	CHECK_SHOWS("dn", "Node{cpus}");
	CHECK_SHOWS("a", "press d first");
	CHECK_SHOWS("da", "There is no code to show");
}

TEST_MAIN
