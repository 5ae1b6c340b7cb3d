#include "commands/lock/lock_watch.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include "base/vec.h"
#include "kernel/cgroup.h"
#include "kernel/machine_root.h"
#include "record/control/child.h"
#include "record/control/end_signals.h"
#include "bpf/lock_tap.h"
#include "record/file/sideband.h"
#include "kernel/target.h"

enum { CGROUP2_MAGIC = 0x63677270, BEAT_MS = 100 };

/* ---- the kernel's symbols */

struct live *lock_watch_kernel(struct warnings *warnings)
{
	const struct live_options options = { .symbols = { .use_running_kernel = true, .warnings = warnings },
					      .threads = 1 };
	const struct event_attr attr = { .sample_type = 0 };
	struct kernel_modules modules = { VEC_INIT };
	struct kernel_text text;
	_free_ char *release = machine_release();
	struct sideband sideband;
	sideband_init(&sideband, machine_root(), &attr);
	if (kernel_text_find(machine_root(), &text)) sideband_kernel(&sideband, &text);
	if (kernel_modules_read(machine_root(), release, &modules) == 0) sideband_modules(&sideband, &modules);
	kernel_modules_done(&modules);
	struct live *live = live_new(&options);
	live_known(live, sideband.out.data, sideband.out.size);
	sideband_done(&sideband);
	return live;
}

/* ---- control groups: ids are the inodes of their directories */

struct groups {
	struct cgroup_names names;
	VEC(uint64_t) ids;
};

static int groups_read(struct groups *groups, struct err *err)
{
	_free_ char *mount = cgroup_mount(machine_root());
	_free_ char *root = mount ? xasprintf("/%s", mount) : NULL;
	struct statfs fs;
	if (!root || statfs(root, &fs) < 0 || fs.f_type != CGROUP2_MAGIC)
		return err_set(
			err, -EOPNOTSUPP,
			"Control groups of locks are those of version 2, which is not mounted here, or not alone");
	int r = cgroup_list(machine_root(), &groups->names);
	if (r < 0) return err_set_errno(err, r, "Control groups");
	for (size_t i = 0; i < groups->names.names.count; i++) {
		_free_ char *path = xasprintf("%s/%s", root, groups->names.names.items[i]);
		struct stat status;
		vec_push(&groups->ids, stat(path, &status) == 0 ? (uint64_t)status.st_ino : 0);
	}
	return 0;
}

static void groups_done(struct groups *groups)
{
	cgroup_names_done(&groups->names);
	vec_done(&groups->ids);
}

static const char *skip_slash(const char *path) { return path + (*path == '/'); }

static const char *groups_name(const struct groups *groups, uint64_t id)
{
	for (size_t i = 0; i < groups->ids.count; i++)
		if (id && groups->ids.items[i] == id) return groups->names.names.items[i];
	return NULL;
}

static int groups_select(const struct groups *groups, const struct lock_watch_options *options, uint64_t *ids,
			 size_t *ret_count, struct err *err)
{
	size_t count = 0;
	for (size_t i = 0; i < options->nr_cgroups; i++) {
		size_t before = count;
		for (size_t k = 0; k < groups->ids.count && count == before; k++)
			if (strcmp(skip_slash(groups->names.names.items[k]), skip_slash(options->cgroups[i])) == 0)
				ids[count++] = groups->ids.items[k];
		if (count == before) return err_set(err, -ENOENT, "There is no control group %s", options->cgroups[i]);
	}
	*ret_count = count;
	return 0;
}

/* ---- watching */

static volatile sig_atomic_t interrupted;
static void on_signal(int number) { interrupted = 1; }

static int watch(struct lock_tap *tap, struct child *child, const char *name, struct err *err)
{
	struct sigaction action = { .sa_handler = on_signal }, old[NSIG];
	sigset_t ending;
	interrupted = 0;
	sigemptyset(&ending);
	end_signals_add(&ending);
	for (int i = 1; i < NSIG; i++)
		if (sigismember(&ending, i) > 0) sigaction(i, &action, &old[i]);
	int r = lock_tap_switch(tap, true, err);
	if (r >= 0 && child->pid) r = child_start(child, name, err);
	while (r >= 0 && !interrupted && !(child->pid && child_ended(child)))
		(void)poll(NULL, 0, child->pid ? BEAT_MS / 10 : BEAT_MS);
	for (int i = 1; i < NSIG; i++)
		if (sigismember(&ending, i) > 0) sigaction(i, &old[i], NULL);
	(void)!lock_tap_switch(tap, false, NULL);
	return r < 0 ? r : 0;
}

/* Names of locks that have no symbol, as upstream has them. */
struct known_locks {
	uint64_t *run_queues;
	size_t nr_run_queues;
};

static const char *known_name(const struct known_locks *known, const struct lock_tap_sum *sum)
{
	if (sum->known == LOCK_TAP_MMAP_LOCK) return "mmap_lock";
	if (sum->known == LOCK_TAP_SIGLOCK) return "siglock";
	for (size_t i = 0; i < known->nr_run_queues; i++)
		if (known->run_queues[i] == sum->lock_vaddr) return "rqlock";
	return NULL;
}

static int make_result(const struct lock_tap *tap, const struct groups *groups, const struct lock_stats_options *wanted,
		       struct live *kernel, struct lock_stats **ret, struct lock_result **ret_result, struct err *err)
{
	struct lock_tap_rows rows;
	struct known_locks known = { NULL, 0 };
	VEC(struct lock_sum) sums = VEC_INIT;
	int r = lock_tap_read(tap, &rows);
	if (r < 0) {
		lock_tap_rows_done(&rows);
		return err_set_errno(err, r, "Sums of the BPF program");
	}
	if (wanted->by == LOCK_BY_ADDRESS)
		known.nr_run_queues = lock_tap_run_queue_locks(machine_root(), &known.run_queues);
	for (size_t i = 0; i < rows.rows.count; i++) {
		const struct lock_tap_row *row = &rows.rows.items[i];
		struct lock_sum sum = {
			.lock_vaddr = row->sum.lock_vaddr,
			.lock_name = known_name(&known, &row->sum),
			.tid = row->key.tid,
			.flags = row->sum.flags,
			.nr = row->sum.nr,
			.wait_ns = row->sum.wait_ns,
			.max_wait_ns = row->sum.max_wait_ns,
			.min_wait_ns = row->sum.min_wait_ns,
			.ips = row->ips,
			.nr_ips = row->nr_ips,
			.comm = row->sum.comm[0] ? row->sum.comm : NULL,
			.cgroup = wanted->by == LOCK_BY_CGROUP ? groups_name(groups, row->key.object) : NULL,
		};
		vec_push(&sums, sum);
	}
	lock_stats_of_sums(sums.items, sums.count, live_frames(kernel), live_resolver(kernel), wanted, ret, ret_result);
	(*ret_result)->failures.task = rows.failures[LOCK_TAP_NO_TASK];
	(*ret_result)->failures.stack = rows.failures[LOCK_TAP_NO_STACK];
	(*ret_result)->failures.time = rows.failures[LOCK_TAP_BAD_TIME];
	(*ret_result)->failures.data = rows.failures[LOCK_TAP_NO_DATA];
	free(known.run_queues);
	vec_done(&sums);
	lock_tap_rows_done(&rows);
	return 0;
}

static int run(const struct lock_watch_options *options, const struct lock_stats_options *stats, struct live *kernel,
	       const struct target *target, const struct groups *groups, struct lock_stats **ret,
	       struct lock_result **ret_result, bool *ret_refused, struct err *err)
{
	static const enum lock_tap_by bys[] = { [LOCK_BY_CALLER] = LOCK_TAP_BY_STACK,
						[LOCK_BY_THREAD] = LOCK_TAP_BY_THREAD,
						[LOCK_BY_ADDRESS] = LOCK_TAP_BY_LOCK,
						[LOCK_BY_OWNER] = LOCK_TAP_BY_OWNER,
						[LOCK_BY_CGROUP] = LOCK_TAP_BY_CGROUP };
	_free_ uint64_t *cgroups = xcalloc(options->nr_cgroups + 1, sizeof(*cgroups));
	struct lock_tap_options how = {
		.fs = machine_root(),
		.by = bys[stats->by],
		.stacks = stats->nr_chain_parts > 0,
		.cgroups = cgroups,
		.types = stats->types,
		.nr_types = stats->nr_types,
		.locks = stats->locks,
		.nr_locks = stats->nr_locks,
		.nr_entries = options->nr_entries,
		.max_stack = stats->max_stack,
		.cpus = target->cpus_given ? target->cpus.items : NULL,
		.nr_cpus = target->cpus_given ? target->cpus.count : 0,
		.everyone = !target->has_task && (options->all_cpus || target->cpus_given || !options->workload),
	};
	struct lock_tap *tap = NULL;
	struct child child = { .pid = 0 };
	int r = groups_select(groups, options, cgroups, &how.nr_cgroups, err);
	if (r >= 0) {
		r = lock_tap_new(&how, &tap, err);
		*ret_refused = r < 0;
	}
	if (r >= 0 && options->workload) r = child_fork(&child, options->workload, false, err);
	for (size_t i = 0; r >= 0 && !how.everyone && target->has_task && i < target->tids.count; i++)
		r = lock_tap_watch(tap, target->tids.items[i]);
	if (r >= 0 && !how.everyone && child.pid) r = lock_tap_watch(tap, child.pid);
	if (r >= 0) r = watch(tap, &child, options->workload ? options->workload[0] : "", err);
	if (r >= 0) r = make_result(tap, groups, stats, kernel, ret, ret_result, err);
	if (child.pid && !child_ended(&child)) child_stop(&child);
	child_done(&child);
	lock_tap_free(tap);
	return r < 0 ? r : 0;
}

int lock_watch_run(const struct lock_watch_options *options, const struct lock_stats_options *stats,
		   struct live *kernel, struct lock_stats **ret, struct lock_result **ret_result, bool *ret_refused,
		   struct err *err)
{
	const struct target_options whom = {
		.pids = options->pids, .tids = options->tids, .cpus = options->cpus, .all_cpus = options->all_cpus
	};
	struct groups groups = { .names = { VEC_INIT } };
	struct target target = { .tids = VEC_INIT };
	*ret_refused = false;
	int r = stats->by == LOCK_BY_CGROUP || options->nr_cgroups ? groups_read(&groups, err) : 0;
	if (r >= 0) r = target_resolve(&whom, machine_root(), &target, err);
	if (r >= 0) r = run(options, stats, kernel, &target, &groups, ret, ret_result, ret_refused, err);
	target_done(&target);
	groups_done(&groups);
	return r;
}
