/* A histogram of durations, made by a BPF program (bpf/function_latency.h) while a command runs, or until somebody ends
 * it. */
#ifndef COUNT_LATENCY_COUNTING_H
#define COUNT_LATENCY_COUNTING_H

#include "bpf/function_latency.h"
#include "kernel/target.h"

struct latency_counting_options {
	struct target_options
		target; /* without tasks: the command's process, or everyone where there is none or with CPUs */
	const char *const *workload; /* the command; NULL: none */
	/* What is measured. everyone and of_cpus of its ask follow from the members above. */
	struct function_latency_options latency;
};

/* Measures until the command ends, or one of the signals that end a session comes (record/control/end_signals.h), which
 * this thread takes meanwhile. 0 or -errno with err set. */
int latency_counting_run(const struct latency_counting_options *options, struct function_latency_sums *ret,
			 struct err *err) _warn_unused_;

#endif
