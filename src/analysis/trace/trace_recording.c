#include "analysis/trace/trace_recording.h"

#include <errno.h>
#include <string.h>
#include "analysis/trace/trace_items.h"
#include "base/host.h"
#include "base/pool.h"

struct worker {
	struct trace_batch *batch;
	struct chain chain;
	struct trace_adding adding;
};

struct visit {
	const struct trace_calls_options *options;
	struct syscall_events *events;
	struct trace_calls *calls;
	struct pool batches;
	struct worker *workers; /* by worker index */
};

static const char *task_name(void *tasks, int32_t tid, uint64_t time_ns)
{
	const struct task *task = model_task(tasks, (uint32_t)tid, time_ns, NULL);
	return task ? task_comm(task, time_ns, NULL) : NULL;
}

bool trace_recording_has_chains(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER)) return true;
	return false;
}

static unsigned on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample, void *item)
{
	struct visit *visit = ctx;
	struct worker *worker = &visit->workers[session_worker->index];
	return trace_batch_add(worker->batch, &worker->adding, sample, SYSCALL_UNDIVIDED, item);
}

static void *block_begin(void *ctx, struct session_worker *session_worker)
{
	struct visit *visit = ctx;
	struct trace_batch *batch = pool_take(&visit->batches);
	if (batch) trace_batch_clear(batch);
	else batch = trace_batch_new();
	struct worker *worker = &visit->workers[session_worker->index];
	worker->batch = batch;
	worker->adding = (struct trace_adding){ .options = visit->options,
						.events = visit->events,
						.resolver = session_worker->resolver,
						.chain = &worker->chain,
						.wants_all = trace_calls_wants_all(visit->options) };
	return batch;
}

static void block_end(void *ctx, void *batch) { pool_give(&((struct visit *)ctx)->batches, batch); }

static int on_items(void *ctx, const void *const *items, size_t count)
{
	struct visit *visit = ctx;
	int r = 0;
	for (size_t i = 0; r == 0 && i < count; i++) r = trace_calls_add(visit->calls, items[i]);
	if (r == 0 && visit->options->batch) r = visit->options->batch(visit->options->ctx);
	return r;
}

static void free_batch(void *batch) { trace_batch_free(batch); }

static void free_visit(struct visit *visit, unsigned nr_workers)
{
	pool_done(&visit->batches, free_batch);
	for (unsigned i = 0; i < nr_workers; i++) chain_done(&visit->workers[i].chain);
	free(visit->workers);
	syscall_events_free(visit->events);
}

int trace_recording_run(struct session *session, struct trace_calls_options *options, struct trace_calls **ret,
			struct err *err)
{
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	options->tasks = session_model(session);
	options->task_name = task_name;
	const char *missing;
	if (trace_calls_find_switches(options, session_events(session), &missing) < 0)
		return err_set(err, -ENOENT, "%s is not among the events of the recording ('perf evlist' lists them)",
			       missing);
	struct visit visit = { .options = options,
			       .batches = POOL_INIT,
			       .workers = xcalloc(nr_workers, sizeof(*visit.workers)) };
	visit.events = syscall_events_new(session_events(session), header->tracing_data, header->tracing_data_size,
					  header->arch, options->short_forms);
	if (options->enums && header->osrelease && host_runs_release(header->osrelease))
		syscall_events_name_enums(visit.events, options->enums);
	options->machine = syscall_machine_of(syscall_events_arch(visit.events));
	visit.calls = trace_calls_new(options);
	const struct sample_gatherer gatherer = { .ctx = &visit,
						  .item_size_bytes = sizeof(struct trace_item),
						  .sample = on_sample,
						  .block_begin = block_begin,
						  .block_end = block_end,
						  .items = on_items };
	int r = 0;
	if (!syscall_events_any(visit.events))
		r = err_set(err, -ENODATA,
			    "The recording has no system calls, page faults or tracepoints: record with 'perf trace "
			    "record'");
	if (r == 0) r = session_gather(session, &gatherer, err);
	free_visit(&visit, nr_workers);
	if (r == TRACE_CALLS_ENOUGH) r = 0;
	if (r == 0) *ret = visit.calls;
	else trace_calls_free(visit.calls);
	return r;
}
