/* numa mem: what its processes share, and the tasks (threads) in them that go through memory. */
#ifndef COMMANDS_BENCH_BENCH_NUMA_H
#define COMMANDS_BENCH_BENCH_NUMA_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "base/compiler.h"

#define NUMA_TASKS_MAX 65536u
#define NUMA_NODES_MAX 1024u
#define NUMA_NOT_BOUND (-1)

struct numa_values {
	unsigned nr_procs, nr_threads, mb_global, mb_proc, mb_locked, mb_thread, nr_seconds, nr_loops, sleep_us,
		perturb_s;
	int thp, details;
	bool reads, writes, backwards, zero_memset, random_walk, init_zero, init_random, init_cpu0;
	bool show_convergence, measure_convergence, quiet, serialize, all;
	const char *cpus, *nodes;
};

/* A thread. Where it shall run is written before the start, the rest by the thread itself. */
struct numa_task {
	int first_cpu, nr_cpus, node; /* NUMA_NOT_BOUND: anywhere */
	atomic_int cpu;               /* where it was last seen */
	atomic_uint nr_loops;
	pid_t tid;
	uint64_t run_ns, bytes, user_us, system_us;
} _apart_;

/* Memory of all processes. */
struct numa_shared {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool is_open; /* the gate that tasks wait at */
	atomic_bool is_over, has_failed;
	atomic_uint nr_ready;
	pthread_mutex_t *locks; /* one for each process */
	const struct numa_values *values;
	char *global;
	struct numa_task *tasks; /* nr_threads of each process, in order */
};

/* Anonymous memory, its pages shared with children or not; NULL with errno. 0 bytes: an address that is not used. */
void *numa_map(uint64_t bytes, bool is_shared);
/* Undoes it; NULL is nothing. */
void numa_unmap(void *memory, uint64_t bytes);
/* Initialises memory as -H, -z, -I and -0 want. node: binds it to that node, unless NUMA_NOT_BOUND. 0 or an errno. */
int numa_prepare(const struct numa_values *values, char *memory, uint64_t bytes, int node);
/* All of a child process: its memory, its threads, and their end. Returns its exit status. */
int numa_process(struct numa_shared *shared, unsigned index);

static inline uint64_t numa_bytes(unsigned mb) { return (uint64_t)mb << 20; }

#endif
