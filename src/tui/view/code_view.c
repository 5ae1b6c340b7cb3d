/* What the view shows of a listing, and what its keys do. Rows of the browser are those lines of the listing that are
 * shown; whatever hides or shows lines keeps the selected one. */
#include "tui/view/code_view_private.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "render/listing/code_text.h"
#include "tui/popup.h"

static const struct binding code_view_keys[] = {
#define HEADING(text) { 0, NULL, NULL, text },
#define ROW(action, keys, shown, help) { CODE_VIEW_##action, keys, shown, help },
#include "tui/view/code_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

/* How often it is looked for newer weights. */
enum { REFRESH_MS = 1000 };

static struct code_view *code_view_of(struct view *view) { return (struct code_view *)view; }

uint32_t code_view_selected(const struct code_view *view)
{
	return view->browser.selected < view->shown.count ? view->shown.items[view->browser.selected] : CODE_NO_LINE;
}

void code_view_select(struct code_view *view, uint32_t index)
{
	size_t row = 0;
	while (row + 1 < view->shown.count && view->shown.items[row] < index) row++;
	browser_select(&view->browser, row);
}

/* Which lines are shown; the selected one stays. */
static void show_lines(struct code_view *v)
{
	uint32_t selected = code_view_selected(v);
	vec_clear(&v->shown);
	for (size_t i = 0; i < v->listing.lines.count; i++)
		if (v->listing.lines.items[i].kind == CODE_INSN || !v->options.hides_source)
			vec_push(&v->shown, (uint32_t)i);
	browser_set_rows(&v->browser, v->shown.count);
	code_view_measure(v);
	if (selected != CODE_NO_LINE) code_view_select(v, selected);
}

/* Of the events' shares the greatest: events count in units of their own. */
static double weight_of(const struct code_view *v, uint32_t index)
{
	double most = 0;
	for (size_t e = 0; e < v->listing.events.count; e++)
		most = MAX(most,
			   code_percent(&v->listing, code_cell(&v->listing, index, e), e, v->options.line.percent));
	return most;
}

static int compare_heat(const void *pa, const void *pb, void *ctx)
{
	const uint32_t *a = pa, *b = pb;
	double weight_a = weight_of(ctx, *a), weight_b = weight_of(ctx, *b);
	if (weight_a != weight_b) return weight_a > weight_b ? -1 : 1;
	return (*a > *b) - (*a < *b);
}

static void find_hot(struct code_view *v)
{
	vec_clear(&v->hot);
	for (size_t i = 0; i < v->listing.lines.count; i++)
		if (v->listing.lines.items[i].kind == CODE_INSN && weight_of(v, (uint32_t)i) > 0)
			vec_push(&v->hot, (uint32_t)i);
	if (v->hot.count) qsort_r(v->hot.items, v->hot.count, sizeof(*v->hot.items), compare_heat, v);
}

/* The address of a line; of source lines that of the next instruction. */
static uint64_t vaddr_of(const struct code_view *v, uint32_t index)
{
	for (size_t i = index; i < v->listing.lines.count; i++)
		if (v->listing.lines.items[i].kind == CODE_INSN) return v->listing.lines.items[i].vaddr;
	return 0;
}

void code_view_set(struct code_view *view, struct code_listing *listing, bool renewed)
{
	uint32_t selected = code_view_selected(view);
	size_t from_top = view->browser.selected - MIN(view->browser.top, view->browser.selected);
	uint64_t vaddr = renewed && selected != CODE_NO_LINE ? vaddr_of(view, selected) : 0;
	bool same_lines = view->listing.lines.count == listing->lines.count;
	code_listing_done(&view->listing);
	view->listing = *listing;
	code_listing_init(listing);
	if (!same_lines || !renewed) vec_clear(&view->jumped);
	find_hot(view);
	show_lines(view);
	if (!vaddr || (same_lines && vaddr_of(view, selected) == vaddr)) return;
	/* other lines of source between the instructions */
	code_view_select_vaddr(view, vaddr);
	view->browser.top = view->browser.selected - MIN(from_top, view->browser.selected);
	browser_set_rows(&view->browser, view->shown.count);
}

void code_view_select_vaddr(struct code_view *view, uint64_t vaddr)
{
	for (size_t i = 0; i < view->listing.lines.count; i++)
		if (view->listing.lines.items[i].kind == CODE_INSN && view->listing.lines.items[i].vaddr >= vaddr) {
			code_view_select(view, (uint32_t)i);
			return;
		}
}

void code_view_select_hottest(struct code_view *view)
{
	if (view->hot.count) code_view_select(view, view->hot.items[0]);
	else browser_select(&view->browser, 0);
}

/* The next cooler (or hotter) one than the selected line; from a line without weight the hottest. */
static void cycle_hot(struct code_view *v, int step)
{
	uint32_t selected = code_view_selected(v);
	size_t count = v->hot.count, at = 0;
	if (!count) {
		ui_say(v->view.ui, "No instruction of this function has samples");
		return;
	}
	while (at < count && v->hot.items[at] != selected) at++;
	if (at == count) at = 0;
	else at = step > 0 ? (at + 1) % count : (at + count - 1) % count;
	code_view_select(v, v->hot.items[at]);
}

static void go_back(struct code_view *v)
{
	if (!v->jumped.count) {
		ui_say(v->view.ui, "No jump was followed");
		return;
	}
	code_view_select(v, v->jumped.items[--v->jumped.count]);
}

/* ---- output */

static void print(struct code_view *v)
{
	const struct code_view_host *host = &v->options.host;
	_err_done_ struct err err = ERR_INIT;
	_free_ char *name = xasprintf("%s.annotation", v->listing.symbol ? v->listing.symbol : "code"), *path = NULL;
	struct outbuf out;
	if (!host->save) {
		ui_say(v->view.ui, "Files cannot be written from here");
		return;
	}
	for (char *at = name; *at; at++)
		if (*at == '/' || *at == ' ') *at = '_';
	out_init(&out, -1);
	code_view_print(v, &out);
	if (host->save(host->ctx, name, &out, &path, &err) < 0) code_view_complain(v, &err);
	else ui_say(v->view.ui, "%s written!", path);
	out_done(&out);
}

/* ---- the view */

/* Keys that change how lines look. False: it is none. */
static bool change_look(struct code_view *v, int action)
{
	struct code_line_options *line = &v->options.line;
	switch (action) {
	case CODE_VIEW_ARROWS: v->options.hides_arrows = !v->options.hides_arrows; break;
	case CODE_VIEW_SOURCES: v->options.jump_sources = !v->options.jump_sources; break;
	case CODE_VIEW_RAW: line->raw = !line->raw; break;
	case CODE_VIEW_OFFSETS: line->offsets = (enum code_offsets)((line->offsets + 1) % 3); break;
	case CODE_VIEW_SOURCE: v->options.hides_source = !v->options.hides_source; break;
	case CODE_VIEW_WEIGHTS: line->weights = (enum code_weights)((line->weights + 1) % 3); break;
	case CODE_VIEW_CYCLES: v->shows_cycle_range = !v->shows_cycle_range; break;
	case CODE_VIEW_NUMBERS: v->options.numbers = !v->options.numbers; break;
	case CODE_VIEW_PLACES: v->shows_places = !v->shows_places; break;
	case CODE_VIEW_PERCENT_TYPE: line->percent = (enum code_percent)((line->percent + 2) % 4); break;
	case CODE_VIEW_PERCENT_BASE: line->percent = (enum code_percent)(line->percent ^ 1); break;
	case CODE_VIEW_ADDRESSES: line->full_addresses = !line->full_addresses; break;
	default: return false;
	}
	if (action == CODE_VIEW_PERCENT_TYPE || action == CODE_VIEW_PERCENT_BASE) find_hot(v);
	show_lines(v);
	return true;
}

enum view_answer code_view_act(struct view *view, int action)
{
	struct code_view *v = code_view_of(view);
	if (code_view_must_wait(v, action)) return vec_push(&v->later, action), VIEW_STAYS;
	if (change_look(v, action)) return VIEW_STAYS;
	switch (action) {
	case CODE_VIEW_PREVIOUS: code_view_neighbour(v, -1); break;
	case CODE_VIEW_NEXT: code_view_neighbour(v, 1); break;
	case CODE_VIEW_LEAVE: return code_view_give_up(v) ? VIEW_STAYS : VIEW_LEAVES;
	case CODE_VIEW_FOLLOW: code_view_follow(v); break;
	case CODE_VIEW_BACK: go_back(v); break;
	case CODE_VIEW_HOTTEST: code_view_select_hottest(v); break;
	case CODE_VIEW_COOLER: cycle_hot(v, 1); break;
	case CODE_VIEW_HOTTER: cycle_hot(v, -1); break;
	case CODE_VIEW_FIND: code_view_find(v, false); break;
	case CODE_VIEW_FIND_BACKWARDS: code_view_find(v, true); break;
	case CODE_VIEW_FIND_NEXT: code_view_find_next(v, false); break;
	case CODE_VIEW_FIND_PREVIOUS: code_view_find_next(v, true); break;
	case CODE_VIEW_PRINT: print(v); break;
	case CODE_VIEW_SCROLL_RIGHT: return browser_act(&v->browser, BROWSER_SCROLL_RIGHT), VIEW_STAYS;
	case CODE_VIEW_SCROLL_LEFT: return browser_act(&v->browser, BROWSER_SCROLL_LEFT), VIEW_STAYS;
	default: return browser_act(&v->browser, action) ? VIEW_STAYS : VIEW_UNKNOWN;
	}
	return VIEW_STAYS;
}

static enum view_answer code_view_event(struct view *view, const struct screen_event *event)
{
	struct code_view *v = code_view_of(view);
	enum browser_click click;
	if (!browser_mouse(&v->browser, event, &click)) return VIEW_UNKNOWN;
	return click == BROWSER_CLICKED_AGAIN ? code_view_act(view, CODE_VIEW_FOLLOW) : VIEW_STAYS;
}

static enum view_answer code_view_idle(struct view *view)
{
	struct code_view *v = code_view_of(view);
	code_view_take(v);
	code_view_find_on(v);
	code_view_act_later(v);
	code_view_weigh(v);
	return VIEW_STAYS;
}

static void code_view_title(struct view *view, struct strbuf *ret)
{
	const struct code_view *v = code_view_of(view);
	if (v->title) {
		strbuf_str(ret, v->title);
		return;
	}
	for (size_t e = 0; e < v->listing.events.count; e++)
		strbuf_printf(ret, "%s%s", e ? ", " : "", v->listing.events.items[e].name);
}

static void code_view_draw_row(void *ctx, struct line *line, size_t row)
{
	const struct code_view *v = ctx;
	code_view_draw_line(v, line, v->shown.items[row]);
}

static void code_view_draw(struct view *view, struct screen *screen, struct area area)
{
	struct code_view *v = code_view_of(view);
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	if (area.rows > 2) {
		strbuf_printf(&text, "%s  %s [Percent: %s]", v->listing.symbol ? v->listing.symbol : "",
			      v->listing.object ? v->listing.object : "",
			      code_text_percent_name(v->options.line.percent));
		screen_put(screen, area.row, area.column, area.columns, STYLE_ROOT, strbuf_text(&text));
		struct line titles = {
			.screen = screen, .row = area.row + 1, .width = area.columns, .scrolled = v->browser.scrolled
		};
		screen_put(screen, area.row + 1, area.column, area.columns, STYLE_ROOT, "");
		code_view_draw_titles(v, &titles);
		area.row += 2;
		area.rows -= 2;
	}
	browser_draw(&v->browser, screen, area, code_view_draw_row, v);
	code_view_draw_arrow(v, screen, area);
}

static void code_view_footer(struct view *view, struct strbuf *ret)
{
	const struct code_view *v = code_view_of(view);
	if (v->is_searching) strbuf_str(ret, "Searching... (ESC gives it up)");
	else if (v->later.count || (v->asked && v->asked->what != CODE_ASKS_WEIGHTS && !v->gives_up))
		strbuf_str(ret, "Working... (ESC gives it up)");
	else strbuf_str(ret, "Press 'h' for help on key bindings");
}

static void code_view_free(struct view *view)
{
	struct code_view *v = code_view_of(view);
	code_view_ask_done(v);
	code_listing_done(&v->listing);
	vec_done(&v->shown);
	vec_done(&v->hot);
	vec_done(&v->jumped);
	strbuf_done(&v->sought);
	free(v->title);
	free(v);
}

static const struct view_type code_view_type = {
	.name = "Code",
	.keys = { code_view_keys, ARRAY_SIZE(code_view_keys) },
	.idle_ms = REFRESH_MS,
	.title = code_view_title,
	.draw = code_view_draw,
	.act = code_view_act,
	.event = code_view_event,
	.idle = code_view_idle,
	.footer = code_view_footer,
	.free = code_view_free,
};

struct view *code_view_new(struct code_listing *listing, const struct code_view_options *options)
{
	struct code_view *v = xcalloc(1, sizeof(*v));
	v->view.type = &code_view_type;
	v->browser.has_selection = true;
	v->options = *options;
	v->title = options->title ? xstrdup(options->title) : NULL;
	code_listing_init(&v->listing);
	code_view_set(v, listing, false);
	code_view_select_hottest(v);
	return &v->view;
}

struct view *code_view_of_row(const struct result_source *source, uint64_t row, const struct code_view_options *options,
			      struct err *err)
{
	struct code_listing listing;
	struct view *view = NULL;
	code_listing_init(&listing);
	if (!source->code) err_set(err, -ENOTSUP, "This result has no code");
	else if (source->code(source->ctx, row, &listing, err) == 0) {
		view = code_view_new(&listing, options);
		code_view_of(view)->source = *source;
		code_view_of(view)->row = row;
	}
	code_listing_done(&listing);
	return view;
}
