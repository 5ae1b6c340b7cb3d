/* Whoever has waited for one of these locks and got it keeps its CPU busy for a while: it holds the lock for longer,
 * and others wait for longer. */
#include "bpf/cpus.bpf.h"
#include "bpf/lock_delay_shared.h"

/* By the lock's address: ns. */
struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_HASH);
	MAP_NUMBER(max_entries, LOCK_DELAY_MOST_LOCKS);
	MAP_TYPE(key, u64);
	MAP_TYPE(value, u64);
} delays SEC(".maps");

/* [0]: how often. */
struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_ARRAY);
	MAP_NUMBER(max_entries, 1);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u64);
} count SEC(".maps");

const volatile struct lock_delay_ask ask = {};

/* Nonzero ends the loop. A look at the clock takes some 20 ns: the limit of the loop is above the longest delay. */
enum { MOST_LOOKS = 1 << 22 };
static long is_over(u32 look, void *until_ns) { return bpf_ktime_get_ns() >= *(u64 *)until_ns || look == MOST_LOOKS; }

/* The lock, and 0 where it was got. */
SEC("raw_tp/contention_end")
int on_end(u64 *ctx)
{
	u64 lock = ctx[0];
	u32 zero = 0;
	u64 *ns = bpf_map_lookup_elem(&delays, &lock), *nr = bpf_map_lookup_elem(&count, &zero);
	if (!ns || !nr || (s32)ctx[1]) return 0;
	if (ask.of_cpus && !on_watched_cpu()) return 0;
	u64 until_ns = bpf_ktime_get_ns() + *ns;
	__sync_fetch_and_add(nr, 1);
	bpf_loop(MOST_LOOKS, is_over, &until_ns, 0);
	return 0;
}

char _license[] SEC("license") = "GPL";
