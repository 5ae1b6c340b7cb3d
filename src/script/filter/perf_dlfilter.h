/* What a filter of perf script and perf talk with each other: perf-dlfilter(1). A filter is a shared object that
 * includes this as <perf/perf_dlfilter.h> and has some of these functions:
 *
 *     struct perf_dlfilter_fns perf_dlfilter_fns;       perf fills it in when it loads the object
 *     int start(void **data, void *ctx);
 *     int stop(void *data, void *ctx);
 *     int filter_event(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
 *     int filter_event_early(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
 *     const char *filter_description(const char **long_description);
 *
 * The layout is upstream's, so that filters that were built for it work. A size in front of a struct says which members
 * it has; nothing that is pointed to is valid behind the call. */
#ifndef SCRIPT_FILTER_PERF_DLFILTER_H
#define SCRIPT_FILTER_PERF_DLFILTER_H

#include <linux/perf_event.h>
#include <linux/types.h>

/* machine_pid and vcpu are there. */
#define PERF_DLFILTER_HAS_MACHINE_PID

/* How control went on: field flags of perf script. */
enum {
	PERF_DLFILTER_FLAG_BRANCH = 1ULL << 0,
	PERF_DLFILTER_FLAG_CALL = 1ULL << 1,
	PERF_DLFILTER_FLAG_RETURN = 1ULL << 2,
	PERF_DLFILTER_FLAG_CONDITIONAL = 1ULL << 3,
	PERF_DLFILTER_FLAG_SYSCALLRET = 1ULL << 4,
	PERF_DLFILTER_FLAG_ASYNC = 1ULL << 5,
	PERF_DLFILTER_FLAG_INTERRUPT = 1ULL << 6,
	PERF_DLFILTER_FLAG_TX_ABORT = 1ULL << 7,
	PERF_DLFILTER_FLAG_TRACE_BEGIN = 1ULL << 8,
	PERF_DLFILTER_FLAG_TRACE_END = 1ULL << 9,
	PERF_DLFILTER_FLAG_IN_TX = 1ULL << 10,
	PERF_DLFILTER_FLAG_VMENTRY = 1ULL << 11,
	PERF_DLFILTER_FLAG_VMEXIT = 1ULL << 12,
};

/* A sample. Fields that were not recorded are 0, numbers of events, threads and CPUs -1. */
struct perf_dlfilter_sample {
	__u32 size;
	__u16 ins_lat, p_stage_cyc;
	__u64 ip;
	__s32 pid, tid;
	__u64 time;
	__u64 addr;
	__u64 id;
	__u64 stream_id;
	__u64 period;
	__u64 weight;
	__u64 transaction;
	__u64 insn_cnt, cyc_cnt; /* since the sample before that had any: instructions a cycle */
	__s32 cpu;
	__u32 flags; /* PERF_DLFILTER_FLAG_* */
	__u64 data_src;
	__u64 phys_addr;
	__u64 data_page_size;
	__u64 code_page_size;
	__u64 cgroup;
	__u8 cpumode;
	__u8 addr_correlates_sym; /* resolve_addr may be asked */
	__u16 misc;
	__u32 raw_size;
	const void *raw_data;
	__u64 brstack_nr;
	const struct perf_branch_entry *brstack;
	__u64 raw_callchain_nr;
	const __u64 *raw_callchain;
	const char *event;
	__s32 machine_pid; /* of a guest: the process that runs it; 0: the host's */
	__s32 vcpu;        /* -1: none */
};

/* What is at an address. */
struct perf_dlfilter_al {
	__u32 size;
	__u32 symoff;
	const char *sym;
	__u64 addr; /* as the object counts */
	__u64 sym_start, sym_end;
	const char *dso;
	__u8 sym_binding;  /* STB_* of <elf.h> */
	__u8 is_64_bit;    /* of the object */
	__u8 is_kernel_ip; /* the address is the kernel's */
	__u32 buildid_size;
	__u8 *buildid;
	/* of resolve_ip alone */
	__u8 filtered; /* perf script leaves the sample out anyway */
	const char *comm;
	void *priv; /* perf's own */
};

/* What a filter may ask while it looks at a sample. args is valid always, the others give NULL, 0 or -1 outside of
 * filter_event and filter_event_early. */
struct perf_dlfilter_fns {
	const struct perf_dlfilter_al *(*resolve_ip)(void *ctx);
	const struct perf_dlfilter_al *(*resolve_addr)(void *ctx);
	/* those of --dlarg, in their order */
	char **(*args)(void *ctx, int *dlargc);
	/* al->size is the caller's; 0, or -1. al_cleanup follows */
	__s32 (*resolve_address)(void *ctx, __u64 address, struct perf_dlfilter_al *al);
	/* the sample's instruction */
	const __u8 *(*insn)(void *ctx, __u32 *length);
	/* the sample's file, and the line in it */
	const char *(*srcline)(void *ctx, __u32 *line_number);
	struct perf_event_attr *(*attr)(void *ctx);
	/* bytes of code from ip on; how many were read, or -1 */
	__s32 (*object_code)(void *ctx, __u64 ip, void *buf, __u32 len);
	void (*al_cleanup)(void *ctx, struct perf_dlfilter_al *al);
	void *(*reserved[119])(void *);
};

#endif
