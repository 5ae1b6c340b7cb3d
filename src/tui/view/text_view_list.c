/* Entries of the text: filtered, folded, found by time, written to a file. */
#include <stdlib.h>
#include <string.h>
#include "base/outbuf.h"
#include "tui/popup.h"
#include "tui/view/text_view_private.h"

/* Lines that become entries before somebody looks for keys. */
enum { STEP_LINES = 65536, WRITE_BYTES = 1 << 20 };

bool text_view_list(struct text_view *v)
{
	return v->is_listed && text_entries_go_on(&v->entries, v->lines, &v->filter, STEP_LINES);
}

/* Lists anew, with what was selected selected again, or what is next to it. */
static void list_again(struct text_view *v, bool is_listed, bool folded)
{
	size_t line = text_view_line(v, v->browser.selected);
	v->is_listed = is_listed;
	text_entries_begin(&v->entries, v->nr_titles, folded);
	browser_set_rows(&v->browser, 0);
	if (line == SIZE_MAX) line = v->nr_titles;
	while (is_listed && v->entries.next_line <= line && text_view_list(v)) continue;
	text_view_follow(v);
	browser_select(&v->browser, is_listed ? text_entries_row(&v->entries, line) : line - v->nr_titles);
}

void text_view_ask_filter(struct text_view *v)
{
	struct text_filter filter;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	strbuf_str(&text, strbuf_text(&v->filter_text));
	if (!popup_line(v->view.ui, "Filter (text, comm=, pid=, tid=, event=): ", &text, NULL, NULL)) return;
	const char *wrong = text_filter_parse(strbuf_text(&text), &filter);
	if (wrong) {
		ui_complain(v->view.ui, "%s", wrong);
		return;
	}
	text_filter_done(&v->filter);
	v->filter = filter;
	strbuf_clear(&v->filter_text);
	strbuf_str(&v->filter_text, strbuf_text(&text));
	list_again(v, filter.conditions.count || v->entries.folded, v->entries.folded);
	if (filter.conditions.count && !text_view_read_up_to(v, 0) && text_lines_ended(v->lines, NULL))
		ui_complain(v->view.ui, "No entry is so: %s", strbuf_text(&text));
}

void text_view_toggle(struct text_view *v)
{
	if (!v->is_listed) list_again(v, true, false);
	if (v->browser.selected >= v->browser.nr_rows) return;
	size_t row = text_entries_toggle(&v->entries, v->browser.selected);
	text_view_follow(v);
	browser_select(&v->browser, row);
}

void text_view_fold(struct text_view *v, bool folded)
{
	size_t line = text_view_line(v, v->browser.selected);
	if (!v->is_listed || (!folded && !v->filter.conditions.count)) {
		list_again(v, folded || v->filter.conditions.count, folded);
		return;
	}
	text_entries_fold(&v->entries, folded);
	text_view_follow(v);
	browser_select(&v->browser, line == SIZE_MAX ? 0 : text_entries_row(&v->entries, line));
}

/* ---- time */

static bool text_view_is_at_time(struct text_view *v, size_t row)
{
	const char *line = text_view_text(v, row);
	struct text_heading heading;
	if (!text_is_heading(line)) return false;
	text_heading_parse(line, &heading);
	return heading.has_time && heading.time_ns >= v->wanted_ns;
}

/* The time of the first entry; 0: it has none. */
static uint64_t first_ns(struct text_view *v)
{
	struct text_heading heading;
	text_heading_parse(text_lines_get(v->lines, v->nr_titles), &heading);
	return heading.has_time ? heading.time_ns : 0;
}

void text_view_ask_time(struct text_view *v)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	if (!popup_line(v->view.ui, "Time (380.1575, or +1.5 from the first): ", &text, NULL, NULL)) return;
	const char *typed = strbuf_text(&text);
	bool is_later = *typed == '+';
	size_t size = strlen(typed += is_later);
	_free_ char *whole = strchr(typed, '.') ? xstrdup(typed) : xasprintf("%s.0", typed);
	if (!text_time_parse(whole, &v->wanted_ns, &size) || whole[size]) {
		ui_complain(v->view.ui, "This is no time in seconds: %s", typed);
		return;
	}
	if (is_later) v->wanted_ns += first_ns(v);
	size_t before = v->browser.selected;
	v->browser.selected = 0;
	size_t row = v->browser.nr_rows && text_view_is_at_time(v, 0)
			     ? 0
			     : text_view_look_for(v, false, text_view_is_at_time);
	if (row == SIZE_MAX) ui_complain(v->view.ui, "Nothing is there at or behind %s s", strbuf_text(&text));
	browser_select(&v->browser, row == SIZE_MAX ? before : row);
}

/* ---- files */

void text_view_save(struct text_view *v)
{
	_err_done_ struct err err = ERR_INIT;
	_free_ char *path = NULL;
	struct outbuf out;
	if (!v->host.create) {
		ui_complain(v->view.ui, "Files cannot be written from here");
		return;
	}
	if (!text_view_read_up_to(v, SIZE_MAX - 1) && !text_lines_ended(v->lines, NULL)) {
		ui_say(v->view.ui, "Nothing was written: a key was pressed");
		return;
	}
	int r = v->host.create(v->host.ctx, "perf.text", &out, &path, &err);
	if (r == 0) {
		for (size_t i = 0; i < v->nr_titles; i++) {
			out_str(&out, text_lines_get(v->lines, i));
			out_char(&out, '\n');
		}
		for (size_t row = 0; row < v->browser.nr_rows; row++) {
			out_str(&out, text_view_text(v, row));
			out_char(&out, '\n');
			if (out.size >= WRITE_BYTES) (void)out_flush(&out);
		}
		r = v->host.close(v->host.ctx, &out, path, &err);
	}
	if (r < 0) ui_complain(v->view.ui, "%s", err.message ? err.message : "Cannot write the file");
	else ui_say(v->view.ui, "%zu lines written to %s", v->browser.nr_rows, path);
}
