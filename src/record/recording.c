/* The beginning and the end of a session. recording_run is the order of everything; what it begins, clean_up ends,
 * from whatever point:
 *
 *   sampling_configure   attrs from options
 *   target_resolve       CPUs and threads
 *   output_open          so that a bad path is told before a command is started
 *   child_fork           the command exists, its exec waits
 *   open_events          descriptors and rings
 *   start_writing        header and side band; threads of --threads
 *   start                events on, exec
 *   recording_loop       drains
 *   recording_finish     the rest, features, build-ids */
#include "record/recording.h"
#include "kernel/machine_root.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include "kernel/remedy.h"
#include "perfdata/record/record.h"
#include "record/drain/compressor.h"
#include "record/objects/hits.h"
#include "record/recorded_header.h"
#include "record/recording_private.h"

void recording_notice(const struct recording *rec, const char *format, ...)
{
	if (!rec->options->notice) return;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	va_list args;
	va_start(args, format);
	strbuf_vprintf(&text, format, args);
	va_end(args);
	rec->options->notice(rec->options->notice_ctx, strbuf_text(&text));
}

/* The events of --switch-output-event: each of their records wakes the loop; what the records say does not matter.
 * They have rings of their own, of one page, and are not in the file. */
static int open_switch_events(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	struct evset_options evset_options = { .fs = options->fs, .trace = options->trace };
	for (size_t i = 0; i < event_list_count(options->switch_events); i++) {
		struct event_spec *spec = event_list_get(options->switch_events, i);
		spec->attr.sample_type |= SAMPLE_TIME;
		spec->attr.sample_period = spec->period ? spec->period : 1;
		spec->attr.wakeup = 1;
		if (rec->target.tids.items[0] != -1) spec->attr.flags |= ATTR_INHERIT;
	}
	rec->switch_evset_open = true;
	int r = evset_open(&rec->switch_evset, &evset_options, options->switch_events, &rec->target, rec->err);
	return r < 0 ? r
		     : ring_set_open(&rec->switch_rings, &rec->switch_evset, &(struct ring_set_options){ .pages = 1 },
				     rec->err);
}

/* Lists the events as the file will describe them, with the ids the kernel gave. Where a consumer rewrites samples on
 * the way, their layout in the rings is another one: that is rec->raw. */
static int describe_events(struct recording *rec)
{
	if (!rec->options->consumer) return evset_ids(&rec->evset, &rec->described, rec->err);
	int r = evset_ids(&rec->evset, &rec->raw, rec->err);
	for (size_t i = 0; r >= 0 && i < rec->raw.count; i++) {
		const struct perf_event *raw = rec->raw.items[i];
		struct event_attr attr = raw->attr;
		(void)sampling_written(&rec->sampling, &raw->attr, &attr);
		struct perf_event *event = events_add(&rec->described, &attr, raw->name);
		events_add_ids(&rec->described, event, raw->ids, raw->nr_ids);
		event->nr_members = raw->nr_members;
		if (raw->group_name) event->group_name = xstrdup(raw->group_name);
	}
	for (size_t i = 0; r >= 0 && i < rec->raw.count; i++)
		rec->described.items[i]->leader = rec->described.items[rec->raw.items[i]->leader->idx];
	return r;
}

/* Whether an opened event has the kernel take the user part of call chains later. */
static bool are_deferred(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++)
		if (event_list_get(events, i)->attr.flags & ATTR_DEFER_CALLCHAIN) return true;
	return false;
}

/* For -v: how much memory is shared with the kernel. */
static void note_sizes(const struct recording *rec)
{
	const struct event_open_trace *trace = &rec->options->trace;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const struct aux_trace *aux = &rec->aux;
	event_open_note(trace, "mmap size %zuB", (rec->rings.pages + 1) * page);
	if (!aux->kind) return;
	if (aux->count) event_open_note(trace, "AUX area mmap length %zu", aux->options.pages * page);
	event_open_note(trace, "perf event ring buffer mmapped per %s", rec->target.per_thread ? "thread" : "cpu");
	const char *name = aux->kind->type == AUXTRACE_INTEL_PT ? "Intel PT" : aux->kind->name;
	if (aux->options.snapshots) event_open_note(trace, "%s snapshot size: %zu", name, aux->options.snapshot_bytes);
	event_open_note(trace, "Synthesizing auxtrace information");
}

/* Opens events and rings, and tells the user what had to be done differently from what was asked. */
static int open_events(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	struct evset_options evset_options = { .fs = options->fs,
					       .required_sample_type = sampling_required(&rec->sampling),
					       .trace = options->trace };
	rec->evset_open = true;
	int r = evset_open(&rec->evset, &evset_options, rec->events, &rec->target, rec->err);
	if (r >= 0) r = ring_set_open(&rec->rings, &rec->evset, &options->rings, rec->err);
	if (r >= 0) r = aux_trace_open(&rec->aux, &rec->rings, &options->aux, rec->err);
	if (r < 0) return r;
	note_sizes(rec);
	if (rec->evset.fallbacks.clock)
		recording_notice(
			rec, "The %s event is not supported on this machine: sampling %s, a software clock, instead.",
			rec->evset.fallbacks.clock_from, rec->evset.fallbacks.clock);
	if (rec->evset.fallbacks.kernel_excluded) {
		_free_ char *remedy = remedy_sysctl("perf_event_paranoid", 1);
		recording_notice(rec,
				 "The kernel side is left out: /proc/sys/kernel/perf_event_paranoid forbids it.\n%s",
				 remedy);
	}
	if (options->sampling.deferred_callchains && !are_deferred(rec->events))
		recording_notice(
			rec, "This kernel has no deferred call chains: they are taken whole at each sample, as with "
			     "--call-graph fp.");
	sampling_set_ids(&rec->sampling, rec->events);
	if (options->switch_events && event_list_count(options->switch_events)) {
		r = open_switch_events(rec);
		if (r < 0) return r;
	}
	return describe_events(rec);
}

/* What hardware traces need to be opened with. */
static int set_up_traces(struct recording *rec)
{
	const struct aux_trace_options *aux = &rec->options->aux;
	struct aux_facts facts = { .fs = machine_root(),
				   .target = &rec->target,
				   .period = rec->sampling.rate_set ? rec->sampling.period : 0,
				   .has_cpu = rec->target.has_cpu,
				   .has_cpu_areas = !rec->target.per_thread,
				   .snapshots = aux->snapshots,
				   .in_samples = aux->in_samples,
				   .area_bytes = aux->pages * (size_t)sysconf(_SC_PAGESIZE) };
	int r = aux_kind_set_up(&facts, rec->events, rec->err);
	rec->result->bad_trace = r < 0;
	return r;
}

/* A consumer that rewrites is only started when some event has something to rewrite. */
static int start_consumer(struct recording *rec)
{
	const struct round_consumer *consumer = rec->options->consumer;
	bool needed = !consumer->rewrites;
	for (size_t i = 0; i < rec->raw.count; i++)
		needed |= rec->raw.items[i]->attr.sample_type != rec->described.items[i]->attr.sample_type;
	if (!needed) return 0;
	rec->end_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (rec->end_fd < 0) return err_set_errno(rec->err, -errno, "eventfd");
	const struct round_source source = { .raw = &rec->raw,
					     .written = &rec->described,
					     .tracing_data = strbuf_text(&rec->tracing_data),
					     .tracing_data_size = rec->tracing_data.size,
					     .header = &rec->header,
					     .recording = rec };
	consumer->begin(consumer->ctx, &source);
	rec->consumer_began = true;
	rec->rounds = round_queue_new(consumer, &rec->raw, rec->options->hold_bytes);
	return rec->rounds ? 0 : err_set(rec->err, -EAGAIN, "Starting a thread for what is recorded failed.");
}

void recording_request_end(struct recording *recording)
{
	(void)!eventfd_write(recording->end_fd, 1); /* full: it was asked for often enough */
}

/* The header, the beginning of the file, and with --threads the threads that drain. */
static int start_writing(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	int r = recorded_header(&rec->header, options, &rec->sampling, rec->events, &rec->tracing_data, rec->err);
	if (r < 0) return r;
	if (options->compression_level)
		recorded_header_compressed(&rec->header, options->compression_level,
					   (rec->rings.pages + 1) * (size_t)sysconf(_SC_PAGESIZE));
	if (options->consumer) r = start_consumer(rec);
	if (r >= 0) r = recording_begin_file(rec);
	if (r < 0 || !options->threads) return r;
	const struct drainers_options drainers_options = {
		.compression_level = options->compression_level,
		.flush_bytes = options->flush_bytes,
		.roots = recording_watches_roots(rec) ? &rec->roots : NULL,
		.seen_events = recording_looks_back(rec) ? &rec->described : NULL,
		.seen_addresses = recording_watches_roots(rec) && !options->build_id_all
	};
	return drainers_start(&rec->drainers, &drainers_options, &rec->rings, &rec->output, rec->err);
}

/* The rings that the BPF programs give their records to, a CPU each: those of the first event that is for CPUs. */
static int open_taps(struct recording *rec, uint32_t workload_pid)
{
	size_t event = 0, nr_events = event_list_count(rec->events);
	while (event < nr_events && !event_list_get(rec->events, event)->of_cpus) event++;
	int *ring_fds = event < nr_events ? xcalloc(rec->target.cpus.count + 1, sizeof(*ring_fds)) : NULL;
	for (size_t i = 0; ring_fds && i < rec->target.cpus.count; i++)
		ring_fds[i] = evset_fd(&rec->evset, event, i, 0);
	int r = rec->options->tap ? tap_open(rec->options->tap, &rec->target, ring_fds, workload_pid, rec->err) : 0;
	if (r >= 0 && rec->options->sums_tap)
		r = tap_open(rec->options->sums_tap, &rec->target, NULL, workload_pid, rec->err);
	free(ring_fds);
	return r;
}

int recording_switch_programs(struct recording *rec, bool on)
{
	const struct recording_options *options = rec->options;
	int r = options->tap ? tap_switch(options->tap, on, rec->err) : 0;
	if (r >= 0 && options->sums_tap) r = tap_switch(options->sums_tap, on, rec->err);
	if (r >= 0 && rec->off_cpu) r = off_cpu_switch(options->off_cpu, on, rec->err);
	return r;
}

static int open_off_cpu(struct recording *rec)
{
	const struct off_cpu_samples_options options = { .off_cpu = rec->options->off_cpu,
							 .fs = rec->options->fs,
							 .target = &rec->target,
							 .events = rec->events,
							 .described = &rec->described,
							 .direct = rec->options->off_cpu_direct,
							 .use_clockid = rec->sampling.use_clockid,
							 .clockid = rec->sampling.clockid };
	return off_cpu_samples_new(&options, &rec->off_cpu, rec->err);
}

/* Of a trace that the recorder makes itself: whoever makes it waits for the workload from then on. */
static int start_trace(struct recording *rec)
{
	struct stepper_options options = { .tids = rec->target.tids.items,
					   .nr_tids = rec->target.tids.count,
					   .workload = rec->target.has_task ? 0 : rec->workload.pid,
					   .is_off = !rec->is_on,
					   .no_inherit = rec->sampling.no_inherit };
	int r = aux_trace_start(&rec->aux, &options, rec->err);
	rec->workload.elsewhere = r >= 0 && options.workload && aux_trace_is_stepped(&rec->aux);
	return r;
}

/* Filters first, then on: with a command of our own the kernel enables the events at its exec, else it is done here. */
static int start(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	bool delayed = options->starts_disabled || options->nr_windows;
	int r = evset_filter(&rec->evset, rec->err);
	if (r >= 0) r = evset_filter_samples(&rec->evset, &rec->filters, rec->err);
	if (r < 0) return r;
	if (options->realtime_priority) {
		struct sched_param param = { .sched_priority = options->realtime_priority };
		if (sched_setscheduler(0, SCHED_FIFO, &param) < 0)
			return err_set_errno(rec->err, -errno, "Could not set realtime priority.");
	}
	if (delayed) recording_notice(rec, "Events disabled");
	rec->was_on = rec->is_on = !delayed;
	bool on_exec = rec->workload.pid && !rec->target.has_cpu && !rec->target.has_task;
	r = open_taps(rec, on_exec && !delayed ? (uint32_t)rec->workload.pid : 0);
	if (r >= 0 && options->off_cpu) r = open_off_cpu(rec);
	if (r < 0) return r;
	if (!delayed && !on_exec) /* Before the tap: what rings that are off do not take counts as lost. */
		evset_enable(&rec->evset);
	if (!delayed) r = recording_switch_programs(rec, true);
	if (r >= 0) r = start_trace(rec);
	if (r < 0) return r;
	r = child_start(&rec->workload, options->workload ? options->workload[0] : "", rec->err);
	return r;
}

/* Ends the workload if it still runs (SIGTERM), and waits for it. The file is complete by now, so signals have their
 * usual effect again: the user may interrupt the wait. */
static void end_workload(struct recording *rec)
{
	if (rec->signal_fd >= 0) {
		/* Signals that came meanwhile asked for what is done now. */
		struct signalfd_siginfo late;
		while (read(rec->signal_fd, &late, sizeof(late)) == sizeof(late)) continue;
		close(rec->signal_fd);
		sigprocmask(SIG_SETMASK, &rec->old_signals, NULL);
		rec->signal_fd = -1;
	}
	child_done(&rec->workload);
	rec->result->has_workload = rec->workload.pid != 0;
	rec->result->workload_status = rec->workload.status;
}

static void clean_up(struct recording *rec)
{
	end_workload(rec);
	drainers_done(&rec->drainers);
	ring_set_done(&rec->switch_rings);
	off_cpu_samples_free(rec->off_cpu);
	sample_filters_free(rec->filters);
	aux_trace_done(&rec->aux);
	ring_set_done(&rec->rings);
	if (rec->switch_evset_open) evset_done(&rec->switch_evset);
	if (rec->evset_open) evset_leave_behind(&rec->evset);
	perfdata_writer_free(rec->writer);
	hits_seen_free(rec->drain.seen);
	drain_done(&rec->drain);
	round_queue_free(rec->rounds);
	if (rec->consumer_began && rec->options->consumer->end)
		rec->options->consumer->end(rec->options->consumer->ctx);
	if (rec->end_fd >= 0) close(rec->end_fd);
	compressor_free(rec->compressor);
	strbuf_done(&rec->tracing_data);
	kernel_modules_done(&rec->modules);
	header_done(&rec->header);
	bpf_infos_done(&rec->bpf_infos);
	events_done(&rec->described);
	events_done(&rec->raw);
	target_done(&rec->target);
	output_done(&rec->output);
	roots_done(&rec->roots);
}

int recording_run(const struct recording_options *options, struct event_list *events, struct recording_result *ret,
		  struct err *err)
{
	struct recording rec = { .options = options,
				 .events = events,
				 .result = ret,
				 .err = err,
				 .signal_fd = -1,
				 .end_fd = -1,
				 .next_window_ns = INT64_MAX,
				 .next_file_ns = INT64_MAX,
				 .workload = { .gate_fd = -1, .failure_fd = -1 } };
	*ret = (struct recording_result){ 0 };
	roots_init(&rec.roots, options->fs);
	events_init(&rec.described);
	events_init(&rec.raw);
	header_init(&rec.header, &rec.described);
	output_init(&rec.output, &options->output);
	rec.sampling = options->sampling;
	if (rec.output.pipe) /* Readers of a stream cannot know how many events will come. */
		rec.sampling.sample_identifier = true;
	sampling_configure(&rec.sampling, events);
	int r = target_resolve(&options->target, options->fs, &rec.target, err);
	ret->no_target = r < 0;
	if (r >= 0 && options->threads) {
		r = thread_spec_parse(options->threads, options->fs, rec.target.cpus.items, rec.target.cpus.count,
				      &rec.drainers.spec, err);
		ret->bad_threads = r < 0;
	}
	if (r >= 0) r = set_up_traces(&rec);
	if (r >= 0) r = output_open(&rec.output, err);
	if (r >= 0) r = recording_block_signals(&rec);
	if (r >= 0 && options->workload) r = child_fork(&rec.workload, options->workload, rec.output.pipe, err);
	if (r >= 0 && (!rec.target.tids.count || (rec.target.takes_command && rec.workload.pid)))
		vec_push(&rec.target.tids, rec.workload.pid);
	if (r >= 0) r = open_events(&rec);
	if (r >= 0) r = start_writing(&rec);
	int started = r >= 0 ? start(&rec) : 0;
	if (r >= 0) r = started < 0 ? started : recording_loop(&rec);
	/* What was captured is kept, whatever went wrong on the way. */
	int finished = recording_finish(&rec, r < 0);
	if (r >= 0) r = finished;
	if (r < 0 && started >= 0 && ret->path)
		err_hint(err, "What was recorded before is in %s.", ret->dumped ? ret->dumped : ret->path);
	clean_up(&rec);
	return r;
}

void recording_result_done(struct recording_result *result)
{
	free(result->path);
	free(result->dumped);
	free(result->rings);
	free(result->no_samples);
	hits_gaps_done(&result->gaps);
}
