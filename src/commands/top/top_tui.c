/* perf top on a terminal: the browser of profiles (tui/view/profile_view.h), which asks again at each refresh.
 *
 *     refreshing thread     top_tui_tick: now and then top_refresh, under the lock, and wakes the screen
 *     showing thread        the interface; questions of its views are answered under the lock
 *
 * The profile under a question may be another one than before (live_profile_settle). */
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include "analysis/profile/hist_source.h"
#include "commands/option/tui_option.h"
#include "commands/top/top_show.h"
#include "tui/view/code_view.h"
#include "tui/view/profile_view.h"

struct tui;
/* An event, or a group, as what a view asks. */
struct asked_event {
	struct tui *tui;
	size_t number; /* as top_members counts */
	struct hist_event **members;
	struct hist_source source;
	struct result_source inner;
};
/* A view of code that is shown, or was. */
struct shown_code {
	struct asked_event *event;
	uint64_t row, nr_refreshes;
	struct shown_code *next;
};
struct tui {
	struct top *top;
	struct ui *ui;
	struct asked_event *events;
	struct profile_view_event *shown;
	char **names;
	size_t nr_events;
	struct shown_code *codes;
	_Atomic bool has_news, ends, paused;
};

/* -- questions -- */

/* Takes the lock; the source is of what is shown. */
static struct asked_event *begin(void *ctx)
{
	struct asked_event *event = ctx;
	struct top *top = event->tui->top;
	pthread_mutex_lock(&top->lock);
	live_profile_settle(top->profile);
	event->source.hist = live_profile_hist(top->profile);
	event->source.nr_events = top_members(top, event->number, event->members);
	return event;
}
static void end(struct asked_event *event) { pthread_mutex_unlock(&event->tui->top->lock); }

static int top_tui_rows(void *ctx, const struct result_request *request, struct table *table, struct err *err)
{
	struct asked_event *event = begin(ctx);
	int r = event->inner.rows(event->inner.ctx, request, table, err);
	end(event);
	return r;
}

static void top_tui_totals(void *ctx, struct result_totals *ret)
{
	struct asked_event *event = begin(ctx);
	event->inner.totals(event->inner.ctx, ret);
	end(event);
}

static struct tree *top_tui_below(void *ctx, uint64_t row)
{
	struct asked_event *event = begin(ctx);
	struct tree *tree = event->inner.below(event->inner.ctx, row);
	end(event);
	return tree;
}
static struct tree *top_tui_callers(void *ctx, uint64_t row)
{
	struct asked_event *event = begin(ctx);
	struct tree *tree = event->inner.callers(event->inner.ctx, row);
	end(event);
	return tree;
}
static struct tree *top_tui_callees(void *ctx, uint64_t row)
{
	struct asked_event *event = begin(ctx);
	struct tree *tree = event->inner.callees(event->inner.ctx, row);
	end(event);
	return tree;
}

static void top_tui_keys(void *ctx, void (*add)(void *add_ctx, const char *name), void *add_ctx)
{
	struct asked_event *event = begin(ctx);
	event->inner.keys(event->inner.ctx, add, add_ctx);
	end(event);
}

static int top_tui_code(void *ctx, uint64_t row, struct code_listing *listing, struct err *err)
{
	struct asked_event *event = begin(ctx);
	int r = event->inner.code(event->inner.ctx, row, listing, err);
	end(event);
	return r;
}
static int top_tui_code_at(void *ctx, uint64_t row, uint64_t vaddr, struct code_listing *listing, struct err *err)
{
	struct asked_event *event = begin(ctx);
	int r = event->inner.code_at(event->inner.ctx, row, vaddr, listing, err);
	end(event);
	return r;
}

static const struct annotate *top_tui_annotate(void *ctx, struct err *err)
{
	(void)err;
	return live_profile_annotate(((struct tui *)ctx)->top->profile);
}

/* Only what the profile can answer: keys of other questions then say so. */
static struct result_source source_of(struct asked_event *event)
{
	const struct result_source *inner = &event->inner;
	return (struct result_source){
		.ctx = event,
		.rows = top_tui_rows,
		.totals = top_tui_totals,
		.below = inner->below ? top_tui_below : NULL,
		.callers = inner->callers ? top_tui_callers : NULL,
		.callees = inner->callees ? top_tui_callees : NULL,
		.keys = inner->keys ? top_tui_keys : NULL,
		.code = inner->code ? top_tui_code : NULL,
		.code_at = inner->code_at ? top_tui_code_at : NULL,
	};
}

/* -- code -- */

/* code_view_host.refresh: the weights that came since. 1: none did, or the row is gone. */
static int top_tui_refresh_code(void *ctx, struct code_listing *ret, struct err *err)
{
	struct shown_code *shown = ctx;
	struct top *top = shown->event->tui->top;
	if (shown->nr_refreshes == top->nr_refreshes) return 1;
	shown->nr_refreshes = top->nr_refreshes;
	int r = top_tui_code(shown->event, shown->row, ret, err);
	return r == -ENOENT ? 1 : r;
}

static struct view *top_tui_show_code(void *ctx, const struct result_source *source, uint64_t row, struct err *err)
{
	struct tui *tui = ctx;
	struct shown_code *shown = xcalloc(1, sizeof(*shown));
	*shown = (struct shown_code){ .event = source->ctx, .row = row, .next = tui->codes };
	tui->codes = shown;
	const struct code_view_options options = {
		.hides_source = !tui->top->option->source,
		.host = { .ctx = shown, .refresh = top_tui_refresh_code },
	};
	return code_view_of_row(source, row, &options, err);
}

/* -- what grows -- */

static bool top_tui_has_news(void *ctx)
{
	struct tui *tui = ctx;
	if (atomic_load(&tui->ends)) ui_close(tui->ui);
	return atomic_exchange(&tui->has_news, false);
}

static void top_tui_rate(void *ctx, size_t event, struct strbuf *ret)
{
	const struct tui *tui = ctx;
	(void)event;
	const struct event_attr *attr = &tui->top->events->items[0]->attr;
	if (tui->nr_events == 1 && attr->flags & ATTR_FREQ) strbuf_printf(ret, ", %" PRIu64 " Hz", attr->sample_period);
}

static void top_tui_losses(void *ctx, struct strbuf *ret)
{
	struct top *top = ((struct tui *)ctx)->top;
	pthread_mutex_lock(&top->lock);
	const struct live_profile_counts *now = &top->stats.now, *all = &top->stats.all;
	strbuf_printf(ret, " lost: %" PRIu64 "/%" PRIu64 " drop: %" PRIu64 "/%" PRIu64, now->nr_lost, all->nr_lost,
		      now->nr_dropped, all->nr_dropped);
	pthread_mutex_unlock(&top->lock);
}

static bool top_tui_zero(void *ctx)
{
	struct top *top = ((struct tui *)ctx)->top;
	pthread_mutex_lock(&top->lock);
	bool zero = top->option->zero = !top->option->zero;
	pthread_mutex_unlock(&top->lock);
	return zero;
}

static bool top_tui_events(void *ctx)
{
	struct tui *tui = ctx;
	bool paused = !atomic_load(&tui->paused);
	atomic_store(&tui->paused, paused);
	pthread_mutex_lock(&tui->top->lock);
	live_profile_pause(tui->top->profile, paused);
	pthread_mutex_unlock(&tui->top->lock);
	return !paused;
}

/* Refreshes until it is to end. What runs no more stays to be looked at; a signal ends the interface. */
static void *top_tui_tick(void *ctx)
{
	struct tui *tui = ctx;
	struct top *top = tui->top;
	while (!top_wait(top)) {
		if (atomic_load(&tui->paused)) continue;
		pthread_mutex_lock(&top->lock);
		top_refresh(top);
		pthread_mutex_unlock(&top->lock);
		atomic_store(&tui->has_news, true);
		screen_wake(ui_screen(tui->ui));
	}
	atomic_store(&tui->ends, true);
	screen_wake(ui_screen(tui->ui));
	return NULL;
}

/* -- beginning and end -- */

/* "cycles", or "anon group { cycles, instructions }"; the caller frees it. */
static char *name_of(struct hist_event *const *members, size_t count)
{
	const struct perf_event *leader = hist_totals(members[0])->event;
	struct strbuf name = STRBUF_INIT;
	if (count == 1) return xstrdup(leader->name);
	strbuf_printf(&name, "%s { ", leader->group_name && *leader->group_name ? leader->group_name : "anon group");
	for (size_t i = 0; i < count; i++)
		strbuf_printf(&name, "%s%s", i ? ", " : "", hist_totals(members[i])->event->name);
	strbuf_str(&name, " }");
	return strbuf_take(&name);
}

static void make_events(struct tui *tui)
{
	struct top *top = tui->top;
	size_t most = top->events->count;
	tui->events = xcalloc(most + 1, sizeof(*tui->events));
	tui->shown = xcalloc(most + 1, sizeof(*tui->shown));
	tui->names = xcalloc(most + 1, sizeof(*tui->names));
	pthread_mutex_lock(&top->lock);
	top_refresh(top);
	for (size_t n = 0; n < most; n++) {
		struct asked_event *event = &tui->events[n];
		*event = (struct asked_event){ .tui = tui, .number = n, .members = xcalloc(most + 1, sizeof(void *)) };
		size_t count = top_members(top, n, event->members);
		if (!count) {
			free(take(event->members));
			break;
		}
		event->source = (struct hist_source){ .hist = live_profile_hist(top->profile),
						      .events = event->members,
						      .nr_events = count,
						      .layout = &top->layout,
						      .options = &top->report_options,
						      .on_demand = true,
						      .annotate = top_tui_annotate,
						      .annotate_ctx = tui,
						      .listing = { .syntax = top->option->syntax,
								   .symfs = top->option->session.symfs,
								   .prefix = top->option->prefix,
								   .prefix_strip = top->option->prefix_strip_count } };
		event->inner = hist_source_of(&event->source);
		tui->names[n] = name_of(event->members, count);
		tui->shown[n] = (struct profile_view_event){ .name = tui->names[n],
							     .several = count > 1,
							     .source = source_of(event) };
		tui->nr_events++;
	}
	pthread_mutex_unlock(&top->lock);
}

static void tui_done(struct tui *tui)
{
	for (size_t i = 0; i < tui->nr_events; i++) {
		hist_source_done(&tui->events[i].source);
		free(tui->events[i].members);
		free(tui->names[i]);
	}
	for (struct shown_code *next; tui->codes; tui->codes = next) {
		next = tui->codes->next;
		free(tui->codes);
	}
	free(tui->events);
	free(tui->shown);
	free(tui->names);
}

void *top_tui(void *ctx)
{
	struct tui tui = { .top = ctx };
	struct top *top = tui.top;
	struct screen *screen;
	pthread_t ticks;
	top->code = tui_option_open(&screen, &top->err);
	if (top->code < 0) return recording_request_end(top->recording), NULL;
	static const struct profile_view_live live = { .has_news = top_tui_has_news,
						       .rate = top_tui_rate,
						       .losses = top_tui_losses,
						       .toggle_zero = top_tui_zero,
						       .toggle_events = top_tui_events };
	make_events(&tui);
	tui.ui = ui_new(screen);
	const struct profile_view_options options = {
		.events = tui.shown,
		.nr_events = tui.nr_events,
		.host = { .ctx = &tui, .code = top_tui_show_code },
		.relative = top->report_options.relative,
		.least_percent = top->report_options.percent_limit,
		.live = &live,
	};
	profile_view_open(tui.ui, &options);
	int r = pthread_create(&ticks, NULL, top_tui_tick, &tui);
	if (r) top->code = err_set(&top->err, -r, "Starting a thread to refresh the profile failed.");
	else ui_run(tui.ui);
	recording_request_end(top->recording);
	top_stop(top);
	if (!r) pthread_join(ticks, NULL);
	ui_free(tui.ui);
	screen_close(screen);
	tui_done(&tui);
	return NULL;
}
