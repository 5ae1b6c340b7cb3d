#include "analysis/trace/trace_items.h"

#include <string.h>

struct trace_batch *trace_batch_new(void)
{
	struct trace_batch *batch = xcalloc(1, sizeof(*batch));
	out_init(&batch->texts, -1);
	out_init(&batch->scratch, -1);
	return batch;
}

void trace_batch_free(struct trace_batch *batch)
{
	if (!batch) return;
	vec_done(&batch->pieces);
	vec_done(&batch->frames);
	out_done(&batch->texts);
	out_done(&batch->scratch);
	free(batch);
}

void trace_batch_clear(struct trace_batch *batch)
{
	vec_clear(&batch->pieces);
	vec_clear(&batch->frames);
	batch->texts.size = 0;
}

static const char *object_of(const struct frame *frame) { return frame->map ? frame->map->dso->long_name : NULL; }

static uint32_t add_chain(struct trace_batch *batch, const struct trace_adding *adding, const struct sample_task *task,
			  const struct sample *sample)
{
	const struct callchain_options how = { .max_stack = adding->options->max_stack };
	struct chain *chain = adding->chain;
	if (callchain_resolve(adding->resolver, task, sample, &how, chain) < 0) return 0;
	for (size_t i = 0; i < chain->count; i++) {
		const struct frame *frame = chain->frames[i];
		uint64_t object_addr = frame->map ? frame->object_addr : frame->ip;
		vec_push(&batch->frames,
			 ((struct trace_frame){ frame->symbol ? frame->symbol->name : NULL, object_of(frame), frame->ip,
						object_addr, frame->symbol && frame->symbol->is_inlined }));
	}
	return (uint32_t)chain->count;
}

/* The path of a call that opens it; NULL: it does not, or was not read. The caller frees. */
static char *opened_path(const struct trace_adding *adding, const struct syscall_event *event)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	struct syscall_bytes bytes;
	int arg = event->memory.sizes ? trace_fds_path_arg(adding->fds, event->syscall) : -1;
	size_t count = arg >= 0 ? syscall_reads(event->syscall, event->is_32 ? SYSCALL_READS_OF_32 : 0,
						adding->options->types, reads)
				: 0;
	for (unsigned i = 0; i < count; i++)
		if (reads[i].arg == arg && reads[i].parent == SYSCALL_READ_OF_ARG &&
		    syscall_memory_find(&event->memory, i, &bytes))
			return xstrndup((const char *)bytes.bytes, bytes.size);
	return NULL;
}

static void follow_descriptors(const struct trace_adding *adding, const struct syscall_event *event)
{
	if (event->kind == SYSCALL_EXIT) {
		trace_fds_end(adding->fds, event);
	} else if (event->kind == SYSCALL_ENTER) {
		_free_ char *path = opened_path(adding, event);
		trace_fds_begin(adding->fds, event, path);
	}
}

/* Samples that only change what is known: how long a thread ran (--sched), whether others count (--switch-on,
 * --switch-off). */
static void look_at(const struct trace_adding *adding, const struct sample *sample, struct trace_item *item)
{
	const struct trace_calls_options *options = adding->options;
	int32_t idx = (int32_t)sample->event->idx;
	item->switches_on = options->switch_on && idx == options->switch_on_idx;
	item->switches_off = options->switch_off && idx == options->switch_off_idx;
	if (item->kind != SYSCALL_OTHER || !options->run_times ||
	    strcmp(sample->event->name, "sched:sched_stat_runtime") != 0)
		return;
	item->is_run_time = syscall_events_field(adding->events, sample, "runtime", &item->run_time_ns);
}

/* An end with which arguments are known better than when the call began. */
static bool tells_more(const struct syscall_event *event)
{
	return event->kind == SYSCALL_EXIT && event->memory.sizes && !event->memory_was_known;
}

/* ---- what is known, for whoever writes it */

struct known {
	const struct trace_adding *adding;
	const struct sample *sample;
	const struct syscall_event *event;
};

static const char *trace_batch_task_name(void *ctx, int32_t tid)
{
	const struct known *known = ctx;
	const struct trace_calls_options *options = known->adding->options;
	return options->task_name ? options->task_name(options->tasks, tid, known->event->time_ns) : NULL;
}

static const char *trace_batch_fd_path(void *ctx, int32_t fd)
{
	const struct known *known = ctx;
	return trace_fds_path(known->adding->fds, known->event->pid, fd);
}

static bool trace_batch_memory(void *ctx, unsigned read, struct syscall_bytes *ret)
{
	return syscall_memory_find(&((const struct known *)ctx)->event->memory, read, ret);
}

static const char *trace_batch_enum_name(void *ctx, size_t field, uint64_t number)
{
	const struct known *known = ctx;
	return syscall_events_enum_name(known->adding->events, known->sample, field, number);
}

/* written_only: of what the call wrote. */
static void add_call(struct trace_batch *batch, struct known *known, bool written_only)
{
	const struct trace_adding *adding = known->adding;
	const struct trace_calls_options *options = adding->options;
	const struct syscall_event *event = known->event;
	const struct syscall_context context = { .ctx = known,
						 .task_name = trace_batch_task_name,
						 .fd_path = adding->fds ? trace_batch_fd_path : NULL,
						 .memory = event->memory.sizes ? trace_batch_memory : NULL,
						 .machine = options->machine,
						 .result = event->result,
						 .written_only = written_only,
						 .is_32 = event->is_32,
						 .types = options->types };
	const struct trace_call_facts facts = { event->syscall, event->args, &context };
	options->args.call(options->args.style, &facts, &batch->texts, &batch->scratch);
}

static void add_payload(struct trace_batch *batch, struct known *known)
{
	const struct trace_calls_options *options = known->adding->options;
	const struct trace_payload_facts facts = { .tp = syscall_events_tracepoint(known->adding->events,
										   known->sample),
						   .bytes = known->sample->raw,
						   .size_bytes = known->sample->raw_size,
						   .ctx = known,
						   .task_name = trace_batch_task_name,
						   .enum_name = trace_batch_enum_name };
	options->args.payload(options->args.style, &facts, &batch->texts, &batch->scratch);
}

static void add_fault(struct trace_batch *batch, const struct trace_adding *adding, const struct sample_task *task,
		      const struct sample *sample)
{
	const struct trace_calls_options *options = adding->options;
	const struct frame *frame = resolver_sample_ip(adding->resolver, task, sample);
	const struct map *map = space_find(task->user_space, sample->addr);
	const struct trace_fault_facts facts = {
		.ip = frame->ip,
		.object_ip = frame->map ? frame->object_addr : frame->ip,
		.symbol = frame->symbol ? frame->symbol->name : NULL,
		.symbol_off = frame->symbol ? frame->object_addr - frame->symbol->start : 0,
		.object = map ? map->dso->long_name : NULL,
		.object_address = map ? map_to_object(map, sample->addr) : sample->addr,
		.level = frame->level,
	};
	options->args.fault(options->args.style, &facts, &batch->texts, &batch->scratch);
}

static void add_args(struct trace_batch *batch, const struct trace_adding *adding, const struct sample_task *task,
		     const struct sample *sample, const struct syscall_event *event)
{
	struct known known = { adding, sample, event };
	bool is_shown_call = event->kind == SYSCALL_OTHER && event->syscall;
	if (event->kind == SYSCALL_ENTER || is_shown_call || tells_more(event)) add_call(batch, &known, false);
	else if (event->kind == SYSCALL_OTHER) add_payload(batch, &known);
	else if (event->kind == SYSCALL_FAULT) add_fault(batch, adding, task, sample);
}

/* What is shown of it. */
static void add_piece(struct trace_batch *batch, const struct trace_adding *adding, const struct sample_task *task,
		      const struct sample *sample, const struct syscall_event *event)
{
	const struct trace_calls_options *options = adding->options;
	bool of_call = event->kind == SYSCALL_ENTER || event->kind == SYSCALL_EXIT;
	struct trace_piece *piece = vec_add(&batch->pieces);
	piece->name = sample->event->name;
	piece->first_frame = batch->frames.count;
	piece->nr_frames = 0;
	piece->has_sample = options->print_samples && of_call;
	piece->sample_ns = sample->time_ns;
	piece->sample_cpu = sample->cpu;
	piece->text_off = batch->texts.size;
	add_args(batch, adding, task, sample, event);
	piece->text_size = (uint32_t)(batch->texts.size - piece->text_off);
	if (tells_more(event)) add_call(batch, &(struct known){ adding, sample, event }, true);
	piece->written_size = (uint32_t)(batch->texts.size - piece->text_off) - piece->text_size;
	if (event->kind == SYSCALL_ENTER) memcpy(piece->args, event->args, sizeof(piece->args));
	if (adding->fds) follow_descriptors(adding, event);
	if (options->max_stack && event->kind != SYSCALL_ENTER && sample_has_chain(sample))
		piece->nr_frames = add_chain(batch, adding, task, sample);
}

bool trace_batch_add(struct trace_batch *batch, const struct trace_adding *adding, const struct sample *sample,
		     enum syscall_half half, struct trace_item *ret)
{
	const struct trace_calls_options *options = adding->options;
	struct syscall_event event;
	struct sample_task task;
	if (!syscall_events_decode(adding->events, sample, half, options->rows, &event)) return false;
	if (!adding->wants_all && !trace_calls_wants(options, &event)) return false;
	if (half == SYSCALL_BEGIN) resolver_task_at(adding->resolver, sample->pid, sample->tid, event.time_ns, &task);
	else resolver_task(adding->resolver, sample, &task);
	*ret = (struct trace_item){ .time_ns = event.time_ns,
				    .pid = event.pid,
				    .tid = event.tid,
				    .number = event.number,
				    .syscall = event.syscall,
				    .comm = task.comm,
				    .result = event.kind == SYSCALL_EXIT ? event.result : 0,
				    .batch = batch,
				    .piece = (uint32_t)batch->pieces.count,
				    .kind = event.kind,
				    .is_major = event.is_major };
	look_at(adding, sample, ret);
	if (options->rows) add_piece(batch, adding, &task, sample, &event);
	return true;
}
