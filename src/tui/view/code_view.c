/* What the view shows of a listing, and where its keys go. Rows of the browser are those lines of the listing that are
 * shown; whatever hides or shows lines keeps the selected one. */
#include "tui/view/code_view_private.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "render/listing/code_text.h"
#include "tui/popup.h"

enum code_view_action {
	CODE_VIEW_NONE = BROWSER_ACTIONS,
#define HEADING(text)
#define ROW(action, keys, shown, help) CODE_VIEW_##action,
#include "tui/view/code_key.def"
};
static const struct binding code_view_keys[] = {
#define HEADING(text) { 0, NULL, NULL, text },
#define ROW(action, keys, shown, help) { CODE_VIEW_##action, keys, shown, help },
#include "tui/view/code_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

/* How often the host is asked for newer weights. */
enum { REFRESH_MS = 1000 };

static struct code_view *code_view_of(struct view *view) { return (struct code_view *)view; }

static uint32_t selected_line(const struct code_view *v)
{
	return v->browser.selected < v->shown.count ? v->shown.items[v->browser.selected] : CODE_NO_LINE;
}

/* Selects a line of the listing, or the next one that is shown. */
static void select_line(struct code_view *v, uint32_t index)
{
	size_t row = 0;
	while (row + 1 < v->shown.count && v->shown.items[row] < index) row++;
	browser_select(&v->browser, row);
}

/* Which lines are shown; the selected one stays. */
static void show_lines(struct code_view *v)
{
	uint32_t selected = selected_line(v);
	vec_clear(&v->shown);
	for (size_t i = 0; i < v->listing.lines.count; i++)
		if (v->listing.lines.items[i].kind == CODE_INSN || !v->options.hides_source)
			vec_push(&v->shown, (uint32_t)i);
	browser_set_rows(&v->browser, v->shown.count);
	code_view_measure(v);
	if (selected != CODE_NO_LINE) select_line(v, selected);
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

/* Takes over another listing: of another function, or of the same with newer weights. */
static void set_listing(struct code_view *v, struct code_listing *listing)
{
	code_listing_done(&v->listing);
	v->listing = *listing;
	code_listing_init(listing);
	find_hot(v);
	show_lines(v);
}

/* The line at an address, for those who come back to a listing that was made anew. */
static void select_vaddr(struct code_view *v, uint64_t vaddr)
{
	for (size_t i = 0; i < v->listing.lines.count; i++)
		if (v->listing.lines.items[i].kind == CODE_INSN && v->listing.lines.items[i].vaddr >= vaddr) {
			select_line(v, (uint32_t)i);
			return;
		}
}

static void show_hottest(struct code_view *v)
{
	if (v->hot.count) select_line(v, v->hot.items[0]);
	else browser_select(&v->browser, 0);
}

/* The next cooler (or hotter) one than the selected line; from a line without weight the hottest. */
static void cycle_hot(struct code_view *v, int step)
{
	uint32_t selected = selected_line(v);
	size_t count = v->hot.count, at = 0;
	if (!count) {
		ui_say(v->view.ui, "No instruction of this function has samples");
		return;
	}
	while (at < count && v->hot.items[at] != selected) at++;
	if (at == count) at = 0;
	else at = step > 0 ? (at + 1) % count : (at + count - 1) % count;
	select_line(v, v->hot.items[at]);
}

static void complain(struct code_view *v, struct err *err)
{
	ui_complain(v->view.ui, "%s%s%s", err->message ? err->message : "That cannot be shown", err->hint ? "  " : "",
		    err->hint ? err->hint : "");
}

/* ---- where calls and jumps go */

static int code_at(struct code_view *v, uint64_t vaddr, struct code_listing *ret, struct err *err)
{
	if (v->source.code_at) return v->source.code_at(v->source.ctx, v->row, vaddr, ret, err);
	if (v->options.host.code_at) return v->options.host.code_at(v->options.host.ctx, &v->listing, vaddr, ret, err);
	return err_set(err, -ENOTSUP, "Other functions cannot be opened from here");
}

static void follow_call(struct code_view *v, const struct code_line *line)
{
	struct code_listing listing;
	_err_done_ struct err err = ERR_INIT;
	code_listing_init(&listing);
	if (code_at(v, line->target_vaddr, &listing, &err) < 0) {
		complain(v, &err);
		code_listing_done(&listing);
		return;
	}
	struct code_view_options options = v->options;
	options.title = v->title;
	struct view *view = code_view_new(&listing, &options);
	code_view_of(view)->source = v->source;
	code_view_of(view)->row = v->row;
	/* another function than the one whose weights the host renews, or whose neighbours it knows */
	code_view_of(view)->options.host.refresh = NULL;
	code_view_of(view)->options.host.neighbour = NULL;
	code_listing_done(&listing);
	ui_push(v->view.ui, view);
	if (!code_view_of(view)->hot.count) select_vaddr(code_view_of(view), line->target_vaddr);
}

static void follow(struct code_view *v)
{
	uint32_t index = selected_line(v);
	const struct code_line *line = index != CODE_NO_LINE ? &v->listing.lines.items[index] : NULL;
	if (!line || line->kind != CODE_INSN || line->flow == CODE_GOES_ON) {
		ui_say(v->view.ui, "This is no call and no jump");
	} else if (line->flow == CODE_RETURN) {
		ui_say(v->view.ui, "Where this returns to is not in the code: LEFT goes back");
	} else if (!line->has_target) {
		ui_say(v->view.ui, "Where this goes is known at run time only");
	} else if (line->target_line != CODE_NO_LINE && line->flow != CODE_CALL) {
		vec_push(&v->jumped, index);
		select_line(v, line->target_line);
	} else {
		follow_call(v, line);
	}
}

static void go_back(struct code_view *v)
{
	if (!v->jumped.count) {
		ui_say(v->view.ui, "No jump was followed");
		return;
	}
	select_line(v, v->jumped.items[--v->jumped.count]);
}

static void show_neighbour(struct code_view *v, int step)
{
	const struct code_view_host *host = &v->options.host;
	struct code_listing listing;
	_err_done_ struct err err = ERR_INIT;
	if (!host->neighbour) {
		ui_say(v->view.ui, "There is no other function to go to: LEFT goes back to the list");
		return;
	}
	code_listing_init(&listing);
	if (host->neighbour(host->ctx, step, &listing, &err) < 0) {
		complain(v, &err);
	} else {
		vec_clear(&v->jumped);
		v->browser.selected = v->browser.top = 0;
		set_listing(v, &listing);
		show_hottest(v);
	}
	code_listing_done(&listing);
}

/* ---- search */

/* Whether a line has the text, in any form that it may be shown in. */
static bool has_text(const struct code_view *v, uint32_t index, const char *text)
{
	struct outbuf shown;
	out_init(&shown, -1);
	code_line_text(&v->listing, &v->listing.lines.items[index], &v->options.line, v->mnemonic_width, &shown);
	out_char(&shown, '\0');
	bool has = line_find(shown.data, text) != NULL;
	out_done(&shown);
	return has;
}

static void find_next(struct code_view *v, bool backwards)
{
	const char *text = strbuf_text(&v->sought);
	size_t count = v->shown.count, at = v->browser.selected;
	for (size_t i = 0; *text && i < count; i++) {
		at = backwards ? (at + count - 1) % count : (at + 1) % count;
		if (!has_text(v, v->shown.items[at], text)) continue;
		browser_select(&v->browser, at);
		return;
	}
	ui_complain(v->view.ui, *text ? "Not found: %s" : "Nothing was searched for yet: / asks", text);
}

static void find(struct code_view *v, bool backwards)
{
	v->browser.match = NULL; /* the text moves while it is typed */
	bool asked = popup_line(v->view.ui, backwards ? "Search backwards: " : "Search: ", &v->sought, NULL, NULL);
	v->browser.match = v->sought.size ? strbuf_text(&v->sought) : NULL;
	if (asked) find_next(v, backwards);
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
	if (host->save(host->ctx, name, &out, &path, &err) < 0) complain(v, &err);
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

static enum view_answer code_view_act(struct view *view, int action)
{
	struct code_view *v = code_view_of(view);
	if (change_look(v, action)) return VIEW_STAYS;
	switch (action) {
	case CODE_VIEW_PREVIOUS: show_neighbour(v, -1); break;
	case CODE_VIEW_NEXT: show_neighbour(v, 1); break;
	case CODE_VIEW_LEAVE: return VIEW_LEAVES;
	case CODE_VIEW_FOLLOW: follow(v); break;
	case CODE_VIEW_BACK: go_back(v); break;
	case CODE_VIEW_HOTTEST: show_hottest(v); break;
	case CODE_VIEW_COOLER: cycle_hot(v, 1); break;
	case CODE_VIEW_HOTTER: cycle_hot(v, -1); break;
	case CODE_VIEW_FIND: find(v, false); break;
	case CODE_VIEW_FIND_BACKWARDS: find(v, true); break;
	case CODE_VIEW_FIND_NEXT: find_next(v, false); break;
	case CODE_VIEW_FIND_PREVIOUS: find_next(v, true); break;
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
	if (click == BROWSER_CLICKED_AGAIN) follow(v);
	return VIEW_STAYS;
}

static enum view_answer code_view_idle(struct view *view)
{
	struct code_view *v = code_view_of(view);
	const struct code_view_host *host = &v->options.host;
	struct code_listing listing;
	_err_done_ struct err err = ERR_INIT;
	if (!host->refresh) return VIEW_STAYS;
	uint32_t selected = selected_line(v);
	uint64_t vaddr = selected != CODE_NO_LINE ? v->listing.lines.items[selected].vaddr : 0;
	/* the first samples come behind the view: it still begins at the hottest line */
	bool has_begun = v->hot.count || v->browser.selected;
	code_listing_init(&listing);
	int r = host->refresh(host->ctx, &listing, &err);
	if (r == 0) {
		set_listing(v, &listing);
		if (!has_begun) show_hottest(v);
		else if (vaddr) select_vaddr(v, vaddr);
	}
	code_listing_done(&listing);
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
	strbuf_str(ret, "Press 'h' for help on key bindings");
}

static void code_view_free(struct view *view)
{
	struct code_view *v = code_view_of(view);
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
	set_listing(v, listing);
	show_hottest(v);
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
