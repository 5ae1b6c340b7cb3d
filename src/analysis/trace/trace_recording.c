/* A recording's samples in the tracepoint pass. Which events there are is not known before, and arguments have a
 * type of their own for each call, so that there is no table of rows: the pass's workers are given a reader. */
#include "analysis/trace/trace_recording.h"

#include <errno.h>
#include <string.h>
#include "analysis/pass/tracepoint_pass.h"
#include "analysis/trace/trace_items.h"
#include "base/host.h"

/* On cache lines of its own: a worker writes its buffers' sizes with each sample. */
struct worker_maker {
	struct trace_maker maker;
} _apart_;

struct visit {
	const struct trace_calls_options *options;
	struct syscall_events *events;
	struct trace_calls *calls;
	struct worker_maker *makers; /* by worker index */
};

bool trace_recording_has_chains(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER)) return true;
	return false;
}

/* In a worker: one item of a sample, or none. */
static unsigned trace_recording_read(void *ctx, struct tracepoint_worker *worker, const struct sample *sample,
				     void *event)
{
	struct visit *visit = ctx;
	struct trace_maker *maker = &visit->makers[worker->session->index].maker;
	maker->resolver = worker->session->resolver;
	maker->memory = worker->memory;
	return trace_maker_add(maker, sample, SYSCALL_UNDIVIDED, event);
}

static int trace_recording_event(void *ctx, const void *event)
{
	return trace_calls_add(((struct visit *)ctx)->calls, event);
}

static int trace_recording_batch(void *ctx)
{
	const struct trace_calls_options *options = ((struct visit *)ctx)->options;
	return options->batch ? options->batch(options->ctx) : 0;
}

static void make_workers(struct visit *visit, unsigned nr_workers)
{
	visit->makers = xcalloc_apart(nr_workers, sizeof(*visit->makers));
	for (unsigned i = 0; i < nr_workers; i++)
		trace_maker_init(&visit->makers[i].maker, visit->options, visit->events, NULL);
}

static void free_visit(struct visit *visit, unsigned nr_workers)
{
	for (unsigned i = 0; i < nr_workers; i++) trace_maker_done(&visit->makers[i].maker);
	free(visit->makers);
	syscall_events_free(visit->events);
}

int trace_recording_run(struct session *session, struct trace_calls_options *options, struct trace_calls **ret,
			struct err *err)
{
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	options->model = session_model(session);
	const char *missing;
	if (trace_calls_find_switches(options, session_events(session), &missing) < 0)
		return err_set(err, -ENOENT, "%s is not among the events of the recording ('perf evlist' lists them)",
			       missing);
	struct visit visit = { .options = options };
	visit.events = syscall_events_new(session_events(session), header->tracing_data, header->tracing_data_size,
					  header->arch, options->short_forms);
	/* Constants are read from the running kernel, so they fit recordings of the same release only. */
	if (options->enums && header->osrelease && host_runs_release(header->osrelease))
		syscall_events_name_enums(visit.events, options->enums);
	options->machine = syscall_machine_of(syscall_events_arch(visit.events));
	visit.calls = trace_calls_new(options);
	make_workers(&visit, nr_workers);
	struct tracepoint_pass pass = { .ctx = &visit,
					.worker_ctx = &visit,
					.event_size_bytes = sizeof(struct trace_item),
					.event = trace_recording_event,
					.batch = trace_recording_batch,
					.read = trace_recording_read };
	int r = 0;
	if (!syscall_events_any(visit.events))
		r = err_set(err, -ENODATA,
			    "The recording has no system calls, page faults or tracepoints: record with 'perf trace "
			    "record'");
	if (r == 0) r = tracepoint_pass_run(&pass, session, err);
	free_visit(&visit, nr_workers);
	/* That the rows were limited is no error. */
	if (r == TRACE_CALLS_ENOUGH) r = 0;
	if (r == 0) *ret = visit.calls;
	else trace_calls_free(visit.calls);
	return r;
}
