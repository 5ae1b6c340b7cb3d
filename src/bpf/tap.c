/* The life of a tap, and reading what it found:
 *
 *     tap_new       makes the maps (tap_maps.c), then loads the programs (tap_programs.c)
 *     tap_open      puts the threads and rings into the maps, and follows forks and ends
 *     tap_switch    attaches what sees calls
 *     tap_harvest   takes the sums of threads that have ended out of the kernel
 *     tap_read      all sums
 *
 * The programs either add up (tap_code.h) or give records (tap_records_code.h). */
#include "bpf/tap.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/host.h"
#include "bpf/bpf_map.h"
#include "bpf/tap_private.h"

enum { FIRST_PID_NAMESPACE = 0xEFFFFFFC /* the kernel's PROC_PID_INIT_INO */, SW_BPF_OUTPUT = 10 };

static bool kernel_is_at_least(const struct host *here, int major, int minor)
{
	int is_major = 0, is_minor = 0;
	return sscanf(here->release, "%d.%d", &is_major, &is_minor) == 2 &&
	       (is_major > major || (is_major == major && is_minor >= minor));
}

/* Everything is loaded before anything is attached, so that errors of rights and of the verifier show at once. */
int tap_new(const struct tap_options *options, struct tap **ret, struct err *err)
{
	const struct host here = host_read();
	struct stat namespace;
	const struct tap_machine *machine = tap_machine_find(here.machine);
	if (!machine)
		return err_set(err, -EOPNOTSUPP, "On %s, BPF programs that watch system calls are not written yet",
			       here.machine);
	if (stat("/proc/self/ns/pid", &namespace) == 0 && namespace.st_ino != (ino_t)FIRST_PID_NAMESPACE)
		return err_set(err, -EOPNOTSUPP, "BPF programs see other process numbers than this container");
	struct tap *tap = xcalloc(1, sizeof(*tap));
	tap->options = options;
	tap->arch = syscall_machine_of(here.machine);
	tap->task = xcalloc(1, sizeof(*tap->task));
	tap->allocates = kernel_is_at_least(&here, 6, 1); /* before, that was not safe everywhere */
	tap->code = (struct tap_code_options){ .maps = { -1, -1, -1, -1, -1, -1, -1, -1, -1 },
					       .machine = machine,
					       .by_cgroup = options->by_cgroup,
					       .everyone = options->everyone,
					       .own_pid = (uint32_t)getpid() };
	tap->records.rings = tap->records.readers = tap->records.readers_at_exit = -1;
	for (unsigned i = 0; i < NR_PROGRAMS; i++) tap->programs[i] = tap->links[i] = -1;
	int r = tap_maps_new(tap, here.machine, err);
	if (r >= 0) r = tap_programs_load(tap, here.machine, err);
	if (r < 0) {
		tap_free(tap);
		return r;
	}
	*ret = tap;
	return 0;
}

void tap_free(struct tap *tap)
{
	if (!tap) return;
	struct tap_maps *maps = &tap->code.maps;
	int *fds[] = { &maps->tasks,        &maps->ended,          &maps->far,
		       &maps->errnos,       &maps->blank,          &maps->lost,
		       &maps->numbers,      &maps->hidden,         &maps->cpus,
		       &tap->records.rings, &tap->records.readers, &tap->records.readers_at_exit };
	for (unsigned i = 0; i < NR_PROGRAMS; i++) {
		descriptor_close(&tap->links[i]);
		descriptor_close(&tap->programs[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(fds); i++) descriptor_close(fds[i]);
	for (size_t i = 0; i < tap->readers.count; i++) {
		descriptor_close(&tap->readers.items[i].fd);
		err_done(&tap->readers.items[i].err);
	}
	vec_done(&tap->readers);
	syscall_tallies_done(&tap->ended);
	free(tap->task);
	free(tap);
}

/* -- while it runs -- */

static bool is_hidden(const struct tap_options *options, int64_t tid)
{
	for (size_t i = 0; i < options->nr_hidden_tids; i++)
		if (options->hidden_tids[i] == tid) return true;
	return false;
}

/* flags: TAP_*. order takes the place of start_ns, so that threads known from the start come first in their order. Also
 * of taps with records: struct tap_call begins alike. */
static int add_task(struct tap *tap, uint32_t tid, uint32_t flags, uint32_t order)
{
	memset(tap->task, 0, sizeof(*tap->task));
	tap->task->sums.start_ns = order; /* before any that the kernel hears of */
	tap->task->sums.flags = flags;
	return bpf_map_store(tap->code.maps.tasks, &tid, tap->task);
}

/* The rings of the CPUs, where programs give their records to. */
static int fill_rings(struct tap *tap, const struct target *target, const int *ring_fds, struct err *err)
{
	if (!ring_fds) return err_set(err, -EINVAL, "no event for the records of calls");
	for (size_t i = 0; i < target->cpus.count; i++) {
		if (ring_fds[i] < 0) continue;
		int r = bpf_map_store(tap->records.rings, &target->cpus.items[i], &ring_fds[i]);
		if (r < 0) return err_set_errno(err, r, "BPF perf_rings");
	}
	return 0;
}

/* A program that is not loaded, or attached already, is passed over. */
static int attach(struct tap *tap, enum tap_program program, const char *tracepoint, struct err *err)
{
	if (tap->programs[program] < 0 || tap->links[program] >= 0) return 0;
	bool typed = program == PROGRAM_FORK && tap->fork_id;
	int link = tap->links[program] = typed ? bpf_attach_tracepoint(tap->programs[program], tap->fork_id)
					       : bpf_attach_raw(tap->programs[program], tracepoint);
	return link < 0 ? err_set_errno(err, link, "BPF program at %s", tracepoint) : 0;
}

/* Forks and ends are followed from here on, calls from tap_switch on. */
int tap_open(struct tap *tap, const struct target *target, const int *ring_fds, uint32_t workload_pid, struct err *err)
{
	int r = tap->options->records ? fill_rings(tap, target, ring_fds, err) : 0;
	for (size_t i = 0; r >= 0 && !tap->options->everyone && i < target->tids.count; i++) {
		uint32_t tid = (uint32_t)target->tids.items[i];
		uint32_t flags = is_hidden(tap->options, tid) ? TAP_IGNORED : 0;
		if (tid == workload_pid) flags = TAP_WAITING;
		r = add_task(tap, tid, flags, (uint32_t)i + 1);
		if (r < 0) err_set_errno(err, r, "BPF perf_tasks");
	}
	if (r >= 0 && tap->code.maps.cpus >= 0) r = tap_maps_fill_cpus(tap, target, err);
	/* children are followed while it is off, too */
	if (r >= 0) r = attach(tap, PROGRAM_FORK, "sched_process_fork", err);
	return r >= 0 ? attach(tap, PROGRAM_GONE, "sched_process_exit", err) : r;
}

void tap_add_event(struct event_list *events)
{
	struct event_spec *spec = event_list_add(events, "syscalls");
	spec->attr.type = ATTR_TYPE_SOFTWARE;
	spec->attr.config = SW_BPF_OUTPUT;
	spec->of_cpus = true;
	spec->period = 1;
	spec->has_inherit = true;
}

/* Calls that go on while it is off are no more known: their threads may have made others when it is on again. The next
 * key is taken before the entry is changed. An entry that went meanwhile is left alone (bpf_map_replace). */
static void forget_calls(struct tap *tap)
{
	uint32_t tid, next;
	int more = bpf_map_next(tap->code.maps.tasks, NULL, &tid);
	for (; more >= 0; tid = next) {
		more = bpf_map_next(tap->code.maps.tasks, &tid, &next);
		if (bpf_map_find(tap->code.maps.tasks, &tid, tap->task) < 0 || !(tap->task->sums.flags & TAP_INSIDE))
			continue;
		tap->task->sums.flags &= ~(uint32_t)TAP_INSIDE;
		(void)bpf_map_replace(tap->code.maps.tasks, &tid, tap->task);
	}
}

/* Detaching goes the other way round. */
int tap_switch(struct tap *tap, bool on, struct err *err)
{
	/* beginnings last: there is none whose end could be missed */
	static const struct {
		enum tap_program program;
		const char *tracepoint;
	} calls[] = {
		{ PROGRAM_SLEEP, "sched_switch" },
		{ PROGRAM_EXEC, "sched_process_exec" },
		{ PROGRAM_EXIT, "sys_exit" },
		{ PROGRAM_ENTER, "sys_enter" },
	};
	int r = 0;
	for (size_t i = ARRAY_SIZE(calls); !on && i-- > 0;) descriptor_close(&tap->links[calls[i].program]);
	if (!on) forget_calls(tap);
	for (size_t i = 0; on && r >= 0 && i < ARRAY_SIZE(calls); i++)
		r = attach(tap, calls[i].program, calls[i].tracepoint, err);
	return r;
}

/* -- what they found -- */

uint32_t tap_number_of(uint32_t number)
{
	if (number >= TAP_NUMBERS_32 && number < TAP_NUMBERS_32 + TAP_NUMBERS)
		return (number - TAP_NUMBERS_32) | SYSCALL_NUMBER_32;
	return number >= TAP_NUMBERS_MOVED && number < 2 * TAP_NUMBERS_MOVED ? number - TAP_NUMBERS_MOVED : number;
}

static void take_tally(struct syscall_tally_thread *thread, struct syscall_tally tally)
{
	tally.number_plus_1 = tap_number_of(tally.number_plus_1 - 1) + 1;
	vec_push(&thread->calls, tally);
}

/* Tallies in the map far, found by the bits of task->spilled; removed with is_over. */
static void take_far(struct tap *tap, const struct tap_task *task, struct syscall_tally_thread *thread, bool is_over)
{
	struct tap_task_key key = { .start_ns = task->start_ns, .tid = thread->tid };
	for (key.number = 0; key.number < TAP_SPILL_NUMBERS; key.number++) {
		struct syscall_tally tally;
		if (!(task->spilled[key.number / 64] >> key.number % 64 & 1) ||
		    bpf_map_find(tap->code.maps.far, &key, &tally) < 0)
			continue;
		if (tally.count) take_tally(thread, tally);
		if (is_over) (void)bpf_map_remove(tap->code.maps.far, &key);
	}
}

/* Appends the sums of one thread. is_over: it has ended, so that its name is that of the map. */
static void take_task(struct tap *tap, const struct tap_task *task, bool is_over, struct syscall_tallies *to)
{
	struct syscall_tally_thread thread = { .order = task->start_ns,
					       .pid = (uint32_t)(task->pid_tgid >> 32),
					       .tid = (uint32_t)task->pid_tgid,
					       .nr_events = task->nr_events };
	memcpy(thread.comm, task->comm, SYSCALL_COMM_BYTES);
	if (!is_over) {
		_free_ char *comm = kernelfs_read(tap->options->fs, "proc/%u/task/%u/comm", thread.pid, thread.tid);
		if (comm) memcpy(thread.comm, comm, MIN(strlen(comm), (size_t)SYSCALL_COMM_BYTES));
	}
	for (unsigned i = 0; i < TAP_NEAR_TALLIES; i++)
		if (task->near[i].count) take_tally(&thread, task->near[i]);
	take_far(tap, task, &thread, is_over);
	vec_push(&to->threads, thread);
}

/* Always the first key: each entry is removed after it was read. Stops when one cannot be removed, or it would go on
 * forever. */
void tap_harvest(struct tap *tap)
{
	struct tap_task_key key;
	while (tap->code.maps.ended >= 0 && bpf_map_next(tap->code.maps.ended, NULL, &key) >= 0) {
		int r = bpf_map_find(tap->code.maps.ended, &key, &tap->task->sums);
		if (bpf_map_remove(tap->code.maps.ended, &key) < 0) break;
		if (r >= 0) take_task(tap, &tap->task->sums, true, &tap->ended);
	}
}

static int compare_threads(const void *a, const void *b)
{
	const struct syscall_tally_thread *x = a, *y = b;
	if (x->order != y->order) return x->order < y->order ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

/* How often; 0: it is not there any more. */
static uint64_t errno_count(const struct tap *tap, const struct tap_errno_key *key)
{
	uint64_t nr = 0;
	if (tap->options->by_cgroup) return tap_cgroups_errno(tap, key);
	return bpf_map_find(tap->code.maps.errnos, key, &nr) >= 0 ? nr : 0;
}

/* Counts by error, added to the threads they belong to. */
static void read_errnos(const struct tap *tap, struct syscall_tallies *tallies)
{
	int fd = tap->code.maps.errnos;
	struct tap_errno_key key, next;
	if (!tallies->threads.count) return;
	qsort(tallies->threads.items, tallies->threads.count, sizeof(*tallies->threads.items), compare_threads);
	int more = bpf_map_next(fd, NULL, &key);
	for (; more >= 0; key = next) {
		const struct syscall_tally_thread wanted = { .order = key.start_ns, .tid = key.tid };
		struct syscall_tally_thread *thread = bsearch(&wanted, tallies->threads.items, tallies->threads.count,
							      sizeof(wanted), compare_threads);
		more = bpf_map_next(fd, &key, &next);
		uint64_t nr = thread ? errno_count(tap, &key) : 0;
		if (nr)
			vec_push(&thread->errnos,
				 ((struct syscall_tally_errno){ tap_number_of(key.number), key.error, nr }));
	}
}

/* Threads that still run are read while their programs write: a count may be a call behind its sum. */
void tap_read(struct tap *tap, struct syscall_tallies *ret)
{
	uint32_t tid, next;
	tap_harvest(tap);
	/* Handed over: nothing of it stays here. */
	*ret = tap->ended;
	tap->ended = (struct syscall_tallies){ .threads = VEC_INIT };
	if (tap->options->by_cgroup) tap_cgroups_read(tap, ret);
	int more = tap->options->by_cgroup ? -ENOENT : bpf_map_next(tap->code.maps.tasks, NULL, &tid);
	for (; more >= 0; tid = next) {
		more = bpf_map_next(tap->code.maps.tasks, &tid, &next);
		if (bpf_map_find(tap->code.maps.tasks, &tid, &tap->task->sums) < 0 || !tap->task->sums.nr_events)
			continue;
		take_task(tap, &tap->task->sums, false, ret);
	}
	if (tap->code.maps.errnos >= 0) read_errnos(tap, ret);
	ret->nr_lost = tap_lost(tap);
}

uint64_t tap_lost(const struct tap *tap)
{
	const uint32_t first = 0;
	uint64_t lost = 0;
	(void)bpf_map_find(tap->code.maps.lost, &first, &lost);
	return lost;
}
