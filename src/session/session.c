/* Opening a recording: session_open = session_new + session_read_all.
 *
 *     perfdata_open      header, events
 *     session_scan_run   pass 1: totals, blocks, side band with turns
 *     open symbols, add build-ids of the header (a pipe's header is whole only now)
 *     apply_side_band    the model, in order of turns
 *     session_set_kernel, session_begin_frames
 *
 * Build-ids come before the side band, since objects take theirs when they are first mapped; the kernel's facts come
 * after it, since its mapping tells them. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/threads.h"
#include "base/host.h"
#include "symbol/bpf_jited.h"
#include "symbol/file/bundle.h"
#include "session/session_private.h"
#include "session/session_scan.h"

/* The user part of call chains of earlier samples. */
static void add_deferred(struct session *session, const struct record *r)
{
	struct sample_id id;
	if (events_sample_id(session_events(session), r, &id) < 0 || !(id.present & SAMPLE_TID)) return;
	if (!session->deferred) session->deferred = xcalloc(1, sizeof(*session->deferred));
	deferred_chains_add(session->deferred, r, id.tid);
}

bool session_has_deferred(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.flags & ATTR_DEFER_CALLCHAIN) return true;
	return false;
}

/* Applies the side band in the order of turns. */
static void apply_side_band(struct session_scan *scan)
{
	struct session *session = scan->session;
	struct order_list order = { 0 }, spare = { 0 };
	if (!scan->sorted) {
		for (size_t i = 0; i < scan->side_band.count; i++)
			order_list_push(&order, scan->side_band.items[i].key, i);
		order_list_sort(&order, &spare);
	}
	for (size_t i = 0; i < scan->side_band.count; i++) {
		const struct side_band *item = &scan->side_band.items[scan->sorted ? i : order.items[i].place];
		if (item->record.type == RECORD_CALLCHAIN_DEFERRED) {
			add_deferred(session, &item->record);
			continue;
		}
		/* what does not decode is warned of by the model; the rest of the recording is as good as before */
		session_jitdump_note(session, &item->record, turn_time_ns(item->key));
		(void)!model_apply(session->symbolizer.model, &item->record, turn_time_ns(item->key));
	}
	model_advance(session->symbolizer.model, UINT64_MAX);
	order_list_done(&order);
	order_list_done(&spare);
}

/* Their machine code, for who shows instructions. */
static void set_bpf_programs(struct session *session, const struct perf_header *header)
{
	struct bpf_jited *code = header->nr_bpf_progs ? bpf_jited_new() : NULL;
	for (uint32_t i = 0; code && i < header->nr_btfs; i++)
		bpf_jited_add_types(code, header->btfs[i].id, header->btfs[i].data, header->btfs[i].size);
	for (uint32_t i = 0; i < header->nr_bpf_progs; i++)
		(void)bpf_jited_add(code, header->bpf_progs[i].data, header->bpf_progs[i].size,
				    perfdata_swapped(session->perfdata));
	symbol_store_set_bpf_jited(session->symbolizer.symbols, code);
}

void session_set_kernel(struct session *session)
{
	const struct perf_header *header = perfdata_header(session->perfdata);
	struct model_kernel kernel;
	machine_kernel(model_host(session->symbolizer.model), &kernel);
	symbol_store_set_kernel(session->symbolizer.symbols,
				&(struct recorded_kernel){ .release = header->osrelease,
							   .machine = header->arch,
							   .module_release = kernel.module_release,
							   .build_id = kernel.build_id.bytes,
							   .build_id_size = kernel.build_id.size,
							   .ref_name = kernel.ref_name,
							   .ref_vaddr = kernel.ref_vaddr,
							   .text_end_vaddr = kernel.text_end_vaddr });
	set_bpf_programs(session, header);
}

/* Whether it was recorded elsewhere, by the names of the hosts: then objects of this machine's paths may be others. */
static bool is_other_host(const struct perf_header *header)
{
	const struct host host = host_read();
	return header->hostname && *header->hostname && *host.name && strcmp(header->hostname, host.name) != 0;
}

/* The file's last change is when the recording ended, or later. 0: not known. */
static int64_t recorded_until(const struct perfdata *perfdata)
{
	struct stat st;
	return perfdata_form(perfdata) == PERFDATA_FILE && stat(perfdata_path(perfdata), &st) == 0 ? st.st_mtime : 0;
}

static void ignore_progress(void *ctx, uint64_t done, uint64_t total)
{
	(void)ctx;
	(void)done;
	(void)total;
}

/* `record --kcore` leaves the kernel's symbols of that moment beside the data. NULL: it did not. */
static char *recorded_kallsyms(const struct perfdata *perfdata)
{
	if (perfdata_form(perfdata) != PERFDATA_DIR) return NULL;
	_free_ char *path = xasprintf("%s/kcore_dir/kallsyms", perfdata_path(perfdata));
	return access(path, R_OK) == 0 ? take(path) : NULL;
}

static void told_damage(void *ctx, const char *name)
{
	struct session *session = ctx;
	warnings_add(session->warnings, "damaged bundle",
		     "%s, which %s carries, is damaged or too large: it is not used", name,
		     perfdata_path(session->perfdata));
}

/* A portable recording has the files that belong to it behind its end. */
static struct bundle *carried(struct session *session)
{
	struct bundle *bundle = NULL;
	const char *path = perfdata_path(session->perfdata);
	bool is_input = strcmp(path, "-") == 0;
	if (perfdata_form(session->perfdata) != PERFDATA_FILE) return NULL;
	if (bundle_open(is_input ? "/proc/self/fd/0" : path, &bundle) == -EBADMSG)
		warnings_add(session->warnings, "damaged bundle",
			     "%s carries objects and sources, and their directory is damaged: they are not used", path);
	bundle_on_damage(bundle, told_damage, session);
	return bundle;
}

void session_open_symbols(struct session *session, const struct session_options *options)
{
	const struct perf_header *header = perfdata_header(session->perfdata);
	struct symbol_options symbol_options = options->symbols;
	symbol_options.other_host = is_other_host(header);
	symbol_options.recorded_until = recorded_until(session->perfdata);
	symbol_options.any_owner = options->force;
	session->bundle = carried(session);
	symbol_options.bundle = session->bundle;
	session->kallsyms = recorded_kallsyms(session->perfdata);
	if (!symbol_options.kallsyms) symbol_options.kallsyms = session->kallsyms;
	symbolizer_open_symbols(&session->symbolizer, &symbol_options);
}

void session_add_build_ids(struct session *session, uint32_t first)
{
	const struct perf_header *header = perfdata_header(session->perfdata);
	struct model *model = session->symbolizer.model;
	for (uint32_t i = first; i < header->nr_build_ids; i++) {
		const struct header_build_id *known = &header->build_ids[i];
		if (known->ino)
			model_add_file_build_id(model, known->filename, known->maj, known->min, known->ino, &known->id);
		else model_add_build_id(model, known->misc, known->pid, known->filename, &known->id);
	}
}

void session_begin_frames(struct session *session, const struct session_options *options)
{
	const struct symbolizer_frames frames = { .arch = perfdata_header(session->perfdata)->arch,
						  .swap = perfdata_swapped(session->perfdata),
						  .guest_code = options->guest_code,
						  .inlines = options->inlines };
	symbolizer_begin(&session->symbolizer, &frames);
}

int session_read_all(struct session *session, const struct session_options *options, struct err *err)
{
	struct session_scan scan = { .session = session, .sorted = true };
	int rc = options->header_only ? 0 : session_scan_run(&scan, options);
	if (rc >= 0) {
		session_open_symbols(session, options);
		if (!options->header_only) session_add_build_ids(session, 0);
		apply_side_band(&scan);
		session->merges_deferred = !options->keep_deferred_chains && session_has_deferred(session);
		session_set_kernel(session);
		session_begin_frames(session, options);
		session->nr_turns = session->totals.nr_records;
	} else {
		err_set_errno(err, rc, "cannot read %s", perfdata_path(session->perfdata));
	}
	vec_done(&scan.side_band);
	if (rc < 0) session_close(session);
	return rc < 0 ? rc : 0;
}

/* How many bytes of the file may stay mapped between pass 1 and session_gather: a sixteenth of memory, at most 1 GiB.
 * They are pages of the page cache, which the kernel takes back when it needs them. */
static uint64_t plenty_bytes(void)
{
	long nr_pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	return nr_pages > 0 && page_bytes > 0 ? MIN((uint64_t)nr_pages * (uint64_t)page_bytes / 16, (uint64_t)1 << 30)
					      : 0;
}

struct perfdata_options session_perfdata_options(const struct session_options *options)
{
	return (struct perfdata_options){ .force = options->force,
					  .header_only = options->header_only,
					  .warnings = options->warnings,
					  .reads_once = options->reads_once,
					  .kept_mapped_bytes = options->gathers ? plenty_bytes() : 0 };
}

struct session *session_new(struct perfdata *perfdata, const struct session_options *options)
{
	struct session *session = xcalloc(1, sizeof(*session));
	session->perfdata = perfdata;
	session->warnings = options->warnings;
	session->itrace = options->itrace;
	session->on_progress = options->on_progress ? options->on_progress : ignore_progress;
	session->on_progress_ctx = options->on_progress_ctx;
	session->nr_threads = options->threads ? options->threads : threads_default();
	session->workers = xcalloc_apart(session->nr_threads, sizeof(*session->workers));
	const struct model_options model_options = { .events = perfdata_events(perfdata),
						     .warnings = options->warnings,
						     .keep_exited = options->keep_exited_tasks };
	symbolizer_init(&session->symbolizer, &model_options, session->nr_threads);
	blocks_init(&session->blocks, SESSION_BLOCK_BYTES);
	return session;
}

int session_open(const struct session_options *options, struct session **ret, struct err *err)
{
	const struct perfdata_options perfdata_options = session_perfdata_options(options);
	struct perfdata *perfdata;
	int rc = perfdata_open(options->input ? options->input : "perf.data", &perfdata_options, &perfdata, err);
	if (rc < 0) return rc;
	struct session *session = session_new(perfdata, options);
	rc = session_read_all(session, options, err);
	if (rc == 0) *ret = session;
	return rc;
}

void session_close(struct session *session)
{
	if (!session) return;
	if (session->stream) session->stream->free(session->stream);
	for (size_t i = 0; i < session->sources.count; i++) {
		const struct sample_source *source = session->sources.items[i];
		if (source->release) source->release(source->ctx);
	}
	for (unsigned i = 0; i < session->nr_threads; i++) {
		sample_scratch_done(&session->workers[i].scratch);
		vec_done(&session->workers[i].deferred.ips);
	}
	free(session->workers);
	symbolizer_done(&session->symbolizer);
	bundle_free(session->bundle);
	free(session->kallsyms);
	group_reads_free(session->group_reads);
	stitched_stacks_free(session->stitched);
	sample_additions_free(session->additions);
	deferred_chains_free(session->deferred);
	parallelism_free(session->parallelism);
	wall_clock_free(session->wall);
	blocks_done(&session->blocks);
	arena_done(&session->side_band);
	vec_done(&session->sources);
	perfdata_close(session->perfdata);
	free(session);
}

void session_workers_reset(struct session *session)
{
	for (unsigned i = 0; i < session->nr_threads; i++) session->workers[i].state = NULL;
	for (unsigned i = 0; i < session->nr_threads; i++) session->workers[i].begun = false;
}

/* Called by the worker's own thread. The index is set here since workers are made zeroed. */
void session_worker_ready(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor)
{
	if (worker->begun) return;
	worker->begun = true;
	worker->index = (unsigned)(worker - session->workers);
	if (!visitor->skip_resolver && !worker->resolver)
		worker->resolver = symbolizer_resolver(&session->symbolizer, worker->index);
	if (visitor->worker_begin) visitor->worker_begin(visitor->ctx, worker);
}

void session_set_parallelism(struct session *session, struct parallelism *parallelism)
{
	parallelism_free(session->parallelism);
	session->parallelism = parallelism;
}

void session_set_wall(struct session *session, struct wall_clock *wall)
{
	wall_clock_free(session->wall);
	session->wall = wall;
}

struct perfdata *session_perfdata(const struct session *session) { return session->perfdata; }
const struct perf_header *session_header(const struct session *session) { return perfdata_header(session->perfdata); }
const struct perf_events *session_events(const struct session *session) { return perfdata_events(session->perfdata); }
struct model *session_model(const struct session *session) { return session->symbolizer.model; }
struct frame_space *session_frames(const struct session *session) { return session->symbolizer.frames; }
struct symbol_store *session_symbols(const struct session *session) { return session->symbolizer.symbols; }
uint64_t session_nr_turns(const struct session *session) { return session->nr_turns; }
unsigned session_threads(const struct session *session) { return session->nr_threads; }
bool session_traces_are_decoded(const struct session *session) { return session->traces_decoded; }
bool session_traces_are_refused(const struct session *session) { return session->traces_refused; }
bool session_traces_are_unwanted(const struct session *session) { return session->itrace.none; }
struct session_trace_work session_trace_work(const struct session *session)
{
	return (struct session_trace_work){ .nr_pieces = session->trace_work.nr_pieces,
					    .nr_walked = session->trace_work.nr_walked,
					    .nr_decoded = session->trace_work.nr_decoded };
}
bool session_is_portable(const struct session *session) { return session->bundle; }
bool session_is_live(const struct session *session) { return session->stream; }
const struct session_totals *session_totals(const struct session *session) { return &session->totals; }
struct warnings *session_warnings(const struct session *session) { return session->warnings; }
