/* What the keys of the profile browser do, but for filters (profile_zoom.c) and menus (profile_menu.c). */
#include <stdio.h>
#include <string.h>
#include "tui/popup.h"
#include "tui/view/profile_private.h"

enum { LATER_MAX = 64 };

void profile_switch_event(struct profile_view *v, size_t event)
{
	v->event = event;
	v->all_rows = false;
	profile_ask(v);
}

static void change_limit(struct profile_view *v)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	char *end;
	double before = v->least_percent ? v->least_percent : v->options.least_percent;
	strbuf_printf(&text, "%.2f", before > 0 ? before : 0.0);
	if (!popup_line(v->view.ui, "Percent limit: ", &text, NULL, NULL)) return;
	double value = strtod(strbuf_text(&text), &end);
	if (end == strbuf_text(&text) || !(value >= 0 && value <= 100)) {
		ui_complain(v->view.ui, "Invalid percent: %s", strbuf_text(&text));
		return;
	}
	v->least_percent = value > 0 ? value : -1;
	profile_ask(v);
}

static void toggle_shares(struct profile_view *v)
{
	bool relative = v->shares == RESULT_SHARES_OWN ? v->options.relative : v->shares == RESULT_SHARES_RELATIVE;
	v->shares = relative ? RESULT_SHARES_OF_ALL : RESULT_SHARES_RELATIVE;
	profile_ask(v);
	ui_say(v->view.ui, "Percents are of %s", relative ? "everything" : "what the filters show");
}

static void next_verbosity(struct profile_view *v)
{
	v->verbosity = v->verbosity < PROFILE_MOST_VERBOSE ? v->verbosity + 1 : 0;
	profile_ask(v);
	ui_say(v->view.ui, "Verbosity level set to %u", v->verbosity);
}

static void show_header(struct profile_view *v)
{
	const struct profile_view_host *host = &v->options.host;
	_free_ char *text = host->header ? host->header(host->ctx) : NULL;
	popup_text(v->view.ui, "Header information", text ? text : "There is none.");
}

/* All rows are looked through, also those that are not here yet: then when they are. */
static void find_next(struct profile_view *v, bool backwards)
{
	if (!v->find.size) {
		ui_complain(v->view.ui, "Nothing to search for yet: press f");
		return;
	}
	v->finds = backwards ? -1 : 1;
	if (!v->table.table.nr_left_out) {
		profile_find_now(v);
	} else if (!v->all_rows) {
		v->all_rows = true;
		profile_ask(v);
	}
}

static void find(struct profile_view *v)
{
	v->table.browser.match = NULL; /* the text moves while it is typed */
	bool found = popup_line(v->view.ui, "Search: ", &v->find, NULL, NULL) && v->find.size;
	if (v->find.size) v->table.browser.match = strbuf_text(&v->find);
	if (found) find_next(v, false);
}

/* Rows with their graphs are made at once, on all cores, instead of one by one; then they unfold. */
static void fold_all(struct profile_view *v, bool open)
{
	v->graphs = v->unfolds = open;
	v->all_graphs = false;
	if (open) profile_ask(v);
	else table_browser_fold_all(&v->table, false);
}

/* Where rows are still to come, profile_take goes there. */
static void go_to_end(struct profile_view *v)
{
	browser_act(&v->table.browser, BROWSER_LAST);
	if (!v->table.table.nr_left_out) return;
	v->goes_to_end = true;
	if (v->all_rows) return;
	v->all_rows = true;
	profile_ask(v);
}

static enum view_answer leave_or_zoom_out(struct profile_view *v)
{
	if (v->later.count || v->is_searching) {
		vec_clear(&v->later);
		v->is_searching = false;
		return VIEW_STAYS;
	}
	if (profile_zoom_out(v)) return VIEW_STAYS;
	/* behind a list of events there is something to go back to */
	if (v->view.below) return VIEW_LEAVES;
	return popup_ask(v->view.ui, "Do you really want to exit?") ? VIEW_LEAVES : VIEW_STAYS;
}

/* Keys that show or ask something. False: not one of them. */
static bool act_shown(struct profile_view *v, int action)
{
	switch (action) {
	case PROFILE_ANNOTATE: profile_open_code(v); return true;
	case PROFILE_PERCENTAGE: toggle_shares(v); return true;
	case PROFILE_LIMIT: change_limit(v); return true;
	case PROFILE_HEADER: show_header(v); return true;
	case PROFILE_PRINT: profile_export(v, true); return true;
	case PROFILE_EXPORT: profile_export(v, false); return true;
	case PROFILE_COPY: profile_copy_line(v); return true;
	case PROFILE_SCRIPTS: profile_scripts(v); return true;
	case PROFILE_OTHER_FILE: profile_other_file(v); return true;
	case PROFILE_SANDWICH: profile_open_sandwich(v); return true;
	case PROFILE_SAMPLES: profile_open_samples(v); return true;
	case PROFILE_ORDER: profile_order_menu(v); return true;
	case PROFILE_SORT: profile_sort_prompt(v); return true;
	case PROFILE_COLUMNS: profile_columns_menu(v); return true;
	case PROFILE_FIND: find(v); return true;
	case PROFILE_FIND_NEXT: find_next(v, false); return true;
	case PROFILE_FIND_PREVIOUS: find_next(v, true); return true;
	default: return false;
	}
}

/* Whether a key has to wait for what runs: the profile is asked by one thread at a time, and keys that were pressed
 * after one that goes to the end, or to a match, mean a row there. */
static bool must_wait(const struct profile_view *v, int action)
{
	if (v->later.count >= LATER_MAX) return false;
	if (v->is_searching) return action != PROFILE_ZOOM_OUT;
	if (!profile_is_busy(v)) return false;
	if (v->goes_to_end && action != PROFILE_ZOOM_OUT && action != PROFILE_SORT_EVENT) return true;
	switch (action) {
	case PROFILE_ANNOTATE:
	case PROFILE_SANDWICH:
	case PROFILE_SAMPLES:
	case PROFILE_SORT:
	case PROFILE_PRINT:
	case PROFILE_EXPORT:
	case TABLE_BROWSER_TOGGLE:
	case TABLE_BROWSER_TOGGLE_ENTRY: return true;
	default: return false;
	}
}

enum view_answer profile_act_later(struct profile_view *v)
{
	enum view_answer answer = VIEW_STAYS;
	while (v->later.count && !profile_is_busy(v) && !v->is_searching && answer == VIEW_STAYS &&
	       ui_top(v->view.ui) == &v->view) {
		int action = v->later.items[0];
		v->later.count--;
		memmove(v->later.items, v->later.items + 1, v->later.count * sizeof(action));
		answer = profile_view_act(&v->view, action);
	}
	return answer == VIEW_LEAVES ? VIEW_LEAVES : VIEW_STAYS;
}

enum view_answer profile_view_act(struct view *view, int action)
{
	struct profile_view *v = (struct profile_view *)view;
	size_t nr_events = v->options.nr_events;
	if (must_wait(v, action)) return vec_push(&v->later, action), VIEW_STAYS;
	if (v->goes_to_end) profile_wait(v); /* too many keys wait */
	v->goes_to_end = v->is_searching = false;
	if (act_shown(v, action) || profile_zoom_act(v, action)) return VIEW_STAYS;
	switch (action) {
	case PROFILE_MENU: {
		int chosen = profile_menu(v);
		if (chosen == PROFILE_QUIT) return VIEW_LEAVES;
		return chosen == PROFILE_NONE ? VIEW_STAYS : profile_view_act(view, chosen);
	}
	case PROFILE_ZOOM_OUT: return leave_or_zoom_out(v);
	case PROFILE_NEXT_EVENT: profile_switch_event(v, (v->event + 1) % nr_events); return VIEW_STAYS;
	case PROFILE_PREVIOUS_EVENT: profile_switch_event(v, (v->event + nr_events - 1) % nr_events); return VIEW_STAYS;
	case PROFILE_VERBOSE: next_verbosity(v); return VIEW_STAYS;
	case PROFILE_SORT_EVENT:
		v->sort_event_1 = (unsigned)(ui_key(view->ui) - '0') + 1;
		profile_ask(v);
		return VIEW_STAYS;
	case PROFILE_SCROLL_RIGHT: browser_act(&v->table.browser, BROWSER_SCROLL_RIGHT); return VIEW_STAYS;
	case PROFILE_SCROLL_LEFT: browser_act(&v->table.browser, BROWSER_SCROLL_LEFT); return VIEW_STAYS;
	case TABLE_BROWSER_TOGGLE:
	case TABLE_BROWSER_TOGGLE_ENTRY:
		if (!profile_open_below(v, action == TABLE_BROWSER_TOGGLE_ENTRY)) table_browser_act(&v->table, action);
		return VIEW_STAYS;
	case TABLE_BROWSER_OPEN_ALL: fold_all(v, true); return VIEW_STAYS;
	case TABLE_BROWSER_CLOSE_ALL: fold_all(v, false); return VIEW_STAYS;
	case BROWSER_LAST: go_to_end(v); return VIEW_STAYS;
	default: return table_browser_act(&v->table, action) ? VIEW_STAYS : VIEW_UNKNOWN;
	}
}
