/* Each function reads some files and fills members of struct perf_header. To add a feature: a function here,
 * declared in facts.h, called by facts_all. */
#include "kernel/facts.h"

#include <stdio.h>
#include <string.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
#include "base/host.h"
#include "kernel/cpu_list.h"

/* list_cpus: cpu_list_present or cpu_list_online. */
static uint32_t count_cpus(const struct kernelfs *fs,
			   void (*list_cpus)(const struct kernelfs *fs, struct cpu_list *ret))
{
	struct cpu_list list;
	list_cpus(fs, &list);
	uint32_t n = (uint32_t)list.cpus.count;
	vec_done(&list.cpus);
	return n;
}

/* "MemTotal:    24684084 kB" or "Node 0 MemTotal: ..." In KiB; 0: there is no such line. */
static uint64_t meminfo(const char *text, const char *field)
{
	const char *at = strstr(text, field);
	return at ? strtoull(at + strlen(field), NULL, 10) : 0;
}

/* Names are those of uname(2), of this process; numbers come from fs. */
void facts_system(const struct kernelfs *fs, struct perf_header *header)
{
	struct arena *arena = &header->arena;
	const struct host host = host_read();
	if (*host.machine) {
		header->hostname = arena_strdup(arena, host.name);
		header->osrelease = arena_strdup(arena, host.release);
		header->arch = arena_strdup(arena, host.machine);
		header_set(header, FEATURE_HOSTNAME);
		header_set(header, FEATURE_OSRELEASE);
		header_set(header, FEATURE_ARCH);
	}
	header->nrcpus_available = count_cpus(fs, cpu_list_present);
	header->nrcpus_online = count_cpus(fs, cpu_list_online);
	header_set(header, FEATURE_NRCPUS);
	_free_ char *text = kernelfs_read(fs, "proc/meminfo");
	if (text && (header->total_mem_kib = meminfo(text, "MemTotal:"))) header_set(header, FEATURE_TOTAL_MEM);
}

/* The value of the first line "field : value" of proc/cpuinfo, in the arena; NULL: there is none. */
static char *cpuinfo_field(struct arena *arena, const char *text, const char *field)
{
	size_t n = strlen(field);
	for (const char *line = text; line; line = strchr(line, '\n')) {
		if (*line == '\n') line++;
		if (strncmp(line, field, n) != 0 || !strchr(" \t:", line[n])) continue;
		const char *value = strchr(line, ':');
		if (!value) continue;
		value += 1 + strspn(value + 1, " \t");
		size_t size = strcspn(value, "\n");
		/* runs of blanks become one */
		char *result = arena_strndup(arena, value, size), *to = result;
		for (const char *from = result; *from; from++)
			if (*from != ' ' || (to > result && to[-1] != ' ')) *to++ = *from;
		*to = '\0';
		return result;
	}
	return NULL;
}

#if defined(__x86_64__) || defined(__i386__)
/* "AuthenticAMD,25,17,1": vendor, family, model, stepping. */
static char *cpu_identity(const struct kernelfs *fs, struct arena *arena, const char *cpuinfo)
{
	unsigned a, b, c, d;
	char vendor[13] = "";
	if (!__get_cpuid(0, &a, &b, &c, &d)) return NULL;
	memcpy(vendor, &b, 4);
	memcpy(vendor + 4, &d, 4);
	memcpy(vendor + 8, &c, 4);
	if (!__get_cpuid(1, &a, &b, &c, &d)) return NULL;
	/* Extended family and model count as the vendors' manuals of CPUID say (leaf 1, EAX). */
	unsigned family = a >> 8 & 15, model = a >> 4 & 15, stepping = a & 15;
	if (family >= 6) model += (a >> 16 & 15) << 4;
	if (family == 15) family += a >> 20 & 255;
	return arena_printf(arena, "%s,%u,%u,%u", vendor, family, model, stepping);
}
#else
/* arm64: MIDR_EL1; POWER and RISC-V: what proc/cpuinfo has. */
static char *cpu_identity(const struct kernelfs *fs, struct arena *arena, const char *cpuinfo)
{
	_free_ char *midr = kernelfs_read(fs, "sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
	if (midr) return arena_strdup(arena, midr);
	char *cpu = cpuinfo_field(arena, cpuinfo, "cpu");
	return cpu ? cpu : cpuinfo_field(arena, cpuinfo, "mvendorid");
}
#endif

/* The first of the fields that the architecture has. */
void facts_cpu(const struct kernelfs *fs, struct perf_header *header)
{
	struct arena *arena = &header->arena;
	_free_ char *text = kernelfs_read(fs, "proc/cpuinfo");
	if (!text) return;
	static const char *const fields[] = { "model name", "cpu", "Processor", "processor", "vendor_id", "isa" };
	for (size_t i = 0; i < ARRAY_SIZE(fields) && !header->cpudesc; i++)
		header->cpudesc = cpuinfo_field(arena, text, fields[i]);
	if (header->cpudesc) header_set(header, FEATURE_CPUDESC);
	header->cpuid = cpu_identity(fs, arena, text);
	if (header->cpuid) header_set(header, FEATURE_CPUID);
}

/* Adds text to a list of different ones. */
static void add_unique(struct arena *arena, char **list, uint32_t *count, const char *text)
{
	for (uint32_t i = 0; i < *count; i++)
		if (strcmp(list[i], text) == 0) return;
	list[(*count)++] = arena_strdup(arena, text);
}

/* NUMA_TOPOLOGY: memory and CPUs of each node. */
static void numa(const struct kernelfs *fs, struct perf_header *header)
{
	struct arena *arena = &header->arena;
	struct kernelfs_names names;
	if (kernelfs_list(fs, "sys/devices/system/node", KERNELFS_BY_NUMBER, &names) < 0) return;
	header->nodes = arena_zalloc(arena, names.names.count * sizeof(*header->nodes) + 1);
	for (size_t i = 0; i < names.names.count; i++) {
		unsigned node;
		char rest;
		if (sscanf(names.names.items[i], "node%u%c", &node, &rest) != 1) continue;
		_free_ char *text = kernelfs_read(fs, "sys/devices/system/node/node%u/meminfo", node);
		_free_ char *cpus = kernelfs_read(fs, "sys/devices/system/node/node%u/cpulist", node);
		if (!text || !cpus) continue;
		header->nodes[header->nr_nodes++] = (struct header_node){ .node = node,
									  .total_kib = meminfo(text, "MemTotal:"),
									  .free_kib = meminfo(text, "MemFree:"),
									  .cpus = arena_strdup(arena, cpus) };
	}
	kernelfs_names_done(&names);
	if (header->nr_nodes) header_set(header, FEATURE_NUMA_TOPOLOGY);
}

/* The lists of siblings are those of sysfs ("0-3"), each different one once. Newer kernels have other names for some of
 * these files: these are tried first. */
void facts_topology(const struct kernelfs *fs, struct perf_header *header)
{
	struct arena *arena = &header->arena;
	uint32_t count = count_cpus(fs, cpu_list_present);
	header->core_siblings = arena_zalloc(arena, (count + 1) * sizeof(char *));
	header->die_siblings = arena_zalloc(arena, (count + 1) * sizeof(char *));
	header->thread_siblings = arena_zalloc(arena, (count + 1) * sizeof(char *));
	header->cores = arena_zalloc(arena, (count + 1) * sizeof(*header->cores));
	for (uint32_t cpu = 0; cpu < count; cpu++) {
		_free_ char *package = kernelfs_read(fs, "sys/devices/system/cpu/cpu%u/topology/package_cpus_list",
						     cpu);
		if (!package)
			package = kernelfs_read(fs, "sys/devices/system/cpu/cpu%u/topology/core_siblings_list", cpu);
		_free_ char *die = kernelfs_read(fs, "sys/devices/system/cpu/cpu%u/topology/die_cpus_list", cpu);
		_free_ char *core = kernelfs_read(fs, "sys/devices/system/cpu/cpu%u/topology/core_cpus_list", cpu);
		if (!core) core = kernelfs_read(fs, "sys/devices/system/cpu/cpu%u/topology/thread_siblings_list", cpu);
		if (package) add_unique(arena, header->core_siblings, &header->nr_core_siblings, package);
		if (die) add_unique(arena, header->die_siblings, &header->nr_die_siblings, die);
		if (core) add_unique(arena, header->thread_siblings, &header->nr_thread_siblings, core);
		struct header_core ids = { -1, -1, -1 };
		uint64_t value;
		if (kernelfs_read_u64(fs, &value, "sys/devices/system/cpu/cpu%u/topology/core_id", cpu))
			ids.core = (int32_t)value;
		if (kernelfs_read_u64(fs, &value, "sys/devices/system/cpu/cpu%u/topology/physical_package_id", cpu))
			ids.socket = (int32_t)value;
		if (kernelfs_read_u64(fs, &value, "sys/devices/system/cpu/cpu%u/topology/die_id", cpu))
			ids.die = (int32_t)value;
		header->cores[header->nr_cores++] = ids;
	}
	header->has_dies = header->nr_die_siblings > 0;
	if (header->nr_core_siblings) header_set(header, FEATURE_CPU_TOPOLOGY);
	numa(fs, header);
}

/* All members are compared, so that caches of different sizes stay apart. */
static bool same_cache(const struct header_cache *a, const struct header_cache *b)
{
	return a->level == b->level && a->line == b->line && a->sets == b->sets && a->ways == b->ways &&
	       strcmp(a->type, b->type) == 0 && strcmp(a->size, b->size) == 0 && strcmp(a->map, b->map) == 0;
}

/* One directory of the CPU's caches; false: there is none with this index. */
static bool read_cache(const struct kernelfs *fs, struct arena *arena, uint32_t cpu, uint32_t index,
		       struct header_cache *ret)
{
	uint64_t level = 0, line = 0, sets = 0, ways = 0;
	if (!kernelfs_read_u64(fs, &level, "sys/devices/system/cpu/cpu%u/cache/index%u/level", cpu, index))
		return false;
	kernelfs_read_u64(fs, &line, "sys/devices/system/cpu/cpu%u/cache/index%u/coherency_line_size", cpu, index);
	kernelfs_read_u64(fs, &sets, "sys/devices/system/cpu/cpu%u/cache/index%u/number_of_sets", cpu, index);
	kernelfs_read_u64(fs, &ways, "sys/devices/system/cpu/cpu%u/cache/index%u/ways_of_associativity", cpu, index);
	_free_ char *type = kernelfs_read(fs, "sys/devices/system/cpu/cpu%u/cache/index%u/type", cpu, index);
	_free_ char *size = kernelfs_read(fs, "sys/devices/system/cpu/cpu%u/cache/index%u/size", cpu, index);
	_free_ char *map = kernelfs_read(fs, "sys/devices/system/cpu/cpu%u/cache/index%u/shared_cpu_list", cpu, index);
	if (!type || !size || !map) return false;
	*ret = (struct header_cache){ .level = (uint32_t)level,
				      .line = (uint32_t)line,
				      .sets = (uint32_t)sets,
				      .ways = (uint32_t)ways,
				      .type = arena_strdup(arena, type),
				      .size = arena_strdup(arena, size),
				      .map = arena_strdup(arena, map) };
	return true;
}

/* Each cache once, though every CPU that shares it lists it. */
void facts_cache(const struct kernelfs *fs, struct perf_header *header)
{
	struct arena *arena = &header->arena;
	enum { LEVELS_MAX = 8 };
	uint32_t count = count_cpus(fs, cpu_list_present);
	if (!count || !kernelfs_exists(fs, "sys/devices/system/cpu/cpu0/cache")) return;
	VEC(struct header_cache) caches = VEC_INIT;
	for (uint32_t cpu = 0; cpu < count; cpu++) {
		for (uint32_t index = 0; index < LEVELS_MAX; index++) {
			struct header_cache cache;
			if (!read_cache(fs, arena, cpu, index, &cache)) continue;
			size_t k = 0;
			while (k < caches.count && !same_cache(&caches.items[k], &cache)) k++;
			if (k == caches.count) vec_push(&caches, cache);
		}
	}
	/* by level, and within it as the CPUs list them */
	header->caches = arena_zalloc(arena, (caches.count + 1) * sizeof(*header->caches));
	for (uint32_t level = 0; level < LEVELS_MAX; level++)
		for (size_t i = 0; i < caches.count; i++)
			if (caches.items[i].level == level) header->caches[header->nr_caches++] = caches.items[i];
	vec_done(&caches);
	if (header->nr_caches) header_set(header, FEATURE_CACHE);
}

/* MEM_TOPOLOGY: for each node a bitmap of the memory blocks that belong to it (links "memory17" in the node's
 * directory). block_size_bytes is hexadecimal without 0x. */
void facts_memory(const struct kernelfs *fs, struct perf_header *header)
{
	struct arena *arena = &header->arena;
	_free_ char *block_size = kernelfs_read(fs, "sys/devices/system/memory/block_size_bytes");
	struct kernelfs_names nodes;
	if (!block_size || kernelfs_list(fs, "sys/devices/system/node", KERNELFS_BY_NUMBER, &nodes) < 0) return;
	header->mem_version = 1;
	header->mem_block_size = strtoull(block_size, NULL, 16);
	header->mem_nodes = arena_zalloc(arena, (nodes.names.count + 1) * sizeof(*header->mem_nodes));
	for (size_t i = 0; i < nodes.names.count; i++) {
		unsigned node, block;
		char rest;
		if (sscanf(nodes.names.items[i], "node%u%c", &node, &rest) != 1) continue;
		struct kernelfs_names blocks;
		_free_ char *dir = xasprintf("sys/devices/system/node/node%u", node);
		if (kernelfs_list(fs, dir, KERNELFS_BY_NUMBER, &blocks) < 0) continue;
		struct header_mem_node mem = { .node = node };
		for (size_t k = 0; k < blocks.names.count; k++)
			if (sscanf(blocks.names.items[k], "memory%u%c", &block, &rest) == 1 && block < 1u << 24 &&
			    block >= mem.size)
				mem.size = block + 1;
		/* Two passes: the highest block decides the size of the bitmap. */
		mem.nr_bits = mem.size;
		mem.bitmap = arena_zalloc(arena, (mem.size + 63) / 64 * 8 + 8);
		for (size_t k = 0; k < blocks.names.count; k++)
			if (sscanf(blocks.names.items[k], "memory%u%c", &block, &rest) == 1 && block < mem.size)
				mem.bitmap[block / 64] |= 1ull << (block % 64);
		kernelfs_names_done(&blocks);
		header->mem_nodes[header->nr_mem_nodes++] = mem;
	}
	kernelfs_names_done(&nodes);
	if (header->nr_mem_nodes) header_set(header, FEATURE_MEM_TOPOLOGY);
}

#define PMU_DEVICES "sys/bus/event_source/devices"

/* The files of a PMU's caps directory with their contents; returns how many. */
static uint32_t read_caps(const struct kernelfs *fs, struct arena *arena, const char *pmu, struct header_cap **ret)
{
	struct kernelfs_names names;
	_free_ char *dir = xasprintf(PMU_DEVICES "/%s/caps", pmu);
	if (kernelfs_list(fs, dir, KERNELFS_BY_NAME, &names) < 0) return 0;
	uint32_t n = 0;
	*ret = arena_zalloc(arena, (names.names.count + 1) * sizeof(**ret));
	for (size_t i = 0; i < names.names.count; i++) {
		_free_ char *value = kernelfs_read(fs, "%s/%s", dir, names.names.items[i]);
		if (value)
			(*ret)[n++] = (struct header_cap){ arena_strdup(arena, names.names.items[i]),
							   arena_strdup(arena, value) };
	}
	kernelfs_names_done(&names);
	return n;
}

/* PMUs whose name begins with "cpu_" and that have a list of CPUs are those of hybrid machines. A machine without a
 * PMU of cores still gets "cpu" with type 4 (PERF_TYPE_RAW). */
void facts_pmus(const struct kernelfs *fs, struct perf_header *header)
{
	struct arena *arena = &header->arena;
	struct kernelfs_names names;
	if (kernelfs_list(fs, PMU_DEVICES, KERNELFS_BY_NAME, &names) < 0) return;
	/* one more for the "cpu" that may be added */
	size_t room = names.names.count + 2;
	header->pmus = arena_zalloc(arena, room * sizeof(*header->pmus));
	header->pmu_caps = arena_zalloc(arena, room * sizeof(*header->pmu_caps));
	header->hybrids = arena_zalloc(arena, room * sizeof(*header->hybrids));
	bool has_cpu = false;
	for (size_t i = 0; i < names.names.count; i++)
		has_cpu |= strncmp(names.names.items[i], "cpu", 3) == 0 || strstr(names.names.items[i], "pmuv3");
	if (!has_cpu)
		header->pmus[header->nr_pmus++] = (struct header_pmu){ .type = 4, .name = arena_strdup(arena, "cpu") };
	for (size_t i = 0; i < names.names.count; i++) {
		const char *name = names.names.items[i];
		uint64_t type;
		if (!kernelfs_read_u64(fs, &type, PMU_DEVICES "/%s/type", name)) continue;
		header->pmus[header->nr_pmus++] = (struct header_pmu){ .type = (uint32_t)type,
								       .name = arena_strdup(arena, name) };
		bool is_core = strcmp(name, "cpu") == 0;
		if (strncmp(name, "cpu_", 4) == 0) {
			_free_ char *cpus = kernelfs_read(fs, PMU_DEVICES "/%s/cpus", name);
			if (cpus)
				header->hybrids[header->nr_hybrids++] =
					(struct header_hybrid){ arena_strdup(arena, name), arena_strdup(arena, cpus) };
		}
		struct header_cap *caps;
		uint32_t nr_caps = read_caps(fs, arena, name, &caps);
		if (!nr_caps) continue;
		if (is_core) {
			header->cpu_pmu_caps = caps;
			header->nr_cpu_pmu_caps = nr_caps;
		} else {
			header->pmu_caps[header->nr_pmu_caps++] = (struct header_pmu_caps){ arena_strdup(arena, name),
											    caps, nr_caps };
		}
	}
	kernelfs_names_done(&names);
	header_set(header, FEATURE_PMU_MAPPINGS);
	header_set(header, FEATURE_CPU_PMU_CAPS); /* present even when there are none: "not available" is a fact too */
	header_set(header, FEATURE_PMU_CAPS);
	if (header->nr_hybrids) header_set(header, FEATURE_HYBRID_TOPOLOGY);
}

void facts_all(const struct kernelfs *fs, struct perf_header *header)
{
	facts_system(fs, header);
	facts_cpu(fs, header);
	facts_topology(fs, header);
	facts_cache(fs, header);
	facts_memory(fs, header);
	facts_pmus(fs, header);
}
