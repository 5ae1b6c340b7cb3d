/* A file of the PMU for each die: sys/bus/event_source/devices/uncore_iio_0/die1 has "0000:80". */
#include "kernel/io_ports.h"

#include <errno.h>
#include <stdio.h>
#include "kernel/cpu_list.h"
#include "kernel/cpu_topology.h"

#define PMU_DIR "sys/bus/event_source/devices/uncore_iio_%u"
/* More than any machine has; keeps what a forged tree can cost small. */
enum { NR_PMUS_MAX = 256, NR_DIES_MAX = 64 };

struct die {
	int32_t socket, die_id;
};

static bool is_below(const struct die *a, const struct die *b)
{
	return a->socket != b->socket ? a->socket < b->socket : a->die_id < b->die_id;
}

/* The machine's dies in the order of their numbers; returns how many. */
static unsigned find_dies(const struct kernelfs *fs, struct die ret_dies[NR_DIES_MAX])
{
	struct cpu_list cpus;
	unsigned count = 0;
	cpu_list_online(fs, &cpus);
	for (size_t i = 0; i < cpus.cpus.count; i++) {
		struct cpu_place place;
		cpu_topology_place(fs, cpus.cpus.items[i], &place);
		const struct die die = { place.socket, place.die };
		unsigned at = 0;
		while (at < count && is_below(&ret_dies[at], &die)) at++;
		if ((at < count && !is_below(&die, &ret_dies[at])) || count == NR_DIES_MAX) continue;
		for (unsigned k = count++; k > at; k--) ret_dies[k] = ret_dies[k - 1];
		ret_dies[at] = die;
	}
	vec_done(&cpus.cpus);
	return count;
}

int io_ports_read(const struct kernelfs *fs, struct io_ports *ret)
{
	struct die dies[NR_DIES_MAX];
	unsigned nr_dies = find_dies(fs, dies);
	*ret = (struct io_ports){ VEC_INIT };
	for (unsigned pmu = 0; pmu < NR_PMUS_MAX && kernelfs_exists(fs, PMU_DIR, pmu); pmu++) {
		for (unsigned die = 0; die < nr_dies; die++) {
			struct io_port port = {
				.pmu = pmu, .die = die, .socket = dies[die].socket, .die_id = dies[die].die_id
			};
			_free_ char *text = kernelfs_read(fs, PMU_DIR "/die%u", pmu, die);
			if (text && sscanf(text, "%8x:%8x", &port.domain, &port.bus) == 2) vec_push(&ret->ports, port);
		}
	}
	return ret->ports.count ? 0 : -ENOTSUP;
}
