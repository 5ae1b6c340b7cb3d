/* An event within a BPF program (perf stat -b): its counters are read where the program begins and where it ends, and
 * the difference is added up. */
#ifndef BPF_BPF_PROGRAM_PROBE_H
#define BPF_BPF_PROGRAM_PROBE_H

#include "bpf/bpf_target.h"

struct bpf_program_probe {
	int counts /* map per CPU: [0] as the program began, [1] the sum */, programs[2], links[2];
};

/* counters: an event's, on all CPUs; switches: map of which event counts. 0 or -errno with err set; to be closed in
 * both cases. */
int bpf_program_probe_open(struct bpf_program_probe *probe, const struct bpf_target *target, int counters, int switches,
			   int32_t event, struct err *err);
void bpf_program_probe_close(struct bpf_program_probe *probe);

#endif
