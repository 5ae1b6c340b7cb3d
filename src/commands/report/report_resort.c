/* A profile that was made once is taken again where it has the keys; another pass is made only where none has. */
#include "commands/report/report_resort.h"
#include <errno.h>
#include <string.h>
#include "analysis/pass/parallelism_pass.h"
#include "analysis/profile/rows/hist_pass.h"
#include "commands/report/report_ipc.h"

struct resorted {
	struct hist_layout layout;
	struct hist *hist;
	struct hist_event ***events; /* of each of report->profiles */
};

static void resorted_free(const struct report *report, struct resorted *made)
{
	for (size_t i = 0; made->events && i < report->profiles.count; i++) free(made->events[i]);
	free(made->events);
	hist_free(made->hist);
	hist_layout_done(&made->layout);
	free(made);
}

/* The keys' own names, with commas in between: "sym" is "symbol". */
static char *names_of(const struct hist_layout *layout)
{
	struct strbuf names = STRBUF_INIT;
	for (size_t i = 0; i < layout->keys.count; i++)
		strbuf_printf(&names, "%s%s", i ? "," : "", layout->keys.items[i]->name);
	return strbuf_take(&names);
}

static bool has_keys(const struct hist_layout *layout, const char *names)
{
	struct hist_layout picked = *layout;
	memset(&picked.columns, 0, sizeof(picked.columns));
	memset(&picked.order, 0, sizeof(picked.order));
	memset(&picked.keys, 0, sizeof(picked.keys));
	hist_layout_pick(layout, names, &picked);
	bool has = picked.keys.count > 0;
	hist_layout_free_picked(&picked);
	return has;
}

/* NULL: the report's own. */
static void show(struct report_resort *resort, const struct resorted *made)
{
	struct report *report = resort->report;
	resort->shown = made ? made->hist : report->hist;
	for (size_t i = 0; i < report->profiles.count; i++) {
		struct hist_source *source = &resort->sources[i];
		source->hist = made ? made->hist : report->hist;
		source->layout = made ? &made->layout : &report->layout;
		source->events = made ? made->events[i] : report->profiles.items[i].events;
	}
}

/* The event of the profile that is the same of the recording. */
static struct hist_event *event_like(struct hist *hist, struct hist_event *like)
{
	for (size_t i = 0; i < hist_nr_events(hist); i++)
		if (hist_totals(hist_event_at(hist, i))->event == hist_totals(like)->event)
			return hist_event_at(hist, i);
	return NULL;
}

static void find_events(const struct report *report, struct resorted *made)
{
	made->events = xcalloc(report->profiles.count + 1, sizeof(*made->events));
	for (size_t i = 0; i < report->profiles.count; i++) {
		const struct report_profile *profile = &report->profiles.items[i];
		made->events[i] = xcalloc(profile->nr_events + 1, sizeof(**made->events));
		for (size_t n = 0; n < profile->nr_events; n++)
			made->events[i][n] = event_like(made->hist, profile->events[n]);
	}
}

/* The layout is there; counts the samples. */
static int collect(const struct report *report, struct resorted *made, struct err *err)
{
	struct hist_options options = report->hist_options;
	int r = 0;
	if (hist_layout_has(&made->layout, "parent") && !report->has_chains && !options.parent_regex)
		return err_set(err, -EINVAL, "There are no call chains to sort by parent: record with -g");
	if (hist_layout_has_parallelism(&made->layout))
		r = parallelism_collect(report->session, parallelism_source_of(report->session), err);
	if (r < 0) return r;
	hist_layout_hide_filtered(&made->layout, &report->filter);
	options.keys = made->layout.keys.items;
	options.nr_keys = made->layout.keys.count;
	options.sums = made->layout.sums;
	if ((r = hist_collect(report->session, &options, &made->hist, err)) < 0) return r;
	if ((r = report_ipc_find(report, &made->layout, made->hist, err)) < 0) return r;
	if (!hist_ran_parallel(made->hist)) hist_layout_hide_latency(&made->layout);
	find_events(report, made);
	return 0;
}

/* The table of the one that is shown is still on the screen. */
static void forget_old(struct report_resort *resort)
{
	size_t left = 0;
	for (size_t i = 0; i < resort->made.count; i++) {
		struct resorted *made = resort->made.items[i];
		if (made->hist == resort->shown) resort->made.items[left++] = made;
		else resorted_free(resort->report, made);
	}
	resort->made.count = left;
}

int report_resort(void *ctx, const char *sort, char **ret_names, struct err *err)
{
	struct report_resort *resort = ctx;
	struct report *report = resort->report;
	struct hist_layout_options wanted = report->layout_options;
	const char *wrong_option;
	wanted.sort = sort;
	wanted.fields = NULL;
	*ret_names = NULL;
	if (!sort) return show(resort, NULL), 0;
	struct resorted *made = xcalloc(1, sizeof(*made));
	int r = hist_layout_make(&made->layout, &wanted, &wrong_option, err);
	if (r < 0) return free(made), r;
	_free_ char *names = names_of(&made->layout);
	const struct resorted *known = NULL;
	for (size_t i = 0; i < resort->made.count && !known; i++)
		if (has_keys(&resort->made.items[i]->layout, names)) known = resort->made.items[i];
	if (known || has_keys(&report->layout, names)) {
		resorted_free(report, made);
		show(resort, known);
	} else if ((r = collect(report, made, err)) < 0) {
		resorted_free(report, made);
		return r;
	} else {
		forget_old(resort);
		vec_push(&resort->made, made);
		show(resort, made);
	}
	*ret_names = take(names);
	return 0;
}

void report_resort_done(struct report_resort *resort)
{
	for (size_t i = 0; i < resort->made.count; i++) resorted_free(resort->report, resort->made.items[i]);
	vec_done(&resort->made);
}
