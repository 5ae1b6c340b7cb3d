/* perf top on a terminal: what its files share. */
#ifndef COMMANDS_TOP_TOP_TUI_H
#define COMMANDS_TOP_TOP_TUI_H

#include <stdatomic.h>
#include "analysis/profile/answers/hist_source.h"
#include "commands/top/top_show.h"
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
	/* When weights were asked for last, and of which function. */
	uint64_t nr_refreshes, start;
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
	bool has_told; /* that there are remarks */
	_Atomic bool has_news, ends, paused;
};

/* What a view asks about an event: answers of event->inner, which is set, under the lock. */
struct result_source top_tui_source_of(struct asked_event *event);
/* hist_source.annotate; ctx: the struct tui. */
const struct annotate *top_tui_annotate(void *ctx, struct err *err);
/* profile_view_host.code: the view goes on with what comes in. */
struct view *top_tui_show_code(void *ctx, const struct result_source *source, uint64_t row, struct err *err);
void top_tui_codes_done(struct tui *tui);

#endif
