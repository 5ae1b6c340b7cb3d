/* numa mem: the machine's nodes, and the lists that say which CPUs and nodes its tasks are bound to. */
#ifndef COMMANDS_BENCH_BENCH_NUMA_BIND_H
#define COMMANDS_BENCH_BENCH_NUMA_BIND_H

#include "base/outbuf.h"
#include "commands/bench/bench_numa.h"

struct numa_machine {
	unsigned nr_cpus, nr_nodes; /* one more than the highest number; at least 1 */
	int *node_of_cpu;           /* of nr_cpus */
};
/* A machine that tells nothing has one node. numa_machine_done frees. */
void numa_machine_read(struct numa_machine *ret);
void numa_machine_done(struct numa_machine *machine);
static inline int numa_node_of(const struct numa_machine *machine, int cpu)
{
	return cpu >= 0 && (unsigned)cpu < machine->nr_cpus ? machine->node_of_cpu[cpu] : 0;
}

/* Binds the first tasks as the list says: FIRST[-LAST][_CPUS][#STEP][xTIMES], separated by commas; NULL binds none. out
 * is told of it; NULL: nobody. False after saying what is wrong. */
bool numa_bind_cpus(const char *list, const struct numa_machine *machine, struct numa_task *tasks, unsigned nr_tasks,
		    struct outbuf *out);
/* The same without _CPUS. */
bool numa_bind_nodes(const char *list, const struct numa_machine *machine, struct numa_task *tasks, unsigned nr_tasks,
		     struct outbuf *out);

#endif
