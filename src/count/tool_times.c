/* user_time and system_time from /proc: what CPUs (/proc/stat) or threads (/proc/PID/stat) have used until now, less
 * what they had used at the start. Times are in ns, but as coarse as the kernel's clock tick. */
#include "count/tool_times.h"

#include <string.h>

/* Whether some event needs the times. */
static bool is_wanted(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++) {
		enum event_tool tool = event_list_get(events, i)->tool;
		if (tool == EVENT_TOOL_USER_TIME || tool == EVENT_TOOL_SYSTEM_TIME) return true;
	}
	return false;
}

/* One entry a place: the CPUs of the target, or its threads. */
static void look(const struct kernelfs *fs, const struct target *target, struct procfs_times *ret)
{
	if (!target->has_cpu) {
		for (size_t i = 0; i < target->tids.count; i++) procfs_task_times(fs, target->tids.items[i], &ret[i]);
		return;
	}
	int32_t highest = 0;
	for (size_t i = 0; i < target->cpus.count; i++) highest = MAX(highest, target->cpus.items[i]);
	_free_ struct procfs_times *all = xcalloc((size_t)highest + 1, sizeof(*all));
	procfs_cpu_times(fs, all, (size_t)highest + 1);
	for (size_t i = 0; i < target->cpus.count; i++)
		if (target->cpus.items[i] >= 0) ret[i] = all[target->cpus.items[i]];
}

static size_t nr_places(const struct target *target)
{
	return target->has_cpu ? target->cpus.count : target->tids.count;
}

void tool_times_start(struct tool_times *times, const struct event_list *events, const struct kernelfs *fs,
		      const struct target *target)
{
	*times = (struct tool_times){ 0 };
	if (!is_wanted(events)) return;
	times->start = xcalloc(nr_places(target) + 1, sizeof(*times->start));
	look(fs, target, times->start);
}

void tool_times_done(struct tool_times *times)
{
	free(times->start);
	times->start = NULL;
}

/* Fills the cell of that CPU and thread for each event of the two kinds. */
static void store(const struct event_list *events, struct counts *counts, size_t cpu, size_t thread,
		  const struct procfs_times *passed)
{
	for (size_t i = 0; i < event_list_count(events); i++) {
		enum event_tool tool = event_list_get(events, i)->tool;
		if (tool != EVENT_TOOL_USER_TIME && tool != EVENT_TOOL_SYSTEM_TIME) continue;
		uint64_t ns = tool == EVENT_TOOL_USER_TIME ? passed->user_ns : passed->system_ns;
		*counts_at(counts, i, cpu, thread) = (struct count){ ns, ns, ns };
	}
}

void tool_times_read(const struct tool_times *times, const struct event_list *events, const struct kernelfs *fs,
		     const struct target *target, struct counts *counts)
{
	if (!times->start) return;
	size_t count = nr_places(target);
	_free_ struct procfs_times *now = xcalloc(count + 1, sizeof(*now));
	/* Threads that are gone leave their entry as it is: they have used nothing more. */
	memcpy(now, times->start, count * sizeof(*now));
	look(fs, target, now);
	for (size_t i = 0; i < count; i++) {
		struct procfs_times passed = { now[i].user_ns - times->start[i].user_ns,
					       now[i].system_ns - times->start[i].system_ns };
		store(events, counts, target->has_cpu ? i : 0, target->has_cpu ? 0 : i, &passed);
	}
}
