/* Three ways to learn how long threads are off the CPU, from the best to the one that needs no rights:
 *
 *     BPF programs         sums by stack, made where it happens (bpf/off_cpu.h)
 *     sched:sched_switch   a sample with its stack at each switch, and when it comes back
 *     context switches     when it left and came back, without a stack */
#include "commands/record/record_off_cpu.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cli/console.h"
#include "event/spec/event_parse.h"
#include "record/off_cpu_samples.h"

enum { STATUS_INVALID = 234, MOST_CGROUPS = 64 };

/* The groups that -G names, each once. */
struct groups {
	const char *names[MOST_CGROUPS]; /* of the events */
	unsigned nr;                     /* more than MOST_CGROUPS: of the others there are no names */
};

static void find_groups(const struct event_list *events, struct groups *groups)
{
	groups->nr = 0;
	for (size_t i = 0; i < event_list_count(events); i++) {
		const char *name = event_list_get(events, i)->cgroup;
		bool is_known = !name;
		for (size_t k = 0; !is_known && k < MIN(groups->nr, MOST_CGROUPS); k++)
			is_known = strcmp(groups->names[k], name) == 0;
		if (is_known) continue;
		if (groups->nr < MOST_CGROUPS) groups->names[groups->nr] = name;
		groups->nr++;
	}
}

/* An event of each group, or of all tasks where there is none. False: tracepoints cannot be read. */
static bool add_switches(const struct sampling_options *sampling, struct event_list *events,
			 const struct event_catalogue *catalogue, const struct groups *groups)
{
	for (unsigned g = 0; g < MAX(groups->nr, 1); g++) {
		size_t first = event_list_count(events);
		if (event_parse(events, "sched:sched_switch", catalogue, EVENT_USE_RECORD, NULL) < 0) return false;
		for (size_t i = first; i < event_list_count(events); i++) {
			struct event_spec *spec = event_list_get(events, i);
			spec->period = 1;
			if (groups->nr) spec->cgroup = xstrdup(groups->names[g]);
			if (sampling->callgraph == CALLGRAPH_UNSET || sampling->callgraph == CALLGRAPH_NONE)
				spec->callgraph = CALLGRAPH_FP;
		}
	}
	return true;
}

/* The switches themselves, with stacks where tracepoints may be read. The reason stands in why. */
static void fall_back(struct sampling_options *sampling, struct event_list *events,
		      const struct event_catalogue *catalogue, const struct groups *groups, const struct err *why)
{
	bool by_tracepoint = add_switches(sampling, events, catalogue, groups);
	sampling->switch_events = true;
	sampling->time_set = true; /* --per-thread too: what counts is the time until the thread runs again */
	if (console.quiet) return;
	fprintf(stderr, "--off-cpu: %s.\n", why->message ? why->message : strerror(-why->code));
	if (why->hint) fprintf(stderr, "%s\n", why->hint);
	if (by_tracepoint)
		fprintf(stderr, "Time off the CPU is recorded by each sched:sched_switch instead: see it with "
				"\"perf report --wall\".\n");
	else
		fprintf(stderr, "Time off the CPU is recorded by each context switch, without stacks instead: see it "
				"with \"perf report --wall-clock --html wall.html\".\n");
}

/* 0 or -errno with err set, then others have to stand in. */
static int load(struct record_off_cpu *off, const struct recording_options *rec, unsigned nr_cgroups, struct err *err)
{
	if (rec->sampling.callgraph == CALLGRAPH_DWARF)
		return err_set(err, -EOPNOTSUPP,
			       "BPF programs follow frame pointers, --call-graph dwarf copies stacks");
	if (rec->target.per_thread)
		return err_set(err, -EOPNOTSUPP, "--per-thread has no rings of CPUs, which BPF programs need");
	const struct off_cpu_options options = { .everyone = rec->target.all_cpus || rec->target.cpus,
						 .inherit = !rec->sampling.no_inherit,
						 .direct_ns = off->thresh_ms * 1000000,
						 .no_kernel_stacks = rec->sampling.user_callchains,
						 .no_user_stacks = rec->sampling.kernel_callchains,
						 .wall = off->wall,
						 .nr_cgroups = nr_cgroups,
						 .of_cpus = rec->target.cpus != NULL };
	return off_cpu_new(&options, &off->programs, err);
}

int record_off_cpu_prepare(struct record_off_cpu *off, struct recording_options *rec, struct event_list *events,
			   const struct event_catalogue *catalogue)
{
	_err_done_ struct err err = ERR_INIT;
	if (!off->wanted && !off->wall) return 0;
	if (!event_list_count(events)) sampling_add_default(events);
	struct groups groups;
	find_groups(events, &groups);
	if (groups.nr > MOST_CGROUPS) {
		fprintf(stderr, "--off-cpu is for %d control groups at most\n", MOST_CGROUPS);
		return STATUS_INVALID;
	}
	if (load(off, rec, groups.nr, &err) < 0) {
		fall_back(&rec->sampling, events, catalogue, &groups, &err);
		return 0;
	}
	off_cpu_samples_add_event(events, off->wall);
	rec->off_cpu = off->programs;
	rec->off_cpu_direct = off->thresh_ms != 0;
	return 0;
}

void record_off_cpu_done(struct record_off_cpu *off) { off_cpu_free(off->programs); }

void record_off_cpu_print(const struct recording_result *result)
{
	static const char *const words[NR_OFF_CPU_LOSSES] = {
		[OFF_CPU_LOST_SUM] = "times off the CPU are missing: there are too many threads and stacks",
		[OFF_CPU_LOST_STACK] = "times off the CPU have no stack: there are too many stacks",
		[OFF_CPU_LOST_TASK] = "threads were not watched off the CPU: there are too many",
		[OFF_CPU_LOST_SAMPLE] = "long times off the CPU were added up: there was no room for a sample",
	};
	for (size_t i = 0; i < NR_OFF_CPU_LOSSES; i++)
		if (result->off_cpu_losses[i])
			fprintf(stderr,
				"[ perf record: %" PRIu64 " %s; record fewer (-p, -t), or for a shorter time ]\n",
				result->off_cpu_losses[i], words[i]);
}
