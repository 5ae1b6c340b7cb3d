/* How long it is from one event to another of the same thread: from the entry of a kernel function to its return, or
 * between two tracepoints. Rows of a histogram are counted where durations end, each CPU its own.
 *
 * A beginning takes the place of an earlier one that had no end: of a function that calls itself the innermost call is
 * measured, and what was missed spoils nothing that follows. */
#include "bpf/cpus.bpf.h"
#include "bpf/function_latency_shared.h"

const volatile struct function_latency_ask ask = {};

/* By thread, as pid_tgid; of idle threads, which have no number, by CPU. When it began. */
struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_HASH);
	MAP_NUMBER(max_entries, 32768);
	MAP_TYPE(key, u64);
	MAP_TYPE(value, u64);
} begun SEC(".maps");

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	MAP_NUMBER(max_entries, 1);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, struct function_latency_sums);
} sums SEC(".maps");

/* By pid, by tid. */
struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_HASH);
	MAP_NUMBER(max_entries, 16384);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u8);
} processes SEC(".maps"), threads SEC(".maps");

static __always_inline struct function_latency_sums *own_sums(void)
{
	u32 zero = 0;
	return bpf_map_lookup_elem(&sums, &zero);
}

static __always_inline u64 own_key(void)
{
	u64 key = bpf_get_current_pid_tgid();
	return key ? key : bpf_get_smp_processor_id();
}

static __always_inline bool is_watched(u64 pid_tgid)
{
	u32 pid = (u32)(pid_tgid >> 32), tid = (u32)pid_tgid;
	if (!ask.everyone && !bpf_map_lookup_elem(&processes, &pid) && !bpf_map_lookup_elem(&threads, &tid)) return 0;
	return !ask.of_cpus || on_watched_cpu();
}

static __always_inline int begin(void)
{
	if (!is_watched(bpf_get_current_pid_tgid())) return 0;
	u64 key = own_key(), now_ns = bpf_ktime_get_ns();
	if (bpf_map_update_elem(&begun, &key, &now_ns, BPF_ANY) == 0) return 0;
	struct function_latency_sums *own = own_sums();
	if (own) own->nr_lost++;
	return 0;
}

static __always_inline int end(void)
{
	u64 now_ns = bpf_ktime_get_ns(), key = own_key();
	u64 *since_ns = bpf_map_lookup_elem(&begun, &key);
	struct function_latency_sums *own = own_sums();
	if (!since_ns || !own) return 0;
	u64 ns = now_ns > *since_ns ? now_ns - *since_ns : 0, units = ns / ask.unit_ns;
	bpf_map_delete_elem(&begun, &key);
	for (u32 row = FUNCTION_LATENCY_ROWS; row-- > 0;) {
		if (row && (row >= ask.nr_rows || units < ask.from[row])) continue;
		own->count[row]++;
		break;
	}
	if (!own->nr || ns < own->min_ns) own->min_ns = ns;
	if (ns > own->max_ns) own->max_ns = ns;
	own->total_ns += ns;
	own->nr++;
	return 0;
}

/* The same for each kind of event; those that are not wanted are not loaded. */
SEC("kprobe")
int at_entry(void *ctx __attribute__((unused))) { return begin(); }
SEC("kprobe")
int at_return(void *ctx __attribute__((unused))) { return end(); }
SEC("raw_tp")
int raw_begin(void *ctx __attribute__((unused))) { return begin(); }
SEC("raw_tp")
int raw_end(void *ctx __attribute__((unused))) { return end(); }
/* 1: the event goes on to whoever records it. */
SEC("tp")
int typed_begin(void *ctx __attribute__((unused)))
{
	begin();
	return 1;
}
SEC("tp")
int typed_end(void *ctx __attribute__((unused)))
{
	end();
	return 1;
}

char _license[] SEC("license") = "GPL";
