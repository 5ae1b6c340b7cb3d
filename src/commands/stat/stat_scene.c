#include "commands/stat/stat_scene.h"

#include <string.h>
#include "event/pmu/pmu.h"
#include "kernel/cpu_topology.h"
#include "kernel/procfs.h"

static const char *pmu_of(const struct event_spec *spec)
{
	if (spec->pmu_name) return spec->pmu_name;
	if (spec->is_default) return NULL;
	switch (spec->attr.type) {
	case ATTR_TYPE_SOFTWARE: return "software";
	case ATTR_TYPE_TRACEPOINT: return "tracepoint";
	case ATTR_TYPE_BREAKPOINT: return "breakpoint";
	default: return "cpu";
	}
}

/* The events that one name made on several PMUs of a kind: uncore_imc_0, uncore_imc_1, ... */
static bool belong_together(const struct event_spec *a, const struct event_spec *b)
{
	uint64_t number;
	if (a->is_core || !a->pmu_name || !b->pmu_name || strcmp(a->pmu_name, b->pmu_name) == 0 ||
	    strcmp(a->name, b->name) != 0)
		return false;
	if (strcmp(a->cgroup ? a->cgroup : "", b->cgroup ? b->cgroup : "") != 0) return false;
	size_t n = pmu_name_stem(a->pmu_name, &number);
	return n == pmu_name_stem(b->pmu_name, &number) && strncmp(a->pmu_name, b->pmu_name, n) == 0;
}

static size_t merged_into(const struct event_list *events, const struct stat_event *known, size_t i)
{
	const struct event_spec *spec = event_list_get(events, i);
	for (size_t k = i; spec->pmu_name && !spec->is_core && k--;) /* members of groups do not stand side by side */
		if (known[k].merged_into == k && belong_together(spec, event_list_get(events, k))) return k;
	return i;
}

static void add_events(struct stat_scene *scene, const struct event_list *events)
{
	size_t count = event_list_count(events);
	struct stat_event *all = arena_zalloc(&scene->arena, (count + 1) * sizeof(*all));
	for (size_t i = 0; i < count; i++) {
		const struct event_spec *spec = event_list_get(events, i);
		all[i] = (struct stat_event){
			.name = spec->name,
			.attr = spec->attr,
			.pmu = pmu_of(spec),
			.unit = spec->unit,
			.scale = spec->scale == 1 ? 0 : spec->scale,
			.cgroup = spec->cgroup,
			.pmu_is_core = spec->is_core && spec->pmu_name,
			.leader = spec->leader,
			.tool = spec->tool,
			.percore = spec->percore,
			.snapshot = spec->snapshot,
			.metric_id = spec->metric_id,
			.hidden = spec->is_default && spec->metric_id,
			.merged_into = merged_into(events, all, i),
		};
	}
	scene->setup.events = all;
	scene->setup.nr_events = count;
}

/* "cycles" of "cpu_core/cycles/"; NULL: the name is of another form. */
static const char *plain_name(const struct stat_event *event, struct arena *arena)
{
	size_t n = event->pmu ? strlen(event->pmu) : 0;
	if (!event->pmu_is_core || strncmp(event->name, event->pmu, n) != 0 || event->name[n] != '/') return NULL;
	const char *start = event->name + n + 1, *end = strrchr(start, '/');
	return end && !strchr(start, '=')
		       ? arena_printf(arena, "%.*s%s%s", (int)(end - start), start, end[1] ? ":" : "", end + 1)
		       : NULL;
}

void stat_scene_merge_hybrid(struct stat_scene *scene)
{
	size_t count = scene->setup.nr_events;
	struct stat_event *all = arena_memdup(&scene->arena, scene->setup.events, count * sizeof(*all));
	for (size_t i = 0; i < count; i++) {
		const char *name = plain_name(&all[i], &scene->arena);
		if (!name) continue;
		for (size_t k = 0; k < i && all[i].merged_into == i; k++)
			if (all[k].pmu_is_core && all[k].merged_into == k && strcmp(all[k].name, name) == 0 &&
			    strcmp(all[k].pmu, all[i].pmu) != 0 &&
			    strcmp(all[k].cgroup ? all[k].cgroup : "", all[i].cgroup ? all[i].cgroup : "") == 0)
				all[i].merged_into = k;
		all[i].name = name;
	}
	scene->setup.events = all;
}

static void add_cpus(struct stat_scene *scene, const struct target *target, int32_t cache_level,
		     const struct kernelfs *fs)
{
	size_t count = target->cpus.count;
	struct stat_cpu *all = arena_zalloc(&scene->arena, (count + 1) * sizeof(*all));
	bool wanted = scene->setup.aggr != STAT_AGGR_GLOBAL && scene->setup.aggr != STAT_AGGR_THREAD;
	for (size_t i = 0; i < count; i++) {
		struct cpu_place place = { -1, -1, -1, -1, -1 };
		struct cpu_cache cache = { -1, -1 };
		int32_t cpu = target->cpus.items[i];
		if (wanted && cpu >= 0) {
			cpu_topology_place(fs, cpu, &place);
			cpu_topology_cache(fs, cpu, cache_level, &cache);
		}
		all[i] = (struct stat_cpu){ .cpu = cpu,
					    .socket = place.socket,
					    .die = place.die,
					    .cluster = place.cluster,
					    .core = place.core,
					    .node = place.node,
					    .cache_level = cache.level,
					    .cache = cache.first_cpu };
	}
	scene->setup.cpus = all;
	scene->setup.nr_cpus = count;
}

static void add_threads(struct stat_scene *scene, const struct target *target, const struct kernelfs *fs)
{
	size_t count = target->tids.count;
	struct stat_thread *all = arena_zalloc(&scene->arena, (count + 1) * sizeof(*all));
	for (size_t i = 0; i < count; i++) {
		struct procfs_task task;
		all[i].tid = target->tids.items[i];
		if (scene->setup.aggr != STAT_AGGR_THREAD) continue;
		all[i].comm = procfs_task(fs, all[i].tid, &task) ? arena_strdup(&scene->arena, task.comm) : "";
	}
	scene->setup.threads = all;
	scene->setup.nr_threads = count;
}

void stat_scene_init(struct stat_scene *scene, const struct event_list *events, const struct target *target,
		     enum stat_aggr aggr, int32_t cache_level, const struct kernelfs *fs)
{
	*scene = (struct stat_scene){ .setup = { .aggr = aggr, .runs = 1, .scale = true } };
	arena_init(&scene->arena);
	add_events(scene, events);
	add_cpus(scene, target, cache_level, fs);
	add_threads(scene, target, fs);
}

void stat_scene_done(struct stat_scene *scene) { arena_done(&scene->arena); }
