/* Filters of events. A filter belongs to the events of the -e in front of it: the caller gives the index of the first
 * of them. All are checked before any is changed, so that a failure leaves the list as it was. */
#include "event/spec/event_filter.h"

#include <errno.h>
#include <string.h>
#include "event/spec/address_filter.h"
#include "event/spec/sample_filter_parse.h"

static bool is_tracepoint(const struct event_spec *spec) { return spec->tracepoint_name != NULL; }

/* Tracepoints take one expression; filters by address are a list. */
static void join(struct event_spec *spec, const char *text)
{
	char *both;
	if (!spec->filter) both = xstrdup(text);
	else if (is_tracepoint(spec)) both = xasprintf("(%s) && (%s)", spec->filter, text);
	else both = xasprintf("%s,%s", spec->filter, text);
	free(spec->filter);
	spec->filter = both;
}

/* Whether text is a list of ranges of addresses; what it says is thrown away here and parsed again by whoever sets
 * it. */
static int check_ranges(const char *text, struct err *err)
{
	struct address_filters filters = ADDRESS_FILTERS_INIT;
	int r = address_filters_parse(text, &filters, err);
	address_filters_done(&filters);
	return r;
}

/* Upstream's message; kinds says which events the option is for. */
static int wrong_events(const char *option, const char *kinds, struct err *err)
{
	return err_set(err, -EINVAL, "--%s option should follow a -e %s option", option, kinds);
}

/* Samples' own filters are joined as conditions that all hold. */
static void join_samples(struct event_spec *spec, const char *text)
{
	char *all = spec->sample_filter ? xasprintf("%s, %s", spec->sample_filter, text) : xstrdup(text);
	free(spec->sample_filter);
	spec->sample_filter = all;
}

/* All that runs is stepped: a filter would have to step there, too. */
static int stepped_events(const char *option, struct err *err)
{
	(void)err_set(err, -EINVAL, "--%s does not go with single_step, which steps all that runs", option);
	err_hint(err,
		 "-D START-END, or --control with enable and disable, step a part of the time; of a trace, perf script "
		 "--graph-function FUNCTION shows a part");
	return -EINVAL;
}

/* any: events that are neither tracepoints nor traces may be meant, by a filter of samples. */
static int add(struct event_list *list, size_t first, const char *text, const char *option, bool any, struct err *err)
{
	static const char kinds[] = "tracepoint or HW tracer";
	size_t count = event_list_count(list);
	if (first >= count) return wrong_events(option, kinds, err);
	for (size_t i = first; i < count; i++) {
		const struct event_spec *spec = event_list_get(list, i);
		struct sample_filter samples = { 0 };
		if (is_tracepoint(spec)) continue;
		if (spec->is_stepped) return stepped_events(option, err);
		if (!spec->nr_addr_filters && !any) return wrong_events(option, kinds, err);
		int r = spec->nr_addr_filters ? check_ranges(text, err) : sample_filter_parse(&samples, text, err);
		if (r < 0) return r;
	}
	for (size_t i = first; i < count; i++) {
		struct event_spec *spec = event_list_get(list, i);
		if (is_tracepoint(spec) || spec->nr_addr_filters) join(spec, text);
		else join_samples(spec, text);
	}
	return 0;
}

int event_filter_add(struct event_list *list, size_t first, const char *text, const char *option, struct err *err)
{
	return add(list, first, text, option, false, err);
}

int event_filter_add_any(struct event_list *list, size_t first, const char *text, const char *option, struct err *err)
{
	return add(list, first, text, option, true, err);
}

int event_filter_exclude_pid(struct event_list *list, size_t first, int32_t pid, const char *option, struct err *err)
{
	size_t count = event_list_count(list);
	_free_ char *text = xasprintf("common_pid != %d", pid);
	if (first >= count) return wrong_events(option, "tracepoint", err);
	for (size_t i = first; i < count; i++)
		if (!is_tracepoint(event_list_get(list, i))) return wrong_events(option, "tracepoint", err);
	for (size_t i = first; i < count; i++) join(event_list_get(list, i), text);
	return 0;
}
