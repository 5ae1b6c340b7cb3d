/* The CPUs and threads of a count, with where they sit and what they are called. */
#include "commands/stat/stat_scene.h"

#include <string.h>
#include "analysis/stat/stat_events.h"
#include "kernel/cpu_topology.h"
#include "kernel/procfs.h"

/* -1 stands for what the machine does not tell, and for places that nobody asked for. Reading topology takes several
 * files a CPU, so it is left out for sums over all CPUs and for threads. */
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

/* A thread that has ended by now has an empty name. */
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
	scene->setup.nr_events = event_list_count(events);
	scene->setup.events = stat_events_make(events, &scene->arena);
	add_cpus(scene, target, cache_level, fs);
	add_threads(scene, target, fs);
}

void stat_scene_merge_hybrid(struct stat_scene *scene)
{
	size_t count = scene->setup.nr_events;
	struct stat_event *all = arena_memdup(&scene->arena, scene->setup.events, count * sizeof(*all));
	stat_events_merge_hybrid(all, count, &scene->arena);
	scene->setup.events = all;
}

void stat_scene_done(struct stat_scene *scene) { arena_done(&scene->arena); }
