#include "session/trace/trace_input.h"

#include <stdlib.h>
#include "perfdata/record/sample.h"

static struct trace_queue *need_queue(struct trace_input *input, uint32_t index, uint32_t cpu, uint32_t tid)
{
	uint64_t *slot = u64map_put(&input->queue_of, index, NULL);
	if (*slot) return (struct trace_queue *)(uintptr_t)*slot;
	struct trace_queue *queue = xcalloc(1, sizeof(*queue));
	*slot = (uintptr_t)queue;
	*queue = (struct trace_queue){ .index = index, .cpu = cpu, .tid = tid };
	vec_push(&input->queues, queue);
	return queue;
}

static void add_piece(struct trace_input *input, const struct record *r, const uint8_t *bytes)
{
	struct record_auxtrace piece;
	if (!bytes || record_decode_auxtrace(r, &piece) < 0) return;
	struct trace_queue *queue = need_queue(input, piece.idx, piece.cpu, piece.tid);
	struct trace_buffer buffer = {
		.bytes = bytes, .size_bytes = r->payload_size, .offset = piece.offset, .reference = piece.reference
	};
	vec_push(&queue->buffers, buffer);
}

static void add_switch(struct trace_input *input, uint32_t cpu, uint64_t time_ns, uint32_t pid, uint32_t tid)
{
	uint64_t *number_1 = u64map_put(&input->cpu_of_1, cpu, NULL);
	if (!*number_1) {
		struct trace_cpu *of = vec_add(&input->cpus);
		*of = (struct trace_cpu){ .cpu = cpu };
		*number_1 = input->cpus.count;
	}
	struct trace_switch new = { .time_ns = time_ns, .pid = pid, .tid = tid };
	vec_push(&input->cpus.items[*number_1 - 1].switches, new);
}

/* The piece of a trace in a sample: of the CPU's, or of the thread's where samples have no CPU. */
static void add_sampled(struct trace_input *input, const struct session *session, const struct record *r,
			struct sample_scratch *scratch)
{
	const struct perf_event *event = events_of_record(session_events(session), r);
	struct sample sample;
	if (!event || !(event->attr.sample_type & SAMPLE_AUX) || sample_decode(event, r, scratch, &sample) < 0) return;
	if (!sample.aux_size) return;
	bool has_cpu = sample.present & SAMPLE_CPU;
	struct trace_queue *queue = need_queue(input, has_cpu ? sample.cpu : sample.tid,
					       has_cpu ? sample.cpu : TRACE_ANY, has_cpu ? TRACE_ANY : sample.tid);
	vec_push(&queue->buffers, ((struct trace_buffer){ .bytes = sample.aux, .size_bytes = sample.aux_size }));
	input->in_samples = true;
	/* who is sampled runs: the only word on it where switches are not recorded */
	uint64_t told = SAMPLE_CPU | SAMPLE_TIME | SAMPLE_TID;
	if ((sample.present & told) == told) add_switch(input, sample.cpu, sample.time_ns, sample.pid, sample.tid);
}

static void add_info(struct trace_input *input, const struct record *r)
{
	struct record_auxtrace_info info;
	if (record_decode_auxtrace_info(r, &info) < 0) return;
	input->type = info.auxtrace_type;
	input->nr_info = MIN(info.nr_priv, (size_t)TRACE_INFO_WORDS);
	for (size_t i = 0; i < input->nr_info; i++) input->info[i] = cursor_u64(&info.priv);
}

/* SWITCH tells of its own thread alone: who runs behind it is not known, and nothing of it is traced then. */
static void note_switch(struct trace_input *input, const struct record *r, const struct sample_id *id)
{
	struct record_switch change;
	uint64_t needed = SAMPLE_CPU | SAMPLE_TIME | SAMPLE_TID;
	if ((id->present & needed) != needed || record_decode_switch(r, &change) < 0) return;
	if (unlikely(input->guests.vcpus.count && id->present & (SAMPLE_IDENTIFIER | SAMPLE_ID))) {
		struct trace_vcpu *vcpu = trace_guests_vcpu_of_id(&input->guests, id->id);
		if (vcpu) {
			struct trace_switch new = { id->time_ns, id->pid, id->tid };
			if (change.out && r->type == RECORD_SWITCH_CPU_WIDE) {
				new.pid = change.other_pid;
				new.tid = change.other_tid;
			}
			vec_push(&vcpu->switches, new);
			return;
		}
	}
	if (!change.out) add_switch(input, id->cpu, id->time_ns, id->pid, id->tid);
	else if (r->type == RECORD_SWITCH_CPU_WIDE)
		add_switch(input, id->cpu, id->time_ns, change.other_pid, change.other_tid);
}

/* The thread that ran when tracing began. */
static void note_start(struct trace_input *input, const struct record *r, const struct sample_id *id)
{
	struct record_itrace_start start;
	if (!(id->present & SAMPLE_CPU) || record_decode_itrace_start(r, &start) < 0) return;
	add_switch(input, id->cpu, id->present & SAMPLE_TIME ? id->time_ns : 0, start.pid, start.tid);
}

static void note_counter(struct trace_input *input, const struct session *session, const struct record *r,
			 const struct sample_id *id)
{
	struct record_aux_output_hw_id told;
	const struct perf_event *event = events_of_record(session_events(session), r);
	if (!event || record_decode_aux_output_hw_id(r, &told) < 0) return;
	vec_push(&input->counters, ((struct trace_counter){ .time_ns = id->present & SAMPLE_TIME ? id->time_ns : 0,
							    .number = told.hw_id,
							    .cpu = id->present & SAMPLE_CPU ? id->cpu : TRACE_ANY,
							    .tid = id->present & SAMPLE_TID ? id->tid : TRACE_ANY,
							    .event = event }));
}

static void note_aux(struct trace_input *input, const struct session *session, const struct record *r)
{
	struct record_aux aux;
	struct sample_id id = { 0 };
	if (record_decode_aux(r, &aux) < 0) return;
	(void)events_sample_id(session_events(session), r, &id);
	const struct trace_piece piece = { .offset = aux.aux_offset,
					   .size_bytes = aux.aux_size,
					   .flags = aux.flags,
					   .time_ns = id.time_ns,
					   .cpu = id.present & SAMPLE_CPU ? id.cpu : TRACE_ANY,
					   .pid = id.present & SAMPLE_TID ? id.pid : TRACE_ANY,
					   .tid = id.present & SAMPLE_TID ? id.tid : TRACE_ANY };
	vec_push(&input->pieces, piece);
	input->nr_truncated += (aux.flags & TRACE_PIECE_TRUNCATED) != 0;
	input->nr_partial += (aux.flags & TRACE_PIECE_PARTIAL) != 0;
}

static void note_clock(struct trace_input *input, const struct record *r)
{
	struct record_time_conv clock;
	if (record_decode_time_conv(r, &clock) < 0) return;
	input->clock = (struct trace_clock){ .shift = (uint32_t)clock.time_shift & 63,
					     .mult = (uint32_t)clock.time_mult,
					     .zero_ns = clock.time_zero };
}

static void take_record(struct trace_input *input, const struct session *session, const struct record *r)
{
	struct sample_id id;
	switch (r->type) {
	case RECORD_AUXTRACE_INFO: add_info(input, r); break;
	case RECORD_AUXTRACE:
		add_piece(input, r, perfdata_payload(session->perfdata, r));
		perfdata_drop_payload(session->perfdata, r);
		break;
	case RECORD_ID_INDEX: trace_guests_add_ids(&input->guests, r); break;
	case RECORD_AUX: note_aux(input, session, r); break;
	case RECORD_TIME_CONV: note_clock(input, r); break;
	case RECORD_ITRACE_START:
	case RECORD_SWITCH:
	case RECORD_SWITCH_CPU_WIDE:
	case RECORD_AUX_OUTPUT_HW_ID:
		if (events_sample_id(session_events(session), r, &id) < 0) break;
		if (r->type == RECORD_ITRACE_START) note_start(input, r, &id);
		else if (r->type == RECORD_AUX_OUTPUT_HW_ID) note_counter(input, session, r, &id);
		else note_switch(input, r, &id);
		break;
	default: break;
	}
}

static int compare_queues(const void *a, const void *b)
{
	const struct trace_queue *x = *(struct trace_queue *const *)a, *y = *(struct trace_queue *const *)b;
	if (x->index == y->index) return 0;
	return x->index < y->index ? -1 : 1;
}

bool trace_input_is_sampled(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_AUX) return true;
	return false;
}

int trace_input_read(struct session *session, struct trace_input *ret, struct err *err)
{
	struct record r;
	struct sample_scratch scratch = { 0 };
	bool samples = trace_input_is_sampled(session_events(session));
	int rc;
	*ret = (struct trace_input){ .info = xcalloc(TRACE_INFO_WORDS, sizeof(*ret->info)) };
	perfdata_rewind(session->perfdata);
	while ((rc = perfdata_next(session->perfdata, &r)) > 0) {
		if (r.type == RECORD_SAMPLE && samples) add_sampled(ret, session, &r, &scratch);
		else take_record(ret, session, &r);
	}
	sample_scratch_done(&scratch);
	if (rc < 0) return err_set_errno(err, rc, "cannot read %s", perfdata_path(session->perfdata));
	if (ret->queues.count) qsort(ret->queues.items, ret->queues.count, sizeof(*ret->queues.items), compare_queues);
	for (size_t i = 0; i < ret->cpus.count; i++) trace_switches_sort(&ret->cpus.items[i].switches);
	trace_guests_sort(&ret->guests);
	return 0;
}

void trace_input_done(struct trace_input *input)
{
	for (size_t i = 0; i < input->queues.count; i++) {
		vec_done(&input->queues.items[i]->buffers);
		free(input->queues.items[i]);
	}
	for (size_t i = 0; i < input->cpus.count; i++) vec_done(&input->cpus.items[i].switches);
	trace_guests_done(&input->guests);
	vec_done(&input->queues);
	vec_done(&input->pieces);
	free(input->info);
	vec_done(&input->cpus);
	vec_done(&input->counters);
	u64map_done(&input->queue_of);
	u64map_done(&input->cpu_of_1);
}

static const struct trace_cpu *find_cpu(const struct trace_input *input, uint32_t cpu)
{
	const uint64_t *number_1 = u64map_find(&input->cpu_of_1, cpu);
	return number_1 ? &input->cpus.items[*number_1 - 1] : NULL;
}

bool trace_input_thread(const struct trace_input *input, uint32_t cpu, uint64_t time_ns, struct trace_switch *ret,
			uint64_t *ret_until)
{
	const struct trace_cpu *of = find_cpu(input, cpu);
	*ret_until = UINT64_MAX;
	if (!of || !of->switches.count) return false;
	size_t low = trace_switches_until(&of->switches, time_ns, ret_until);
	/* what a sample has of the time before it is most likely the same thread's */
	if (!low && !input->in_samples) return false;
	*ret = of->switches.items[low ? low - 1 : 0];
	return true;
}

static bool is_of_queue(const struct trace_counter *counter, const struct trace_queue *queue)
{
	if (queue->cpu != TRACE_ANY) return counter->cpu == queue->cpu || counter->cpu == TRACE_ANY;
	return counter->tid == queue->tid || counter->tid == TRACE_ANY;
}

const struct perf_event *trace_input_counter(const struct trace_input *input, const struct trace_queue *queue,
					     uint64_t number, uint64_t time_ns)
{
	const struct perf_event *event = NULL;
	for (size_t i = 0; i < input->counters.count; i++) {
		const struct trace_counter *counter = &input->counters.items[i];
		if (counter->number != number || !is_of_queue(counter, queue)) continue;
		if (event && counter->time_ns > time_ns) break;
		event = counter->event;
	}
	return event;
}
