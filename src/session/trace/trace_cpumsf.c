/* Sampling data of the s390 CPU-measurement facility: its entries as samples of the event that was recorded. An entry
 * has no time; it stands where its block became full, which the block's trailer says. */
#include <errno.h>
#include <stdlib.h>
#include "hwtrace/s390_cpumsf/cpumsf_block.h"
#include "session/trace/trace_base.h"
#include "session/trace/trace_kinds.h"
#include "session/trace/trace_raw_files.h"

/* What is decoded at once: so many of the facility's blocks. */
enum { RUN_BLOCKS = 32, SAMPLE_BYTES = sizeof(struct sample) };
/* Of events with diagnostic entries, which alone have such a trace (kernel UAPI of s390). */
#define CPUMSF_DIAGNOSTIC_EVENT 0xbd000u

/* Facility blocks of one buffer. */
struct cpumsf_run {
	const struct trace_queue *queue;
	const uint8_t *bytes;
	size_t nr_blocks;
	struct cpumsf_sizes sizes;
	uint64_t last_ns; /* when the block before became full; 0: not known */
};

struct cpumsf_trace {
	struct trace_base base;
	const struct perf_event *event;
	unsigned machine;
	VEC(struct cpumsf_run) runs;
	VEC(struct source_block) spans; /* of runs */
	uint64_t nr_lost, nr_untimed, nr_damaged;
};

/* The time of the block, or the last one before it that is known. */
static uint64_t block_ns(const uint8_t *block, uint64_t last_ns)
{
	const struct cpumsf_trailer trailer = cpumsf_trailer_decode(block);
	return MAX(cpumsf_time_ns(&trailer), last_ns);
}

static bool is_basic(const uint8_t *at) { return at[0] == 0 && at[1] == CPUMSF_FORMAT_BASIC; }

/* The life that a thread had in a span of time: the last of it, and when that was. A thread that was sampled may have
 * ended before the block became full. */
static const struct task *find_task(const struct model *model, uint32_t tid, uint64_t from_ns, uint64_t *place_ns)
{
	enum { MANY_LIVES = 64 };
	uint64_t until_ns = from_ns, at_ns = *place_ns;
	const struct task *task = model_task(model, tid, at_ns, &until_ns), *found = task;
	if (task) return task;
	until_ns = from_ns;
	for (unsigned i = 0; i < MANY_LIVES && until_ns < at_ns; i++) {
		task = model_task(model, tid, until_ns, &until_ns);
		if (!task) continue;
		found = task;
		*place_ns = MIN(until_ns - 1, at_ns);
	}
	return found;
}

/* from_ns: when the block before became full. */
static void set_thread(const struct cpumsf_trace *trace, const struct cpumsf_basic *basic, uint64_t from_ns,
		       uint64_t *place_ns, struct sample *sample)
{
	/* the kernel leaves there whom it runs */
	sample->tid = (uint32_t)basic->host_parameter;
	const struct task *task = find_task(session_model(trace->base.session), sample->tid, from_ns, place_ns);
	sample->pid = task ? task_pid(task) : sample->tid;
}

static uint8_t cpumode_of(const struct cpumsf_basic *basic)
{
	if (cpumsf_is_guest(basic)) return basic->problem ? CPUMODE_GUEST_USER : CPUMODE_GUEST_KERNEL;
	return basic->problem ? CPUMODE_USER : CPUMODE_KERNEL;
}

/* Where the samples of a block are from: not before one time, not after the other. */
struct stretch {
	uint64_t from_ns, to_ns;
};

static void give(const struct cpumsf_trace *trace, const struct cpumsf_run *run, const uint8_t *at,
		 const struct stretch *stretch, struct sample_sink *sink)
{
	const struct perf_event *event = trace->event;
	const struct cpumsf_basic basic = cpumsf_basic_decode(at);
	struct sample sample = {
		.event = event, .present = event->attr.sample_type, .ip = basic.ip, .period = 1, .cpu = run->queue->cpu
	};
	sample.misc = sample.cpumode = cpumode_of(&basic);
	sample.id = sample.stream_id = event->nr_ids ? event->ids[0] : 0;
	sink->place_ns = stretch->to_ns;
	set_thread(trace, &basic, stretch->from_ns, &sink->place_ns, &sample);
	sink->sample(sink, &sample);
}

static int trace_cpumsf_decode(void *ctx, size_t index, struct sample_sink *sink, struct err *err)
{
	(void)err;
	struct cpumsf_trace *trace = ctx;
	const struct cpumsf_run *run = &trace->runs.items[index];
	const size_t entry_bytes = (size_t)run->sizes.basic + run->sizes.diagnostic;
	const unsigned nr_entries = cpumsf_nr_entries(&run->sizes);
	struct trace_where where = trace_base_where(&trace->base, run->queue);
	uint64_t last_ns = run->last_ns;
	for (size_t i = 0; i < run->nr_blocks; i++) {
		const uint8_t *block = run->bytes + i * CPUMSF_BLOCK_BYTES;
		struct stretch stretch = { .from_ns = trace->base.has_time ? last_ns : 0 };
		last_ns = block_ns(block, last_ns);
		stretch.to_ns = trace_base_place(&trace->base, &where, last_ns);
		for (unsigned n = 0; n < nr_entries; n++)
			if (is_basic(block + n * entry_bytes))
				give(trace, run, block + n * entry_bytes, &stretch, sink);
	}
	return 0;
}

/* What is known of a facility block beforehand. */
static void count_block(struct cpumsf_trace *trace, const uint8_t *block, const struct cpumsf_sizes *sizes)
{
	const struct cpumsf_trailer trailer = cpumsf_trailer_decode(block);
	const size_t entry_bytes = (size_t)sizes->basic + sizes->diagnostic;
	trace->nr_lost += trailer.nr_lost;
	trace->nr_untimed += !cpumsf_time_ns(&trailer);
	for (unsigned n = 0; n < cpumsf_nr_entries(sizes); n++) trace->nr_damaged += !is_basic(block + n * entry_bytes);
}

/* The run's span, and the time that its last block has. */
static uint64_t add_run(struct cpumsf_trace *trace, const struct cpumsf_run *run)
{
	struct trace_where where = trace_base_where(&trace->base, run->queue);
	struct source_block span = { .min_ns = trace->base.has_time ? run->last_ns : 0 };
	uint64_t last_ns = run->last_ns;
	for (size_t i = 0; i < run->nr_blocks; i++) {
		const uint8_t *block = run->bytes + i * CPUMSF_BLOCK_BYTES;
		last_ns = block_ns(block, last_ns);
		span.max_ns = MAX(span.max_ns, trace_base_place(&trace->base, &where, last_ns));
		count_block(trace, block, &run->sizes);
	}
	span.max_samples = (uint32_t)(run->nr_blocks * cpumsf_nr_entries(&run->sizes));
	span.size_bytes = span.max_samples * SAMPLE_BYTES;
	vec_push(&trace->runs, *run);
	vec_push(&trace->spans, span);
	return last_ns;
}

/* Sizes are those that its first block tells. */
static void add_buffer(struct cpumsf_trace *trace, const struct trace_queue *queue, const struct trace_buffer *buffer,
		       uint64_t *last_ns)
{
	struct warnings *warnings = trace->base.session->warnings;
	struct cpumsf_run run = { .queue = queue, .bytes = buffer->bytes };
	size_t left = buffer->size_bytes / CPUMSF_BLOCK_BYTES;
	if (buffer->size_bytes % CPUMSF_BLOCK_BYTES)
		warnings_add(warnings, "a rest",
			     "a piece of the s390 CPU-MF trace ends within a block, which is left out");
	if (!left) return;
	if (!cpumsf_sizes_find(buffer->bytes, trace->machine, &run.sizes) || !cpumsf_nr_entries(&run.sizes)) {
		warnings_add(warnings, "a piece of unknown form",
			     "a piece of the s390 CPU-MF trace is left out, as the size of its entries is not known "
			     "(machine type %u, %u and %u bytes)",
			     trace->machine, run.sizes.basic, run.sizes.diagnostic);
		return;
	}
	for (; left; left -= run.nr_blocks, run.bytes += run.nr_blocks * CPUMSF_BLOCK_BYTES) {
		run.nr_blocks = MIN(left, (size_t)RUN_BLOCKS);
		run.last_ns = *last_ns;
		*last_ns = add_run(trace, &run);
	}
}

static void add_queue(struct cpumsf_trace *trace, const struct trace_queue *queue)
{
	uint64_t last_ns = 0;
	for (size_t i = 0; i < queue->buffers.count; i++) add_buffer(trace, queue, &queue->buffers.items[i], &last_ns);
}

static void tell(const struct cpumsf_trace *trace)
{
	struct warnings *warnings = trace->base.session->warnings;
	if (trace->nr_lost)
		warnings_add(warnings, "samples lost",
			     "%llu samples of the s390 CPU-MF trace were lost, as its buffers were full\n"
			     "Hint: record with larger ones (-m ,PAGES) or fewer samples (-F, -c)",
			     (unsigned long long)trace->nr_lost);
	if (trace->nr_damaged)
		warnings_add(warnings, "no samples",
			     "%llu entries of the s390 CPU-MF trace are no samples, and left out",
			     (unsigned long long)trace->nr_damaged);
	if (trace->nr_untimed && trace->base.has_time)
		warnings_add(warnings, "blocks without times",
			     "%llu blocks of the s390 CPU-MF trace have no time: they stand behind those before them",
			     (unsigned long long)trace->nr_untimed);
}

static void trace_cpumsf_release(void *ctx)
{
	struct cpumsf_trace *trace = ctx;
	vec_done(&trace->runs);
	trace->base.source_blocks = NULL; /* spans */
	vec_done(&trace->spans);
	trace_base_done(&trace->base);
	free(trace);
}

/* Letters that ask for what there is none of; upstream refuses them, too. */
static int check_wants(const struct itrace_options *wants, struct err *err)
{
	if (wants->defaults) return 0;
	if (wants->instructions || wants->branches || wants->calls || wants->returns || wants->transactions ||
	    wants->ptwrites || wants->power || wants->errors || wants->chains || wants->add_chains ||
	    wants->last_branches || wants->add_last_branches)
		return err_set(err, -EINVAL,
			       "the s390 CPU-MF trace has samples and nothing else for --itrace to choose among\n"
			       "Hint: leave --itrace out, or give 'd' to write the trace's bytes to files");
	return 0;
}

/* The event that samples are of: the one with diagnostic entries. */
static const struct perf_event *find_event(const struct cpumsf_trace *trace, struct err *err)
{
	const struct perf_events *events = session_events(trace->base.session);
	for (size_t i = 0; i < events->count; i++) {
		const struct event_attr *attr = &events->items[i]->attr;
		if (attr->type == ATTR_TYPE_RAW && attr->config == CPUMSF_DIAGNOSTIC_EVENT) return events->items[i];
	}
	return trace_base_event(&trace->base, "s390 CPU-MF", ATTR_TYPE_RAW, err);
}

static int make(struct cpumsf_trace *trace, struct err *err)
{
	struct session *session = trace->base.session;
	trace->machine = cpumsf_machine(perfdata_header(session->perfdata)->cpuid);
	trace->base.has_time = trace->event->attr.sample_type & SAMPLE_TIME && !trace->base.wants.timeless &&
			       !session->totals.in_file_order;
	for (size_t i = 0; i < trace->base.input.queues.count; i++) add_queue(trace, trace->base.input.queues.items[i]);
	tell(trace);
	trace->base.source_blocks = trace->spans.items;
	session->turns_tell_time = true;
	session->totals.nr_trace_losses = trace->base.input.nr_truncated;
	const struct sample_source source = { .name = "s390 CPU-MF",
					      .ctx = trace,
					      .nr_blocks = trace->runs.count,
					      .decode = trace_cpumsf_decode,
					      .release = trace_cpumsf_release };
	return trace_base_add(&trace->base, &source, err);
}

int trace_cpumsf_open(struct session *session, struct trace_input *input, const struct itrace_options *wants,
		      struct err *err)
{
	struct cpumsf_trace *trace = xcalloc(1, sizeof(*trace));
	trace_base_begin(&trace->base, session, input, wants);
	int r = check_wants(&session->itrace, err);
	if (r >= 0 && wants->log) r = trace_raw_files_write(&trace->base.input, wants->log_dir, "aux.smp", err);
	if (r >= 0) {
		trace->event = find_event(trace, err);
		r = trace->event ? make(trace, err) : -ENODATA;
	}
	if (r < 0) trace_cpumsf_release(trace);
	return r;
}
