/* Opening a recording and pass 1. */
#include <errno.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "base/threads.h"
#include "session/session_private.h"

#define BLOCK_SIZE_BYTES ((size_t)1 << 20)

/* A side-band record that waits to be applied. */
struct side_band { struct record record; uint64_t key; };

struct scan {
	struct session *session;
	VEC(struct side_band) side_band;
	bool sorted, order_known;
};

/* Times order the records when all kinds of records carry them. */
static bool is_in_file_order(const struct perf_events *events)
{
	if (!events->count) return true;
	const struct event_attr *attr = &events->items[0]->attr;
	return !(attr->sample_type & SAMPLE_TIME) || !(attr->flags & ATTR_SAMPLE_ID_ALL);
}

static void count_record(struct session_totals *totals, const struct record *r, uint64_t time_ns)
{
	if (r->type < ARRAY_SIZE(totals->nr_by_type)) totals->nr_by_type[r->type]++; else totals->nr_unknown++;
	if (r->type == RECORD_SAMPLE) {
		if (time_ns == UINT64_MAX || time_ns == 0) return;
		if (!totals->samples_have_time || time_ns < totals->first_sample_ns) totals->first_sample_ns = time_ns;
		if (time_ns > totals->last_sample_ns) totals->last_sample_ns = time_ns;
		totals->samples_have_time = true;
	} else if (r->type == RECORD_LOST) {
		struct record_lost lost;
		if (record_decode_lost(r, &lost) < 0) return;
		totals->lost_events += lost.lost;
		totals->lost_chunks++;
	} else if (r->type == RECORD_LOST_SAMPLES) {
		struct record_lost_samples lost;
		if (r->misc & MISC_LOST_SAMPLES_BPF) return; /* dropped by a filter on purpose */
		if (record_decode_lost_samples(r, &lost) == 0) totals->lost_samples += lost.lost;
	}
}

static void scan_side_band(struct scan *scan, const struct record *r, uint64_t key)
{
	if (scan->side_band.count && key < vec_last(&scan->side_band)->key) scan->sorted = false;
	vec_push(&scan->side_band, ((struct side_band){ *r, key }));
}

static int scan_records(struct scan *scan, const struct session_options *options)
{
	struct session *session = scan->session;
	struct session_totals *totals = &session->totals;
	const struct perf_events *events = perfdata_events(session->perfdata);
	struct perfdata_info info;
	size_t nr_released = 0;
	struct record r;
	int rc;
	perfdata_info(session->perfdata, &info);
	while ((rc = perfdata_next(session->perfdata, &r)) > 0) {
		uint64_t ordinal = totals->nr_records++;
		bool is_sample = r.type == RECORD_SAMPLE, is_wanted = !is_sample && model_wants(r.type);
		uint64_t time_ns = r.type < RECORD_USER_TYPE_START ? events_record_time(events, &r) : UINT64_MAX;
		count_record(totals, &r, time_ns);
		if (options->on_record) options->on_record(options->on_record_ctx, &r, time_ns);
		if (unlikely(!scan->order_known) && r.type < RECORD_USER_TYPE_START) {
			/* in a pipe the events come first of all */
			totals->in_file_order = session->turns_tell_time = is_in_file_order(events);
			scan->order_known = true;
		}
		blocks_add(&session->blocks, &r, ordinal, time_ns, &session->rounds);
		if (totals->in_file_order) {
			if (is_wanted) scan_side_band(scan, &r, turn_key(ordinal + 1, TURN_IN_TIME));
		} else if (r.type == RECORD_FINISHED_ROUND) {
			rounds_mark(&session->rounds);
		} else if (r.type < RECORD_USER_TYPE_START) {
			uint64_t key = rounds_turn(&session->rounds, time_ns);
			session->turns_tell_time |= turn_is_late(key) | (is_sample && (time_ns == 0 || time_ns == UINT64_MAX));
			totals->nr_late += turn_is_late(key);
			if (is_wanted) scan_side_band(scan, &r, key);
		}
		if (unlikely(session->blocks.all.count > nr_released + 8)) {
			for (; nr_released + 4 < session->blocks.all.count; nr_released++) perfdata_release(session->perfdata, &session->blocks.all.items[nr_released].run);
			if (info.file_size) session->on_progress(session->on_progress_ctx, r.file_off, info.file_size);
		}
	}
	session->on_progress(session->on_progress_ctx, info.file_size, info.file_size);
	/* these are not given out, but count */
	perfdata_info(session->perfdata, &info);
	totals->nr_by_type[RECORD_COMPRESSED] = info.nr_compressed;
	totals->nr_by_type[RECORD_COMPRESSED2] = info.nr_compressed2;
	totals->nr_records += info.nr_compressed + info.nr_compressed2;
	return rc;
}

/* Applies the side band in the order of turns. */
static void apply_side_band(struct scan *scan)
{
	struct session *session = scan->session;
	struct order_list order = { 0 }, spare = { 0 };
	if (!scan->sorted) {
		for (size_t i = 0; i < scan->side_band.count; i++) order_list_push(&order, scan->side_band.items[i].key, i);
		order_list_sort(&order, &spare);
	}
	for (size_t i = 0; i < scan->side_band.count; i++) {
		const struct side_band *item = &scan->side_band.items[scan->sorted ? i : order.items[i].place];
		/* what does not decode is warned of by the model; the rest of the recording is as good as before */
		session_jitdump_note(session, &item->record, turn_time_ns(item->key));
		(void)!model_apply(session->model, &item->record, turn_time_ns(item->key));
	}
	model_advance(session->model, UINT64_MAX);
	order_list_done(&order);
	order_list_done(&spare);
}

/* Whether the running kernel's symbols may stand for the recorded kernel's when no build-id tells: of the same release and
   machine, as far as the header says. */
static bool may_be_this_kernel(const struct perf_header *header)
{
	struct utsname uts;
	if (uname(&uts) < 0) return false;
	return (!header->osrelease || !strcmp(header->osrelease, uts.release)) && (!header->arch || !strcmp(header->arch, uts.machine));
}

static bool is_foreign_machine(const struct perf_header *header)
{
	struct utsname uts;
	return header->arch && uname(&uts) == 0 && strcmp(header->arch, uts.machine) != 0;
}

static bool is_other_host(const struct perf_header *header)
{
	struct utsname uts;
	return header->hostname && *header->hostname && uname(&uts) == 0 && strcmp(header->hostname, uts.nodename) != 0;
}

/* The file's last change is when the recording ended, or later. 0: not known. */
static int64_t recorded_until(const struct perfdata *perfdata)
{
	struct stat st;
	return perfdata_form(perfdata) == PERFDATA_FILE && stat(perfdata_path(perfdata), &st) == 0 ? st.st_mtime : 0;
}

static void ignore_progress(void *ctx, uint64_t done, uint64_t total) { (void)ctx; (void)done; (void)total; }

/* `record --kcore` leaves the kernel's symbols of that moment beside the data. NULL: it did not. */
static char *recorded_kallsyms(const struct perfdata *perfdata)
{
	if (perfdata_form(perfdata) != PERFDATA_DIR) return NULL;
	_free_ char *path = xasprintf("%s/kcore_dir/kallsyms", perfdata_path(perfdata));
	return access(path, R_OK) == 0 ? take(path) : NULL;
}

/* Where symbols come from, now that the header is whole (that of a pipe comes with its records). */
static void make_symbols(struct session *session, const struct session_options *options)
{
	const struct perf_header *header = perfdata_header(session->perfdata);
	struct symbol_options symbol_options = options->symbols;
	symbol_options.use_running_kernel |= may_be_this_kernel(header);
	symbol_options.foreign_machine = is_foreign_machine(header);
	symbol_options.other_host = is_other_host(header);
	symbol_options.recorded_until = recorded_until(session->perfdata);
	session->kallsyms = recorded_kallsyms(session->perfdata);
	if (!symbol_options.kallsyms) symbol_options.kallsyms = session->kallsyms;
	if (!symbol_options.kernel_release) symbol_options.kernel_release = header->osrelease;
	session->symbols = symbol_store_new(&symbol_options);
}

static int read_all(struct session *session, const struct session_options *options, struct err *err)
{
	struct scan scan = { .session = session, .sorted = true };
	int rc = options->header_only ? 0 : scan_records(&scan, options);
	if (rc == 0) {
		const struct perf_header *header = perfdata_header(session->perfdata);
		make_symbols(session, options);
		for (uint32_t i = 0; i < header->nr_build_ids && !options->header_only; i++) {
			const struct header_build_id *known = &header->build_ids[i];
			if (known->ino) model_add_file_build_id(session->model, known->filename, known->maj, known->min, known->ino, &known->id);
			else model_add_build_id(session->model, known->misc, known->pid, known->filename, &known->id);
		}
		apply_side_band(&scan);
	}
	vec_done(&scan.side_band);
	return rc < 0 ? err_set_errno(err, rc, "cannot read %s", perfdata_path(session->perfdata)) : 0;
}

int session_open(const struct session_options *options, struct session **ret, struct err *err)
{
	const char *input = options->input ? options->input : "perf.data";
	struct perfdata_options perfdata_options = { .force = options->force, .header_only = options->header_only, .warnings = options->warnings };
	struct perfdata *perfdata;
	int rc = perfdata_open(input, &perfdata_options, &perfdata, err);
	if (rc < 0) return rc;

	struct session *session = xcalloc(1, sizeof(*session));
	session->perfdata = perfdata;
	session->warnings = options->warnings;
	session->on_progress = options->on_progress ? options->on_progress : ignore_progress;
	session->on_progress_ctx = options->on_progress_ctx;
	session->nr_threads = options->threads ? options->threads : threads_default();
	session->workers = xcalloc(session->nr_threads, sizeof(*session->workers));
	session->model = model_new(&(struct model_options){ .warnings = options->warnings, .keep_exited = options->keep_exited_tasks });
	blocks_init(&session->blocks, BLOCK_SIZE_BYTES);
	rc = read_all(session, options, err);
	if (rc < 0) {
		session_close(session);
		return rc;
	}
	session->frames = frame_space_new(session->model, session->symbols);
	frame_space_set_inlines(session->frames, options->inlines);
	frame_space_set_machine(session->frames, perfdata_header(perfdata)->arch, perfdata_swapped(perfdata));
	rc = session_reads_collect(session, err);
	if (rc == 0 && options->stitch_lbr) rc = session_stitching_collect(session, err);
	if (rc < 0) {
		session_close(session);
		return rc;
	}
	*ret = session;
	return 0;
}

void session_close(struct session *session)
{
	if (!session) return;
	for (unsigned i = 0; i < session->nr_threads; i++) {
		resolver_free(session->workers[i].resolver);
		sample_scratch_done(&session->workers[i].scratch);
	}
	free(session->workers);
	frame_space_free(session->frames);
	if (session->symbols) symbol_store_free(session->symbols);
	free(session->kallsyms);
	read_deltas_free(session->read_deltas);
	stitching_free(session->stitching);
	blocks_done(&session->blocks);
	model_free(session->model);
	perfdata_close(session->perfdata);
	free(session);
}

struct perfdata *session_perfdata(const struct session *session) { return session->perfdata; }
const struct perf_header *session_header(const struct session *session) { return perfdata_header(session->perfdata); }
const struct perf_events *session_events(const struct session *session) { return perfdata_events(session->perfdata); }
struct model *session_model(const struct session *session) { return session->model; }
struct frame_space *session_frames(const struct session *session) { return session->frames; }
struct symbol_store *session_symbols(const struct session *session) { return session->symbols; }
unsigned session_threads(const struct session *session) { return session->nr_threads; }
const struct session_totals *session_totals(const struct session *session) { return &session->totals; }
