/* Time off the CPU, by thread and stack: what `perf record --off-cpu` records. The kernel's side is off_cpu.bpf.c.
 *
 *     off_cpu_new -> off_cpu_watch ... -> off_cpu_switch(true) -> ... -> off_cpu_switch(false) -> off_cpu_read
 *
 * Times are those of CLOCK_MONOTONIC. Stacks are read by their ids, which are valid until off_cpu_free. */
#ifndef BPF_OFF_CPU_H
#define BPF_OFF_CPU_H

#include "base/err.h"
#include "base/vec.h"
#include "bpf/off_cpu_shared.h"
#include "kernel/kernelfs.h"

struct off_cpu_options {
	bool everyone; /* else threads that are named and, with inherit, those that they start */
	bool inherit;
	uint64_t direct_ns; /* from which length on a time is an event of its own; 0: none is */
	bool no_kernel_stacks, no_user_stacks;
	bool wall;           /* also the time in which threads could have run, and who woke them */
	unsigned nr_cgroups; /* whose descriptors off_cpu_watch_cgroup gets; 0: any group; at most 64 */
	bool of_cpus;        /* only CPUs that off_cpu_watch_cpu gets */
};

struct off_cpu;
/* Loads the programs; nothing runs yet. 0 or -errno with err set: -EPERM, -EOPNOTSUPP and others where rights, libbpf
 * or the kernel do not allow it. */
int off_cpu_new(const struct off_cpu_options *options, struct off_cpu **ret, struct err *err) _warn_unused_;
void off_cpu_free(struct off_cpu *off_cpu); /* NULL is fine */
/* Whom to watch: 0 or -errno (-E2BIG: there is no room for more). fd is the group's directory, which may be closed
 * afterwards; events are bpf-output events on each CPU, which get a struct off_cpu_event for each direct sample. */
int off_cpu_watch(struct off_cpu *off_cpu, int32_t tid) _warn_unused_;
int off_cpu_watch_cpu(struct off_cpu *off_cpu, int32_t cpu) _warn_unused_;
int off_cpu_watch_cgroup(struct off_cpu *off_cpu, unsigned index, int fd) _warn_unused_;
int off_cpu_output(struct off_cpu *off_cpu, int32_t cpu, int event_fd) _warn_unused_;
/* Nothing is counted while it is off, as it is at first. 0 or -errno with err set. */
int off_cpu_switch(struct off_cpu *off_cpu, bool on, struct err *err) _warn_unused_;

/* A sum, or the time that a thread has been off at the end. */
struct off_cpu_row {
	struct off_cpu_key key;
	uint64_t ns;
	/* The kernel stack of a thread that did not run at all: from there on in rows.ips, instead of key's stacks. */
	size_t first_ip, nr_ips;
	bool still_off;
};
struct off_cpu_rows {
	VEC(struct off_cpu_row) rows;
	VEC(uint64_t) ips;
	uint64_t losses[NR_OFF_CPU_LOSSES];
};
/* All sums by process, thread, stacks and state, and who is off now; off_cpu_rows_done frees. To be called once, before
 * switching off. 0 or -errno, ret having what was read by then. */
int off_cpu_read(struct off_cpu *off_cpu, struct off_cpu_rows *ret) _warn_unused_;
void off_cpu_rows_done(struct off_cpu_rows *rows);
/* The addresses of a stack, innermost first. Returns how many: 0 for OFF_CPU_NO_STACK. */
size_t off_cpu_stack(const struct off_cpu *off_cpu, int id, uint64_t ips[OFF_CPU_STACK_DEPTH]);

#endif
