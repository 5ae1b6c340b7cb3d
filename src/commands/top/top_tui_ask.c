/* Questions of the views of perf top: answered under the lock, of the profile as it is by then. */
#include <errno.h>
#include "commands/option/numbered_file.h"
#include "commands/top/top_tui.h"
#include "tui/view/code_view.h"

/* Takes the lock; the source is of what is shown, in the sort and selection of its rows. */
static struct asked_event *begin(void *ctx)
{
	struct asked_event *event = ctx;
	struct top *top = event->tui->top;
	pthread_mutex_lock(&top->lock);
	live_profile_settle(top->profile);
	event->source.hist = live_profile_hist(top->profile);
	event->source.nr_events = top_members(top, event->number, event->members);
	hist_source_resume(&event->source);
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

static int top_tui_samples(void *ctx, uint64_t row, struct table *table, struct err *err)
{
	struct asked_event *event = begin(ctx);
	int r = event->inner.samples(event->inner.ctx, row, table, err);
	end(event);
	return r;
}

const struct annotate *top_tui_annotate(void *ctx, struct err *err)
{
	(void)err;
	return live_profile_annotate(((struct tui *)ctx)->top->profile);
}

/* Only what the profile can answer: keys of other questions then say so. */
struct result_source top_tui_source_of(struct asked_event *event)
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
		.samples = inner->samples ? top_tui_samples : NULL,
	};
}

/* -- code -- */

/* code_view_host.refresh: the weights that came since. The function is found by what it is, as its row may be another
 * one in a new model. 1: nothing is new, or it has no samples any more. */
static int top_tui_refresh_code(void *ctx, const struct code_listing *listing, struct code_listing *ret,
				struct err *err)
{
	struct shown_code *shown = ctx;
	struct asked_event *event = begin(shown->event);
	uint64_t nr_refreshes = event->tui->top->nr_refreshes;
	int r = 1;
	/* several views of code may lie one above the other */
	if (listing->symbol && (shown->nr_refreshes != nr_refreshes || shown->start != listing->start))
		r = hist_source_code_like(&event->source, listing, ret, err);
	shown->nr_refreshes = nr_refreshes;
	shown->start = listing->start;
	end(event);
	return r == -ENOENT ? 1 : r;
}

/* code_view_host.code_at: likewise. */
static int top_tui_code_near(void *ctx, const struct code_listing *listing, uint64_t vaddr, struct code_listing *ret,
			     struct err *err)
{
	struct shown_code *shown = ctx;
	struct asked_event *event = begin(shown->event);
	int r = hist_source_code_near(&event->source, listing, vaddr, ret, err);
	end(event);
	return r;
}

struct view *top_tui_show_code(void *ctx, const struct result_source *source, uint64_t row, struct err *err)
{
	struct tui *tui = ctx;
	struct shown_code *shown = xcalloc(1, sizeof(*shown));
	*shown = (struct shown_code){ .event = source->ctx, .next = tui->codes };
	tui->codes = shown;
	const struct code_view_options options = {
		.hides_source = !tui->top->option->source,
		.host = { .ctx = shown,
			  .code_at = top_tui_code_near,
			  .refresh = top_tui_refresh_code,
			  .save = numbered_file_write },
	};
	return code_view_of_row(source, row, &options, err);
}

void top_tui_codes_done(struct tui *tui)
{
	for (struct shown_code *next; tui->codes; tui->codes = next) {
		next = tui->codes->next;
		free(tui->codes);
	}
}
