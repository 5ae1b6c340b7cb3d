/* Keys, mouse and sizes against the browsers of profiles and of differences, on a screen in memory. After each of them
 * every row on the screen that names a function must say of it what the source says: no screen lies. */
#include <stdio.h>
#include <string.h>
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/tui_player.h"
#include "tui/view/diff_view.h"
#include "tui/view/profile_view.h"

enum { ROWS = 700 };

static const char *const comms[] = { "make", "bash\x1b[2J", "\xe6\xbc\xa2\xe5\xad\x97", "a" };
static const char *const dsos[] = { "libc.so.6", "[kernel.kallsyms]", "d\xff" };

static const char *comm_of(size_t i) { return comms[i % ARRAY_SIZE(comms)]; }
static const char *dso_of(size_t i) { return dsos[i % ARRAY_SIZE(dsos)]; }
static double share_of(size_t i) { return 20.0 / (double)(i + 1); }

static bool meets(const struct result_request *request, const char *name, const char *text)
{
	for (size_t i = 0; i < request->nr_conditions; i++) {
		const struct result_condition *c = &request->conditions[i];
		if (strcmp(c->column, name) != 0) continue;
		if (c->whole ? strcmp(c->text, text) != 0 : !strstr(text, c->text)) return false;
	}
	return true;
}

static bool is_hidden(const struct result_request *request, const char *name)
{
	for (size_t i = 0; i < request->nr_hidden; i++)
		if (strcmp(request->hidden[i], name) == 0) return true;
	return false;
}

static int fuzz_rows(void *ctx, const struct result_request *request, struct table *table, struct err *err)
{
	static const struct table_column columns[] = {
		{ .name = "overhead", .title = "Overhead", .kind = COLUMN_PERCENT, .align = ALIGN_RIGHT, .width = 8 },
		{ .name = "comm", .title = "Command", .width = 12 },
		{ .name = "dso", .title = "Shared Object", .width = 17 },
		{ .name = "symbol", .title = "Symbol", .align = ALIGN_RAGGED, .width = 12 },
	};
	if (request->sort && strstr(request->sort, "x")) return err_set(err, -1, "There is no \"%s\".", request->sort);
	bool reversed = request->order != NULL;
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (!is_hidden(request, columns[i].name)) table_add_column(table, &columns[i]);
	for (size_t n = 0; n < ROWS; n++) {
		size_t i = reversed ? ROWS - 1 - n : n;
		char name[32];
		snprintf(name, sizeof(name), "[.] f%zu", i);
		if (!meets(request, "comm", comm_of(i)) || !meets(request, "dso", dso_of(i)) ||
		    !meets(request, "symbol", name))
			continue;
		if (request->max_rows && table->rows.count == request->max_rows) {
			table->nr_left_out++;
			continue;
		}
		struct table_row *row = table_add_row(table);
		union table_cell *cell = row->cells;
		row->id = i + 1;
		row->period = ROWS - i;
		if (!is_hidden(request, "overhead")) (cell++)->value = share_of(i);
		if (!is_hidden(request, "comm")) (cell++)->text = comm_of(i);
		if (!is_hidden(request, "dso")) (cell++)->text = dso_of(i);
		if (!is_hidden(request, "symbol")) cell->text = arena_strdup(&table->arena, name);
	}
	return 0;
}

static void fuzz_totals(void *ctx, struct result_totals *ret)
{
	*ret = (struct result_totals){ .nr_samples = 12345, .period = 99, .last_ns = 10000000000, .graph_period = 100 };
}

/* Of some rows a deep chain, of others many siblings. */
static struct tree *fuzz_tree(void *ctx, uint64_t row)
{
	struct tree *tree = tree_new();
	uint32_t parent = TREE_NONE, previous = TREE_NONE;
	for (unsigned i = 0; i < row % 40; i++) {
		struct tree_node node = { .label = row % 2 ? "deep\x1b" : "wide", .period = 99 - i };
		uint32_t added = tree_add(tree, parent, previous, &node);
		if (row % 2) parent = added;
		else previous = added;
	}
	return tree;
}
static void fuzz_keys(void *ctx, void (*add)(void *, const char *), void *add_ctx)
{
	add(add_ctx, "comm");
	add(add_ctx, "symbol");
}
static int fuzz_samples(void *ctx, uint64_t row, struct table *table, struct err *err)
{
	table_add_column(table, &(struct table_column){ .name = "time", .title = "Time", .kind = COLUMN_TIME });
	table_add_rows(table, row % 7);
	return 0;
}
static int fuzz_save(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err)
{
	*ret_path = xstrdup(name);
	return 0;
}
static char *fuzz_files(void *ctx) { return xstrdup("a.data\n\nb.data\n"); }
static void fuzz_open(void *ctx, const char *name) {}

/* A row that shows "NN.NN%" and "[.] fN" in one line of the table says the share of that function. */
static void check_screen(const struct screen *screen)
{
	struct strbuf line = STRBUF_INIT;
	for (unsigned row = 0; row < screen_rows(screen); row++) {
		double share;
		size_t number;
		char end;
		strbuf_clear(&line);
		screen_memory_row(screen, row, &line);
		const char *text = strbuf_text(&line), *name = strstr(text, "  [.] f");
		if ((text[0] != '+' && text[0] != '-' && text[0] != ' ') || !name) continue;
		if (sscanf(text + 1, " %lf%c", &share, &end) != 2 || end != '%') continue;
		/* a name that the edge or a popup cut says nothing: behind it are blanks and the scroll bar */
		if (sscanf(name, "  [.] f%zu%c", &number, &end) != 2 || end != ' ') continue;
		const char *behind = strchr(name + 7, ' ');
		behind += strspn(behind, " ");
		if (*behind && strcmp(behind, "◆") != 0 && strcmp(behind, "▒") != 0) continue;
		char expected[32], shown[32];
		snprintf(expected, sizeof(expected), "%.2f", share_of(number));
		snprintf(shown, sizeof(shown), "%.2f", share);
		if (number >= ROWS || strcmp(expected, shown) != 0) {
			fprintf(stderr, "f%zu has %s, shown is: %s\n", number, expected, text);
			abort();
		}
	}
	strbuf_done(&line);
}

static void run_profile(struct screen *screen, size_t nr_events)
{
	struct result_source all = { NULL,
				     .rows = fuzz_rows,
				     .totals = fuzz_totals,
				     .below = fuzz_tree,
				     .callers = fuzz_tree,
				     .callees = fuzz_tree,
				     .keys = fuzz_keys,
				     .samples = fuzz_samples },
			     some = { NULL, .rows = fuzz_rows, .totals = fuzz_totals };
	struct profile_view_event events[] = { { "cycles", false, all }, { "faults", true, some } };
	struct profile_view_options options = {
		.events = events,
		.nr_events = nr_events,
		.host = { .save = fuzz_save, .files = fuzz_files, .open_file = fuzz_open },
		.in_place = true
	};
	struct ui *ui = ui_new(screen);
	profile_view_open(ui, &options);
	ui_run(ui);
	ui_free(ui);
}

/* Paths of calls below some rows; an event without rows. */
static void run_diff(struct screen *screen, size_t nr_events)
{
	struct table rows, none;
	const struct result_request all = { 0 };
	table_init(&rows);
	table_init(&none);
	(void)!fuzz_rows(NULL, &all, &rows, NULL);
	for (size_t i = 0; i < rows.rows.count; i++) rows.rows.items[i].level = i % 5;
	table_add_columns(&none, rows.columns.items, rows.columns.count);
	const struct diff_view_event events[] = { { "cycles", &rows, "a\nb\n" }, { "faults", &none, "" } };
	const struct diff_view_options options = {
		.events = events, .nr_events = nr_events, .is_judged = nr_events == 2, .save = fuzz_save
	};
	struct ui *ui = ui_new(screen);
	ui_push(ui, diff_view_new(&options));
	ui_run(ui);
	ui_free(ui);
	table_done(&rows);
	table_done(&none);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct player player = { .data = data, .size = size, .check = check_screen };
	struct screen *screen = screen_memory_open(24, 80);
	screen_memory_on_empty(screen, player_next, &player);
	while (player.next < size && player.next < KEYS_MAX) { /* again when it was left */
		if (size % 3) run_profile(screen, size % 2 + 1);
		else run_diff(screen, size % 2 + 1);
	}
	screen_close(screen);
	return 0;
}
