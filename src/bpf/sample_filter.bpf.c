/* Which samples of an event are kept (event/attr/filter_of_samples.h). One program for all events: the filter is found
 * by the event's id. What is not kept is counted by id, so that the recording tells. */
#include "bpf/program.bpf.h"
#include "event/attr/filter_of_samples.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

union perf_sample_weight {
	u64 full;
	struct {
		u32 var1_dw;
		u16 var2_w, var3_w;
	};
};
union perf_mem_data_src {
	u64 val;
};
struct perf_sample_data {
	u64 period;
	struct {
		u32 pid, tid;
	} tid_entry;
	u64 time, id;
	struct {
		u32 cpu;
	} cpu_entry;
	u64 ip;
	union perf_sample_weight weight;
	union perf_mem_data_src data_src;
	u64 txn, addr, phys_addr, data_page_size, code_page_size;
};
struct perf_event {
	struct perf_event *parent;
	u64 id;
};
struct bpf_perf_event_data_kern {
	struct perf_sample_data *data;
	struct perf_event *event;
};

#pragma clang attribute pop

/* A kernel function, since 6.2: the context as it is in the kernel. */
extern void *bpf_cast_to_kern_ctx(void *ctx) __attribute__((section(".ksyms")));

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_HASH);
	MAP_NUMBER(max_entries, 4096);
	MAP_NUMBER(map_flags, BPF_F_NO_PREALLOC);
	MAP_TYPE(key, u64);
	MAP_TYPE(value, struct sample_filter);
} filters SEC(".maps");

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_HASH);
	MAP_NUMBER(max_entries, 4096);
	MAP_TYPE(key, u64);
	MAP_TYPE(value, u64);
} dropped SEC(".maps");

/* Bits of data_src, as enum perf_mem_data_src of the UAPI has them. */
static __always_inline u64 source(const struct perf_sample_data *data, u32 from, u32 bits)
{
	return data->data_src.val >> from & ((1u << bits) - 1);
}

static __always_inline u64 value_of(u32 term, const struct perf_sample_data *data)
{
	switch (term) {
	case SAMPLE_FILTER_IP: return data->ip;
	case SAMPLE_FILTER_ID: return data->id;
	case SAMPLE_FILTER_TID: return data->tid_entry.tid;
	case SAMPLE_FILTER_PID: return data->tid_entry.pid;
	case SAMPLE_FILTER_CPU: return data->cpu_entry.cpu;
	case SAMPLE_FILTER_TIME: return data->time;
	case SAMPLE_FILTER_ADDR: return data->addr;
	case SAMPLE_FILTER_PERIOD: return data->period;
	case SAMPLE_FILTER_TXN: return data->txn;
	case SAMPLE_FILTER_WEIGHT: return data->weight.full;
	case SAMPLE_FILTER_PHYS_ADDR: return data->phys_addr;
	case SAMPLE_FILTER_CODE_PGSZ: return data->code_page_size;
	case SAMPLE_FILTER_DATA_PGSZ: return data->data_page_size;
	case SAMPLE_FILTER_WEIGHT1: return data->weight.var1_dw;
	case SAMPLE_FILTER_WEIGHT2:
	case SAMPLE_FILTER_INS_LAT: return data->weight.var2_w;
	case SAMPLE_FILTER_WEIGHT3:
	case SAMPLE_FILTER_RETIRE_LAT:
	case SAMPLE_FILTER_P_STAGE_CYC: return data->weight.var3_w;
	case SAMPLE_FILTER_MEM_OP: return source(data, 0, 5);
	case SAMPLE_FILTER_MEM_LVL: return source(data, 33, 4);
	case SAMPLE_FILTER_MEM_SNOOP: return source(data, 19, 5) | source(data, 38, 2) << 5;
	case SAMPLE_FILTER_MEM_REMOTE: return source(data, 37, 1);
	case SAMPLE_FILTER_MEM_LOCK: return source(data, 24, 2);
	case SAMPLE_FILTER_MEM_DTLB: return source(data, 26, 7);
	case SAMPLE_FILTER_MEM_BLK: return source(data, 40, 3);
	case SAMPLE_FILTER_MEM_HOPS: return source(data, 43, 3);
	case SAMPLE_FILTER_UID: return bpf_get_current_uid_gid() & 0xffffffff;
	case SAMPLE_FILTER_GID: return bpf_get_current_uid_gid() >> 32;
	default: return 0;
	}
}

static __always_inline bool is_true(u64 value, u32 op, u64 wanted)
{
	switch (op) {
	case SAMPLE_FILTER_EQ: return value == wanted;
	case SAMPLE_FILTER_NE: return value != wanted;
	case SAMPLE_FILTER_GT: return value > wanted;
	case SAMPLE_FILTER_GE: return value >= wanted;
	case SAMPLE_FILTER_LT: return value < wanted;
	case SAMPLE_FILTER_LE: return value <= wanted;
	case SAMPLE_FILTER_AND: return (value & wanted) != 0;
	default: return 0;
	}
}

static __always_inline bool is_kept(const struct sample_filter *filter, const struct perf_sample_data *data)
{
	bool any = 0; /* of this condition */
	for (u32 i = 0; i < SAMPLE_FILTER_MOST; i++) {
		if (i >= filter->count) break;
		const struct sample_filter_item *item = &filter->items[i];
		if (is_true(value_of(item->term, data), item->op, item->value)) any = 1;
		if (!item->is_last) continue;
		if (!any) return 0;
		any = 0;
	}
	return 1;
}

SEC("perf_event")
int keep_sample(void *ctx)
{
	struct bpf_perf_event_data_kern *kernel = bpf_cast_to_kern_ctx(ctx);
	struct perf_event *event = kernel->event;
	struct perf_event *parent = event->parent; /* of inherited events: the one that was opened */
	u64 id = parent ? parent->id : event->id;
	struct sample_filter *filter = bpf_map_lookup_elem(&filters, &id);
	if (!filter || is_kept(filter, kernel->data)) return 1;
	u64 *count = bpf_map_lookup_elem(&dropped, &id);
	if (count) __sync_fetch_and_add(count, 1);
	return 0;
}

char _license[] SEC("license") = "GPL";
