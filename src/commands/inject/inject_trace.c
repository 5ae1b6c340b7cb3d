/* Workers encode batches of samples, which are written in order. Behind each batch stands a FINISHED_ROUND: nothing
 * older follows, so that readers need not keep more than a batch to put it in order. */
#include "commands/inject/inject_trace.h"

#include <errno.h>
#include <stdlib.h>
#include "perfdata/record/sample.h"
#include "session/trace/trace.h"

int inject_trace_init(struct inject_trace *trace, struct session *session, bool strip, struct err *err)
{
	*trace = (struct inject_trace){ .session = session,
					.nr_recorded = session_events(session)->count,
					.strip = strip };
	int r = session_decode_traces(session, "iybxwpe", err);
	if (r < 0) return r;
	if (session_traces_are_refused(session))
		return err_set(err, -ENODATA, "--itrace: the hardware trace of the recording cannot be decoded");
	if (!session_traces_are_decoded(session))
		return err_set(err, -ENODATA,
			       "--itrace: the recording has no hardware trace that can be decoded\n"
			       "Hint: perf record -e intel_pt//u PROGRAM makes one, where the processor can");
	return 0;
}

enum rewrite inject_trace_record(const struct record *r)
{
	switch (r->type) {
	case RECORD_AUXTRACE_INFO:
	case RECORD_AUXTRACE:
	case RECORD_AUXTRACE_ERROR:
	case RECORD_FINISHED_ROUND: return REWRITE_DROP;
	default: return r->type < RECORD_USER_TYPE_START ? REWRITE_DROP : REWRITE_KEEP;
	}
}

/* What a worker has encoded. Lives from batch_begin to batch_finish or batch_drop. */
struct batch {
	struct outbuf out;
	uint64_t count, nr_unwritten;
};

static void *begin_batch(void *ctx, struct session_worker *worker, size_t number)
{
	const struct inject_trace *trace = ctx;
	struct batch *batch = xcalloc(1, sizeof(*batch));
	out_init(&batch->out, -1);
	batch->out.swap = perfdata_swapped(session_perfdata(trace->session));
	worker->state = batch;
	return batch;
}

static void encode_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	const struct inject_trace *trace = ctx;
	struct batch *batch = worker->state;
	struct sample copy = *sample;
	bool own = sample->event->idx >= trace->nr_recorded;
	if (trace->strip && !own) return;
	/* a sample that was not recorded names its event by the event's only id */
	if (own && sample->event->nr_ids) copy.id = sample->event->ids[0];
	if (sample_encode(&batch->out, sample->event, &copy) < 0) batch->nr_unwritten++;
	else batch->count += own;
}

static void copy_other(void *ctx, struct session_worker *worker, const struct record *r, const struct sample_id *id,
		       uint64_t time_ns)
{
	const struct inject_trace *trace = ctx;
	struct batch *batch = worker->state;
	switch (r->type) {
	case RECORD_AUX:
	case RECORD_ITRACE_START:
	case RECORD_AUX_OUTPUT_HW_ID: return;
	case RECORD_AUXTRACE_ERROR: break;
	case RECORD_SWITCH:
	case RECORD_SWITCH_CPU_WIDE:
		if (trace->strip) return;
		break;
	default:
		if (r->type >= RECORD_USER_TYPE_START) return;
	}
	out_mem(&batch->out, r->data, r->size);
}

static int write_batch(void *ctx, void *state)
{
	struct inject_trace *trace = ctx;
	struct batch *batch = state;
	trace->count += batch->count;
	trace->nr_unwritten += batch->nr_unwritten;
	(void)!record_encode_bare(&batch->out, (struct record_envelope){ .type = RECORD_FINISHED_ROUND },
				  &(struct record_bare){ 0 });
	struct iovec part = { batch->out.data, batch->out.size };
	int r = perfdata_writer_append(trace->writer, &part, 1);
	out_done(&batch->out);
	free(batch);
	return r;
}

static void drop_batch(void *ctx, void *state)
{
	struct batch *batch = state;
	out_done(&batch->out);
	free(batch);
}

int inject_trace_stream(struct inject_trace *trace, struct perfdata_writer *writer, struct err *err)
{
	const struct sample_visitor visitor = { .ctx = trace,
						.sample = encode_sample,
						.other = copy_other,
						.batch_begin = begin_batch,
						.batch_finish = write_batch,
						.batch_drop = drop_batch,
						.skip_resolver = true };
	trace->writer = writer;
	int r = session_samples_ordered(trace->session, &visitor, err);
	trace->writer = NULL;
	return r < 0 ? err_set_errno(err, r, "failed to write the samples of the trace") : 0;
}
