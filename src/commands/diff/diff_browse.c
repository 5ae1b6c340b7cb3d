/* Tables of all events are made first, since a view of one goes to the next at a key. */
#include "commands/diff/diff_browse.h"
#include <string.h>
#include "cli/console.h"
#include "commands/diff/diff_event.h"
#include "commands/option/numbered_file.h"
#include "commands/option/tui_option.h"
#include "render/listing/diff_judged_text.h"
#include "tui/view/diff_view.h"

/* An event with what is shown of it. */
struct browsed {
	struct diff_judgement judgement; /* where it is judged */
	struct table table;
	char *about;
};

bool diff_browse_is_for(const struct diff_values *values)
{
	return values->tui && !values->json && !values->markdown && !values->stream && !values->dump &&
	       !values->separator;
}

/* "[0] before.data (Baseline)" */
static void put_files(const struct diff_run *run, struct outbuf *out)
{
	for (size_t i = 0; i < run->nr_recordings; i++) {
		const char *role = i ? "" : " (Baseline)";
		if (run->is_judged) role = i < run->nr_before ? " (before)" : " (after)";
		out_printf(out, "[%zu] %s%s\n", i, run->paths[i], role);
	}
}

static void browsed_make(struct diff_run *run, const struct diff_event *event, struct browsed *ret)
{
	struct outbuf about;
	out_init(&about, -1);
	table_init(&ret->table);
	if (run->is_judged) {
		diff_event_judge(run, event, &ret->judgement);
		diff_judged_table(&ret->judgement, &event->diff, &ret->table);
		diff_judged_about(&ret->judgement, &about);
	} else {
		diff_event_table(run, event, &ret->table);
	}
	put_files(run, &about);
	out_char(&about, '\0');
	ret->about = xstrdup(about.data);
	out_done(&about);
}

static void browsed_done(struct browsed *browsed)
{
	table_done(&browsed->table);
	diff_judgement_done(&browsed->judgement);
	free(browsed->about);
}

static int show(const struct diff_view_options *options, struct err *err)
{
	struct screen *screen;
	int r = tui_option_open(&screen, err);
	if (r < 0) return r;
	struct ui *ui = ui_new(screen);
	ui_push(ui, diff_view_new(options));
	ui_run(ui);
	ui_free(ui);
	screen_close(screen);
	return 0;
}

int diff_browse(struct diff_run *run, struct err *err)
{
	size_t count = run->nr_events;
	if (!count) {
		console_warning("%s has no events with samples: there is nothing to compare.", run->paths[0]);
		return 0;
	}
	_free_ struct browsed *browsed = xcalloc(count, sizeof(*browsed));
	_free_ struct diff_view_event *events = xcalloc(count, sizeof(*events));
	for (size_t i = 0; i < count; i++) {
		browsed_make(run, &run->events[i], &browsed[i]);
		events[i] = (struct diff_view_event){ run->events[i].name, &browsed[i].table, browsed[i].about };
	}
	const struct diff_view_options options = {
		.events = events, .nr_events = count, .is_judged = run->is_judged, .save = numbered_file_write
	};
	int r = show(&options, err);
	for (size_t i = 0; i < count; i++) browsed_done(&browsed[i]);
	return r;
}
