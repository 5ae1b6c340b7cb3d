/* Numbers are read from sysfs at each call; nothing is kept. */
#include "kernel/cpu_topology.h"

#include <stdio.h>
#include "kernel/cpu_list.h"

#define CPU_DIR "sys/devices/system/cpu/cpu%d"
/* cache/index0 to index9 are tried; no CPU has more. */
enum { NR_CACHES_MAX = 10 };

/* A number in a file of the CPU's topology directory; -1: there is no such file, or the kernel does not know (it
 * writes -1). */
static int32_t read_number(const struct kernelfs *fs, int32_t cpu, const char *name)
{
	_free_ char *text = kernelfs_read(fs, CPU_DIR "/topology/%s", cpu, name);
	char *end;
	long number = text ? strtol(text, &end, 10) : -1;
	return text && end != text && number >= 0 && number < INT32_MAX ? (int32_t)number : -1;
}

/* The memory node: the CPU's directory has a link "node0" to it. */
static int32_t find_node(const struct kernelfs *fs, int32_t cpu)
{
	char path[64];
	struct kernelfs_names names;
	int32_t node = -1;
	snprintf(path, sizeof(path), CPU_DIR, cpu);
	if (kernelfs_list(fs, path, KERNELFS_AS_LISTED, &names) < 0) return -1;
	for (size_t i = 0; i < names.names.count && node < 0; i++) sscanf(names.names.items[i], "node%d", &node);
	kernelfs_names_done(&names);
	return node;
}

void cpu_topology_place(const struct kernelfs *fs, int32_t cpu, struct cpu_place *ret)
{
	*ret = (struct cpu_place){
		.socket = read_number(fs, cpu, "physical_package_id"),
		.die = read_number(fs, cpu, "die_id"),
		.cluster = read_number(fs, cpu, "cluster_id"),
		.core = read_number(fs, cpu, "core_id"),
		.node = find_node(fs, cpu),
	};
}

/* The first number of a list such as "0-3,8", which is its lowest; -1. */
static int32_t first_of(const char *text)
{
	struct cpu_list list;
	if (!text || !cpu_list_parse(text, &list)) return -1;
	int32_t first = list.cpus.items[0];
	vec_done(&list.cpus);
	return first;
}

void cpu_topology_cache(const struct kernelfs *fs, int32_t cpu, int32_t level, struct cpu_cache *ret)
{
	*ret = (struct cpu_cache){ .level = -1, .first_cpu = -1 };
	for (int i = 0; i < NR_CACHES_MAX; i++) {
		uint64_t here;
		if (!kernelfs_read_u64(fs, &here, CPU_DIR "/cache/index%d/level", cpu, i)) return;
		if (level ? (int32_t)here != level || ret->level == level : (int32_t)here <= ret->level) continue;
		_free_ char *sharing = kernelfs_read(fs, CPU_DIR "/cache/index%d/shared_cpu_list", cpu, i);
		*ret = (struct cpu_cache){ .level = (int32_t)here, .first_cpu = first_of(sharing) };
	}
}

/* CPU 0 stands for all. */
unsigned cpu_topology_smt_threads(const struct kernelfs *fs)
{
	struct cpu_list list;
	_free_ char *text = kernelfs_read(fs, CPU_DIR "/topology/thread_siblings_list", 0);
	if (!text || !cpu_list_parse(text, &list)) return 1;
	unsigned count = (unsigned)list.cpus.count;
	vec_done(&list.cpus);
	return count;
}
