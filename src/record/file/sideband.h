/* Records the recorder makes itself: what ran before it began, where the kernel is, and notes to readers. Appended to a
 * buffer as whole records, in this machine's byte order; layouts as the kernel's own (kernel UAPI linux/perf_event.h)
 * and docs/perfdata.md. */
#ifndef RECORD_FILE_SIDEBAND_H
#define RECORD_FILE_SIDEBAND_H

#include "base/outbuf.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "bpf/bpf_programs.h"
#include "kernel/kernel_text.h"
#include "kernel/procfs.h"
#include "perfdata/record/events.h"

/* A buffer of such records and what is needed to make them. Members other than out are set between sideband_init and
 * the first record. One thread at a time. */
struct sideband {
	struct outbuf out;        /* the records so far */
	struct sample_id trailer; /* that kernel-like records end with: which fields; zeros here */
	const struct kernelfs *fs;
	bool mmap_data;             /* data mappings too */
	bool namespaces, build_ids; /* NAMESPACES records; build-ids in MMAP2 */
	bool tasks, maps;           /* which kinds --synth asks for */
	unsigned maps_timeout_ms;   /* to read the maps of one process; 0: no limit */
	unsigned nr_cut;            /* processes for which that was not enough */
	struct u64map by_file;      /* (name, device, inode) -> index in ids + 1; 0: it has none */
	VEC(struct build_id) ids;
};

/* attr: of the event that carries the side band; its trailer and whether data mappings are wanted are taken from it.
 * fs is borrowed. */
void sideband_init(struct sideband *sb, const struct kernelfs *fs, const struct event_attr *attr);
void sideband_done(struct sideband *sb);

/* sideband_kernel: the kernel's text as one map, "[kernel.kallsyms]" with the symbol it is found by. sideband_modules:
 * a map for each. */
void sideband_kernel(struct sideband *sb, const struct kernel_text *text);
void sideband_modules(struct sideband *sb, const struct kernel_modules *modules);
/* What BPF programs are loaded: a KSYMBOL for each of their functions, then a BPF_EVENT for each program. */
void sideband_bpf(struct sideband *sb, const struct bpf_programs *programs);
/* All threads of a process: COMM and NAMESPACES of each, and the mappings of the process. Nothing when it has gone. */
void sideband_process(struct sideband *sb, int32_t pid);
/* The same of all processes, and a FORK for each thread. `threads` threads read /proc; the records are in the order of
 * the process ids whatever their number. */
void sideband_all_processes(struct sideband *sb, unsigned threads);
/* One COMM record, for a task that has not run its program yet. */
void sideband_comm(struct sideband *sb, int32_t pid, int32_t tid, const char *comm);
/* CGROUP for each group of the unified hierarchy. */
void sideband_cgroups(struct sideband *sb);

/* An entry of ID_INDEX as it is in the record: idx is the ring's index; cpu and tid are -1 for any, sign extended. Says
 * which ring (by its index), CPU and thread the samples with an id are from. */
struct id_index_entry {
	uint64_t id, idx, cpu, tid;
};
/* As many ID_INDEX records as the entries need. */
void sideband_id_index(struct sideband *sb, const struct id_index_entry *entries, size_t count);
/* The threads that are recorded, as many as a record holds. with_comms: with the names they have now. */
void sideband_thread_map(struct sideband *sb, const int32_t *tids, size_t count, bool with_comms);
/* The CPUs that are recorded, as a range when they are adjacent; -1 is any CPU. */
void sideband_cpu_map(struct sideband *sb, const int32_t *cpus, size_t count);
/* LOST_SAMPLES: so many samples of the event were lost in all. */
/* filtered: not lost, but dropped by a BPF filter. */
void sideband_lost_samples(struct sideband *sb, const struct perf_event *event, uint64_t lost, bool filtered);
void sideband_bare(struct sideband *sb, uint32_t type); /* FINISHED_ROUND, FINISHED_INIT */

#endif
