/* Numbers of the machine that the formulas of metrics may use (#num_cores, #smt_on, #system_tsc_freq ...), from files
 * of the kernel and the catalogue of PMUs. */
#include "count/machine_literals.h"

#include <stdlib.h>
#include "kernel/cpu_list.h"
#include "kernel/cpu_topology.h"

/* Each place is compared with those before it: a core counts for a die, a die for a package, when it is new there. */
static void count_places(const struct kernelfs *fs, const struct cpu_list *online, struct metric_literals *ret)
{
	VEC(struct cpu_place) places = VEC_INIT;
	for (size_t i = 0; i < online->cpus.count; i++) {
		struct cpu_place place;
		bool new_core = true, new_die = true, new_package = true;
		cpu_topology_place(fs, online->cpus.items[i], &place);
		for (size_t k = 0; k < places.count; k++) {
			const struct cpu_place *other = &places.items[k];
			if (other->socket != place.socket) continue;
			new_package = false;
			if (other->die != place.die) continue;
			new_die = false;
			if (other->core == place.core) new_core = false;
		}
		ret->num_cores += new_core;
		ret->num_dies += new_die;
		ret->num_packages += new_package;
		vec_push(&places, place);
	}
	vec_done(&places);
}

/* How many operations a cycle can take, where the PMU of the cores says. */
static double slots_of_cores(const struct event_catalogue *catalogue)
{
	size_t count;
	const struct event_pmu *const *pmus = catalogue->all_pmus(catalogue->ctx, &count);
	for (size_t i = 0; i < count && pmus[i]->is_core; i++) {
		const char *slots = event_pmu_cap(pmus[i], "slots");
		if (slots) return (double)strtoull(slots, NULL, 0);
	}
	return 0;
}

struct metric_literals machine_literals(const struct kernelfs *fs, const struct event_catalogue *catalogue)
{
	struct metric_literals literals = { .system_tsc_freq = tsc_frequency_hz(fs),
					    .slots = slots_of_cores(catalogue) };
	uint64_t active;
	/* Older kernels do not say: several threads of a core mean that it is on. */
	literals.smt_on = kernelfs_read_u64(fs, &active, "sys/devices/system/cpu/smt/active")
				  ? active
				  : cpu_topology_smt_threads(fs) > 1;
	struct cpu_list online, present;
	cpu_list_online(fs, &online);
	cpu_list_present(fs, &present);
	literals.num_cpus_online = (double)online.cpus.count;
	literals.num_cpus = (double)present.cpus.count;
	count_places(fs, &online, &literals);
	/* The firmware's table of persistent memory. */
	literals.has_pmem = kernelfs_exists(fs, "sys/firmware/acpi/tables/NFIT");
	vec_done(&online.cpus);
	vec_done(&present.cpus);
	return literals;
}

bool machine_has_nmi_watchdog(const struct kernelfs *fs)
{
	uint64_t watchdog;
	return kernelfs_read_u64(fs, &watchdog, "proc/sys/kernel/nmi_watchdog") && watchdog;
}
