/* On which CPU a thread is stepped: on that of its stepper, as handing over between two CPUs takes four times as long.
 * The thread does not notice: it may ask where it may run, and change that, as if it were not so. */
#ifndef RECORD_STEP_STEP_CPU_H
#define RECORD_STEP_STEP_CPU_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

struct step_cpu {
	cpu_set_t own; /* where the thread may run by itself; valid while it is held */
	bool is_held;
};

/* Keeps a thread that is stopped on a CPU, if it may run there; does nothing when it is kept already. */
void step_cpu_hold(struct step_cpu *place, pid_t tid, int cpu);
/* It runs where it may again. */
void step_cpu_release(struct step_cpu *place, pid_t tid);
/* A thread that was started by one that is held, and is therefore held as well. */
void step_cpu_inherit(struct step_cpu *place, const struct step_cpu *parent);
/* Whether a system call (its number; is64: of a 64-bit program) has to do with where threads may run. */
bool step_cpu_concerns(long syscall_nr, bool is64);

#endif
