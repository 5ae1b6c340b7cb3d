/* Decodes a sample and, where rows are wanted, lets the writer of options->args make of it what its row will carry.
 * All that is dear happens here, on all cores for recordings; what is left for the thread in order of time is
 * trace_calls.c. */
#include "analysis/trace/trace_items.h"

#include <string.h>

void trace_maker_init(struct trace_maker *maker, const struct trace_calls_options *options,
		      const struct syscall_events *events, struct trace_fds *fds)
{
	*maker = (struct trace_maker){ .options = options, .events = events, .fds = fds };
	maker->wants_all = trace_calls_wants_all(options);
	out_init(&maker->text, -1);
	out_init(&maker->scratch, -1);
}

void trace_maker_done(struct trace_maker *maker)
{
	chain_done(&maker->chain);
	out_done(&maker->text);
	out_done(&maker->scratch);
}

static const char *object_of(const struct frame *frame) { return frame->map ? frame->map->dso->long_name : NULL; }

/* The sample's call chain, resolved and copied into the piece's arena. */
static void add_chain(struct trace_maker *maker, const struct sample_task *task, const struct sample *sample,
		      struct trace_piece *piece)
{
	const struct callchain_options how = { .max_stack = maker->options->max_stack };
	struct chain *chain = &maker->chain;
	if (callchain_resolve(maker->resolver, task, sample, &how, chain) < 0 || !chain->count) return;
	struct trace_frame *frames = arena_alloc(maker->memory, chain->count * sizeof(*frames));
	for (size_t i = 0; i < chain->count; i++) {
		const struct frame *frame = chain->frames[i];
		frames[i] = (struct trace_frame){ .symbol = frame->symbol ? frame->symbol->name : NULL,
						  .object = object_of(frame),
						  .ip = frame->ip,
						  .object_addr = frame->map ? frame->object_addr : frame->ip,
						  .is_inlined = frame->symbol && frame->symbol->is_inlined };
	}
	piece->frames = frames;
	piece->nr_frames = (uint32_t)chain->count;
}

/* The path of a call that opens it; NULL: it does not, or was not read. The caller frees. */
static char *opened_path(struct trace_maker *maker, const struct syscall_event *event)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	struct syscall_bytes bytes;
	int arg = event->memory.sizes ? trace_fds_path_arg(maker->fds, event->syscall) : -1;
	size_t count = arg >= 0 ? syscall_reads(event->syscall, event->is_32 ? SYSCALL_READS_OF_32 : 0,
						maker->options->types, reads)
				: 0;
	for (unsigned i = 0; i < count; i++)
		if (reads[i].arg == arg && reads[i].parent == SYSCALL_READ_OF_ARG &&
		    syscall_memory_find(&event->memory, i, &bytes))
			return xstrndup((const char *)bytes.bytes, bytes.size);
	return NULL;
}

/* Tells trace_fds of a begin or an end. After the arguments were written: the descriptor that close names is still
 * known then. */
static void follow_descriptors(struct trace_maker *maker, const struct syscall_event *event)
{
	if (event->kind == SYSCALL_EXIT) {
		trace_fds_end(maker->fds, event);
	} else if (event->kind == SYSCALL_ENTER) {
		_free_ char *path = opened_path(maker, event);
		trace_fds_begin(maker->fds, event, path);
	}
}

/* Samples that only change what is known: how long a thread ran (--sched), whether others count (--switch-on,
 * --switch-off). */
static void look_at(struct trace_maker *maker, const struct sample *sample, struct trace_item *item)
{
	const struct trace_calls_options *options = maker->options;
	int32_t idx = (int32_t)sample->event->idx;
	item->switches_on = options->switch_on && idx == options->switch_on_idx;
	item->switches_off = options->switch_off && idx == options->switch_off_idx;
	if (item->kind != SYSCALL_OTHER || !options->run_times ||
	    strcmp(sample->event->name, "sched:sched_stat_runtime") != 0)
		return;
	item->is_run_time = syscall_events_field(maker->events, sample, "runtime", &item->run_time_ns);
}

/* An end with which arguments are known better than when the call began. */
static bool tells_more(const struct syscall_event *event)
{
	return event->kind == SYSCALL_EXIT && event->memory.sizes && !event->memory_was_known;
}

/* ---- what is known, for whoever writes it */

/* The ctx of the functions below, by which a writer asks for names. */
struct known {
	struct trace_maker *maker;
	const struct sample *sample;
	const struct syscall_event *event;
};

static const char *trace_maker_task_name(void *ctx, int32_t tid)
{
	const struct known *known = ctx;
	return trace_calls_task_name(known->maker->options, tid, known->event->time_ns);
}

static const char *trace_maker_fd_path(void *ctx, int32_t fd)
{
	const struct known *known = ctx;
	return trace_fds_path(known->maker->fds, known->event->pid, fd);
}

static bool trace_maker_memory(void *ctx, unsigned read, struct syscall_bytes *ret)
{
	return syscall_memory_find(&((const struct known *)ctx)->event->memory, read, ret);
}

static const char *trace_maker_enum_name(void *ctx, size_t field, uint64_t number)
{
	const struct known *known = ctx;
	return syscall_events_enum_name(known->maker->events, known->sample, field, number);
}

/* Lets options->args write a call's arguments; written_only: those alone that the call wrote. */
static void add_call(struct known *known, bool written_only)
{
	struct trace_maker *maker = known->maker;
	const struct trace_calls_options *options = maker->options;
	const struct syscall_event *event = known->event;
	const struct syscall_context context = { .ctx = known,
						 .task_name = trace_maker_task_name,
						 .fd_path = maker->fds ? trace_maker_fd_path : NULL,
						 .memory = event->memory.sizes ? trace_maker_memory : NULL,
						 .machine = options->machine,
						 .result = event->result,
						 .written_only = written_only,
						 .is_32 = event->is_32,
						 .types = options->types };
	const struct trace_call_facts facts = { event->syscall, event->args, &context };
	options->args.call(options->args.style, &facts, &maker->text, &maker->scratch);
}

/* The fields of a tracepoint that is no call. */
static void add_payload(struct known *known)
{
	struct trace_maker *maker = known->maker;
	const struct trace_calls_options *options = maker->options;
	const struct trace_payload_facts facts = { .tp = syscall_events_tracepoint(maker->events, known->sample),
						   .bytes = known->sample->raw,
						   .size_bytes = known->sample->raw_size,
						   .ctx = known,
						   .task_name = trace_maker_task_name,
						   .enum_name = trace_maker_enum_name };
	options->args.payload(options->args.style, &facts, &maker->text, &maker->scratch);
}

/* Where a page fault was made, and what is mapped at the address it touched. */
static void add_fault(const struct known *known, const struct sample_task *task)
{
	struct trace_maker *maker = known->maker;
	const struct trace_calls_options *options = maker->options;
	const struct sample *sample = known->sample;
	const struct frame *frame = resolver_sample_ip(maker->resolver, task, sample);
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
	options->args.fault(options->args.style, &facts, &maker->text, &maker->scratch);
}

/* The part of a piece's text that depends on the kind of event; nothing for an end that tells nothing new. */
static void add_args(struct known *known, const struct sample_task *task)
{
	const struct syscall_event *event = known->event;
	bool is_shown_call = event->kind == SYSCALL_OTHER && event->syscall;
	if (event->kind == SYSCALL_ENTER || is_shown_call || tells_more(event)) add_call(known, false);
	else if (event->kind == SYSCALL_OTHER) add_payload(known);
	else if (event->kind == SYSCALL_FAULT) add_fault(known, task);
}

/* What is shown of it. */
static const struct trace_piece *make_piece(struct trace_maker *maker, const struct sample_task *task,
					    const struct sample *sample, const struct syscall_event *event)
{
	const struct trace_calls_options *options = maker->options;
	struct known known = { maker, sample, event };
	bool of_call = event->kind == SYSCALL_ENTER || event->kind == SYSCALL_EXIT;
	struct trace_piece *piece = arena_alloc(maker->memory, sizeof(*piece));
	*piece = (struct trace_piece){ .name = sample->event->name,
				       .text = "",
				       .has_sample = options->print_samples && of_call,
				       .sample_ns = sample->time_ns,
				       .sample_cpu = sample->cpu };
	maker->text.size = 0;
	add_args(&known, task);
	piece->text_size = (uint32_t)maker->text.size;
	if (tells_more(event)) add_call(&known, true);
	piece->written_size = (uint32_t)maker->text.size - piece->text_size;
	if (maker->text.size) piece->text = arena_memdup(maker->memory, maker->text.data, maker->text.size);
	if (event->kind == SYSCALL_ENTER) piece->args = arena_memdup(maker->memory, event->args, sizeof(event->args));
	if (maker->fds) follow_descriptors(maker, event);
	if (options->max_stack && event->kind != SYSCALL_ENTER && sample_has_chain(sample))
		add_chain(maker, task, sample, piece);
	return piece;
}

bool trace_maker_add(struct trace_maker *maker, const struct sample *sample, enum syscall_half half,
		     struct trace_item *ret)
{
	const struct trace_calls_options *options = maker->options;
	struct syscall_event event;
	struct sample_task task;
	if (!syscall_events_decode(maker->events, sample, half, options->rows, &event)) return false;
	if (!maker->wants_all && !trace_calls_wants(options, &event)) return false;
	/* The begin of a call lies before the sample that tells of it: the task may have had another name then. */
	if (half == SYSCALL_BEGIN) resolver_task_at(maker->resolver, sample->pid, sample->tid, event.time_ns, &task);
	else resolver_task(maker->resolver, sample, &task);
	*ret = (struct trace_item){ .time_ns = event.time_ns,
				    .pid = event.pid,
				    .tid = event.tid,
				    .number = event.number,
				    .syscall = event.syscall,
				    .comm = task.comm,
				    .result = event.kind == SYSCALL_EXIT ? event.result : 0,
				    .kind = event.kind,
				    .is_major = event.is_major };
	look_at(maker, sample, ret);
	if (options->rows) ret->piece = make_piece(maker, &task, sample, &event);
	return true;
}
