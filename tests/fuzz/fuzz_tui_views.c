/* Keys, mouse and sizes against the views of code and of cache lines and the browser of a profile that grows, on a
 * screen in memory. After each of them one row must be marked as the selected one, where rows are shown. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/tui_player.h"
#include "tui/ui.h"
#include "tui/view/c2c_view.h"
#include "tui/view/code_view.h"
#include "tui/view/profile_view.h"

enum { LEAST_ROWS = 6, LEAST_COLUMNS = 60 };

static bool has_selected(const struct screen *screen, unsigned row)
{
	for (unsigned column = 0; column < screen_columns(screen); column++)
		if (screen_memory_style(screen, row, column) == STYLE_SELECTED) return true;
	return false;
}

/* Windows over the view hide rows: their frames are known. */
static void check_screen(const struct screen *screen)
{
	struct strbuf text = STRBUF_INIT, rows = STRBUF_INIT;
	unsigned nr_selected = 0;
	screen_memory_text(screen, &text);
	for (unsigned row = 1; row + 1 < screen_rows(screen); row++) {
		nr_selected += has_selected(screen, row);
		screen_memory_row(screen, row, &rows);
	}
	const char *all = strbuf_text(&text), *below = strbuf_text(&rows);
	bool has_window = strstr(all, "┌") || strstr(all, "└"), is_empty = !strstr(below, "0x") && !strstr(below, "%");
	is_empty |= strstr(all, "(0 entries") || strstr(all, ", 0 rows");
	if (!has_window && !is_empty && screen_rows(screen) >= LEAST_ROWS && screen_columns(screen) >= LEAST_COLUMNS &&
	    nr_selected != 1) {
		fprintf(stderr, "%u rows are selected:\n%s", nr_selected, all);
		abort();
	}
	strbuf_done(&text);
	strbuf_done(&rows);
}

/* ---- code */

static struct code_line *add(struct code_listing *l, uint64_t vaddr, const char *mnemonic, const char *arguments)
{
	struct code_line *line = code_add_line(l);
	line->vaddr = vaddr;
	line->mnemonic = mnemonic;
	line->arguments = arguments;
	line->text = arena_printf(&l->arena, "%s %s", mnemonic, arguments);
	*code_cell(l, l->lines.count - 1, 0) = (struct code_cell){ vaddr % 7, vaddr % 7 * 10 };
	return line;
}

/* Instructions that jump and call about, with lines of source in between. */
static void make_code(struct code_listing *l, uint64_t start)
{
	unsigned count = (unsigned)(start % 90);
	code_listing_init(l);
	vec_push(&l->events, ((struct code_event){ "cycles", 10, 100, 40, 400 }));
	l->symbol = arena_printf(&l->arena, "f%llu\x1b[2J", (unsigned long long)start);
	l->object = "/bin/\xff";
	l->start = start;
	l->end = start + 4 * count;
	for (unsigned i = 0; i < count; i++) {
		uint64_t at = start + 4 * i;
		if (i % 5 == 0) {
			struct code_line *source = code_add_line(l);
			source->kind = CODE_SOURCE;
			source->text = i % 2 ? "" : "\tfor (;;)\r";
			source->file = "a.c";
			source->file_line = i;
		}
		struct code_line *line = add(l, at, i % 3 ? "add" : "jne", "%rax,%rdx");
		if (i % 3) continue;
		line->flow = i % 2 ? CODE_CONDITIONAL_JUMP : CODE_CALL;
		line->has_target = true;
		line->target_vaddr = start + 4 * (i * 17 % (count + 3));
	}
	code_find_jumps(l);
}

static int code_at(void *ctx, const struct code_listing *listing, uint64_t vaddr, struct code_listing *ret,
		   struct err *err)
{
	if (vaddr % 5 == 0) return err_set(err, -ENOENT, "There is no code");
	make_code(ret, vaddr);
	return 0;
}

static int neighbour(void *ctx, int step, struct code_listing *ret, struct err *err)
{
	size_t *number = ctx;
	*number += (size_t)(step + 3);
	if (*number % 4 == 0) return err_set(err, -ENOENT, "This is the first");
	make_code(ret, *number * 13);
	return 0;
}

/* The weights of the same lines, or nothing new. */
static int refresh(void *ctx, const struct code_listing *listing, struct code_listing *ret, struct err *err)
{
	size_t *turn = ctx;
	if (++*turn % 3) return 1;
	make_code(ret, listing->start);
	return 0;
}

static int save(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err)
{
	*ret_path = xstrdup(name);
	return 0;
}

static void run_code(struct screen *screen, size_t seed)
{
	struct code_listing listing;
	size_t number = seed;
	const struct code_view_options options = { .in_place = true,
						   .host = { .ctx = &number,
							     .code_at = code_at,
							     .neighbour = neighbour,
							     .refresh = seed % 2 ? refresh : NULL,
							     .save = save } };
	struct ui *ui = ui_new(screen);
	make_code(&listing, seed + 89);
	ui_push(ui, code_view_new(&listing, &options));
	code_listing_done(&listing);
	ui_run(ui);
	ui_free(ui);
}

/* ---- a profile that grows */

/* Rows come and go, their order changes. */
static int live_rows(void *ctx, const struct result_request *request, struct table *table, struct err *err)
{
	size_t turn = ++*(size_t *)ctx;
	if (request->nr_conditions && turn % 3 == 0) return err_set(err, -EINVAL, "There is no column.");
	table_add_column(table,
			 &(struct table_column){ .name = "overhead", .title = "Overhead", .kind = COLUMN_PERCENT });
	table_add_column(table, &(struct table_column){ .name = "symbol", .title = "Symbol", .width = 12 });
	for (size_t i = 0; i < turn * 31 % 600; i++) {
		if (request->max_rows && table->rows.count == request->max_rows) {
			table->nr_left_out++;
			continue;
		}
		struct table_row *row = table_add_row(table);
		row->id = (i * 7 + turn) % 601 + 1;
		row->period = row->id;
		row->cells[0].value = (double)row->id / 10;
		row->cells[1].text = "[.] f\x07";
	}
	return 0;
}
static void live_totals(void *ctx, struct result_totals *ret)
{
	*ret = (struct result_totals){ .nr_samples = *(size_t *)ctx, .period = 99, .graph_period = 3 };
}
static struct tree *live_tree(void *ctx, uint64_t row)
{
	struct tree *tree = tree_new();
	uint32_t parent = TREE_NONE;
	for (size_t i = 0; i < (row + *(size_t *)ctx) % 5; i++)
		parent = tree_add(tree, parent, TREE_NONE, &(struct tree_node){ .label = "deep", .period = 9 });
	return tree;
}
static int live_code(void *ctx, uint64_t row, struct code_listing *listing, struct err *err)
{
	make_code(listing, row);
	return 0;
}
static struct view *show_code(void *ctx, const struct result_source *source, uint64_t row, struct err *err)
{
	return code_view_of_row(source, row, &(struct code_view_options){ .hides_source = row % 2 }, err);
}
static bool has_news(void *ctx) { return ++*(size_t *)ctx % 2; }
static bool toggle(void *ctx) { return *(size_t *)ctx % 2; }

static void run_live(struct screen *screen, size_t seed)
{
	size_t turn = seed;
	const struct profile_view_live live = { .has_news = has_news, .toggle_zero = toggle, .toggle_events = toggle };
	const struct profile_view_event event = { "cycles",
						  false,
						  { .ctx = &turn,
						    .rows = live_rows,
						    .totals = live_totals,
						    .below = live_tree,
						    .callers = live_tree,
						    .code = live_code } };
	struct ui *ui = ui_new(screen);
	profile_view_open(ui, &(struct profile_view_options){ .events = &event,
							      .nr_events = 1,
							      .host = { .ctx = &turn, .code = show_code },
							      .live = &live,
							      .in_place = true });
	ui_run(ui);
	ui_free(ui);
}

/* ---- cache lines */

static struct view *c2c_code(void *ctx, const struct c2c_row *row, struct err *err)
{
	struct code_listing listing;
	if (!row->symbol) return (void)err_set(err, -ENOENT, "no code"), NULL;
	make_code(&listing, row->offset + 60);
	struct view *view = code_view_new(&listing, &(struct code_view_options){ .numbers = true });
	code_listing_done(&listing);
	return view;
}

static void run_c2c(struct screen *screen, size_t seed)
{
	enum { LINES = 50, ROWS = 9 };
	struct c2c_row rows[ROWS];
	struct c2c_stats stats[ROWS];
	struct c2c_line lines[LINES];
	size_t turn = seed;
	for (size_t i = 0; i < ROWS; i++) {
		stats[i] = (struct c2c_stats){ .counts = { [C2C_RECORDS] = i } };
		rows[i] = (struct c2c_row){ .offset = (unsigned)i * 8,
					    .code_address = 0x401000 + i,
					    .symbol = i % 3 ? "f\x1b" : NULL,
					    .object = "prog",
					    .source = i % 2 ? "w.c:5" : NULL,
					    .stats = &stats[i],
					    .memory_nodes = "0",
					    .period = i,
					    .graph = i % 4 ? live_tree(&turn, i) : NULL };
	}
	for (size_t i = 0; i < LINES; i++)
		lines[i] = (struct c2c_line){ .address = 0x1000 + 64 * i,
					      .stats.counts = { [C2C_STORES] = i },
					      .memory_nodes = "N/A",
					      .rows = rows,
					      .nr_rows = i % (ROWS + 1) };
	const struct c2c_result result = {
		.fields = { C2C_FIELD_CODE }, .nr_fields = 1, .lines = lines, .nr_lines = seed % 3 ? LINES : seed % 2
	};
	struct ui *ui = ui_new(screen);
	ui_push(ui, c2c_view_new(&result, &(struct c2c_text_style){ 0 }, &(struct c2c_view_host){ .code = c2c_code }));
	ui_run(ui);
	ui_free(ui);
	for (size_t i = 0; i < ROWS; i++) tree_free((struct tree *)rows[i].graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const views[])(struct screen * screen, size_t seed) = { run_code, run_live, run_c2c };
	struct player player = { .data = data, .size = size, .check = check_screen };
	struct screen *screen = screen_memory_open(24, 80);
	screen_memory_on_empty(screen, player_next, &player);
	while (player.next < size && player.next < KEYS_MAX) /* again when it was left */
		views[size % ARRAY_SIZE(views)](screen, player.next);
	screen_close(screen);
	return 0;
}
