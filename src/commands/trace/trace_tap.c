/* perf trace by BPF programs: whether they can do what was asked for, and sums that the kernel adds up. Tracepoints
 * can do all of it, at a higher cost. */
#include "commands/trace/trace_tap.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include "analysis/trace/trace_sums.h"
#include "commands/record/record_setup.h"

bool trace_sums_suffice(const struct trace_option *option)
{
	const struct recording_options *rec = &option->setup.recording;
	bool only_calls = !option->wants_events && !option->faults_major && !option->faults_minor && !option->sched &&
			  (!option->syscalls_given || option->syscalls);
	bool chains = rec->sampling.callgraph != CALLGRAPH_UNSET && rec->sampling.callgraph != CALLGRAPH_NONE;
	return option->summary && only_calls && !chains && !option->has_cgroups &&
	       !event_list_count(&option->setup.events);
}

bool trace_records_suffice(const struct trace_option *option)
{
	const struct recording_options *rec = &option->setup.recording;
	/* chains of the kernel's would begin in the programs; control groups are the events' to watch */
	return !option->kernel_chains && !option->print_sample && !option->has_cgroups && !rec->target.per_thread;
}

int trace_tap_new(const struct trace_option *option, bool records, struct tap_options *ret_options, struct tap **ret,
		  struct err *err)
{
	const struct recording_options *rec = &option->setup.recording;
	/* Then programs look at every thread; else the recorder's target says which. */
	bool everyone = (rec->target.all_cpus || rec->target.cpus) && !rec->target.pids && !rec->target.tids &&
			!rec->target.uid;
	*ret_options = (struct tap_options){ .fs = &option->setup.fs,
					     .tracefs = rec->tracefs,
					     .selection = &option->selection,
					     .hidden_tids = option->filtered.numbers,
					     .nr_hidden_tids = option->filtered.count,
					     .everyone = everyone,
					     .inherit = !rec->sampling.no_inherit,
					     .of_cpus = rec->target.cpus,
					     .errnos = option->style.errnos || option->json,
					     .records = records,
					     .memory = records && option->calls.rows,
					     .types = option->calls.types };
	return tap_new(ret_options, ret, err);
}

/* Nothing comes through the rings: the recorder only starts the workload and waits. The sums are read from the
 * kernel's maps after the end. */
int trace_sums_run(struct trace_option *option, struct tap *tap, struct trace_output *output, struct err *err)
{
	struct recording_result result;
	int r = recording_run(&option->setup.recording, &option->setup.events, &result, err);
	if (r >= 0) {
		struct syscall_tallies tallies;
		struct trace_summary sums;
		tap_read(tap, &tallies);
		trace_tallies_init(&sums, &tallies, NULL);
		r = trace_output_end(output, &sums);
		if (tallies.nr_lost) fprintf(stderr, "LOST %" PRIu64 " events!\n", tallies.nr_lost);
		trace_summary_done(&sums);
		syscall_tallies_done(&tallies);
	}
	recording_result_done(&result);
	return r;
}
