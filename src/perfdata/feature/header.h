/* What the header features of a recording say, decoded. Absent features are NULL / 0; `present` tells. What belongs to
 * one feature alone may live in own[bit], known only to the feature's file; everything decoded lives in the arena. The
 * same struct says what a writer is to write (perfdata/writer.h): whoever fills in members also sets their bit. The
 * format of each section: docs/perfdata.md and the head of feature_NAME.c. */
#ifndef PERFDATA_FEATURE_HEADER_H
#define PERFDATA_FEATURE_HEADER_H

#include "base/arena.h"
#include "perfdata/record/events.h"

/* BUILD_ID: an object. misc has the cpumode it belongs to; pid is as recorded, -1 where the record has none. maj, min,
 * ino: of the file, where several have that name (in containers); all 0 when not known. */
struct header_build_id {
	uint16_t misc;
	int32_t pid;
	struct build_id id;
	char *filename;
	uint32_t maj, min;
	uint64_t ino;
};
/* CPU_TOPOLOGY: of one CPU, as sysfs numbers them; the array is indexed by CPU. */
struct header_core {
	int32_t core, socket, die;
};
/* NUMA_TOPOLOGY: a node; cpus is a list, "0-3,8". */
struct header_node {
	uint32_t node;
	uint64_t total_kib, free_kib;
	char *cpus;
};
/* CACHE: a kind of cache, in the words of sysfs; line is in bytes, map the list of CPUs that share one. */
struct header_cache {
	uint32_t level, line, sets, ways;
	char *type, *size, *map;
};
/* MEM_TOPOLOGY: a node. bitmap has a bit for each block of memory, nr_bits of them; size is as recorded. */
struct header_mem_node {
	uint64_t node, size, nr_bits;
	uint64_t *bitmap;
};
/* PMU_MAPPINGS: type is what attrs of the PMU's events have as theirs. */
struct header_pmu {
	uint32_t type;
	char *name;
};
/* A file of a PMU's caps directory in sysfs. */
struct header_cap {
	char *name, *value;
};
/* PMU_CAPS: all of one PMU. */
struct header_pmu_caps {
	char *pmu;
	struct header_cap *caps;
	uint32_t nr_caps;
};
/* CPU_DOMAIN_INFO: a domain that one CPU is balanced in; the CPUs of it as the kernel writes masks ("3") and lists
 * ("0-1"). name: NULL where the kernel gives none. */
struct header_sched_domain {
	uint32_t cpu, domain;
	char *name, *mask, *cpus;
};
/* HYBRID_TOPOLOGY: the list of CPUs of one core PMU. */
struct header_hybrid {
	char *pmu, *cpus;
};
/* BPF_PROG_INFO, BPF_BTF: bytes as in the section, in the recorder's byte order; borrowed from the recording. */
struct header_blob {
	uint32_t id;
	const uint8_t *data;
	size_t size;
};

/* All features of a recording, or of one to be written. Made by header_init, freed by header_done. Arrays have the
 * length nr_* beside them; texts are NULL when the feature is absent. */
struct perf_header {
	struct arena arena;                  /* owns everything below */
	struct perf_events *events;          /* of the recording; borrowed */
	uint64_t present[FEATURE_BITS / 64]; /* reading: decoded; writing: to be written */
	/* Indexed by bit. */
	/* CPU_DOMAIN_INFO: scheduling domains, those of a CPU together. schedstat_version decides whether they have
	 * names (from 17 on). */
	uint32_t schedstat_version, max_sched_domains;
	struct header_sched_domain *sched_domains;
	uint32_t nr_sched_domains;
	void *own[FEATURE_BITS];
	/* Features of the same name: a text each. */
	char *hostname, *osrelease, *version, *arch, *cpudesc, *cpuid;
	/* CPUs that the machine has, and those that were online; NRCPUS. */
	uint32_t nrcpus_available, nrcpus_online;
	uint64_t total_mem_kib;
	/* The arguments of the recording command. */
	char **cmdline;
	uint32_t nr_cmdline;
	/* CPU_TOPOLOGY: lists of CPUs ("0-3"), one for each socket, die and core; has_dies: the recording knows of
	 * dies. */
	char **core_siblings, **die_siblings, **thread_siblings;
	uint32_t nr_core_siblings, nr_die_siblings, nr_thread_siblings;
	struct header_core *cores;
	uint32_t nr_cores;
	bool has_dies;
	/* NUMA_TOPOLOGY, in the order of the section; header_node.node has the numbers. */
	struct header_node *nodes;
	uint32_t nr_nodes;
	/* PMU_MAPPINGS. */
	struct header_pmu *pmus;
	uint32_t nr_pmus;
	/* BUILD_ID, in the order of the section; the same object may come for several processes. */
	struct header_build_id *build_ids;
	uint32_t nr_build_ids;
	/* TRACING_DATA: borrowed; lives as long as the perfdata. */
	const uint8_t *tracing_data;
	size_t tracing_data_size;
	struct header_cache *caches;
	uint32_t nr_caches;
	/* SAMPLE_TIME, on the clock of the samples. */
	uint64_t first_sample_ns, last_sample_ns;
	/* MEM_TOPOLOGY: block size in bytes. */
	uint64_t mem_version, mem_block_size;
	struct header_mem_node *mem_nodes;
	uint64_t nr_mem_nodes;
	/* CLOCKID. */
	uint64_t clockid_resolution_ns;
	/* DIR_FORMAT. */
	uint64_t dir_version;
	/* One for each program and BTF object of the section, with the id that the kernel gave it. */
	struct header_blob *bpf_progs, *btfs;
	uint32_t nr_bpf_progs, nr_btfs;
	/* COMPRESSED: type 1 is zstd; ratio is bytes before by bytes after; mmap_len is the size of a ring buffer in
	 * bytes. */
	uint32_t comp_version, comp_type, comp_level, comp_ratio, comp_mmap_len;
	/* CPU_PMU_CAPS, of the core PMU, and PMU_CAPS, of the others. */
	struct header_cap *cpu_pmu_caps;
	uint32_t nr_cpu_pmu_caps;
	struct header_pmu_caps *pmu_caps;
	uint32_t nr_pmu_caps;
	/* CLOCK_DATA: one moment on CLOCK_REALTIME (wall) and on the clock of the samples, whose clockid this is. */
	uint32_t clock_data_clockid;
	uint64_t clock_wall_ns, clock_ns;
	/* HYBRID_TOPOLOGY; empty where all cores are alike. */
	struct header_hybrid *hybrids;
	uint32_t nr_hybrids;
	/* AUXTRACE: file offsets and sizes of the AUXTRACE records. */
	struct header_auxtrace {
		uint64_t offset, size;
	} * auxtrace;
	size_t nr_auxtrace;
};

/* Whether the feature is present; header_set and header_clear say that it is, or is not. */
static inline bool header_has(const struct perf_header *h, enum header_feature f)
{
	return h->present[f / 64] >> (f % 64) & 1;
}
static inline void header_set(struct perf_header *h, enum header_feature f) { h->present[f / 64] |= 1ull << (f % 64); }
static inline void header_clear(struct perf_header *h, enum header_feature f)
{
	h->present[f / 64] &= ~(1ull << (f % 64));
}

/* events is borrowed and must outlive h. header_done frees the arena, and all that was decoded with it. */
void header_init(struct perf_header *h, struct perf_events *events);
void header_done(struct perf_header *h);
/* Decodes one feature's payload into h and marks it present; unknown bits are ignored. Payload bytes that are kept by
 * pointer (tracing data, BPF) must outlive h. Returns 0 or -EBADMSG, then the feature stays absent. */
int header_decode_feature(struct perf_header *h, unsigned bit, struct cursor payload);
/* Names tracepoints that came without a name ("sched:sched_switch") by what the tracing data says of their ids. */
void events_name_tracepoints(struct perf_events *events, const struct perf_header *h);
/* "HOSTNAME", or NULL for an unknown bit. */
const char *header_feature_name(unsigned bit);

#endif
