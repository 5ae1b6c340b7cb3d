/* perf trace with BPF programs (bpf/tap.h). With -s the kernel adds up: nothing is recorded, nothing can be lost on
 * the way. */
#ifndef COMMANDS_TRACE_TRACE_TAP_H
#define COMMANDS_TRACE_TRACE_TAP_H

#include "commands/trace/trace_option.h"
#include "record/recording.h"

/* Whether these options ask for nothing that the kernel's sums have not. */
bool trace_sums_suffice(const struct trace_option *option);
/* Whether records of programs can take the place of tracepoints. */
bool trace_records_suffice(const struct trace_option *option);
/* Prepares sums (records false) or records of calls. *ret_options is filled and must live until
 * the recording has begun (tap_open); tap_free ends *ret. 0, or -errno with err set when the kernel or our rights do
 * not allow it. */
int trace_tap_new(const struct trace_option *option, bool records, struct tap_options *ret_options, struct tap **ret,
		  struct err *err) _warn_unused_;
/* Runs the recorder, which only waits for the end, and prints the sums of tap. 0 or -errno with err set. */
int trace_sums_run(struct trace_option *option, struct tap *tap, struct trace_output *output,
		   struct err *err) _warn_unused_;

#endif
