#include "analysis/trace/trace_batch.h"

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

static void give_address(const char *name, uint64_t address, struct value_sink *values)
{
	char text[2 + 24] = "0x";
	value_name(values, name);
	value_text(values, text, 2 + format_hex(text + 2, address));
}

static void add_address(const char *name, uint64_t address, const struct trace_args *to)
{
	out_lit(to->text, "0x");
	out_hex(to->text, address, 0);
	if (to->values) give_address(name, address, to->values);
}

static void give_text(const char *name, const char *text, const struct trace_args *to)
{
	value_name(to->values, name);
	value_text(to->values, text, strlen(text));
}

static void add_place(const struct frame *frame, const struct trace_args *to)
{
	if (to->values) give_address("ip", frame->ip, to->values);
	if (!frame->symbol) {
		add_address("object_ip", frame->map ? frame->object_addr : frame->ip, to);
		return;
	}
	out_str(to->text, frame->symbol->name);
	give_text("symbol", frame->symbol->name, to);
	uint64_t offset = frame->object_addr - frame->symbol->start;
	out_lit(to->text, "+0x");
	out_hex(to->text, offset, 0);
	value_name(to->values, "symbol_offset");
	value_number(to->values, offset);
}

/* Who touched which memory: "[memset+0x1a] => /usr/lib/libc.so.6@0x1c4 (d.)". */
static void add_fault(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		      const struct trace_args *to)
{
	const struct frame *frame = resolver_sample_ip(resolver, task, sample);
	const struct map *map = space_find(task->user_space, sample->addr);
	struct outbuf *out = to->text;
	out_char(out, '[');
	add_place(frame, to);
	out_lit(out, "] => ");
	if (map) {
		out_str(out, map->dso->long_name);
		give_text("object", map->dso->long_name, to);
		out_char(out, '@');
	}
	add_address(map ? "object_address" : "address", map ? map_to_object(map, sample->addr) : sample->addr, to);
	out_lit(out, " (");
	out_char(out, map ? 'd' : '?');
	out_char(out, frame->level);
	out_char(out, ')');
	value_name(to->values, "level");
	value_text(to->values, &frame->level, 1);
}

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

struct asking {
	struct trace_fds *fds;
	const struct syscall_event *event;
};

static const char *path_of(void *ctx, int32_t fd)
{
	const struct asking *asking = ctx;
	return trace_fds_path(asking->fds, asking->event->pid, fd);
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

struct naming {
	const struct trace_calls_options *options;
	uint64_t time_ns;
};

static const char *name_of_task(void *ctx, int32_t tid)
{
	const struct naming *naming = ctx;
	return naming->options->task_name(naming->options->tasks, tid, naming->time_ns);
}

static void add_payload(const struct trace_adding *adding, const struct syscall_event *event,
			const struct sample *sample, const struct trace_args *to)
{
	const struct trace_calls_options *options = adding->options;
	struct naming naming = { options, event->time_ns };
	const struct syscall_payload_style style = { .with_zeros = options->with_zeros,
						     .by_format = options->payload_by_format,
						     .task_name = options->task_name ? name_of_task : NULL,
						     .ctx = &naming,
						     .values = to->values };
	syscall_events_format_payload(adding->events, sample, &style, to->text);
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

/* Values are wanted instead of text, or not. Begins anew with each list of arguments. */
static struct trace_args args_to(struct trace_batch *batch, const struct trace_calls_options *options,
				 struct value_sink *sink)
{
	if (!options->values) return (struct trace_args){ &batch->texts, NULL };
	*sink = (struct value_sink){ .type = options->values, .out = &batch->texts };
	batch->scratch.size = 0;
	return (struct trace_args){ &batch->scratch, sink };
}

static void add_args(struct trace_batch *batch, const struct trace_adding *adding, const struct sample_task *task,
		     const struct sample *sample, const struct syscall_event *event)
{
	struct asking asking = { adding->fds, event };
	struct value_sink sink;
	const struct trace_args to = args_to(batch, adding->options, &sink);
	if (event->kind == SYSCALL_ENTER || (event->kind == SYSCALL_OTHER && event->syscall) || tells_more(event))
		trace_calls_format(adding->options, event, adding->fds ? path_of : NULL, &asking, false, &to);
	else if (event->kind == SYSCALL_OTHER) add_payload(adding, event, sample, &to);
	else if (event->kind == SYSCALL_FAULT) add_fault(adding->resolver, task, sample, &to);
}

/* Those that the call wrote, at its end. */
static void add_written(struct trace_batch *batch, const struct trace_adding *adding, const struct syscall_event *event)
{
	struct asking asking = { adding->fds, event };
	struct value_sink sink;
	const struct trace_args to = args_to(batch, adding->options, &sink);
	trace_calls_format(adding->options, event, adding->fds ? path_of : NULL, &asking, true, &to);
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
	if (tells_more(event)) add_written(batch, adding, event);
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
