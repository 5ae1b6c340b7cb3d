/* Values of perf stat's options, one function an option. Events go through commands/option/event_value, as in perf
 * record. */
#include "commands/stat/stat_value.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/console.h"
#include "commands/option/event_value.h"
#include "commands/stat/stat_option.h"
#include "event/spec/event_parse.h"

const struct event_catalogue *stat_value_catalogue(struct stat_options *options)
{
	return event_value_catalogue(&options->pmus, &options->catalogue);
}

/* For event_list_keep. --cputype: events of other kinds of cores are dropped; those that are of no core (software,
 * tracepoints, uncore) stay. --pmu-filter: only what that PMU counts stays. */
static bool stat_value_is_wanted(void *ctx, const struct event_spec *spec)
{
	const struct stat_options *options = ctx;
	if (options->pmu_filter && !(spec->pmu_name && strcmp(spec->pmu_name, options->pmu_filter) == 0)) return false;
	return !options->cputype || !spec->is_core || !spec->pmu_name || strcmp(spec->pmu_name, options->cputype) == 0;
}

/* Drops what --cputype and --pmu-filter leave out of the events that were added behind `before`. 0, or -ENOENT when no
 * event of the text is left, which is said. */
static int keep_wanted(struct stat_options *options, size_t before, const char *text)
{
	bool any = event_list_count(&options->events) > before;
	if (!options->cputype && !options->pmu_filter) return 0;
	event_list_keep(&options->events, before, stat_value_is_wanted, options);
	if (!options->pmu_filter || !any || event_list_count(&options->events) > before) return 0;
	fprintf(stderr, "--pmu-filter %s: the PMU has no event of '%s'\n", options->pmu_filter, text);
	return -ENOENT;
}

int stat_option_add_events(struct stat_options *options, const char *text, struct err *err)
{
	size_t before = event_list_count(&options->events);
	int r = event_parse(&options->events, text, stat_value_catalogue(options), EVENT_USE_COUNT, err);
	if (r >= 0) (void)keep_wanted(options, before, text);
	return r;
}

/* What event_value.h changes, as members of the options. */
static struct event_values values(struct stat_options *options)
{
	return (struct event_values){ .events = &options->events,
				      .first_of_last = &options->last_events,
				      .nr_cgroups = &options->nr_cgroups,
				      .fs = options->counting.fs };
}

int stat_value_event(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	struct event_values v = values(options);
	size_t before = event_list_count(&options->events);
	int r = unset ? 0 : event_value_events(&v, arg, stat_value_catalogue(options), EVENT_USE_COUNT);
	return r < 0 || unset ? r : keep_wanted(options, before, arg);
}

int stat_value_filter(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	struct event_values v = values(options);
	return unset ? 0 : event_value_filter(&v, option, arg);
}

int stat_value_cgroup(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	struct event_values v = values(options);
	return unset ? 0 : event_value_cgroups(&v, option, arg);
}

int stat_value_finish_events(struct stat_options *options)
{
	struct event_values v = values(options);
	event_value_warn(&options->events);
	return options->for_each_cgroup ? event_value_for_each_cgroup(&v, options->for_each_cgroup) : 0;
}

/* Several -M are one list. */
int stat_value_metrics(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	char *both = NULL;
	if (!unset) both = options->metrics ? xasprintf("%s,%s", options->metrics, arg) : xstrdup(arg);
	free(options->metrics);
	options->metrics = both;
	return 0;
}

/* Without a level the last one, which the machine's topology tells. */
int stat_value_cache(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	enum { LEVEL_MAX = 4 };
	options->aggr = unset ? STAT_AGGR_GLOBAL : STAT_AGGR_CACHE;
	options->cache_level = 0;
	if (unset || !arg) return 0;
	int64_t level;
	if ((arg[0] != 'l' && arg[0] != 'L') || option_number(arg + 1, 1, INT32_MAX, &level) < 0)
		return option_error(option, "Cache level must be of form L[1-9], or l[1-9], not %s", arg);
	if (level > LEVEL_MAX)
		return option_error(option, "perf only supports max cache level of %d, not %s.", LEVEL_MAX, arg);
	options->cache_level = (int32_t)level;
	return 0;
}

/* Milliseconds; any negative number means that events stay off until they are switched on (--control). */
int stat_value_delay(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	int64_t ms = 0;
	if (!unset && option_number(arg, INT32_MIN, INT32_MAX, &ms) < 0)
		return option_error(option, " Error: option `delay' expects a numerical value, not `%s'", arg);
	options->counting.delay_ms = ms < 0 ? -1 : ms;
	return 0;
}

/* Hybrid machines name their sorts of CPUs by PMU: cpu_core, cpu_atom. It holds for events behind it, and so has to
 * stand in front of all. */
int stat_value_cputype(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	const struct event_catalogue *catalogue = stat_value_catalogue(options);
	free(options->cputype);
	options->cputype = NULL;
	if (unset) return 0;
	_free_ char *name = xasprintf("cpu_%s", arg);
	if (event_list_count(&options->events))
		return option_error(option, "Must define cputype before events/metrics");
	if (strcmp(arg, "cpu") == 0 && !catalogue->find_pmu(catalogue->ctx, "cpu_core"))
		return 0; /* the only sort there is */
	if (!catalogue->find_pmu(catalogue->ctx, name))
		return option_error(option, "--cputype %s is not supported!", arg);
	options->cputype = take(name);
	return 0;
}

/* As --cputype it holds for events behind it. */
int stat_value_pmu_filter(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	const struct event_catalogue *catalogue = stat_value_catalogue(options);
	options->pmu_filter = NULL;
	if (unset) return 0;
	if (event_list_count(&options->events))
		return option_error(option, "Must define pmu-filter before events/metrics");
	if (!catalogue->find_pmu(catalogue->ctx, arg))
		return option_error(option, "there is no PMU %s (perf list has the events of each)", arg);
	options->pmu_filter = arg;
	return 0;
}

/* Ids of loaded BPF programs, as `bpftool prog` shows them. */
int stat_value_bpf(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	vec_clear(&options->bpf_programs);
	for (const char *at = arg; !unset;) {
		char *end;
		errno = 0;
		unsigned long id = strtoul(at, &end, 10);
		if (end == at || errno || id > UINT32_MAX || (*end && *end != ','))
			return option_error(option, "--%s takes numbers of programs: 17,42, not %s", option->long_name,
					    arg);
		vec_push(&options->bpf_programs, (uint32_t)id);
		if (!*end) break;
		at = end + 1;
	}
	options->bpf_program_text = unset ? NULL : arg;
	return 0;
}
