/* perf top on a terminal: the browser of profiles (tui/view/profile_view.h), which asks again at each refresh.
 *
 *     refreshing thread     top_tui_tick: now and then top_refresh, under the lock, and wakes the screen
 *     showing thread        the interface; questions of its views are answered under the lock
 *
 * The profile under a question may be another one than before (live_profile_settle). */
#include <inttypes.h>
#include "commands/option/numbered_file.h"
#include "commands/option/tui_option.h"
#include "commands/top/top_tui.h"

/* -- what the profile lacks -- */

static void add_remark(void *ctx, const char *text) { strbuf_printf(ctx, "%s\n", text); }

/* profile_view_host.header. */
static char *top_tui_remarks(void *ctx)
{
	struct top *top = ((struct tui *)ctx)->top;
	struct strbuf text = STRBUF_INIT;
	pthread_mutex_lock(&top->lock);
	live_profile_settle(top->profile);
	top_remarks(top, add_remark, &text);
	pthread_mutex_unlock(&top->lock);
	if (!text.size) strbuf_str(&text, "Nothing is known to be missing from this profile.");
	return strbuf_take(&text);
}

static void count_remark(void *ctx, const char *text)
{
	(void)text;
	++*(unsigned *)ctx;
}

/* Once: that there is something to be read. */
static void tell_of_remarks(struct tui *tui)
{
	unsigned count = 0;
	if (tui->has_told) return;
	pthread_mutex_lock(&tui->top->lock);
	live_profile_settle(tui->top->profile);
	top_remarks(tui->top, count_remark, &count);
	pthread_mutex_unlock(&tui->top->lock);
	tui->has_told = count > 0;
	if (count) ui_say(tui->ui, "Something is missing from this profile: 'i' says what, and what helps");
}

/* -- what grows -- */

static bool top_tui_has_news(void *ctx)
{
	struct tui *tui = ctx;
	bool has_news = atomic_exchange(&tui->has_news, false);
	if (atomic_load(&tui->ends)) ui_close(tui->ui);
	else if (has_news) tell_of_remarks(tui);
	return has_news;
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
						      .listing = { .symfs = top->option->session.symfs } };
		code_option_apply(&top->option->code, &event->source.listing);
		event->inner = hist_source_of(&event->source);
		tui->names[n] = name_of(event->members, count);
		tui->shown[n] = (struct profile_view_event){ .name = tui->names[n],
							     .several = count > 1,
							     .source = top_tui_source_of(event) };
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
	top_tui_codes_done(tui);
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
		.host = { .ctx = &tui,
			  .header = top_tui_remarks,
			  .save = numbered_file_write,
			  .code = top_tui_show_code },
		.verbosity = (unsigned)MAX(console.verbosity, 0),
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
