#include "commands/stat_value.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/console.h"
#include "commands/machine_root.h"
#include "commands/stat_option.h"
#include "event/event_parse.h"
#include "kernel/cgroup.h"

#define S stat_options

const struct event_catalogue *stat_value_catalogue(void)
{
	static struct event_catalogue value;
	if (!S.pmus) {
		S.pmus = pmus_new(machine_root(), getenv("PERF_DEBUGFS_DIR"));
		value = pmus_catalogue(S.pmus);
	}
	return &value;
}

int stat_option_add_events(const char *text, struct err *err)
{
	return event_parse(&S.events, text, stat_value_catalogue(), EVENT_USE_COUNT, err);
}

int stat_value_event(const struct option *option, const char *arg, bool unset)
{
	_err_done_ struct err err = ERR_INIT;
	size_t before = event_list_count(&S.events);
	if (unset) return 0;
	if (stat_option_add_events(arg, &err) < 0) {
		console_err(&err);
		fprintf(stderr, "Run 'perf list' for a list of valid events\n");
		return -1;
	}
	S.last_events = before;
	return 0;
}

int stat_value_filter(const struct option *option, const char *arg, bool unset)
{
	if (unset) return 0;
	for (size_t i = S.last_events; i < event_list_count(&S.events); i++)
		if (event_list_get(&S.events, i)->attr.type != ATTR_TYPE_TRACEPOINT) goto wrong;
	if (!event_list_count(&S.events)) goto wrong;
	for (size_t i = S.last_events; i < event_list_count(&S.events); i++) {
		struct event_spec *spec = event_list_get(&S.events, i);
		char *both = spec->filter ? xasprintf("(%s) && (%s)", spec->filter, arg) : xstrdup(arg);
		free(spec->filter);
		spec->filter = both;
	}
	return 0;
wrong:
	return option_error(option, "--filter option should follow a -e tracepoint or HW tracer option");
}

static void set_cgroup(struct event_spec *spec, const char *name)
{
	free(spec->cgroup);
	spec->cgroup = *name ? xstrdup(name) : NULL;
}

/* Each name is for the event of its place; a name that stays the only one is for all events before it. */
int stat_value_cgroup(const struct option *option, const char *arg, bool unset)
{
	if (unset) return 0;
	if (!event_list_count(&S.events)) return option_error(option, "must define events before cgroups");
	_free_ char *copy = xstrdup(arg);
	for (char *name, *rest = copy; (name = strsep(&rest, ","));) {
		if (S.nr_cgroups >= event_list_count(&S.events)) return option_error(option, "must define events before cgroups");
		int fd = *name ? cgroup_open(S.counting.fs, name) : -1;
		if (*name && fd < 0) return option_error(option, "no access to cgroup %s: %s", name, strerror(-fd));
		if (fd >= 0) close(fd);
		set_cgroup(event_list_get(&S.events, S.nr_cgroups++), name);
	}
	if (S.nr_cgroups == 1)
		for (size_t i = 1; i < event_list_count(&S.events); i++) set_cgroup(event_list_get(&S.events, i), arg);
	return 0;
}

int stat_value_metrics(const struct option *option, const char *arg, bool unset)
{
	static char *all;
	char *both = unset ? NULL : all ? xasprintf("%s,%s", all, arg) : xstrdup(arg);
	free(all);
	S.metrics = all = both;
	return 0;
}

int stat_value_cache(const struct option *option, const char *arg, bool unset)
{
	enum { LEVEL_MAX = 4 };
	S.aggr = unset ? STAT_AGGR_GLOBAL : STAT_AGGR_CACHE;
	S.cache_level = 0;
	if (unset || !arg) return 0;
	int64_t level;
	if ((arg[0] != 'l' && arg[0] != 'L') || option_number(arg + 1, 1, INT32_MAX, &level) < 0)
		return option_error(option, "Cache level must be of form L[1-9], or l[1-9]");
	if (level > LEVEL_MAX) return option_error(option, "perf only supports max cache level of %d.", LEVEL_MAX);
	S.cache_level = (int32_t)level;
	return 0;
}

int stat_value_delay(const struct option *option, const char *arg, bool unset)
{
	int64_t ms = 0;
	if (!unset && option_number(arg, INT32_MIN, INT32_MAX, &ms) < 0) return option_error(option, "expects a numerical value");
	S.counting.delay_ms = ms < 0 ? -1 : ms;
	return 0;
}

int stat_value_iostat(const struct option *option, const char *arg, bool unset)
{
	return unset ? 0 : option_error(option, "Unsupported uncore pmu configuration");
}

/* Hybrid machines name their sorts of CPUs by PMU: cpu_core, cpu_atom. */
int stat_value_cputype(const struct option *option, const char *arg, bool unset)
{
	const struct event_catalogue *catalogue = stat_value_catalogue();
	S.cputype = NULL;
	if (unset) return 0;
	static char *name;
	free(name);
	name = xasprintf("cpu_%s", arg);
	if (event_list_count(&S.events)) return option_error(option, "Must define cputype before events/metrics");
	if (!catalogue->find_pmu(catalogue->ctx, name)) return option_error(option, "--cputype %s is not supported!", arg);
	S.cputype = name;
	return 0;
}

int stat_value_bpf(const struct option *option, const char *arg, bool unset)
{
	return unset ? 0 : option_error(option, "Counting with BPF programs (--%s) is not available in this build", option->long_name);
}
