/* The pass of perf script. Workers write the text of a batch of samples into a chunk of their own; the session hands
 * the chunks back in the order of the batches (script_pass_batch_finish), and they are appended to the output:
 *
 *     batch_begin: take a chunk -> sample, other: text into it -> batch_finish: append it to the output, give it back
 *
 * Chunks are pooled, so that there are about as many as batches under way. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/pool.h"
#include "base/teardown.h"
#include "script/pass/script_pass.h"
#include "script/script_stat.h"
#include "session/session_dump.h"

/* Text of one batch on its way to the output; used again for a later batch. */
struct chunk {
	struct outbuf out;
};

/* --per-event-dump: the file of one event. */
struct event_file {
	char *path;
	struct outbuf out;
	uint64_t nr_samples, size_bytes;
};

/* A worker's own: its writer, and the chunk it is filling. */
struct pass_worker {
	struct script_writer *writer;
	struct chunk *chunk;
} _apart_;

/* The pass as a whole. by_symbol: places have to be looked up to decide. filters: any filter is set. */
struct pass {
	const struct session *session;
	const struct script_pass_options *options;
	struct pass_worker *workers; /* by index */
	unsigned nr_workers;
	struct script_printer *printer;
	struct pool chunks;
	struct chunk *current;    /* of the one worker when the pass is sequential */
	uint64_t last_ns;         /* check_order */
	struct event_file *files; /* by event index, or NULL */
	size_t nr_files;
	bool by_symbol, filters, guests;
	struct script_stat *stat; /* NULL: no counts in this recording */
	struct fold *fold;        /* NULL: repeats are not folded */
	struct outbuf folded;     /* with it: one sample's or record's text */
	int filter_error;         /* of --dlfilter, which stopped the pass; 0: none */
	struct err *err;
};

static void script_pass_worker_begin(void *ctx, struct session_worker *worker)
{
	struct pass *pass = ctx;
	struct pass_worker *w = &pass->workers[worker->index];
	if (w->writer) {
		/* the model of a pipe that is still being written was renewed */
		script_writer_free(w->writer);
		script_printer_set_frames(pass->printer, session_frames(pass->session));
	}
	w->writer = script_writer_new(pass->printer, worker->resolver);
	worker->state = w;
}

static void *script_pass_batch_begin(void *ctx, struct session_worker *worker, size_t batch)
{
	struct pass *pass = ctx;
	struct pass_worker *w = worker->state;
	struct chunk *chunk = pool_take(&pass->chunks);
	if (!chunk) {
		chunk = xcalloc(1, sizeof(*chunk));
		out_init(&chunk->out, -1);
	}
	w->chunk = chunk;
	return chunk;
}

static void release_chunk(struct pass *pass, struct chunk *chunk)
{
	chunk->out.size = 0;
	pool_give(&pass->chunks, chunk);
}

static int script_pass_batch_finish(void *ctx, void *batch_state)
{
	struct pass *pass = ctx;
	struct chunk *chunk = batch_state;
	int r = 0;
	if (unlikely(pass->options->dlfilter)) r = pass->options->write_out(&chunk->out);
	else if (chunk->out.size) r = out_append(pass->options->out, &chunk->out);
	if (r >= 0) r = out_flush(pass->options->out);
	if (r >= 0) r = pass->filter_error;
	release_chunk(pass, chunk);
	return r;
}

static void script_pass_batch_drop(void *ctx, void *batch_state) { release_chunk(ctx, batch_state); }

/* -S, --dsos: whether the sample's own place is in one of the objects, and in one of the symbols or at one of the
 * addresses. */
static bool wanted_place(const struct pass *pass, struct session_worker *worker, const struct sample_task *task,
			 const struct sample *sample)
{
	const struct script_pass_options *o = pass->options;
	const struct frame *frame = resolver_sample_ip(worker->resolver, task, sample);
	if (o->filter.dsos.count && !(frame->map && (name_list_has(&o->filter.dsos, frame->map->dso->short_name) ||
						     name_list_has(&o->filter.dsos, frame->map->dso->name))))
		return false;
	if (!o->filter.symbols.count && !(o->ips && o->ips->count)) return true;
	if (frame->symbol && name_list_has(&o->filter.symbols, frame->symbol->name)) return true;
	for (size_t i = 0; o->ips && i < o->ips->count; i++) {
		uint64_t from = (uint64_t)o->ips->numbers[i];
		if (o->ip_range ? sample->ip >= from && sample->ip < from + o->ip_range : sample->ip == from)
			return true;
		if (!o->ip_range && frame->symbol && frame->object_addr - frame->symbol->start == sample->ip - from)
			return true;
	}
	return false;
}

static bool is_in(const struct name_list *functions, struct session_worker *worker, const struct sample_task *task,
		  uint64_t ip)
{
	const struct frame *frame = resolver_ip(worker->resolver, task, ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER, ip);
	return frame->symbol && name_list_has(functions, frame->symbol->name);
}

/* --graph-function: control is in one of the functions, comes from there or goes there, or will return there. */
static bool is_graphed(const struct name_list *functions, struct session_worker *worker, const struct sample_task *task,
		       const struct sample *sample)
{
	if (is_in(functions, worker, task, sample->ip)) return true;
	if (sample->flow & SAMPLE_FLOW_BRANCH && sample->addr && is_in(functions, worker, task, sample->addr))
		return true;
	/* in front of where it returns to: a call may be the last instruction of its function */
	for (const struct open_call *call = sample->calls; call; call = call->outer)
		if (is_in(functions, worker, task, call->return_ip - 1)) return true;
	return false;
}

/* Whether the options leave the sample out. task: filled, also when they do. */
static bool is_hidden(const struct pass *pass, struct session_worker *worker, const struct sample *sample,
		      struct sample_task *task)
{
	const struct sample_filter *filter = &pass->options->filter;
	if (unlikely(pass->filters) && sample_filter_drops(filter, sample)) return true;
	/* guests that nobody asks about and nobody names are not looked into, as upstream */
	if (unlikely(sample->cpumode == CPUMODE_GUEST_KERNEL || sample->cpumode == CPUMODE_GUEST_USER) && !pass->guests)
		return true;
	resolver_task(worker->resolver, sample, task);
	if (unlikely(pass->filters)) {
		if (sample_filter_hides_task(filter, sample, task)) return true;
		if (pass->by_symbol && !wanted_place(pass, worker, task, sample)) return true;
	}
	const struct name_list *graphed = pass->options->graphed;
	return unlikely(graphed) && !is_graphed(graphed, worker, task, sample);
}

/* sample_visitor.wants_block */
static bool script_pass_wants_block(void *ctx, const struct source_block *block)
{
	const struct pass *pass = ctx;
	return !sample_filter_hides_block(&pass->options->filter, block);
}

/* What a question of --dlfilter is asked with. */
struct hidden_ctx {
	const struct pass *pass;
	struct session_worker *worker;
};

static bool script_pass_hides(void *ctx, const struct dlfilter_question *question)
{
	const struct hidden_ctx *of = ctx;
	struct sample_task task;
	return is_hidden(of->pass, of->worker, question->sample, &task);
}

/* Whether --dlfilter leaves it out. One that has failed is not asked again. */
static bool filter_drops(struct pass *pass, struct session_worker *worker, enum dlfilter_step step,
			 const struct sample *sample)
{
	struct dlfilter *filter = pass->options->dlfilter;
	if (likely(!filter)) return false;
	if (pass->filter_error) return true;
	struct hidden_ctx ctx = { pass, worker };
	struct sample_task task;
	resolver_task(worker->resolver, sample, &task);
	const struct dlfilter_question question = { .sample = sample,
						    .task = &task,
						    .resolver = worker->resolver,
						    .frames = session_frames(pass->session),
						    .hides = script_pass_hides,
						    .ctx = &ctx };
	/* what the filter itself prints stands behind the lines before */
	int written = pass->options->write_out(&((struct pass_worker *)worker->state)->chunk->out);
	if (written < 0) pass->filter_error = written;
	if (written < 0) return true;
	int r = dlfilter_drops(filter, step, &question, pass->err);
	if (r < 0) pass->filter_error = *pass->options->ret_filter_error = r;
	return r != 0;
}

static void script_pass_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct pass *pass = ctx;
	struct pass_worker *w = worker->state;
	struct sample_task task;

	if (unlikely(pass->options->check_order)) {
		*pass->options->ret_misordered += sample->time_ns < pass->last_ns;
		pass->last_ns = sample->time_ns;
		return;
	}
	if (unlikely(pass->options->nothing || !event_switch_passes(pass->options->event_switch, sample))) return;
	if (filter_drops(pass, worker, DLFILTER_EARLY, sample) || is_hidden(pass, worker, sample, &task) ||
	    filter_drops(pass, worker, DLFILTER_LATE, sample))
		return;
	if (pass->options->timeline) {
		timeline_sample(pass->options->timeline, worker->resolver, &task, sample);
		return;
	}
	struct outbuf *out = &w->chunk->out;
	/* One worker: the text goes to the event's file at once. */
	if (unlikely(pass->files != NULL)) {
		struct event_file *file = &pass->files[sample->event->idx];
		script_write_sample(w->writer, &task, sample, &file->out);
		file->nr_samples++;
		file->size_bytes += file->out.size;
		if (out_flush(&file->out) < 0) file->out.size = 0;
		return;
	}
	if (unlikely(pass->fold != NULL)) {
		struct fold_line line;
		script_write_fold_line(w->writer, &task, sample, &pass->folded, &line);
		if (line.size_bytes) fold_add(pass->fold, (uint64_t)sample->pid << 32 | sample->tid, &line, out);
		return;
	}
	script_write_sample(w->writer, &task, sample, out);
}

/* A record's lines. They end what repeats. */
static void write_record(struct pass *pass, struct pass_worker *w, const struct record *r, const struct sample_id *id,
			 uint64_t time_ns)
{
	struct outbuf *out = &w->chunk->out;
	if (likely(!pass->fold)) {
		script_write_record(w->writer, r, id, time_ns, out);
		return;
	}
	pass->folded.size = 0;
	script_write_record(w->writer, r, id, time_ns, &pass->folded);
	if (!pass->folded.size) return;
	fold_flush(pass->fold, out);
	out_mem(out, pass->folded.data, pass->folded.size);
}

/* sample_visitor.other: counts of perf stat, and side-band records. */
static void script_pass_other(void *ctx, struct session_worker *worker, const struct record *r,
			      const struct sample_id *id, uint64_t time_ns)
{
	struct pass *pass = ctx;
	struct pass_worker *w = worker->state;
	if (pass->options->timeline) timeline_record(pass->options->timeline, r, time_ns);
	else if (pass->stat) script_stat_record(pass->stat, r, &w->chunk->out);
	if (!pass->options->timeline && (pass->options->script.show || r->type == RECORD_AUXTRACE_ERROR))
		write_record(pass, w, r, id, time_ns);
}

/* Makes the files of --per-event-dump; on errors those made so far are close_files' to close. */
static int open_files(struct pass *pass, const struct perfdata *pd, const struct perf_events *events, struct err *err)
{
	const struct script_pass_options *options = pass->options;
	pass->nr_files = events->count;
	pass->files = xcalloc(events->count + 1, sizeof(*pass->files));
	for (size_t i = 0; i < events->count; i++) out_init(&pass->files[i].out, -1);
	for (size_t i = 0; i < events->count; i++) {
		struct event_file *file = &pass->files[i];
		file->path = xasprintf("%s.%s.dump", perfdata_path(pd), events->items[i]->name);
		int r = options->create_file(file->path, &file->out);
		if (r < 0) return err_set_errno(err, r, "%s", file->path);
	}
	return 0;
}

/* Closes the files and appends to report what is in them. */
static void close_files(struct pass *pass, struct strbuf *report)
{
	for (size_t i = 0; i < pass->nr_files; i++) {
		struct event_file *file = &pass->files[i];
		if (file->out.fd >= 0 && pass->options->close_file(&file->out, file->path) == 0) {
			strbuf_printf(report, "[ perf script: Wrote %.3f MB %s (%llu samples) ]\n",
				      (double)file->size_bytes / 1024 / 1024, file->path,
				      (unsigned long long)file->nr_samples);
		}
		free(file->path);
	}
	free(pass->files);
}

static void script_pass_free_chunk(void *thing)
{
	struct chunk *chunk = thing;
	out_done(&chunk->out);
	free(chunk);
}

static void free_pass(struct pass *pass)
{
	for (unsigned i = 0; i < pass->nr_workers; i++) script_writer_free(pass->workers[i].writer);
	free(pass->workers);
	pool_done(&pass->chunks, script_pass_free_chunk);
	script_printer_free(pass->printer);
}

/* Errors of decoding a trace stand among the samples, as do those that somebody else decoded and recorded. */
static bool has_trace_errors(const struct session *session)
{
	return session_traces_are_decoded(session) || session_totals(session)->nr_by_type[RECORD_AUXTRACE_ERROR];
}

int script_pass(struct session *session, struct tracepoints *tracepoints, const struct script_pass_options *options,
		struct strbuf *report, struct err *err)
{
	const struct perfdata *pd = session_perfdata(session);
	const struct perf_events *events = session_events(session);
	const struct sample_filter *f = &options->filter;
	struct pass pass = { .session = session,
			     .options = options,
			     .chunks = POOL_INIT,
			     .nr_workers = session_threads(session),
			     .err = err };
	int r = 0;

	out_init(&pass.folded, -1);
	pass.guests = options->guests || model_names_guests(session_model(session));
	pass.by_symbol = f->symbols.count || f->dsos.count || (options->ips && options->ips->count);
	pass.filters = pass.by_symbol || f->comms.count || f->pids.count || f->tids.count || f->by_cpu || f->by_time;
	if (options->create_file && (r = open_files(&pass, pd, events, err)) < 0) {
		close_files(&pass, report);
		return r;
	}
	pass.workers = xcalloc_apart(pass.nr_workers, sizeof(*pass.workers));
	pass.printer = script_printer_new(&options->script, pd, session_frames(session), tracepoints);
	if (options->script.json) script_json_begin(pass.printer, options->out);
	if (session_totals(session)->nr_by_type[RECORD_STAT]) pass.stat = script_stat_new(events);
	struct sample_visitor visitor = {
		.ctx = &pass,
		.worker_begin = script_pass_worker_begin,
		.sample = script_pass_sample,
		.other = options->script.show || pass.stat || has_trace_errors(session) ? script_pass_other : NULL,
		.batch_begin = script_pass_batch_begin,
		.batch_finish = script_pass_batch_finish,
		.batch_drop = script_pass_batch_drop,
		.sequential = script_printer_needs_order(pass.printer) || pass.files || pass.stat ||
			      options->check_order || options->dlfilter || options->timeline || options->fold,
	};
	/* One interval of time: what is outside of it need not even be read, unless its side-band records are to be
	 * shown. */
	if (f->by_time && f->times.count == 1 && !options->script.show) {
		visitor.from_ns = f->times.items[0].from_ns;
		visitor.to_ns = f->times.items[0].to_ns;
	}
	/* a filter of the user's is asked about all samples, and all are checked for order */
	if (pass.filters && !options->dlfilter && !options->check_order) visitor.wants_block = script_pass_wants_block;
	if (options->fold) pass.fold = fold_new();
	if (r >= 0) r = session_samples_ordered(session, &visitor, err);
	if (pass.fold) fold_flush(pass.fold, options->out);
	fold_free(pass.fold);
	out_done(&pass.folded);
	if (pass.files) close_files(&pass, report);
	script_stat_free(pass.stat);
	/* Freeing the kept lines takes time that a process about to end need not spend (base/teardown.h). */
	if (teardown_is_whole()) free_pass(&pass);
	return r;
}

/* ---- -D */

struct dump_pass {
	struct script_printer *printer;
	struct script_writer *writer;
	struct script_stat *stat;
};

/* Called behind the dump of each record: the sample's line, or what counts add up to. */
static void script_pass_after_dump(void *ctx, const struct record *r, const struct sample *sample,
				   const struct sample_task *task, struct resolver *resolver, struct outbuf *out)
{
	struct dump_pass *pass = ctx;
	if (!pass->writer) pass->writer = script_writer_new(pass->printer, resolver);
	if (sample && task) script_write_sample(pass->writer, task, sample, out);
	else script_stat_record(pass->stat, r, out);
}

int script_pass_dump(struct session *session, struct tracepoints *tracepoints,
		     const struct script_pass_options *options, struct err *err)
{
	const struct perfdata *pd = session_perfdata(session);
	struct dump_pass pass = { .printer = script_printer_new(&options->script, pd, session_frames(session),
								tracepoints),
				  .stat = script_stat_new(perfdata_events(pd)) };
	const struct session_dump_options how = { .tool = DUMP_SCRIPT, .after = script_pass_after_dump, .ctx = &pass };
	int r = session_dump(session, &how, options->out, err);
	script_stat_free(pass.stat);
	script_writer_free(pass.writer);
	script_printer_free(pass.printer);
	return r;
}
