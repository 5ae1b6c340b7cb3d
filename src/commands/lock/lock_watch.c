/* From sums of the kernel's programs to a result of the analysis of locks.
 *
 *     lock_counting_run (count/) -> rows of BPF maps -> make_result: names -> lock_stats_of_sums -> struct lock_result
 *
 * What is added to the rows here: names of locks that have no symbol, names of control groups, and the symbols of
 * the running kernel. */
#include "commands/lock/lock_watch.h"

#include "base/vec.h"
#include "kernel/machine_root.h"
#include "record/file/sideband.h"

/* The records that a recorder would write of the kernel and its modules are made here and handed to a session that
 * lives, so that symbols are resolved as for a recording that has just begun. */
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

/* Addresses of the run queues' locks, one a CPU; owned. Names of such locks are upstream's. */
struct known_locks {
	uint64_t *run_queues;
	size_t nr_run_queues;
};

/* NULL: nothing is known, the lock is shown by its symbol or address. The BPF program has recognised the mmap_lock
 * and the siglock of the task that waited; a run queue's lock is found here, by its address. */
static const char *known_name(const struct known_locks *known, const struct lock_tap_sum *sum)
{
	if (sum->known == LOCK_TAP_MMAP_LOCK) return "mmap_lock";
	if (sum->known == LOCK_TAP_SIGLOCK) return "siglock";
	for (size_t i = 0; i < known->nr_run_queues; i++)
		if (known->run_queues[i] == sum->lock_vaddr) return "rqlock";
	return NULL;
}

/* A row of the kernel's map is a sum already; the analysis only names and orders it. */
static void make_result(const struct lock_counting *counting, const struct lock_stats_options *wanted,
			struct live *kernel, struct lock_watch *ret)
{
	const struct lock_tap_rows *rows = &counting->rows;
	struct known_locks known = { NULL, 0 };
	VEC(struct lock_sum) sums = VEC_INIT;
	if (wanted->by == LOCK_BY_ADDRESS)
		known.nr_run_queues = lock_tap_run_queue_locks(machine_root(), &known.run_queues);
	for (size_t i = 0; i < rows->rows.count; i++) {
		const struct lock_tap_row *row = &rows->rows.items[i];
		bool by_cgroup = wanted->by == LOCK_BY_CGROUP;
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
			.cgroup = by_cgroup ? cgroup_ids_name(&counting->cgroups, row->key.object) : NULL,
		};
		vec_push(&sums, sum);
	}
	ret->stats = lock_stats_of_sums(sums.items, sums.count, live_frames(kernel), live_resolver(kernel), wanted,
					&ret->result);
	ret->result->failures.task = rows->failures[LOCK_TAP_NO_TASK];
	ret->result->failures.stack = rows->failures[LOCK_TAP_NO_STACK];
	ret->result->failures.time = rows->failures[LOCK_TAP_BAD_TIME];
	ret->result->failures.data = rows->failures[LOCK_TAP_NO_DATA];
	free(known.run_queues);
	vec_done(&sums);
}

/* Tells the programs what to add up by, which is what the rows will be. */
int lock_watch_run(const struct lock_counting_options *options, const struct lock_stats_options *wanted,
		   struct live *kernel, struct lock_watch *ret, struct err *err)
{
	static const enum lock_tap_by bys[] = { [LOCK_BY_CALLER] = LOCK_TAP_BY_STACK,
						[LOCK_BY_THREAD] = LOCK_TAP_BY_THREAD,
						[LOCK_BY_ADDRESS] = LOCK_TAP_BY_LOCK,
						[LOCK_BY_OWNER] = LOCK_TAP_BY_OWNER,
						[LOCK_BY_CGROUP] = LOCK_TAP_BY_CGROUP };
	struct lock_counting_options how = *options;
	struct lock_counting counting;
	how.tap.fs = machine_root();
	how.tap.by = bys[wanted->by];
	how.tap.stacks = wanted->nr_chain_parts > 0;
	how.tap.types = wanted->types;
	how.tap.nr_types = wanted->nr_types;
	how.tap.locks = wanted->locks;
	how.tap.nr_locks = wanted->nr_locks;
	how.tap.max_stack = wanted->max_stack;
	*ret = (struct lock_watch){ .stats = NULL };
	int r = lock_counting_run(&how, &counting, err);
	ret->refused = counting.refused;
	ret->nr_delayed = counting.nr_delayed;
	if (r >= 0) make_result(&counting, wanted, kernel, ret);
	lock_counting_done(&counting);
	return r;
}

void lock_watch_done(struct lock_watch *watch) { lock_stats_free(watch->stats); }
