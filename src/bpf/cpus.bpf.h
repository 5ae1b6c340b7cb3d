/* CPUs that a program in BPF C watches: the map "cpus", which the loading side fills, by number. */
#ifndef BPF_CPUS_BPF_H
#define BPF_CPUS_BPF_H

#include "bpf/program.bpf.h"

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_ARRAY);
	MAP_NUMBER(max_entries, 8192);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u8);
} cpus SEC(".maps");

/* Whether the CPU that this runs on is one of them. */
static __always_inline bool on_watched_cpu(void)
{
	u32 cpu = bpf_get_smp_processor_id();
	u8 *watched = bpf_map_lookup_elem(&cpus, &cpu);
	return watched && *watched;
}

#endif
