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
	return (option->summary || option->kernel_sums) && only_calls && !chains && !option->has_cgroups &&
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
					     .by_cgroup = !records && option->style.sums_of == TRACE_SUMS_OF_CGROUPS,
					     .records = records,
					     .memory = records && option->calls.rows,
					     .types = option->calls.types };
	return tap_new(ret_options, ret, err);
}

int trace_kernel_sums_begin(const struct trace_option *option, struct trace_kernel_sums *ret, struct err *err)
{
	*ret = (struct trace_kernel_sums){ .ids = VEC_INIT };
	if (option->style.sums_of != TRACE_SUMS_OF_CGROUPS) return 0;
	return cgroup_ids_read(&option->setup.fs, &ret->groups[0], err);
}

/* The name with a slash in front, as upstream writes it, or the id where nobody saw the group's directory. */
static const char *name_group(struct trace_kernel_sums *sums, uint64_t id)
{
	const char *name = cgroup_ids_name(&sums->groups[1], id);
	if (!name) name = cgroup_ids_name(&sums->groups[0], id);
	char *shown = name ? xasprintf("%s%s", *name == '/' ? "" : "/", name) : xasprintf("id %" PRIu64, id);
	vec_push(&sums->ids, shown);
	return shown;
}

void trace_kernel_sums_read(const struct trace_option *option, struct tap *tap, struct trace_kernel_sums *sums)
{
	bool of_groups = option->style.sums_of == TRACE_SUMS_OF_CGROUPS;
	tap_read(tap, &sums->tallies);
	/* without the second list names of groups that came meanwhile are not known: that much is shown */
	if (of_groups) (void)!cgroup_ids_read(&option->setup.fs, &sums->groups[1], NULL);
	for (size_t i = 0; of_groups && i < sums->tallies.threads.count; i++)
		sums->tallies.threads.items[i].cgroup = name_group(sums, sums->tallies.threads.items[i].order);
	trace_tallies_init(&sums->summary, &sums->tallies, NULL);
}

void trace_kernel_sums_done(struct trace_kernel_sums *sums)
{
	trace_summary_done(&sums->summary);
	syscall_tallies_done(&sums->tallies);
	for (size_t i = 0; i < ARRAY_SIZE(sums->groups); i++) cgroup_ids_done(&sums->groups[i]);
	for (size_t i = 0; i < sums->ids.count; i++) free(sums->ids.items[i]);
	vec_done(&sums->ids);
}

/* Nothing comes through the rings: the recorder only starts the workload and waits. The sums are read from the
 * kernel's maps after the end. */
int trace_sums_run(struct trace_option *option, struct tap *tap, struct trace_output *output, struct err *err)
{
	struct recording_result result;
	struct trace_kernel_sums sums;
	int r = trace_kernel_sums_begin(option, &sums, err);
	if (r >= 0) {
		r = recording_run(&option->setup.recording, &option->setup.events, &result, err);
		if (r >= 0) {
			trace_kernel_sums_read(option, tap, &sums);
			r = trace_output_end(output, &sums.summary);
			if (sums.summary.nr_lost) fprintf(stderr, "LOST %" PRIu64 " events!\n", sums.summary.nr_lost);
		}
		recording_result_done(&result);
	}
	trace_kernel_sums_done(&sums);
	return r;
}
