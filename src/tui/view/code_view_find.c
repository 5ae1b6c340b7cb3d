/* Search in code, in pieces: keys are answered meanwhile. */
#include "base/clock.h"
#include "tui/popup.h"
#include "tui/view/code_view_private.h"

/* A piece takes so long; the clock is looked at after so many lines. */
enum { SEARCH_NS = 8000000, LINES_A_LOOK = 256 };

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

void code_view_find_on(struct code_view *view)
{
	const char *text = strbuf_text(&view->sought);
	uint64_t until_ns = view->options.in_place ? UINT64_MAX : clock_now_ns() + SEARCH_NS;
	size_t count = view->shown.count;
	if (!view->is_searching) return;
	while (view->search_left && count) {
		view->search_left--;
		view->search_at = (view->search_at + (view->backwards ? count - 1 : 1)) % count;
		if (has_text(view, view->shown.items[view->search_at], text)) {
			browser_select(&view->browser, view->search_at);
			view->is_searching = false;
			return;
		}
		if (view->search_left % LINES_A_LOOK || clock_now_ns() < until_ns) continue;
		screen_wake(ui_screen(view->view.ui));
		return;
	}
	view->is_searching = false;
	ui_complain(view->view.ui, "Not found: %s", text);
}

void code_view_find_next(struct code_view *view, bool backwards)
{
	if (!view->sought.size) {
		ui_complain(view->view.ui, "Nothing was searched for yet: / asks");
		return;
	}
	view->is_searching = true;
	view->backwards = backwards;
	view->search_at = view->browser.selected;
	view->search_left = view->shown.count;
	code_view_find_on(view);
}

void code_view_find(struct code_view *view, bool backwards)
{
	view->browser.match = NULL; /* the text moves while it is typed */
	bool asked = popup_line(view->view.ui, backwards ? "Search backwards: " : "Search: ", &view->sought, NULL,
				NULL);
	view->browser.match = view->sought.size ? strbuf_text(&view->sought) : NULL;
	if (asked) code_view_find_next(view, backwards);
}
