/* Two tracing programs for each event and target: the one at the entry notes the counter's reading, the one at the exit
 * adds the difference. Both are bpf_counter_code.h's, attached by bpf_target. */
#include "bpf/bpf_program_probe.h"

#include "base/descriptor.h"
#include "bpf/bpf_counter_code.h"
#include "event/attr/counts.h"
#include "bpf/bpf_map.h"

/* Programs at entry (index 0) and exit (1); counts per CPU, as a BPF program stays on its CPU while it runs. */
int bpf_program_probe_open(struct bpf_program_probe *probe, const struct bpf_target *target, int counters, int switches,
			   int32_t event, struct err *err)
{
	const struct bpf_map_shape shape = { .type = BPF_MAP_TYPE_PERCPU_ARRAY,
					     .key_bytes = sizeof(uint32_t),
					     .value_bytes = sizeof(struct count),
					     .nr_entries = 2 };
	*probe = (struct bpf_program_probe){ .counts = bpf_map_new("perf_counts", &shape),
					     .programs = { -1, -1 },
					     .links = { -1, -1 } };
	if (probe->counts < 0) return err_set_errno(err, probe->counts, "BPF map perf_counts");
	struct bpf_counter_maps maps = {
		.counters = counters, .counts = probe->counts, .switches = switches, .tasks = -1
	};
	for (int at_exit = 0; at_exit < 2; at_exit++) { /* what began before is not counted */
		_cleanup_(bpf_code_done) struct bpf_code code = { .insns = VEC_INIT };
		if (at_exit) bpf_counter_code_switch(&code, &maps, event);
		else bpf_counter_code_begin(&code, &maps);
		int r = bpf_target_attach(target, &code, at_exit, &probe->programs[at_exit], &probe->links[at_exit],
					  err);
		if (r < 0) return r;
	}
	return 0;
}

/* Links first, so that no program runs on maps that are being closed. */
void bpf_program_probe_close(struct bpf_program_probe *probe)
{
	for (int i = 0; i < 2; i++) {
		descriptor_close(&probe->links[i]);
		descriptor_close(&probe->programs[i]);
	}
	descriptor_close(&probe->counts);
}
