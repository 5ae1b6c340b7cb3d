/* Which thread drains which CPUs, and where it runs: --threads of record. Source: perf-record(1), --threads. */
#ifndef RECORD_DRAIN_THREAD_SPEC_H
#define RECORD_DRAIN_THREAD_SPEC_H

#include "base/err.h"
#include "base/vec.h"
#include "kernel/kernelfs.h"

struct int32_set {
	VEC(int32_t) items;
};
/* One thread: the CPUs whose rings it drains, and those it runs on. */
struct thread_spec_row {
	struct int32_set cpus, affinity;
};
struct thread_spec {
	VEC(struct thread_spec_row) rows;
};

/* text: "cpu", "core", "package", "numa", or "CPUS/AFFINITY:..."; recorded: the CPUs that are recorded. Every row has a
 * CPU of those; a CPU that is in no row is given to the first. -EINVAL: not understood or overlapping, -ENODEV: a row
 * without a CPU, with err set. */
int thread_spec_parse(const char *text, const struct kernelfs *fs, const int32_t *recorded, size_t nr_recorded,
		      struct thread_spec *ret, struct err *err);
void thread_spec_done(struct thread_spec *spec);

#endif
