/* /proc as the recorder reads it: our threads, our maps, ourselves as a task. perf record begins with these, for
 * processes that run already (-p, -a).
 *
 * A failure means a /proc that is hidden in part (hidepid, containers) or that has a form which is not expected. */
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "kernel/procfs.h"
#include "kernel/machine_root.h"
#include "selftest/selftest.h"

#define THREADS 4

/* Lives from the first barrier to the second, while the test looks at /proc. */
static void *wait_twice(void *barrier)
{
	pthread_barrier_wait(barrier);
	pthread_barrier_wait(barrier);
	return NULL;
}

/* All threads are alive between the barriers: the list must have exactly them, in ascending order. */
static void threads(struct selftest_run *run)
{
	struct procfs_ids ids = { .ids = VEC_INIT };
	pthread_t started[THREADS];
	bool ascending = true, own = false;
	pthread_barrier_t barrier;

	pthread_barrier_init(&barrier, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		SELFTEST_REQUIRE(run, pthread_create(&started[i], NULL, wait_twice, &barrier) == 0);
	pthread_barrier_wait(&barrier);
	SELFTEST_EQUAL(run, procfs_tids(machine_of_this_process(), getpid(), &ids), 0);
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < THREADS; i++) pthread_join(started[i], NULL);
	SELFTEST_EQUAL(run, ids.ids.count, THREADS + 1);
	for (size_t i = 0; i < ids.ids.count; i++) {
		if (i && ids.ids.items[i] <= ids.ids.items[i - 1]) ascending = false;
		own = own || ids.ids.items[i] == getpid();
	}
	SELFTEST_CHECK(run, ascending && own);
	vec_done(&ids.ids);
}

/* Ourselves; and a number that no process has (pid_max is at most 2^22). */
static void task(struct selftest_run *run)
{
	struct procfs_task found;

	SELFTEST_REQUIRE(run, procfs_task(machine_of_this_process(), getpid(), &found));
	SELFTEST_EQUAL(run, found.tgid, getpid());
	SELFTEST_EQUAL(run, found.ppid, getppid());
	SELFTEST_CHECK(run, !found.is_kernel && found.comm[0]);
	SELFTEST_CHECK(run, !procfs_task(machine_of_this_process(), 0x3fffffff, &found));
}

/* Our code is in an executable map of a file, our stack in one called [stack], and maps are sorted and do not
 * overlap. */
static void maps(struct selftest_run *run)
{
	_free_ char *text = procfs_maps(machine_of_this_process(), getpid());
	char *pos = text;
	struct procfs_map map;
	bool code = false, stack = false;
	uint64_t last_end = 0;
	/* the address of a frame, not of a variable: sanitizers may keep variables elsewhere */
	uintptr_t function = (uintptr_t)maps, frame = (uintptr_t)__builtin_frame_address(0);

	SELFTEST_REQUIRE(run, text);
	while (procfs_next_map(&pos, &map)) {
		if (function >= map.start && function < map.end)
			code = map.prot & PROT_EXEC && map.name[0] == '/' && map.ino;
		if (strcmp(map.name, "[stack]") == 0) stack = frame >= map.start && frame < map.end;
		SELFTEST_CHECK(run, map.start >= last_end && map.end > map.start);
		last_end = map.end;
	}
	SELFTEST_CHECK(run, code);
	SELFTEST_CHECK(run, stack);
}

static const struct selftest_case cases[] = {
	{ "Threads of a process", threads }, { "A process", task }, { "Maps of a process", maps }, { NULL, NULL }
};
const struct selftest selftest_check_thread_map = { .name = "Thread map", .cases = cases };
