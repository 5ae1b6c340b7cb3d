/* How long calls of a kernel function take, or how long it is between two events of a thread: a histogram that a BPF
 * program makes in the kernel.
 *
 *     function_latency_new -> function_latency_watch ... -> function_latency_start -> function_latency_read
 *       -> function_latency_free */
#ifndef BPF_FUNCTION_LATENCY_H
#define BPF_FUNCTION_LATENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"
#include "bpf/function_latency_shared.h"
#include "kernel/kernelfs.h"

struct function_latency_options {
	const struct kernelfs *fs;
	const char *debugfs_dir;   /* as tracefs_find; may be NULL */
	const char *function;      /* of the kernel; NULL: events are */
	const char *begins, *ends; /* tracepoints, "system:name" */
	struct function_latency_ask ask;
};

/* What a number of function_latency_watch is. */
enum function_latency_of { FUNCTION_LATENCY_PROCESS, FUNCTION_LATENCY_THREAD, FUNCTION_LATENCY_CPU };

struct function_latency;
/* Loads the programs; nothing runs yet. 0; -errno with err set: there is no such event, kprobes, BTF or right. */
int function_latency_new(const struct function_latency_options *options, struct function_latency **ret,
			 struct err *err) _warn_unused_;
void function_latency_free(struct function_latency *latency); /* NULL is fine */
/* Without ask.everyone: a process or thread whose calls count; with ask.of_cpus a CPU. 0 or -errno. */
int function_latency_watch(struct function_latency *latency, enum function_latency_of what, int32_t number);
/* It measures from now on, until function_latency_stop. 0 or -errno with err set. */
int function_latency_start(struct function_latency *latency, struct err *err) _warn_unused_;
void function_latency_stop(struct function_latency *latency);
/* Of all CPUs. 0 or -errno. */
int function_latency_read(const struct function_latency *latency, struct function_latency_sums *ret);

#endif
