#include "commands/stat_value.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/console.h"
#include "commands/option/event_value.h"
#include "commands/stat_option.h"
#include "event/spec/event_parse.h"

#define S stat_options

const struct event_catalogue *stat_value_catalogue(void) { return event_value_catalogue(&S.pmus); }

static bool is_of_cputype(void *ctx, const struct event_spec *spec)
{
	return !spec->is_core || !spec->pmu_name || strcmp(spec->pmu_name, S.cputype) == 0;
}

int stat_option_add_events(const char *text, struct err *err)
{
	size_t before = event_list_count(&S.events);
	int r = event_parse(&S.events, text, stat_value_catalogue(), EVENT_USE_COUNT, err);
	if (r >= 0 && S.cputype) event_list_keep(&S.events, before, is_of_cputype, NULL);
	return r;
}

static struct event_values values(void)
{
	return (struct event_values){
		.events = &S.events, .first_of_last = &S.last_events, .nr_cgroups = &S.nr_cgroups, .fs = S.counting.fs
	};
}

int stat_value_event(const struct option *option, const char *arg, bool unset)
{
	struct event_values v = values();
	size_t before = event_list_count(&S.events);
	int r = unset ? 0 : event_value_events(&v, arg, stat_value_catalogue(), EVENT_USE_COUNT);
	if (r >= 0 && S.cputype) event_list_keep(&S.events, before, is_of_cputype, NULL);
	return r;
}

int stat_value_filter(const struct option *option, const char *arg, bool unset)
{
	struct event_values v = values();
	return unset ? 0 : event_value_filter(&v, option, arg);
}

int stat_value_cgroup(const struct option *option, const char *arg, bool unset)
{
	struct event_values v = values();
	return unset ? 0 : event_value_cgroups(&v, option, arg);
}

int stat_value_finish_events(void)
{
	struct event_values v = values();
	event_value_warn(&S.events);
	return S.for_each_cgroup ? event_value_for_each_cgroup(&v, S.for_each_cgroup) : 0;
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
		return option_error(option, "Cache level must be of form L[1-9], or l[1-9], not %s", arg);
	if (level > LEVEL_MAX)
		return option_error(option, "perf only supports max cache level of %d, not %s.", LEVEL_MAX, arg);
	S.cache_level = (int32_t)level;
	return 0;
}

int stat_value_delay(const struct option *option, const char *arg, bool unset)
{
	int64_t ms = 0;
	if (!unset && option_number(arg, INT32_MIN, INT32_MAX, &ms) < 0)
		return option_error(option, " Error: option `delay' expects a numerical value, not `%s'", arg);
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
	if (strcmp(arg, "cpu") == 0 && !catalogue->find_pmu(catalogue->ctx, "cpu_core"))
		return 0; /* the only sort there is */
	if (!catalogue->find_pmu(catalogue->ctx, name))
		return option_error(option, "--cputype %s is not supported!", arg);
	S.cputype = name;
	return 0;
}

int stat_value_bpf(const struct option *option, const char *arg, bool unset)
{
	vec_clear(&S.bpf_programs);
	for (const char *at = arg; !unset;) {
		char *end;
		errno = 0;
		unsigned long id = strtoul(at, &end, 10);
		if (end == at || errno || id > UINT32_MAX || (*end && *end != ','))
			return option_error(option, "--%s takes numbers of programs: 17,42, not %s", option->long_name,
					    arg);
		vec_push(&S.bpf_programs, (uint32_t)id);
		if (!*end) break;
		at = end + 1;
	}
	S.bpf_program_text = unset ? NULL : arg;
	return 0;
}
