/* The browser of a profile that grows: rows are asked for again whenever the command says that something is new. */
#include "tui/view/profile_private.h"

enum view_answer profile_live_idle(struct view *view)
{
	struct profile_view *v = (struct profile_view *)view;
	void *ctx = v->options.host.ctx;
	profile_take(v);
	if (v->options.live->has_news && v->options.live->has_news(ctx)) profile_ask(v);
	profile_find_on(v);
	return profile_act_later(v);
}

static void toggle_zero(struct profile_view *v)
{
	const struct profile_view_live *live = v->options.live;
	if (!live->toggle_zero) return;
	bool zero = live->toggle_zero(v->options.host.ctx);
	ui_say(v->view.ui, zero ? "Each refresh begins with nothing" : "What was seen before fades");
}

static void toggle_events(struct profile_view *v)
{
	const struct profile_view_live *live = v->options.live;
	if (!live->toggle_events) return;
	bool on = live->toggle_events(v->options.host.ctx);
	ui_say(v->view.ui, on ? "Press 'f' to disable the events or 'h' to see other hotkeys"
			      : "Press 'f' again to re-enable the events");
}

enum view_answer profile_live_act(struct view *view, int action)
{
	struct profile_view *v = (struct profile_view *)view;
	switch (action) {
	case PROFILE_LIVE_ZERO: toggle_zero(v); return VIEW_STAYS;
	case PROFILE_LIVE_EVENTS: toggle_events(v); return VIEW_STAYS;
	default: return profile_view_act(view, action);
	}
}
