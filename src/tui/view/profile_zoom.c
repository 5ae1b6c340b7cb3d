/* Filters of the profile browser: each key adds one, ESC and LEFT take the last one off. Where the same filter is there
 * already its key takes it off, as upstream's do. */
#include <stdio.h>
#include <string.h>
#include "tui/popup.h"
#include "tui/view/profile_private.h"

static void zoom_done(struct zoom *zoom)
{
	free(zoom->column);
	free(zoom->text);
	free(zoom->shown);
}

void profile_zooms_done(struct profile_view *v)
{
	for (size_t i = 0; i < v->zooms.count; i++) zoom_done(&v->zooms.items[i]);
	vec_done(&v->zooms);
}

static void filters_changed(struct profile_view *v)
{
	v->all_rows = false;
	profile_ask(v);
}

/* Takes a filter off that is shown with this text; false: there is none. */
static bool zoom_off(struct profile_view *v, const char *shown)
{
	for (size_t i = 0; i < v->zooms.count; i++) {
		if (strcmp(v->zooms.items[i].shown, shown) != 0) continue;
		zoom_done(&v->zooms.items[i]);
		memmove(v->zooms.items + i, v->zooms.items + i + 1, (v->zooms.count - i - 1) * sizeof(struct zoom));
		v->zooms.count--;
		filters_changed(v);
		return true;
	}
	return false;
}

void profile_zoom_cell(struct profile_view *v, const char *column, const char *text, bool whole, const char *shown)
{
	if (zoom_off(v, shown)) return;
	vec_push(&v->zooms,
		 ((struct zoom){
			 .column = xstrdup(column), .text = xstrdup(text), .whole = whole, .shown = xstrdup(shown) }));
	filters_changed(v);
}

void profile_zoom_selection(struct profile_view *v, const struct result_selection *selection, const char *text,
			    const char *shown)
{
	if (zoom_off(v, shown)) return;
	vec_push(&v->zooms,
		 ((struct zoom){
			 .text = text ? xstrdup(text) : NULL, .selection = *selection, .shown = xstrdup(shown) }));
	filters_changed(v);
}

bool profile_zoom_out(struct profile_view *v)
{
	if (v->filter.size) strbuf_clear(&v->filter);
	else if (v->zooms.count) zoom_done(&v->zooms.items[--v->zooms.count]);
	else return false;
	filters_changed(v);
	return true;
}

/* Takes the filter off that hides a column; false: none does. */
static bool zoom_off_column(struct profile_view *v, const char *column)
{
	const struct zoom *zoom = profile_zoom_of(v, column);
	_free_ char *shown = zoom ? xstrdup(zoom->shown) : NULL;
	return shown && zoom_off(v, shown);
}

static void zoom_kernel(struct profile_view *v)
{
	if (!zoom_off_column(v, "dso")) profile_zoom_cell(v, "dso", "[kernel", false, "DSO: [kernel.kallsyms]");
}

/* The rows of the selected row's cell of a column. */
static void zoom_column(struct profile_view *v, const char *column, const char *title)
{
	if (zoom_off_column(v, column)) return;
	const char *text = profile_cell(v, column);
	if (!text || !*text) {
		ui_complain(v->view.ui, "The profile has no column %s: sort by it (perf report -s %s,...)", title,
			    column);
		return;
	}
	_free_ char *shown = xasprintf("%s: %s", title, text + strspn(text, " "));
	profile_zoom_cell(v, column, text, true, shown);
}

/* A thread is what the most exact column says. */
static void zoom_thread(struct profile_view *v)
{
	static const char *const columns[] = { "tid", "pid", "comm" };
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		const char *text = profile_cell(v, columns[i]);
		if (!text || !*text) continue;
		zoom_column(v, columns[i], "Thread");
		return;
	}
	ui_complain(v->view.ui,
		    "The profile has no column of threads: sort by comm, pid or tid (perf report -s comm,...)");
}

/* One end of a span: "10%" of the recording, or seconds since its start. False: neither. */
static bool parse_time(const char *text, const struct result_totals *totals, uint64_t *ret_ns)
{
	char *end;
	double value = strtod(text, &end);
	double length = (double)(totals->last_ns - totals->first_ns);
	if (end == text || !(value >= 0) || value > 1e9) return false;
	*ret_ns = totals->first_ns + (uint64_t)(*end == '%' ? value / 100 * length : value * 1e9);
	return true;
}

/* "10%-20%" or "1.5,2.25"; an end that is missing is the recording's. */
static bool parse_span(const char *text, const struct result_totals *totals, struct result_selection *ret)
{
	const char *between = strpbrk(text, "-,");
	if (!between) return false;
	if (between > text && !parse_time(text, totals, &ret->from_ns)) return false;
	if (between[1] && !parse_time(between + 1, totals, &ret->until_ns)) return false;
	return !ret->until_ns || ret->until_ns > ret->from_ns;
}

static void zoom_time(struct profile_view *v)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct result_selection selection = { 0 };
	if (!v->totals.last_ns) {
		ui_complain(v->view.ui, "The times of the samples are not known here.");
		return;
	}
	_free_ char *label = xasprintf("Time (of %.3f s), as 10%%-20%% or 1.5,2.25: ",
				       (double)(v->totals.last_ns - v->totals.first_ns) / 1e9);
	if (!popup_line(v->view.ui, label, &text, NULL, NULL) || !text.size) return;
	if (!parse_span(strbuf_text(&text), &v->totals, &selection)) {
		ui_complain(v->view.ui, "\"%s\" is no time: write 10%%-20%%, or 1.5,2.25 in seconds",
			    strbuf_text(&text));
		return;
	}
	_free_ char *shown = xasprintf("Time: %s", strbuf_text(&text));
	profile_zoom_selection(v, &selection, NULL, shown);
}

static void zoom_task(struct profile_view *v)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct result_selection selection = { 0 };
	if (!popup_line(v->view.ui, "Thread id, or cpuN: ", &text, NULL, NULL) || !text.size) return;
	const char *number = strbuf_text(&text);
	bool is_cpu = strncmp(number, "cpu", 3) == 0;
	char *end;
	if (is_cpu) number += 3;
	unsigned long value = strtoul(number, &end, 10);
	if (end == number || *end || value > UINT32_MAX) {
		ui_complain(v->view.ui, "\"%s\" is neither a thread id nor cpuN", strbuf_text(&text));
		return;
	}
	if (is_cpu) selection.cpu_1 = value + 1;
	else selection.tid_1 = value + 1;
	_free_ char *shown = xasprintf(is_cpu ? "CPU: %lu" : "Thread id: %lu", value);
	profile_zoom_selection(v, &selection, NULL, shown);
}

static void zoom_through(struct profile_view *v)
{
	static const struct result_selection none;
	const char *text = profile_cell(v, "symbol");
	if (!text || !*text) {
		ui_complain(v->view.ui,
			    "The profile has no column of functions: sort by symbol (perf report -s symbol,...)");
	} else if (!profile_source(v)->callees) {
		ui_complain(v->view.ui, "Callers are not known: this needs call chains, and --children");
	} else {
		_free_ char *shown = xasprintf("Through: %s", text);
		profile_zoom_selection(v, &none, text, shown);
	}
}

/* popup_line: the text so far is the filter. */
static void filter_changed(void *ctx, const char *text)
{
	struct profile_view *v = ctx;
	_free_ char *copy = xstrdup(text);
	strbuf_clear(&v->filter);
	strbuf_str(&v->filter, copy);
	filters_changed(v);
}

static void filter_symbols(struct profile_view *v)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	if (!profile_cell(v, "symbol") && !v->filter.size) {
		ui_complain(v->view.ui,
			    "The profile has no column of functions: sort by symbol (perf report -s symbol,...)");
		return;
	}
	strbuf_str(&text, strbuf_text(&v->filter));
	(void)popup_line(v->view.ui, "Symbol to show: ", &text, filter_changed, v);
}

bool profile_zoom_act(struct profile_view *v, int action)
{
	switch (action) {
	case PROFILE_ZOOM_DSO: zoom_column(v, "dso", "DSO"); return true;
	case PROFILE_ZOOM_THREAD: zoom_thread(v); return true;
	case PROFILE_ZOOM_SOCKET: zoom_column(v, "socket", "Processor Socket"); return true;
	case PROFILE_ZOOM_KERNEL: zoom_kernel(v); return true;
	case PROFILE_THROUGH: zoom_through(v); return true;
	case PROFILE_TIME: zoom_time(v); return true;
	case PROFILE_TASK: zoom_task(v); return true;
	case PROFILE_FILTER: filter_symbols(v); return true;
	default: return false;
	}
}
