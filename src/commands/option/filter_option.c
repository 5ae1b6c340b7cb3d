/* Which samples of a recording: what -C, --comms, --time and the like were given, made into the filter of
 * analysis/pass. */
#include "commands/option/filter_option.h"
#include <errno.h>

/* Task lists that make no sense end the command with a message, and yet with success: so upstream does, and scripts
 * rely on it. */
static int parse_tasks(struct number_list *list, const char *text, const char *what, int *ret_status, struct err *err)
{
	int r = number_list_parse(list, text, err);
	if (r == 0) return 0;
	*ret_status = 0;
	return err_set(err, r, "problems parsing %s list: --%s expects numbers such as 12,34, not `%s'", what, what,
		       text);
}

/* Events of the kernel's own kinds have samples that the recorder could have asked the CPU of; a trace of a thread has
 * no CPU to be asked. */
static bool lacks_cpu(const struct perf_event *event) { return !(event->attr.sample_type & SAMPLE_CPU); }

/* -C can only choose when every event recorded its CPU; of hardware traces of threads it shows all. */
static int parse_cpus(const struct filter_option_values *v, const struct session *session, struct sample_filter *filter,
		      struct err *err)
{
	const struct perf_events *events = session_events(session);
	bool is_traced = session_totals(session)->trace_type != 0, some_lack = false;
	for (size_t i = 0; i < events->count; i++) {
		some_lack |= lacks_cpu(events->items[i]);
		if (lacks_cpu(events->items[i]) && !is_traced)
			return err_set(err, -EINVAL, "File does not contain CPU events. Remove -C option to proceed.");
	}
	if (some_lack)
		warnings_add(session_warnings(session), "-C",
			     "samples of a trace that was recorded by thread have no CPU, and are all shown");
	filter->by_cpu = true;
	int r = number_list_parse(&filter->cpus, v->cpus, err);
	return r < 0 ? err_set(err, r, "Invalid cpu_list") : 0;
}

/* The first list that cannot be read ends it. Times may be percents of the recording: that is why it must be open. */
int filter_values_parse(const struct filter_option_values *v, const struct session *session, struct sample_filter *f,
			int *ret_status, struct err *err)
{
	const struct session_totals *totals = session_totals(session);
	int r = 0;

	f->socket = -1;
	f->header = session_header(session);
	f->hides_host = !machines_option_has(v->machines, "host");
	f->hides_guests = !machines_option_has(v->machines, "guest");
	if (v->comms) r = name_list_parse(&f->comms, v->comms, err);
	if (r == 0 && v->dsos) r = name_list_parse(&f->dsos, v->dsos, err);
	if (r == 0 && v->symbols) r = name_list_parse(&f->symbols, v->symbols, err);
	if (r == 0 && v->pids) r = parse_tasks(&f->pids, v->pids, "pid", ret_status, err);
	if (r == 0 && v->tids) r = parse_tasks(&f->tids, v->tids, "tid", ret_status, err);
	if (r == 0 && v->time) {
		f->by_time = true;
		r = time_ranges_parse(&f->times, v->time, totals->first_sample_ns, totals->last_sample_ns, err);
		if (r < 0) *ret_status = FILTER_OPTION_BAD_TIME;
	}
	if (r == 0 && v->cpus) r = parse_cpus(v, session, f, err);
	return r;
}

/* The recording's event of that name. *ret is left alone where no name is given. */
static int find_event(const struct perf_events *events, const char *name, const char *option,
		      const struct perf_event **ret, struct err *err)
{
	for (size_t i = 0; name && i < events->count; i++)
		if (strcmp(events->items[i]->name, name) == 0) {
			*ret = events->items[i];
			return 0;
		}
	if (!name) return 0;
	err_set(err, -ENOENT, "ERROR: switch-%s event not found (%s)", option, name);
	err_hint(err, "HINT:  use 'perf evlist' to see the available event names");
	return -ENOENT;
}

/* Names that are no events of the recording are an error: nothing would ever be shown. */
int filter_values_switch(const struct filter_option_values *v, struct session *session,
			 struct event_switch *event_switch, int *ret_status, struct err *err)
{
	const struct perf_event *on = NULL, *off = NULL;
	int r = find_event(session_events(session), v->switch_on, "on", &on, err);
	if (r == 0) r = find_event(session_events(session), v->switch_off, "off", &off, err);
	if (r < 0) {
		*ret_status = FILTER_OPTION_NO_EVENT;
		return r;
	}
	return event_switch_find(event_switch, session, on, off, v->show_on_off, err);
}
