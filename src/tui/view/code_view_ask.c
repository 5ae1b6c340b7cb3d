/* Code that comes from elsewhere: where calls go, functions before and behind, newer weights. It is made beside the
 * interface, one question at a time; keys that need the answer, or another one, wait for it. */
#include <errno.h>
#include <string.h>
#include "base/clock.h"
#include "tui/view/code_view_private.h"

/* A quick answer is there at once. Of keys that wait there are so many at most. */
enum { LATER_MAX = 64, WEIGH_NS = 1000000000 };

void code_view_complain(const struct code_view *view, const struct err *err)
{
	ui_complain(view->view.ui, "%s%s%s", err->message ? err->message : "That cannot be shown",
		    err->hint ? "  " : "", err->hint ? err->hint : "");
}

static bool is_waited_for(const struct code_view *v) { return v->asked && v->asked->what != CODE_ASKS_WEIGHTS; }

static int code_at(struct code_asked *asked)
{
	const struct code_view *v = asked->view;
	const struct code_view_host *host = &v->options.host;
	if (host->code_at) return host->code_at(host->ctx, &v->listing, asked->vaddr, &asked->listing, &asked->err);
	if (v->source.code_at)
		return v->source.code_at(v->source.ctx, v->row, asked->vaddr, &asked->listing, &asked->err);
	return err_set(&asked->err, -ENOTSUP, "Other functions cannot be opened from here");
}

/* On the thread beside the interface. */
static void answer(void *ctx)
{
	struct code_asked *asked = ctx;
	const struct code_view_host *host = &asked->view->options.host;
	switch (asked->what) {
	case CODE_ASKS_CALL: asked->status = code_at(asked); break;
	case CODE_ASKS_NEIGHBOUR:
		asked->status = host->neighbour(host->ctx, asked->step, &asked->listing, &asked->err);
		break;
	case CODE_ASKS_WEIGHTS:
		asked->status = host->refresh(host->ctx, &asked->view->listing, &asked->listing, &asked->err);
		break;
	}
}

static void ask(struct code_view *v, const struct code_asked *question)
{
	if (!v->background) v->background = background_new(ui_screen(v->view.ui), v->options.in_place);
	struct code_asked *asked = v->asked = xmalloc(sizeof(*asked));
	*asked = *question;
	asked->view = v;
	code_listing_init(&asked->listing);
	v->gives_up = false;
	background_start(v->background, answer, asked);
	code_view_take(v);
}

/* ---- answers */

/* Another function than the one whose neighbours the host knows. Keys that waited are meant for it. */
static void show_called(struct code_view *v, struct code_asked *asked)
{
	struct code_view_options options = v->options;
	options.title = v->title;
	struct code_view *called = (struct code_view *)code_view_new(&asked->listing, &options);
	called->source = v->source;
	called->row = v->row;
	called->options.host.neighbour = NULL;
	called->weighed_ns = clock_now_ns();
	called->later = v->later;
	memset(&v->later, 0, sizeof(v->later));
	ui_push(v->view.ui, &called->view);
	if (!called->hot.count) code_view_select_vaddr(called, asked->vaddr);
	code_view_act_later(called);
}

static void show_neighbour(struct code_view *v, struct code_asked *asked)
{
	v->browser.selected = v->browser.top = 0;
	code_view_set(v, &asked->listing, false);
	code_view_select_hottest(v);
}

/* The first samples come behind the view: it still begins at the hottest line. */
static void show_weights(struct code_view *v, struct code_asked *asked)
{
	bool has_begun = v->hot.count || v->browser.selected;
	code_view_set(v, &asked->listing, true);
	if (!has_begun) code_view_select_hottest(v);
}

void code_view_take(struct code_view *view)
{
	if (!view->asked || background_is_running(view->background)) return;
	background_wait(view->background);
	struct code_asked *asked = take(view->asked);
	bool is_used = !view->gives_up;
	if (asked->status == 0 && is_used) {
		if (asked->what == CODE_ASKS_CALL) show_called(view, asked);
		else if (asked->what == CODE_ASKS_NEIGHBOUR) show_neighbour(view, asked);
		else show_weights(view, asked);
	} else if (is_used && asked->what != CODE_ASKS_WEIGHTS) {
		code_view_complain(view, &asked->err);
	}
	code_listing_done(&asked->listing);
	err_done(&asked->err);
	free(asked);
}

void code_view_ask_done(struct code_view *view)
{
	view->gives_up = true;
	if (view->asked) background_wait(view->background);
	code_view_take(view);
	background_free(view->background);
	vec_done(&view->later);
}

/* ---- keys */

/* Keys that move about are for what is shown; those that ask or search have to wait. */
bool code_view_must_wait(const struct code_view *view, int action)
{
	if (view->later.count >= LATER_MAX || action == CODE_VIEW_LEAVE) return false;
	if (view->is_searching) return true;
	switch (action) {
	case CODE_VIEW_FOLLOW:
	case CODE_VIEW_PREVIOUS:
	case CODE_VIEW_NEXT: return view->asked;
	case CODE_VIEW_BACK:
	case CODE_VIEW_HOTTEST:
	case CODE_VIEW_HOTTER:
	case CODE_VIEW_COOLER:
	case CODE_VIEW_FIND:
	case CODE_VIEW_FIND_BACKWARDS:
	case CODE_VIEW_FIND_NEXT:
	case CODE_VIEW_FIND_PREVIOUS:
	case CODE_VIEW_PRINT: return is_waited_for(view);
	default: return false;
	}
}

void code_view_act_later(struct code_view *view)
{
	while (view->later.count && ui_top(view->view.ui) == &view->view) {
		int action = view->later.items[0];
		if (code_view_must_wait(view, action)) return;
		view->later.count--;
		memmove(view->later.items, view->later.items + 1, view->later.count * sizeof(action));
		(void)code_view_act(&view->view, action);
	}
}

bool code_view_give_up(struct code_view *view)
{
	bool gives_up = view->is_searching || (is_waited_for(view) && !view->gives_up);
	vec_clear(&view->later);
	view->is_searching = false;
	view->gives_up = is_waited_for(view);
	return gives_up;
}

void code_view_follow(struct code_view *view)
{
	struct code_view *v = view;
	uint32_t index = code_view_selected(v);
	const struct code_line *line = index != CODE_NO_LINE ? &v->listing.lines.items[index] : NULL;
	if (v->asked) return; /* too many keys wait */
	if (!line || line->kind != CODE_INSN || line->flow == CODE_GOES_ON) {
		ui_say(v->view.ui, "This is no call and no jump");
	} else if (line->flow == CODE_RETURN) {
		ui_say(v->view.ui, "Where this returns to is not in the code: LEFT goes back");
	} else if (!line->has_target) {
		ui_say(v->view.ui, "Where this goes is known at run time only");
	} else if (line->target_line != CODE_NO_LINE && line->flow != CODE_CALL) {
		vec_push(&v->jumped, index);
		code_view_select(v, line->target_line);
	} else {
		ask(v, &(struct code_asked){ .what = CODE_ASKS_CALL, .vaddr = line->target_vaddr });
	}
}

void code_view_neighbour(struct code_view *view, int step)
{
	if (!view->options.host.neighbour)
		ui_say(view->view.ui, "There is no other function to go to: LEFT goes back to the list");
	else if (!view->asked) ask(view, &(struct code_asked){ .what = CODE_ASKS_NEIGHBOUR, .step = step });
}

void code_view_weigh(struct code_view *view)
{
	uint64_t now_ns = clock_now_ns();
	if (!view->options.host.refresh || view->asked || view->is_searching || ui_top(view->view.ui) != &view->view)
		return;
	if (now_ns - view->weighed_ns < WEIGH_NS && !view->options.in_place) return;
	view->weighed_ns = now_ns;
	ask(view, &(struct code_asked){ .what = CODE_ASKS_WEIGHTS });
}
