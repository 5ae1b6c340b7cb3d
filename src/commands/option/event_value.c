/* Lists of events as options change them. A filter and a control group are for the events before them on the command
 * line: where those of the last -e begin is kept beside the list. */
#include "commands/option/event_value.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/console.h"
#include "commands/option/event_tables.h"
#include "kernel/machine_root.h"
#include "event/spec/address_filter.h"
#include "event/spec/event_cgroup.h"
#include "event/spec/event_filter.h"
#include "event/spec/event_parse.h"
#include "kernel/cgroup.h"
#include "probe/search/probe_find.h"

/* Called by pmus when the first of the vendors' events is asked for: most commands never need the tables. */
static struct vendor_tables *event_value_load_tables(void *ctx) { return event_tables_load(); }

const struct event_catalogue *event_value_catalogue(struct pmus **pmus, struct event_catalogue *ret)
{
	/* PMUs are made once and read sysfs as they are asked; PERF_DEBUGFS_DIR is where upstream looks for tracefs. */
	if (!*pmus) {
		*pmus = pmus_new(machine_root(), getenv("PERF_DEBUGFS_DIR"));
		pmus_set_tables(*pmus, event_value_load_tables, NULL);
	}
	*ret = pmus_catalogue(*pmus);
	return ret;
}

/* A mistake ends the command, so what was appended before it does no harm. first_of_last moves only when all of text
 * could be parsed. */
int event_value_events(const struct event_values *values, const char *text, const struct event_catalogue *catalogue,
		       enum event_use use)
{
	_err_done_ struct err err = ERR_INIT;
	size_t before = event_list_count(values->events);
	if (event_parse(values->events, text, catalogue, use, &err) < 0) {
		console_err(&err);
		fprintf(stderr, "Run 'perf list' for a list of valid events\n");
		return -1;
	}
	*values->first_of_last = before;
	return 0;
}

/* An error with a hint is printed as it is; one without is told in the option's name. */
static int refuse(const struct option *option, const struct err *err)
{
	if (!err->hint) return option_error(option, "%s", err->message);
	console_err(err);
	return -1;
}

/* Makes numbers of the symbols in address filters, when one of the last -e's events takes such filters; ret stays
 * empty otherwise: other filters are the kernel's to judge. */
static int resolve_ranges(const struct event_values *values, const char *text, struct strbuf *ret, struct err *err)
{
	for (size_t i = *values->first_of_last; i < event_list_count(values->events); i++)
		if (event_list_get(values->events, i)->nr_addr_filters)
			return address_symbols_resolve(text, values->fs, ret, err);
	return 0;
}

/* The PMU says how many ranges it can compare (nr_addr_filters in sysfs). */
static int check_nr_ranges(const struct event_values *values, struct err *err)
{
	for (size_t i = *values->first_of_last; i < event_list_count(values->events); i++) {
		const struct event_spec *spec = event_list_get(values->events, i);
		_cleanup_(address_filters_done) struct address_filters filters = ADDRESS_FILTERS_INIT;
		if (!spec->nr_addr_filters || !spec->filter || address_filters_parse(spec->filter, &filters, NULL) < 0)
			continue;
		if (filters.items.count > spec->nr_addr_filters)
			return err_set(err, -EINVAL, "Error: number of address filters (%zu) exceeds maximum (%u)",
				       filters.items.count, spec->nr_addr_filters);
	}
	return 0;
}

/* Not all of text is known to be right here: filters of tracepoints are checked by the kernel when they are set. */
int event_value_filter(const struct event_values *values, const struct option *option, const char *text)
{
	_err_done_ struct err err = ERR_INIT;
	_strbuf_done_ struct strbuf ranges = STRBUF_INIT;
	int r = resolve_ranges(values, text, &ranges, &err);
	const char *filter = ranges.size ? strbuf_text(&ranges) : text;
	size_t first = *values->first_of_last;
	if (r >= 0 && values->filters_samples)
		r = event_filter_add_any(values->events, first, filter, option->long_name, &err);
	else if (r >= 0) r = event_filter_add(values->events, first, filter, option->long_name, &err);
	if (r >= 0) r = check_nr_ranges(values, &err);
	return r < 0 ? refuse(option, &err) : 0;
}

int event_value_exclude_perf(const struct event_values *values, const struct option *option)
{
	_err_done_ struct err err = ERR_INIT;
	int r = event_filter_exclude_pid(values->events, *values->first_of_last, getpid(), option->long_name, &err);
	return r < 0 ? refuse(option, &err) : 0;
}

/* 0, or a negative errno when there is no such group or nobody may look at it. */
static int check_cgroup(const struct kernelfs *fs, const char *name)
{
	int fd = cgroup_open(fs, name);
	if (fd < 0) return fd;
	close(fd);
	return 0;
}

int event_value_cgroups(const struct event_values *values, const struct option *option, const char *names)
{
	_err_done_ struct err err = ERR_INIT;
	_free_ char *copy = xstrdup(names);
	/* Each group is looked for now: an event would fail to open later with a message about the event. */
	for (char *name, *rest = copy; event_list_count(values->events) && (name = strsep(&rest, ","));) {
		int r = *name ? check_cgroup(values->fs, name) : 0;
		if (r < 0) return option_error(option, "no access to cgroup %s: %s", name, strerror(-r));
	}
	return event_cgroup_assign(values->events, names, values->nr_cgroups, &err) < 0 ? refuse(option, &err) : 0;
}

/* A pattern that fits no group, or only groups that cannot be opened, is an error; single ones that cannot be opened
 * are not, since groups come and go while they are listed. */
int event_value_for_each_cgroup(const struct event_values *values, const char *names)
{
	_err_done_ struct err err = ERR_INIT;
	_cleanup_(cgroup_names_done) struct cgroup_names all = { VEC_INIT }, chosen = { VEC_INIT },
							 usable = { VEC_INIT };
	(void)cgroup_list(values->fs, &all);
	int r = event_cgroup_select(names, &all, &chosen, &err);
	for (size_t i = 0; i < chosen.names.count; i++) {
		int code = check_cgroup(values->fs, chosen.names.items[i]);
		if (code < 0) fprintf(stderr, "no access to cgroup %s: %s\n", chosen.names.items[i], strerror(-code));
		else vec_push(&usable.names, xstrdup(chosen.names.items[i]));
	}
	if (r >= 0 && !usable.names.count) r = err_set(&err, -EINVAL, "no cgroup matched: %s", names);
	if (r < 0) {
		console_err(&err);
		return r;
	}
	event_cgroup_expand(values->events, &usable);
	return 0;
}

/* Under -v also the ranges that the kernel will compare, which may come from symbols. */
void event_value_warn(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++) {
		const struct event_spec *spec = event_list_get(events, i);
		if (spec->nr_addr_filters && spec->filter) console_verbose(1, "Address filter: %s", spec->filter);
	}
	if (events->regrouped && !console.quiet) fprintf(stderr, "WARNING: events were regrouped to match PMUs\n");
}
