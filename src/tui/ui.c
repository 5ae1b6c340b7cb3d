/* The loop: draw, show, wait, hand out. Keys that were typed ahead are all taken before the screen is drawn again, so
 * that a key held down never runs behind. */
#include "tui/ui.h"
#include <signal.h>
#include <string.h>
#include "base/clock.h"
#include "tui/popup.h"
#include "tui/screen_input.h"

struct ui {
	struct screen *screen;
	struct view *top;
	bool closed;
	int key;
	struct strbuf status;
	enum screen_style status_style;
	uint64_t last_idle_ns;
};

enum ui_action {
	UI_NONE,
#define ROW(action, keys, shown, help) UI_##action,
#include "tui/view_key.def"
};
static const struct binding ui_keys[] = {
#define ROW(action, keys, shown, help) { UI_##action, keys, shown, help },
#include "tui/view_key.def"
};
static const struct bindings ui_table = { ui_keys, ARRAY_SIZE(ui_keys) };

/* Keys typed ahead that are taken before the screen is drawn, at most. */
enum { AHEAD_MAX = 256 };

struct ui *ui_new(struct screen *screen)
{
	struct ui *ui = xcalloc(1, sizeof(*ui));
	ui->screen = screen;
	return ui;
}

static void pop(struct ui *ui)
{
	struct view *view = ui->top;
	ui->top = view->below;
	view->type->free(view);
}

void ui_free(struct ui *ui)
{
	if (!ui) return;
	while (ui->top) pop(ui);
	strbuf_done(&ui->status);
	free(ui);
}

struct screen *ui_screen(const struct ui *ui) { return ui->screen; }
struct view *ui_top(const struct ui *ui) { return ui->top; }
bool ui_is_closed(const struct ui *ui) { return ui->closed; }
int ui_key(const struct ui *ui) { return ui->key; }
void ui_close(struct ui *ui) { ui->closed = true; }

void ui_push(struct ui *ui, struct view *view)
{
	view->ui = ui;
	view->below = ui->top;
	ui->top = view;
}

static void say(struct ui *ui, enum screen_style style, const char *format, va_list args)
{
	strbuf_clear(&ui->status);
	strbuf_vprintf(&ui->status, format, args);
	ui->status_style = style;
}

void ui_say(struct ui *ui, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say(ui, STYLE_STATUS, format, args);
	va_end(args);
}

void ui_complain(struct ui *ui, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say(ui, STYLE_ERROR, format, args);
	va_end(args);
}

void ui_draw(struct ui *ui)
{
	struct screen *s = ui->screen;
	struct view *view = ui->top;
	unsigned rows = screen_rows(s), columns = screen_columns(s);
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct area area = { .rows = rows, .columns = columns };
	screen_clear(s);
	if (view->type->title && area.rows > 1) {
		view->type->title(view, &text);
		screen_put(s, 0, 0, columns, STYLE_ROOT, strbuf_text(&text));
		area.row++, area.rows--;
	}
	if (area.rows > 1) {
		area.rows--;
		strbuf_clear(&text);
		if (ui->status.size) strbuf_str(&text, strbuf_text(&ui->status));
		else if (view->type->footer) view->type->footer(view, &text);
		if (!text.size) strbuf_str(&text, "Press '?' for help on key bindings");
		screen_put(s, rows - 1, 0, columns, ui->status.size ? ui->status_style : STYLE_STATUS,
			   strbuf_text(&text));
	}
	view->type->draw(view, s, area);
}

static void suspend(struct ui *ui)
{
	screen_suspend(ui->screen);
	raise(SIGTSTP);
	screen_resume(ui->screen);
}

/* Calls idle of the view on top; what it says is true of that view alone. */
static enum view_answer idle(struct ui *ui)
{
	struct view *view = ui->top;
	ui->last_idle_ns = clock_now_ns();
	return view->type->idle ? view->type->idle(view) : VIEW_STAYS;
}

/* How long to wait for a key before idle is due. */
static int time_left(const struct ui *ui)
{
	if (!ui->top->type->idle_ms) return -1;
	uint64_t passed_ms = (clock_now_ns() - ui->last_idle_ns) / 1000000;
	return passed_ms >= ui->top->type->idle_ms ? 0 : (int)(ui->top->type->idle_ms - passed_ms);
}

bool ui_wait(struct ui *ui, struct screen_event *ret)
{
	if (ui->closed) return false;
	screen_read(ui->screen, ret, time_left(ui));
	if (ret->kind == SCREEN_CLOSED) ui->closed = true;
	if (ret->kind == SCREEN_NOTHING || ret->kind == SCREEN_WOKEN) {
		/* behind a popup a view stays, whatever it says */
		(void)idle(ui);
		return !ui->closed;
	}
	if (ret->kind == SCREEN_KEY && ret->key == SCREEN_CONTROL('Z')) {
		suspend(ui);
		ret->kind = SCREEN_RESIZED;
	}
	return !ui->closed;
}

static void show_help(struct ui *ui)
{
	const struct view_type *type = ui->top->type;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	bindings_help(&ui_table, &text);
	bindings_help(&type->keys, &text);
	popup_text(ui, type->name ? type->name : "Help", strbuf_text(&text));
}

static enum view_answer act(struct ui *ui, int action)
{
	switch (action) {
	case UI_HELP: show_help(ui); return VIEW_STAYS;
	case UI_LEAVE: return VIEW_LEAVES;
	case UI_REDRAW:
		screen_suspend(ui->screen);
		screen_resume(ui->screen);
		return VIEW_STAYS;
	default: return VIEW_UNKNOWN;
	}
}

/* Hands an event to the view on top: its keys, then those of all views. */
static enum view_answer hand_out(struct ui *ui, const struct screen_event *event)
{
	struct view *view = ui->top;
	enum view_answer answer = VIEW_UNKNOWN;
	if (event->kind == SCREEN_NOTHING || event->kind == SCREEN_WOKEN) return idle(ui);
	if (event->kind == SCREEN_KEY || event->kind == SCREEN_MOUSE) strbuf_clear(&ui->status);
	if (event->kind == SCREEN_KEY) {
		ui->key = event->key;
		int action = bindings_find(&view->type->keys, event->key);
		if (action) answer = view->type->act(view, action);
	}
	if (answer == VIEW_UNKNOWN && view->type->event) answer = view->type->event(view, event);
	if (answer == VIEW_UNKNOWN && event->kind == SCREEN_KEY) {
		if (event->key == SCREEN_CONTROL('Z')) suspend(ui);
		answer = act(ui, bindings_find(&ui_table, event->key));
	}
	return answer;
}

/* Takes a view that has left off the stack, with those that it opened and that are still above it. */
static void remove_view(struct ui *ui, const struct view *view)
{
	while (ui->top && ui->top != view) pop(ui);
	if (ui->top) pop(ui);
}

void ui_run(struct ui *ui)
{
	const struct view *bottom = ui->top ? ui->top->below : NULL;
	unsigned ahead = 0;
	while (ui->top != bottom && !ui->closed) {
		struct screen_event event;
		if (!ahead || !screen_has_input(ui->screen) || ahead >= AHEAD_MAX) {
			ui_draw(ui);
			screen_show(ui->screen);
			ahead = 0;
		}
		screen_read(ui->screen, &event, time_left(ui));
		/* who was woken may go on in small pieces, and says so in the footer */
		ahead = event.kind == SCREEN_WOKEN ? 0 : ahead + 1;
		if (event.kind == SCREEN_CLOSED) ui->closed = true;
		else if (event.kind != SCREEN_RESIZED) {
			const struct view *view = ui->top;
			if (hand_out(ui, &event) == VIEW_LEAVES) remove_view(ui, view);
		}
	}
	while (ui->top != bottom) pop(ui);
}
