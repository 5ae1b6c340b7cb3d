/* The browser of differences on a screen in memory: its cells are those of the text; order, filter, columns, events,
 * files. */
#include <math.h>
#include "render/listing/diff_text.h"
#include "result/diff.h"
#include "tests/unit/test.h"
#include "tui/screen_memory.h"
#include "tui/view/diff_view.h"
#include "tui/view/diff_view_private.h"

/* What was written last. */
static char *written, *written_name;

static int save(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err)
{
	free(written);
	written = xstrndup(text->data, text->size);
	free(written_name);
	written_name = xstrdup(name);
	*ret_path = xasprintf("%s.0", name);
	return 0;
}

static void add(struct table *table, unsigned level, double base, double delta, uint64_t wdiff, const char *symbol)
{
	struct table_row *row = table_add_row(table);
	row->level = level;
	row->cells[0].value = base;
	row->cells[1].value = delta;
	row->cells[2].number = wdiff;
	row->cells[3].text = symbol;
}

static void make(struct table *table)
{
	static const struct table_column columns[] = {
		{ .name = "baseline", .title = "Baseline", .kind = COLUMN_PERCENT, .align = ALIGN_RIGHT },
		{ .name = "delta",
		  .title = "Delta Abs",
		  .kind = COLUMN_PERCENT,
		  .is_signed = true,
		  .align = ALIGN_RIGHT,
		  .width = 7 },
		{ .name = "wdiff",
		  .title = "Weighted diff",
		  .kind = COLUMN_NUMBER,
		  .is_signed = true,
		  .align = ALIGN_RIGHT,
		  .width = 14 },
		{ .name = "symbol", .title = "Symbol", .kind = COLUMN_TEXT, .align = ALIGN_RAGGED, .width = 12 },
	};
	table_init(table);
	table_add_columns(table, columns, ARRAY_SIZE(columns));
	add(table, 0, 13.04, -11.92, (uint64_t)-35, "[k] gamma");
	add(table, 1, 8.00, -7.00, (uint64_t)-20, "  < main");
	add(table, 2, 7.50, -7.00, (uint64_t)-20, "  < _start");
	add(table, 0, (double)NAN, 11.24, DIFF_NO_BASE, "[.] malloc");
	add(table, 0, 1.50, (double)NAN, DIFF_NO_VALUE, "[.] alpha");
}

/* The screen when these keys were typed. */
static char *screen_after(const char *keys)
{
	struct table first, second;
	struct strbuf text = STRBUF_INIT;
	struct screen *screen = screen_memory_open(14, 100);
	make(&first);
	make(&second);
	add(&second, 0, 1, 2, 3, "[.] only_here");
	const struct diff_view_event events[] = { { "cycles", &first, "[0] a.data (Baseline)\n[1] b.data\n" },
						  { "faults", &second, "all together" } };
	const struct diff_view_options options = { .events = events, .nr_events = ARRAY_SIZE(events), .save = save };
	struct ui *ui = ui_new(screen);
	screen_memory_type(screen, keys);
	ui_push(ui, diff_view_new(&options));
	ui_run(ui);
	ui_free(ui);
	screen_memory_text(screen, &text);
	screen_close(screen);
	table_done(&first);
	table_done(&second);
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
/* One stands above the other. */
#define CHECK_ABOVE(keys, upper, lower)                                   \
	do {                                                              \
		_free_ char *shown = screen_after(keys);                  \
		const char *u = strstr(shown, upper);                     \
		CHECK(u &&strstr(u, lower));                              \
		CHECK(strstr(shown, lower) == strstr(u ? u : "", lower)); \
	} while (0)

/* Appends the words of a line, with a blank behind each. */
static void put_words(const char *line, size_t size, struct strbuf *ret)
{
	_free_ char *copy = xstrndup(line, size);
	char *save_ptr = NULL;
	for (char *word = strtok_r(copy, " ", &save_ptr); word; word = strtok_r(NULL, " ", &save_ptr))
		strbuf_printf(ret, "%s ", word);
}

TEST(cells_are_those_of_the_text)
{
	const struct diff_text_style style = { .no_head = true };
	struct strbuf wanted = STRBUF_INIT, shown = STRBUF_INIT;
	struct outbuf text;
	struct table table;
	out_init(&text, -1);
	make(&table);
	diff_text(&table, "cycles", true, &style, &text);
	out_char(&text, '\0');
	_free_ char *screen = screen_after("E");
	/* behind the title and the columns' */
	const char *line = strchr(strchr(screen, '\n') + 1, '\n') + 1, *of_text = text.data;
	for (size_t i = 0; i < table.rows.count; i++) {
		const char *end = strchr(line, '\n'), *end_of_text = strchr(of_text, '\n');
		put_words(line + 2, (size_t)(end - line) - 2, &shown); /* behind the sign of a fold */
		put_words(of_text, (size_t)(end_of_text - of_text), &wanted);
		line = end + 1;
		of_text = end_of_text + 1;
	}
	CHECK_STR(strbuf_text(&shown), strbuf_text(&wanted));
	strbuf_done(&wanted);
	strbuf_done(&shown);
	out_done(&text);
	table_done(&table);
}

TEST(paths_unfold_below_their_row)
{
	CHECK_HIDES("", "< main");
	CHECK_SHOWS("\r", "< main");
	CHECK_HIDES("\r", "< _start");
	CHECK_SHOWS("E", "< _start");
	CHECK_HIDES("EC", "< main");
	CHECK_SHOWS("j\r", "Nothing is below this row");
}

TEST(rows_are_ordered_with_their_paths)
{
	CHECK_SHOWS("", "Event 'cycles' (1 of 2), 3 rows");
	CHECK_ABOVE("", "gamma", "malloc");
	CHECK_ABOVE("ojj\r", "malloc", "gamma");  /* by delta */
	CHECK_ABOVE("ojj\r", "gamma", "alpha");   /* nothing comes last, */
	CHECK_ABOVE("ojj\rO", "malloc", "alpha"); /* also then */
	CHECK_ABOVE("ojj\rO", "gamma", "malloc");
	CHECK_ABOVE("ojj\rE", "malloc", "< _start");
	CHECK_ABOVE("ojjjj\r", "alpha", "malloc"); /* by name */
	CHECK_ABOVE("O", "alpha", "gamma");
	CHECK_ABOVE("ojj\ro\r", "gamma", "malloc"); /* as it was */
}

TEST(a_filter_leaves_rows_with_the_text)
{
	CHECK_SHOWS("/mall", "1 of 3 rows with \"mall\"");
	CHECK_HIDES("/mall\r", "gamma");
	CHECK_SHOWS("/_START\r", "gamma"); /* called by it */
	CHECK_SHOWS("/mall\r\x7f", "3 rows");
	CHECK_SHOWS("/nowhere\r\r", "Nothing is below");
}

TEST(what_is_searched_is_selected)
{
	CHECK_SHOWS("fALPHA\ry", "Copied: 1.50%");
	CHECK_SHOWS("fnowhere\r", "is nowhere here");
	CHECK_SHOWS("n", "Nothing to search for yet");
}

TEST(columns_hide)
{
	CHECK_HIDES("w\r", "13.04%");
	CHECK_SHOWS("w\rw\r", "13.04%");
	CHECK_SHOWS("w\rwj\rwjj\rwjjj\r", "This is the last column");
	CHECK_ABOVE("w\rojj\r", "malloc", "gamma");
}

/* Lines of text write addresses in front of names (-v) beyond the column that the table says. */
TEST(long_texts_are_whole)
{
	bool hidden[4] = { false };
	struct diff_view_shape shape = { .hidden = hidden, .filter = "" };
	struct table all, shown;
	make(&all);
	add(&all, 0, 1.25, 0, 0, "0x401000 ! [.] longer than its column");
	table_init(&shown);
	diff_view_table(&all, &shape, &shown);
	CHECK_INT(shown.columns.items[3].width, 37);
	CHECK_INT(shown.columns.items[2].width, 14);
	table_done(&shown);
	table_done(&all);
}

TEST(events_are_switched)
{
	CHECK_SHOWS("\t", "Event 'faults' (2 of 2), 4 rows");
	CHECK_SHOWS("\tG", "only_here");
	CHECK_SHOWS("\t\t", "Event 'cycles'");
	CHECK_SHOWS("i", "a.data (Baseline)");
}

TEST(what_is_shown_is_written)
{
	CHECK_SHOWS("/gamma\rP", "perf.diff.0 written!");
	CHECK(strstr(written, "# Baseline  Delta Abs") && strstr(written, "< _start") && !strstr(written, "malloc"));
	CHECK_SHOWS("xj\r", "perf.csv.0 written!");
	CHECK(strstr(written, "baseline,delta,wdiff,symbol\n13.04%,-11.92%,-35,[k] gamma\n"));
	CHECK(strstr(written, "\n,+11.24%,N/A,[.] malloc\n1.50%,,,[.] alpha\n"));
	CHECK_SHOWS("xjj\r", "perf.json.0 written!");
	CHECK(strstr(written, "\"delta\": 11.24, \"symbol\": \"[.] malloc\""));
	CHECK_STR(written_name, "perf.json");
	free(written);
	free(written_name);
}

TEST_MAIN
