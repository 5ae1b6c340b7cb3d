/* The list of events, where a recording has several: what upstream calls "Available samples". */
#include "tui/view/profile_private.h"

enum { EVENTS_OPEN = BROWSER_ACTIONS };
static const struct binding events_keys[] = {
	{ EVENTS_OPEN, "ENTER RIGHT TAB", "ENTER/RIGHT", "Browse histograms" },
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

struct events_view {
	struct view view;
	struct browser browser;
	struct profile_view_options options;
	struct result_totals *totals; /* of each event */
};

static struct events_view *events_of(struct view *view) { return (struct events_view *)view; }

static void events_title(struct view *view, struct strbuf *ret) { strbuf_str(ret, "Available samples"); }
static void events_footer(struct view *view, struct strbuf *ret)
{
	strbuf_str(ret, "ESC: exit, ENTER|->: Browse histograms");
}

static void draw_event(void *ctx, struct line *line, size_t row)
{
	const struct events_view *v = ctx;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	profile_rounded(v->totals[row].nr_samples, &text);
	strbuf_printf(&text, "%s%s", text.text[text.size - 1] == ' ' ? "" : " ", v->options.events[row].name);
	line_text(line, STYLE_LIGHT, strbuf_text(&text));
}

static void events_draw(struct view *view, struct screen *screen, struct area area)
{
	browser_draw(&events_of(view)->browser, screen, area, draw_event, view);
}

static enum view_answer events_act(struct view *view, int action)
{
	struct events_view *v = events_of(view);
	if (action != EVENTS_OPEN) return browser_act(&v->browser, action) ? VIEW_STAYS : VIEW_UNKNOWN;
	ui_push(view->ui, profile_view_new(view->ui, &v->options, v->browser.selected));
	return VIEW_STAYS;
}

static enum view_answer events_event(struct view *view, const struct screen_event *event)
{
	enum browser_click click;
	if (!browser_mouse(&events_of(view)->browser, event, &click)) return VIEW_UNKNOWN;
	return click == BROWSER_CLICKED_AGAIN ? events_act(view, EVENTS_OPEN) : VIEW_STAYS;
}

static void events_free(struct view *view)
{
	free(events_of(view)->totals);
	free(view);
}

static const struct view_type events_type = { .name = "Help",
					      .keys = { events_keys, ARRAY_SIZE(events_keys) },
					      .title = events_title,
					      .draw = events_draw,
					      .act = events_act,
					      .event = events_event,
					      .footer = events_footer,
					      .free = events_free };

void profile_view_open(struct ui *ui, const struct profile_view_options *options)
{
	if (options->nr_events == 1) {
		ui_push(ui, profile_view_new(ui, options, 0));
		return;
	}
	struct events_view *v = xcalloc(1, sizeof(*v));
	v->view.type = &events_type;
	v->options = *options;
	v->browser.has_selection = true;
	v->totals = xcalloc(options->nr_events, sizeof(*v->totals));
	for (size_t i = 0; i < options->nr_events; i++)
		options->events[i].source.totals(options->events[i].source.ctx, &v->totals[i]);
	browser_set_rows(&v->browser, options->nr_events);
	ui_push(ui, &v->view);
}
