/* perf trace with BPF programs (bpf/tap.h), in two ways: sums (-s; -S --bpf-summary beside the rows), which the kernel
 * adds up, so that nothing is recorded and nothing can be lost on the way; and records of calls, with what their
 * arguments point to, which take the place of the tracepoints. */
#ifndef COMMANDS_TRACE_TRACE_TAP_H
#define COMMANDS_TRACE_TRACE_TAP_H

#include "commands/trace/trace_option.h"
#include "kernel/cgroup.h"
#include "record/recording.h"

/* Whether these options ask for nothing that the kernel's sums have not: -s (or -S that asks for them) without events,
 * chains, page faults and control groups. Looks at options only, not at what the kernel permits. */
bool trace_sums_suffice(const struct trace_option *option);
/* Whether records of programs can take the place of tracepoints, likewise. */
bool trace_records_suffice(const struct trace_option *option);
/* Prepares sums (records false) or records of calls; nothing runs yet. *ret_options is filled; the tap keeps a
 * pointer to it, so it must stay as it is until tap_free has ended *ret. 0, or -errno with err set and *ret
 * untouched when the kernel or our rights do not allow it. */
int trace_tap_new(const struct trace_option *option, bool records, struct tap_options *ret_options, struct tap **ret,
		  struct err *err) _warn_unused_;
/* Sums out of the kernel, and the names of control groups where sums are theirs. */
struct trace_kernel_sums {
	struct cgroup_ids groups[2]; /* of before and after the run: some come, some go */
	VEC(char *) ids;             /* names of groups that went away meanwhile */
	struct syscall_tallies tallies;
	struct trace_summary summary;
};
/* Before the run. -errno with err set: there are no control groups to be named. trace_kernel_sums_done frees, after a
 * failure too. */
int trace_kernel_sums_begin(const struct trace_option *option, struct trace_kernel_sums *ret,
			    struct err *err) _warn_unused_;
/* After it: fills summary. */
void trace_kernel_sums_read(const struct trace_option *option, struct tap *tap, struct trace_kernel_sums *sums);
void trace_kernel_sums_done(struct trace_kernel_sums *sums);
/* Runs the recorder, which only waits for the end, and prints the sums of tap. 0 or -errno with err set. */
int trace_sums_run(struct trace_option *option, struct tap *tap, struct trace_output *output,
		   struct err *err) _warn_unused_;

#endif
