#include "commands/report/report_baseline.h"
#include <errno.h>
#include <string.h>
#include "analysis/profile/answers/hist_flame.h"
#include "analysis/profile/rows/hist_pass.h"

/* What is read of the other recording; all of it is gone when its tree is made. */
struct baseline {
	struct session_option_values values;
	struct session *session;
	struct sample_filter filter;
	struct event_switch event_switch;
	struct hist_layout layout;
	struct hist *hist;
};

static int open_baseline(const struct report *report, struct baseline *b, struct err *err)
{
	const struct report_values *v = report->values;
	const char *wrong_option;
	int status;
	b->values = v->session;
	b->values.input = v->baseline;
	struct session_options options = session_values_options(&b->values, NULL, report->warnings);
	options.keep_exited_tasks = true;
	int r = session_open(&options, &b->session, err);
	if (r == 0) r = session_values_prepare(&b->values, b->session, err);
	if (r == 0) r = filter_values_parse(&v->filter, b->session, &b->filter, &status, err);
	if (r == 0) r = filter_values_switch(&v->filter, b->session, &b->event_switch, &status, err);
	if (r < 0) return r;
	b->filter.socket = v->socket;
	b->filter.symbol_part = v->symbol_part;
	struct hist_layout_options layout = { .sort = v->sort,
					      .fields = v->fields,
					      .children = report->hist_options.children,
					      .events = session_events(b->session),
					      .header = session_header(b->session),
					      .default_sort = "comm,dso,sym" };
	return hist_layout_make(&b->layout, &layout, &wrong_option, err);
}

static int read_baseline(const struct report *report, struct baseline *b, struct err *err)
{
	struct hist_options options = report->hist_options;
	options.keys = b->layout.keys.items;
	options.nr_keys = b->layout.keys.count;
	options.sums = b->layout.sums;
	options.filter = &b->filter;
	options.event_switch = &b->event_switch;
	options.keep_samples = false;
	return hist_collect(b->session, &options, &b->hist, err);
}

static struct hist_event *find_event(const struct baseline *b, const char *name)
{
	for (size_t i = 0; i < hist_nr_events(b->hist); i++)
		if (strcmp(hist_totals(hist_event_at(b->hist, i))->event->name, name) == 0)
			return hist_event_at(b->hist, i);
	return NULL;
}

int report_baseline(const struct report *report, const char *event, struct flame **ret, struct err *err)
{
	struct baseline b = { .session = NULL };
	int r = open_baseline(report, &b, err);
	if (r == 0) r = read_baseline(report, &b, err);
	struct hist_event *found = r == 0 ? find_event(&b, event) : NULL;
	if (found) *ret = hist_flame(b.hist, found, NULL, NULL);
	else if (r == 0)
		r = err_set(err, -EINVAL, "%s has no event '%s' to compare with.", report->values->baseline, event);
	hist_free(b.hist);
	hist_layout_done(&b.layout);
	sample_filter_done(&b.filter);
	event_switch_done(&b.event_switch);
	session_close(b.session);
	return r;
}
