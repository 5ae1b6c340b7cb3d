/* The numbers of the perf.data format: record types, header features, misc bits, context markers.
 * Sources: kernel UAPI linux/perf_event.h for records below 64, docs/perfdata.md for the rest. */
#ifndef PERFDATA_FORMAT_FORMAT_H
#define PERFDATA_FORMAT_FORMAT_H

#include <stdint.h>

enum record_type {
#define RECORD(NAME, number, dump) RECORD_##NAME = number,
#include "perfdata/format/record_type.def"
#undef RECORD
	RECORD_USER_TYPE_START = 64, /* below: made by the kernel */
	RECORD_TYPE_MAX = 128,       /* at or above: not a record type, the data is damaged */
};

/* misc bits. The low three are the cpumode, in samples and in mmap records. The bits above mean something else for
 * each type of record, which is why several share a number. */
#define MISC_CPUMODE_MASK 7
enum cpumode {
	CPUMODE_UNKNOWN,
	CPUMODE_KERNEL,
	CPUMODE_USER,
	CPUMODE_HYPERVISOR,
	CPUMODE_GUEST_KERNEL,
	CPUMODE_GUEST_USER
};
#define MISC_PROC_MAP_PARSE_TIMEOUT (1 << 12)
#define MISC_MMAP_DATA (1 << 13)
#define MISC_COMM_EXEC (1 << 13)
#define MISC_FORK_EXEC (1 << 13)
#define MISC_SWITCH_OUT (1 << 13)
#define MISC_EXACT_IP (1 << 14)
#define MISC_SWITCH_OUT_PREEMPT (1 << 14)
#define MISC_MMAP_BUILD_ID (1 << 14)
#define MISC_LOST_SAMPLES_BPF (1 << 15)

/* From there on samples have no time of their own: they are sums, written at the end of a recording (offcpu-time). */
#define TIME_OF_SUMS (~0ull << 32)

/* Context markers in a call chain: they say where the addresses that follow them were executed. */
#define CONTEXT_HV ((uint64_t)-32)
#define CONTEXT_KERNEL ((uint64_t)-128)
#define CONTEXT_USER ((uint64_t)-512)
#define CONTEXT_USER_DEFERRED ((uint64_t)-640)
#define CONTEXT_GUEST ((uint64_t)-2048)
#define CONTEXT_GUEST_KERNEL ((uint64_t)-2176)
#define CONTEXT_GUEST_USER ((uint64_t)-2560)
#define CONTEXT_MAX ((uint64_t)-4095) /* at or above: a marker, not an address */

enum header_feature {
#define FEATURE(NAME, number, descriptor) FEATURE_##NAME = number,
#include "perfdata/format/header_feature.def"
#undef FEATURE
	FEATURE_END = 32, /* without a section: upstream 6.12's end mark among the HEADER_FEATURE records of the pipe
			    form; with one it is CPU_DOMAIN_INFO of 7.2 */
	FEATURE_BITS = 256,
};

/* The first 8 bytes of a file, "PERFILE2", or "PERFFILE" of the oldest ones, as a little-endian word.
 * PERFDATA_HEADER_SIZE is the size of the file header, and PERFDATA_PIPE_HEADER_SIZE that of the pipe form's, by which
 * the forms are told apart. */
#define PERFDATA_MAGIC2 0x32454c4946524550ull
#define PERFDATA_MAGIC1 0x454c494646524550ull
#define PERFDATA_HEADER_SIZE 104
#define PERFDATA_PIPE_HEADER_SIZE 16

#endif
