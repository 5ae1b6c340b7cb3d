/* Durations counted by BPF programs: resolve the target, load the programs, start the command, wait, read the sums. */
#include "count/latency_counting.h"

#include "count/program_counting.h"

/* Whose durations count. A process has its threads in it, also those that come later. */
static int watch_target(struct function_latency *latency, const struct target *target, bool of_cpus,
			const struct child *child)
{
	int r = 0;
	if (child->pid && !target->has_task) r = function_latency_watch(latency, FUNCTION_LATENCY_PROCESS, child->pid);
	for (size_t i = 0; r >= 0 && target->has_task && i < target->tids.count; i++)
		r = function_latency_watch(latency, FUNCTION_LATENCY_THREAD, target->tids.items[i]);
	for (size_t i = 0; r >= 0 && of_cpus && i < target->cpus.count; i++)
		r = function_latency_watch(latency, FUNCTION_LATENCY_CPU, target->cpus.items[i]);
	return r;
}

static int switch_latency(void *ctx, bool on, struct err *err)
{
	if (on) return function_latency_start(ctx, err);
	function_latency_stop(ctx);
	return 0;
}

static int count_on(const struct target *target, const struct latency_counting_options *options,
		    struct function_latency_sums *ret, struct err *err)
{
	struct function_latency_options how = options->latency;
	how.ask.of_cpus = target->cpus_given;
	how.ask.everyone = !target->has_task && (options->target.all_cpus || target->cpus_given || !options->workload);
	struct function_latency *latency = NULL;
	struct child child = { .pid = 0 };
	int r = function_latency_new(&how, &latency, err);
	if (r >= 0 && options->workload) r = child_fork(&child, options->workload, false, err);
	if (r >= 0) {
		r = watch_target(latency, target, how.ask.of_cpus, &child);
		if (r < 0) (void)err_set_errno(err, r, "BPF function_latency");
	}
	const struct program_counting counting = { .switch_on = switch_latency, .ctx = latency };
	if (r >= 0) r = program_counting_run(&counting, &child, options->workload ? options->workload[0] : "", err);
	if (r >= 0) {
		r = function_latency_read(latency, ret);
		if (r < 0) (void)err_set_errno(err, r, "Sums of the BPF program");
	}
	program_counting_end(&child);
	function_latency_free(latency);
	return r < 0 ? r : 0;
}

int latency_counting_run(const struct latency_counting_options *options, struct function_latency_sums *ret,
			 struct err *err)
{
	struct target target = { .tids = VEC_INIT };
	int r = target_resolve(&options->target, options->latency.fs, &target, err);
	if (r >= 0) r = count_on(&target, options, ret, err);
	target_done(&target);
	return r;
}
