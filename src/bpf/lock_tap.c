/* Maps and programs of lock_tap.h: found out from the kernel's types where members lie, made, loaded, attached, and
 * read at the end. The instructions are lock_tap_code.c's. */
#include "bpf/lock_tap.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "bpf/bpf_map.h"
#include "kernel/btf_file.h"
#include "kernel/cpu_list.h"

/* OWN_FRAMES: entries of a call chain that belong to the BPF program itself. MOST_STACK: the kernel's default limit
 * (kernel.perf_event_max_stack). */
enum {
	MOST_CPUS = 8192,
	MOST_TASKS = 65536,
	LEAST_ENTRIES = 16,
	MOST_ENTRIES = 1 << 24,
	MOST_STACK = 127,
	OWN_FRAMES = 4
};
/* In the order in which they are attached. */
enum program { PROGRAM_FORK, PROGRAM_EXIT, PROGRAM_END, PROGRAM_BEGIN, NR_PROGRAMS };

/* Descriptors are -1 where something is not needed. Programs and maps from lock_tap_new to lock_tap_free; links only
 * while it is switched on. */
struct lock_tap {
	struct lock_tap_code_options code;
	unsigned max_stack;
	int programs[NR_PROGRAMS], links[NR_PROGRAMS];
};

/* ---- maps */

/* A hash map whose keys are the numbers, for programs to look them up; no map (all are wanted) for an empty list. */
static int new_set(const char *name, const uint64_t *numbers, size_t count, int *ret_fd, struct err *err)
{
	const uint8_t one = 1;
	if (!count) return 0;
	const struct bpf_map_shape shape = { BPF_MAP_TYPE_HASH, 8, 1, .nr_entries = (uint32_t)count };
	int r = bpf_map_make(name, &shape, ret_fd, err);
	if (r < 0) return r;
	for (size_t i = 0; r >= 0 && i < count; i++) r = bpf_map_store(*ret_fd, &numbers[i], &one);
	return r < 0 ? err_set_errno(err, r, "BPF %s", name) : 0;
}

/* The same for CPUs: an array, as programs look into it at every wait. */
static int new_cpus(const int32_t *cpus, size_t count, int *ret_fd, struct err *err)
{
	const uint8_t one = 1;
	if (!count) return 0;
	const struct bpf_map_shape shape = { BPF_MAP_TYPE_ARRAY, 4, 1, .nr_entries = MOST_CPUS };
	int r = bpf_map_make("perf_cpus", &shape, ret_fd, err);
	if (r < 0) return r;
	for (size_t i = 0; r >= 0 && i < count; i++)
		if (cpus[i] >= 0 && cpus[i] < MOST_CPUS) r = bpf_map_store(*ret_fd, &cpus[i], &one);
	return r < 0 ? err_set_errno(err, r, "BPF perf_cpus") : 0;
}

static int new_maps(struct lock_tap *tap, const struct lock_tap_options *options, struct err *err)
{
	struct lock_tap_code_options *code = &tap->code;
	/* A map of call chains has a power of two of entries. */
	uint32_t nr = LEAST_ENTRIES;
	while (nr < options->nr_entries && nr < MOST_ENTRIES) nr *= 2;
	const struct wanted {
		const char *name;
		struct bpf_map_shape shape; /* type, bytes of a key and a value, entries */
		int *fd;
		bool unneeded;
	} wanted[] = {
		{ "perf_waits",
		  { BPF_MAP_TYPE_HASH, sizeof(struct lock_tap_wait_key), sizeof(struct lock_tap_wait), nr },
		  &code->waits },
		{ "perf_sums",
		  { BPF_MAP_TYPE_HASH, sizeof(struct lock_tap_key), sizeof(struct lock_tap_sum), nr },
		  &code->sums },
		{ "perf_failures", { BPF_MAP_TYPE_ARRAY, 4, 8 * NR_LOCK_TAP_FAILURES, 1 }, &code->failures },
		{ "perf_stacks",
		  { BPF_MAP_TYPE_STACK_TRACE, 4, 8 * tap->max_stack, nr },
		  &code->stacks,
		  .unneeded = options->by != LOCK_TAP_BY_STACK && !options->stacks },
		{ "perf_tasks", { BPF_MAP_TYPE_HASH, 4, 8, MOST_TASKS }, &code->tasks, .unneeded = options->everyone },
	};
	int r = 0;
	for (size_t i = 0; r >= 0 && i < ARRAY_SIZE(wanted); i++)
		if (!wanted[i].unneeded) r = bpf_map_make(wanted[i].name, &wanted[i].shape, wanted[i].fd, err);
	if (r >= 0) r = new_cpus(options->cpus, options->nr_cpus, &code->cpus, err);
	if (r >= 0) r = new_set("perf_locks", options->locks, options->nr_locks, &code->locks, err);
	if (r >= 0) r = new_set("perf_cgroups", options->cgroups, options->nr_cgroups, &code->cgroups, err);
	return r;
}

/* ---- programs */

/* Members' places differ between kernels. Where one is not known, what it is for is left out: owners' names, and
 * names for the locks of memory and signals. */
static void find_offsets(struct lock_tap_code_options *code, const struct kernelfs *fs)
{
	const struct {
		const char *structure, *member;
		int *offset;
	} wanted[] = {
		{ "mutex", "owner", &code->offsets.mutex_owner },
		{ "rw_semaphore", "owner", &code->offsets.rwsem_owner },
		{ "task_struct", "pid", &code->offsets.task_pid },
		{ "task_struct", "comm", &code->offsets.task_comm },
		{ "task_struct", "mm", &code->offsets.task_mm },
		{ "task_struct", "sighand", &code->offsets.task_sighand },
		{ "mm_struct", "mmap_lock", &code->offsets.mm_mmap_lock },
		{ "sighand_struct", "siglock", &code->offsets.sighand_siglock },
	};
	struct btf btf;
	/* without BTF nothing is known */
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) *wanted[i].offset = -1;
	if (btf_open(fs, &btf) < 0) return;
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
		*wanted[i].offset = btf_member_offset(&btf, wanted[i].structure, wanted[i].member);
	btf_close(&btf);
}

static int load_programs(struct lock_tap *tap, struct err *err)
{
	static const struct {
		const char *name;
		void (*make)(struct bpf_code *code, const struct lock_tap_code_options *options);
		bool of_tasks;
	} rows[] = {
		[PROGRAM_FORK] = { "perf_fork", lock_tap_code_fork, true },
		[PROGRAM_EXIT] = { "perf_gone", lock_tap_code_exit, true },
		[PROGRAM_END] = { "perf_end", lock_tap_code_end, false },
		[PROGRAM_BEGIN] = { "perf_begin", lock_tap_code_begin, false },
	};
	for (size_t i = 0; i < NR_PROGRAMS; i++) {
		/* With everyone nobody is followed; without the place of pid children cannot be. */
		if (rows[i].of_tasks && (tap->code.tasks < 0 || (i == PROGRAM_FORK && tap->code.offsets.task_pid < 0)))
			continue;
		struct bpf_code code = { .insns = VEC_INIT };
		rows[i].make(&code, &tap->code);
		int r = tap->programs[i] = bpf_code_load_program(&code, rows[i].name, BPF_PROG_TYPE_RAW_TRACEPOINT,
								 err);
		bpf_code_done(&code);
		if (r < 0) return geteuid() != 0 ? bpf_refused(err_set_errno(err, r, "BPF %s", rows[i].name), err) : r;
	}
	return 0;
}

/* The map of call chains needs room for the program's own frames as well. */
int lock_tap_new(const struct lock_tap_options *options, struct lock_tap **ret, struct err *err)
{
	struct lock_tap *tap = xcalloc(1, sizeof(*tap));
	unsigned stack = options->max_stack < MOST_STACK ? options->max_stack + OWN_FRAMES : MOST_STACK;
	tap->max_stack = stack < MOST_STACK ? stack : MOST_STACK;
	tap->code = (struct lock_tap_code_options){
		.by = options->by,
		.stacks_too = options->stacks,
		.types = options->types,
		.nr_types = options->nr_types,
		.waits = -1,
		.sums = -1,
		.stacks = -1,
		.failures = -1,
		.tasks = -1,
		.cpus = -1,
		.locks = -1,
		.cgroups = -1,
	};
	for (size_t i = 0; i < NR_PROGRAMS; i++) tap->programs[i] = tap->links[i] = -1;
	find_offsets(&tap->code, options->fs);
	int r = new_maps(tap, options, err);
	if (r >= 0) r = load_programs(tap, err);
	if (r < 0) {
		lock_tap_free(tap);
		return r;
	}
	/* The caller's, only needed for making code. */
	tap->code.types = NULL;
	*ret = tap;
	return 0;
}

void lock_tap_free(struct lock_tap *tap)
{
	if (!tap) return;
	int *maps[] = { &tap->code.waits, &tap->code.sums, &tap->code.stacks, &tap->code.failures,
			&tap->code.tasks, &tap->code.cpus, &tap->code.locks,  &tap->code.cgroups };
	for (size_t i = 0; i < NR_PROGRAMS; i++) {
		descriptor_close(&tap->links[i]);
		descriptor_close(&tap->programs[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(maps); i++) descriptor_close(maps[i]);
	free(tap);
}

int lock_tap_watch(struct lock_tap *tap, int32_t tid)
{
	const uint64_t one = 1;
	return bpf_map_store(tap->code.tasks, &tid, &one);
}

/* Detaching goes the other way round. Watched threads are followed only while it is on. */
int lock_tap_switch(struct lock_tap *tap, bool on, struct err *err)
{
	/* beginnings last: there is none whose end could be missed */
	static const char *const places[NR_PROGRAMS] = { "sched_process_fork", "sched_process_exit", "contention_end",
							 "contention_begin" };
	for (size_t i = NR_PROGRAMS; !on && i-- > 0;) descriptor_close(&tap->links[i]);
	for (size_t i = 0; on && i < NR_PROGRAMS; i++) {
		if (tap->programs[i] < 0 || tap->links[i] >= 0) continue;
		int link = tap->links[i] = bpf_attach_raw(tap->programs[i], places[i]);
		if (link == -ENOENT)
			return err_set(err, link,
				       "This kernel has no tracepoint %s: those from 5.19 on tell of waits for locks",
				       places[i]);
		if (link < 0) return err_set_errno(err, link, "BPF program at %s", places[i]);
	}
	return 0;
}

/* ---- what they found */

/* Call chains are in a map of their own by id; an unused entry is 0. */
static void read_stack(const struct lock_tap *tap, struct lock_tap_rows *rows, struct lock_tap_row *row)
{
	uint64_t *ips = xcalloc(tap->max_stack, sizeof(*ips));
	if (bpf_map_find(tap->code.stacks, &row->key.stack, ips) < 0) {
		free(ips);
		return;
	}
	while (row->nr_ips < tap->max_stack && ips[row->nr_ips]) row->nr_ips++;
	row->ips = ips;
	vec_push(&rows->stacks, ips);
}

/* Rows own nothing: their call chains are in ret->stacks. */
int lock_tap_read(const struct lock_tap *tap, struct lock_tap_rows *ret)
{
	struct lock_tap_row row = { .nr_ips = 0 };
	const uint32_t zero = 0;
	*ret = (struct lock_tap_rows){ VEC_INIT };
	int r = bpf_map_next(tap->code.sums, NULL, &row.key);
	for (; r >= 0; r = bpf_map_next(tap->code.sums, &row.key, &row.key)) {
		if (bpf_map_find(tap->code.sums, &row.key, &row.sum) < 0) continue;
		row.ips = NULL;
		row.nr_ips = 0;
		if (tap->code.stacks >= 0) read_stack(tap, ret, &row);
		vec_push(&ret->rows, row);
	}
	(void)bpf_map_find(tap->code.failures, &zero, ret->failures);
	return r == -ENOENT ? 0 : r;
}

void lock_tap_rows_done(struct lock_tap_rows *rows)
{
	for (size_t i = 0; i < rows->stacks.count; i++) free(rows->stacks.items[i]);
	vec_done(&rows->stacks);
	vec_done(&rows->rows);
}

/* ---- locks that are there for each CPU */

/* Runs the program on each CPU; it leaves an address in places[cpu]. Returns how many are known. */
static size_t run_on_cpus(const struct bpf_code *code, int places, size_t nr_cpus, int32_t offset, uint64_t *locks)
{
	size_t found = 0;
	int program = bpf_code_load_program(code, "perf_place", BPF_PROG_TYPE_RAW_TRACEPOINT, NULL);
	for (uint32_t cpu = 0; program >= 0 && cpu < nr_cpus; cpu++) {
		uint64_t place = 0;
		if (bpf_run_on(program, (int32_t)cpu) < 0 || bpf_map_find(places, &cpu, &place) < 0 || !place) continue;
		locks[cpu] = place + (uint64_t)offset;
		found++;
	}
	if (program >= 0) close(program);
	return found;
}

/* For both ways to find the run queues: by the per-CPU variable "runqueues", or from the running task to its queue. */
struct run_queue {
	int variable, lock, task_entity, entity_queue, queue_owner;
}; /* numbers and offsets; negative: not known */

/* All -1 without BTF. */
static struct run_queue run_queue_of(const struct kernelfs *fs)
{
	struct btf btf;
	struct run_queue result = { -1, -1, -1, -1, -1 };
	if (btf_open(fs, &btf) < 0) return result;
	result = (struct run_queue){
		.variable = btf_variable(&btf, "runqueues"),
		.lock = btf_member_offset(&btf, "rq", "__lock"),
		.task_entity = btf_member_offset(&btf, "task_struct", "se"),
		.entity_queue = btf_member_offset(&btf, "sched_entity", "cfs_rq"),
		.queue_owner = btf_member_offset(&btf, "cfs_rq", "rq"),
	};
	btf_close(&btf);
	return result;
}

/* "runqueues" by its BTF id takes a kernel that has per-CPU variables in BTF; the other way works with types alone. */
size_t lock_tap_run_queue_locks(const struct kernelfs *fs, uint64_t **ret)
{
	struct run_queue queue = run_queue_of(fs);
	size_t nr_cpus = cpu_list_possible(fs), found = 0;
	int places = -1;
	const struct bpf_map_shape shape = { BPF_MAP_TYPE_ARRAY, 4, 8, .nr_entries = (uint32_t)nr_cpus };
	if (queue.lock < 0 || bpf_map_make("perf_places", &shape, &places, NULL) < 0) return 0;
	uint64_t *locks = xcalloc(nr_cpus, sizeof(*locks));
	if (queue.variable >= 0) {
		struct bpf_code code = { .insns = VEC_INIT };
		lock_tap_code_place(&code, queue.variable, places);
		found = run_on_cpus(&code, places, nr_cpus, queue.lock, locks);
		bpf_code_done(&code);
	}
	if (!found && queue.task_entity >= 0 && queue.entity_queue >= 0 && queue.queue_owner >= 0) {
		struct bpf_code code = { .insns = VEC_INIT };
		lock_tap_code_run_queue(&code, queue.task_entity + queue.entity_queue, queue.queue_owner, places);
		found = run_on_cpus(&code, places, nr_cpus, queue.lock, locks);
		bpf_code_done(&code);
	}
	close(places);
	if (!found) free(locks);
	else *ret = locks;
	return found ? nr_cpus : 0;
}
