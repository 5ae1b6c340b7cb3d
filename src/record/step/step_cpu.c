#include "record/step/step_cpu.h"

void step_cpu_hold(struct step_cpu *place, pid_t tid, int cpu)
{
	cpu_set_t only;
	if (place->is_held || cpu < 0 || cpu >= CPU_SETSIZE) return;
	/* a machine of more CPUs than fit here: nothing is known then */
	if (sched_getaffinity(tid, sizeof(place->own), &place->own) < 0 || !CPU_ISSET(cpu, &place->own)) return;
	CPU_ZERO(&only);
	CPU_SET(cpu, &only);
	place->is_held = sched_setaffinity(tid, sizeof(only), &only) == 0;
}

void step_cpu_release(struct step_cpu *place, pid_t tid)
{
	if (place->is_held) (void)sched_setaffinity(tid, sizeof(place->own), &place->own);
	place->is_held = false;
}

void step_cpu_inherit(struct step_cpu *place, const struct step_cpu *parent) { *place = *parent; }

bool step_cpu_concerns(long syscall_nr, bool is64)
{
	enum { SETAFFINITY_64 = 203, GETAFFINITY_64 = 204, SETAFFINITY_32 = 241, GETAFFINITY_32 = 242 };
	return is64 ? syscall_nr == SETAFFINITY_64 || syscall_nr == GETAFFINITY_64
		    : syscall_nr == SETAFFINITY_32 || syscall_nr == GETAFFINITY_32;
}
