/* Lock waits counted by BPF programs: resolve the target, load the programs, start the command, wait for its end, read
 * the sums. */
#include "count/lock_counting.h"

#include <errno.h>
#include "count/program_counting.h"

/* The ids of the groups that were named; ids has room for all of them. */
static int find_cgroups(const struct cgroup_ids *groups, const struct lock_counting_options *options, uint64_t *ids,
			struct err *err)
{
	for (size_t i = 0; i < options->nr_cgroups; i++) {
		ids[i] = cgroup_ids_find(groups, options->cgroups[i]);
		if (!ids[i]) return err_set(err, -ENOENT, "There is no control group %s", options->cgroups[i]);
	}
	return 0;
}

/* Whose waits count: those of the named threads and their later children, else those of the command. Beside named
 * threads the command only says how long, as with perf stat. */
static int watch_target(struct lock_tap *tap, const struct target *target, const struct child *child)
{
	if (!target->has_task) return child->pid ? lock_tap_watch(tap, child->pid) : 0;
	int r = 0;
	for (size_t i = 0; r >= 0 && i < target->tids.count; i++) r = lock_tap_watch(tap, target->tids.items[i]);
	return r;
}

struct programs {
	struct lock_tap *tap;
	struct lock_delay *delay; /* may be NULL */
};

/* The delay comes behind the end of what is counted. */
static int switch_programs(void *ctx, bool on, struct err *err)
{
	const struct programs *programs = ctx;
	int r = lock_tap_switch(programs->tap, on, err);
	return r >= 0 && on && programs->delay ? lock_delay_start(programs->delay, err) : r;
}

/* Loads the programs for that target and counts. Everybody's waits count when no task was named, and either there is
 * no command or CPUs were named. */
static int count_on(const struct target *target, const struct lock_counting_options *options,
		    struct lock_counting *counting, struct err *err)
{
	_free_ uint64_t *cgroups = xcalloc(options->nr_cgroups + 1, sizeof(*cgroups));
	struct lock_tap_options how = options->tap;
	how.cgroups = cgroups;
	how.nr_cgroups = options->nr_cgroups;
	how.cpus = target->cpus_given ? target->cpus.items : NULL;
	how.nr_cpus = target->cpus_given ? target->cpus.count : 0;
	how.everyone = !target->has_task && (options->target.all_cpus || target->cpus_given || !options->workload);
	struct lock_tap *tap = NULL;
	struct lock_delay *delay = NULL;
	struct child child = { .pid = 0 };
	int r = find_cgroups(&counting->cgroups, options, cgroups, err);
	if (r >= 0) {
		r = lock_tap_new(&how, &tap, err);
		counting->refused = r < 0;
	}
	if (r >= 0 && options->nr_delays)
		r = lock_delay_new(options->delays, options->nr_delays, how.cpus, how.nr_cpus, &delay, err);
	if (r >= 0 && options->workload) r = child_fork(&child, options->workload, false, err);
	if (r >= 0 && !how.everyone) r = watch_target(tap, target, &child);
	struct programs programs = { tap, delay };
	const struct program_counting switched = { .switch_on = switch_programs, .ctx = &programs };
	if (r >= 0) r = program_counting_run(&switched, &child, options->workload ? options->workload[0] : "", err);
	if (delay) counting->nr_delayed = lock_delay_count(delay);
	lock_delay_free(delay); /* nobody is delayed while this reads, and what waits may end */
	if (r >= 0) {
		r = lock_tap_read(tap, &counting->rows);
		if (r < 0) (void)err_set_errno(err, r, "Sums of the BPF program");
	}
	program_counting_end(&child);
	lock_tap_free(tap);
	return r < 0 ? r : 0;
}

int lock_counting_run(const struct lock_counting_options *options, struct lock_counting *ret, struct err *err)
{
	struct target target = { .tids = VEC_INIT };
	*ret = (struct lock_counting){ .refused = false };
	bool has_groups = options->tap.by == LOCK_TAP_BY_CGROUP || options->nr_cgroups;
	int r = has_groups ? cgroup_ids_read(options->tap.fs, &ret->cgroups, err) : 0;
	if (r >= 0) r = target_resolve(&options->target, options->tap.fs, &target, err);
	if (r >= 0) r = count_on(&target, options, ret, err);
	target_done(&target);
	return r;
}

void lock_counting_done(struct lock_counting *counting)
{
	lock_tap_rows_done(&counting->rows);
	cgroup_ids_done(&counting->cgroups);
}
