/* The files of a recording: their beginning, the side band, the next one (--switch-output), and what is only known at
 * the end.
 *
 * A file is: header and attrs (perfdata_writer_new), side band (synthesize), the records of the rings (drain/),
 * LOST_SAMPLES, then the features. Some features depend on the records: which objects need a build-id, the first and
 * last time. So the finished data is mapped and read once more (look_back); compressed data is looked at before it is
 * compressed instead. */
#include "record/recording_private.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file_map.h"
#include "base/host.h"
#include "kernel/kernel_text.h"
#include "kernel/machine_root.h"
#include "kernel/remedy.h"
#include "perfdata/perfdata.h"
#include "record/build_id/build_id_cache.h"
#include "record/drain/compressor.h"
#include "record/objects/hits.h"
#include "record/recorded_header.h"
#include "record/file/sideband.h"

bool recording_watches_roots(const struct recording *rec) { return !rec->options->no_build_ids; }

bool recording_looks_back(const struct recording *rec)
{
	return !rec->output.pipe && !rec->output.options->none &&
	       (recording_watches_roots(rec) || rec->options->timestamp_boundary);
}

/* -- the side band -- */

/* The attr of the event that carries the side band: its sample_id trailer is what synthesized records end with as
 * well. */
static const struct event_attr *tracking_attr(const struct recording *rec)
{
	for (size_t i = 0; i < event_list_count(rec->events); i++)
		if (event_list_get(rec->events, i)->attr.flags & ATTR_TASK)
			return &event_list_get(rec->events, i)->attr;
	return &event_list_get(rec->events, 0)->attr;
}

/* ID_INDEX: for each id the CPU and thread it counts on. The ids of an event are in the order of its open descriptors,
 * so the same loops find them. */
static void id_index(const struct recording *rec, struct sideband *sb)
{
	VEC(struct id_index_entry) entries = VEC_INIT;
	const struct target *target = &rec->target;
	for (size_t event = 0; event < rec->described.count; event++) {
		size_t next = 0;
		for (size_t cpu = 0; cpu < target->cpus.count; cpu++) {
			for (size_t thread = 0; thread < target->tids.count; thread++) {
				if (evset_fd(&rec->evset, event, cpu, thread) < 0 ||
				    next == rec->described.items[event]->nr_ids)
					continue;
				vec_push(&entries, ((struct id_index_entry){
							   .id = rec->described.items[event]->ids[next++],
							   .idx = target->per_thread ? thread : cpu,
							   .cpu = (uint64_t)(int64_t)target->cpus.items[cpu],
							   .tid = (uint64_t)(int64_t)target->tids.items[thread] }));
			}
		}
	}
	sideband_id_index(sb, entries.items, entries.count);
	vec_done(&entries);
}

/* Tasks that run already: those recorded, or everybody, or just the command that waits for its exec under the name
 * "perf-exec". */
static void synth_tasks(struct recording *rec, struct sideband *sb)
{
	const struct target *target = &rec->target;
	if (target->has_task) {
		for (size_t i = 0; i < target->pids.count; i++) sideband_process(sb, target->pids.items[i]);
	} else if (target->has_cpu) {
		sideband_all_processes(sb, rec->options->synth_threads);
	} else if (rec->workload.started) { /* in the files after the first */
		sideband_process(sb, rec->workload.pid);
	} else if (rec->workload.pid) {
		sideband_comm(sb, rec->workload.pid, rec->workload.pid, "perf-exec");
	}
}

/* Programs come and go: each file has those of its beginning. */
static void synth_bpf(const struct recording *rec, struct sideband *sb)
{
	struct bpf_programs programs;
	if (bpf_programs_read(rec->options->fs, &programs) >= 0) sideband_bpf(sb, &programs);
	bpf_programs_done(&programs);
}

/* Kernel addresses are shown to whoever may profile the kernel, when kptr_restrict is 0: says which of the two
 * settings hides them. */
static void tell_hidden_addresses(const struct recording *rec)
{
	uint64_t restricted = 0;
	bool by_kptr = kernelfs_read_u64(rec->options->fs, &restricted, "proc/sys/kernel/kptr_restrict") && restricted;
	_free_ char *kptr = remedy_sysctl("kptr_restrict", 0), *paranoid = remedy_sysctl("perf_event_paranoid", 1);
	recording_notice(rec,
			 "Kernel addresses are hidden by /proc/sys/kernel/%s: kernel samples will have no names.\n%s",
			 by_kptr ? "kptr_restrict" : "perf_event_paranoid", by_kptr ? kptr : paranoid);
}

/* How the hardware trace was made, if there is one. */
static void describe_trace(const struct recording *rec, struct sideband *sb)
{
	struct aux_facts facts = { .fs = machine_root(),
				   .target = &rec->target,
				   .has_cpu = rec->target.has_cpu,
				   .has_switches = rec->sampling.switch_events,
				   .has_cpu_areas = !rec->target.per_thread };
	aux_trace_info(&rec->aux, &facts, &sb->out);
}

/* The records about what was there before the recording began. write: they go to the file; without, only the consumer
 * of rounds and the roots are told. */
static int synthesize(struct recording *rec, bool write)
{
	struct sideband sb;
	const struct recording_options *options = rec->options;
	sideband_init(&sb, options->fs, tracking_attr(rec));
	sb.namespaces = rec->sampling.namespaces;
	sb.build_ids = rec->sampling.build_id_mmap;
	sb.tasks = options->synth_tasks;
	sb.maps = options->synth_maps;
	sb.maps_timeout_ms = options->maps_timeout_ms;
	describe_trace(rec, &sb);
	id_index(rec, &sb);
	bool kernel_side = false, first = !rec->output.stamped.count;
	for (size_t i = 0; i < event_list_count(rec->events); i++)
		kernel_side |= !(event_list_get(rec->events, i)->attr.flags & ATTR_EXCLUDE_KERNEL) &&
			       !event_list_get(rec->events, i)->is_tracking_dummy;
	if (kernel_text_find(options->fs, &rec->text)) sideband_kernel(&sb, &rec->text);
	else if (kernel_side && first) tell_hidden_addresses(rec);
	if (!rec->modules.modules.count) kernel_modules_read(options->fs, host_read().release, &rec->modules);
	sideband_modules(&sb, &rec->modules);
	sideband_thread_map(&sb, rec->target.tids.items, rec->target.tids.count, false);
	sideband_cpu_map(&sb, rec->target.cpus.items, rec->target.cpus.count);
	if (!rec->sampling.no_bpf_event) synth_bpf(rec, &sb);
	if (options->synth_cgroups && rec->sampling.cgroups) sideband_cgroups(&sb);
	synth_tasks(rec, &sb);
	sideband_bare(&sb, RECORD_FINISHED_INIT);
	if (sb.nr_cut)
		recording_notice(rec,
				 "The maps of %u processes could not be read whole in %u ms each: --proc-map-timeout "
				 "gives them more.",
				 sb.nr_cut, options->maps_timeout_ms);
	int r = write ? drain_append(&rec->drain, sb.out.data, sb.out.size) : 0;
	if (rec->rounds && !rec->consumer_knows)
		options->consumer->known(options->consumer->ctx, sb.out.data, sb.out.size);
	rec->consumer_knows = true;
	if (recording_watches_roots(rec)) roots_see_all(&rec->roots, sb.out.data, sb.out.size);
	sideband_done(&sb);
	return r < 0 ? err_set_errno(rec->err, r, "failed to write perf data") : 0;
}

/* -- the end -- */

/* What is still in the rings, and the counts of what was lost there. The events are off. */
static int drain_rest(struct recording *rec)
{
	int64_t bytes = drainers_stop(&rec->drainers);
	while (bytes >= 0 && (bytes = drain_round(&rec->drain, true)) > 0) continue;
	if (bytes >= 0) bytes = aux_trace_drain(&rec->aux, &rec->drain, false);
	if (bytes >= 0 && rec->options->aux.at_end) bytes = aux_trace_snapshot(&rec->aux, &rec->drain, false);
	if (bytes >= 0) bytes = drain_overwritten(&rec->drain);
	if (bytes >= 0) bytes = drain_flush(&rec->drain);
	if (bytes < 0) return err_set_errno(rec->err, (int)bytes, "failed to write perf data");
	if (rec->rounds) rec->result->rounds = round_queue_counts(rec->rounds);
	if (rec->off_cpu) {
		int code = off_cpu_samples_finish(rec->off_cpu, &rec->drain, rec->result->off_cpu_losses);
		if (code < 0) return err_set_errno(rec->err, code, "failed to write time off the CPU");
	}
	struct sideband sb;
	sideband_init(&sb, rec->options->fs, tracking_attr(rec));
	for (size_t i = 0; i < rec->described.count; i++) {
		uint64_t lost = ring_set_lost(&rec->rings, i);
		uint64_t filtered = evset_filtered_samples(&rec->evset, rec->filters, i);
		if (lost) sideband_lost_samples(&sb, rec->described.items[i], lost, false);
		if (filtered) sideband_lost_samples(&sb, rec->described.items[i], filtered, true);
		rec->result->nr_filtered_samples += filtered;
		rec->result->nr_lost_samples += lost;
	}
	rec->result->nr_rings = rec->rings.count;
	rec->result->rings = xcalloc(rec->rings.count + 1, sizeof(*rec->result->rings));
	for (size_t i = 0; i < rec->rings.count; i++) rec->result->rings[i] = rec->rings.buffers[i]->tally;
	if (rec->options->reports_no_samples) rec->result->no_samples = recording_no_samples(rec);
	int r = drain_append(&rec->drain, sb.out.data, sb.out.size);
	sideband_done(&sb);
	return r < 0 ? err_set_errno(rec->err, r, "failed to write perf data") : 0;
}

/* Runs of all files of a directory, one list. */
struct run_list {
	VEC(struct record_run) runs;
};

/* What goes into the build-id cache, and what could not. */
struct caching {
	struct recording *rec;
	struct build_id kernel_id;
	unsigned nr_without_room;
};

static bool same_id(const struct build_id *a, const struct build_id *b)
{
	return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* hits_options.found: puts one object into the build-id cache. */
static void cache_object(void *ctx, const char *filename, int fd, const struct build_id *id)
{
	struct caching *caching = ctx;
	struct recording *rec = caching->rec;
	/* A program that says it is the kernel would be asked for the kernel's symbols. */
	bool is_posing = fd >= 0 && caching->kernel_id.size && same_id(id, &caching->kernel_id);
	int r = is_posing ? -EEXIST : build_id_cache_add(rec->options->build_id_dir, filename, fd, id);
	if (r == -ENOSPC || r == -EDQUOT) caching->nr_without_room++;
	if (r == -EEXIST)
		recording_notice(rec,
				 "%s says the build-id of another file, which %s has: it was not kept there, and its "
				 "functions may get the other file's "
				 "names.",
				 filename, rec->options->build_id_dir);
}

/* The data of a file that was written; with its runs. */
static int map_written(struct recording *rec, int fd, const struct perfdata_writer *writer, const struct drain *drain,
		       struct file_map *ret, struct run_list *runs)
{
	uint64_t size = perfdata_writer_size(writer), end = perfdata_writer_offset(writer);
	if (!size) return 0;
	int r = file_map_open(fd, end, ret);
	if (r < 0) return err_set_errno(rec->err, r, "reading back %s", rec->output.path);
	_free_ struct record_run *of_file = xcalloc(drain->runs.count + 1, sizeof(*of_file));
	drain_runs(drain, ret->data + (end - size), size, of_file);
	for (size_t i = 0; i < drain->runs.count; i++) vec_push(&runs->runs, of_file[i]);
	return 0;
}

/* Moves what hits_collect found into the result and the header. */
static void take_hits(struct recording *rec, struct hits *hits, bool wants_ids)
{
	rec->result->counted = !rec->options->build_id_all;
	rec->result->nr_samples = hits->nr_samples;
	rec->result->nr_records = hits->nr_records;
	rec->result->nr_lost = hits->nr_lost;
	rec->result->nr_throttled = hits->nr_throttled;
	rec->result->nr_lost_records = hits->nr_lost_records;
	hits_gaps_done(&rec->result->gaps);
	rec->result->gaps = hits->gaps;
	hits->gaps = (struct hits_gaps){ 0 };
	struct perf_header *h = &rec->header;
	h->first_sample_ns = hits->first_ns;
	h->last_sample_ns = hits->last_ns;
	if (!wants_ids || !hits->build_ids.count) return;
	h->build_ids = arena_zalloc(&h->arena, hits->build_ids.count * sizeof(*h->build_ids));
	h->nr_build_ids = (uint32_t)hits->build_ids.count;
	for (size_t i = 0; i < hits->build_ids.count; i++) {
		h->build_ids[i] = hits->build_ids.items[i];
		h->build_ids[i].filename = arena_strdup(&h->arena, hits->build_ids.items[i].filename);
	}
	header_set(h, FEATURE_BUILD_ID);
}

/* What is only known from the records themselves: build-ids of objects that were hit, times, counts. Maps the data of
 * all files, which the recorder has just written, and reads it on all cores. */
static int look_back(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	bool wants_ids = recording_watches_roots(rec);
	struct stat st;
	if (fstat(rec->output.fd, &st) < 0 || !S_ISREG(st.st_mode)) return 0; /* /dev/null, say */
	if (!recording_looks_back(rec)) return 0;
	struct run_list runs = { VEC_INIT };
	_free_ struct file_map *files = xcalloc(rec->drainers.count + 1, sizeof(*files));
	int r = map_written(rec, rec->output.fd, rec->writer, &rec->drain, &files[0], &runs);
	for (size_t i = 0; r >= 0 && i < rec->drainers.count; i++) {
		const struct drainer *drainer = &rec->drainers.items[i];
		r = map_written(rec, drainer->fd, drainer->writer, &drainer->drain, &files[i + 1], &runs);
	}
	_free_ struct hits_seen **seen = xcalloc(rec->drainers.count + 1,
						 sizeof(struct hits_seen *)); /* what was compressed */
	size_t nr_seen = 0;
	if (rec->drain.seen) seen[nr_seen++] = rec->drain.seen;
	for (size_t i = 0; i < rec->drainers.count; i++)
		if (rec->drainers.items[i].drain.seen) seen[nr_seen++] = rec->drainers.items[i].drain.seen;
	if (r >= 0 && runs.runs.count) {
		struct hits hits = { 0 };
		struct caching caching = { .rec = rec };
		struct hits_options hits_options = { .all = options->build_id_all,
						     .build_ids = wants_ids,
						     .fs = options->fs,
						     .text = &rec->text,
						     .modules = &rec->modules,
						     .roots = &rec->roots };
		if (wants_ids && options->build_id_dir && !options->no_build_id_cache) {
			hits_options.found = cache_object;
			hits_options.found_ctx = &caching;
			if (!kernel_build_id(options->fs, &caching.kernel_id)) caching.kernel_id.size = 0;
		}
		const struct hits_source source = { .events = &rec->described,
						    .runs = runs.runs.items,
						    .nr_runs = runs.runs.count,
						    .seen = seen,
						    .nr_seen = nr_seen };
		hits_collect(&hits, &hits_options, &source);
		if (caching.nr_without_room)
			recording_notice(rec,
					 "There is not enough room in %s to keep %u of the programs: the report needs "
					 "them as they are now. "
					 "\"perf buildid-cache --purge-all\" makes room.",
					 options->build_id_dir, caching.nr_without_room);
		take_hits(rec, &hits, wants_ids);
		hits_done(&hits);
	}
	for (size_t i = 0; i <= rec->drainers.count; i++) file_map_close(&files[i]);
	vec_done(&runs.runs);
	return r;
}

/* Cuts a file to the records that lie as a whole within the first keep_bytes of its data: starts at the last run
 * before there and goes from record to record. */
static int cut_records(int fd, struct perfdata_writer *writer, const struct drain *drain, uint64_t keep_bytes)
{
	uint64_t size = perfdata_writer_size(writer), end = perfdata_writer_offset(writer), cut = 0;
	struct file_map map;
	if (!size) return perfdata_writer_cut(writer, 0);
	int r = file_map_open(fd, end, &map);
	if (r < 0) return r;
	for (size_t i = 0; i < drain->runs.count && drain->runs.items[i] <= keep_bytes; i++) cut = drain->runs.items[i];
	struct record_run run = { .data = map.data + (end - size) + cut, .size_bytes = size - cut };
	struct record record;
	const uint64_t start = cut;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &record) && start + pos <= keep_bytes;)
		cut = start + pos;
	file_map_close(&map);
	return perfdata_writer_cut(writer, cut);
}

static int cut_main(struct recording *rec, uint64_t keep_bytes)
{
	return cut_records(rec->output.fd, rec->writer, &rec->drain, keep_bytes);
}

/* Cuts off the record at which writing failed, in each file. */
static int cut_unfinished(struct recording *rec)
{
	int r = cut_main(rec, UINT64_MAX);
	for (size_t i = 0; r >= 0 && i < rec->drainers.count; i++) {
		const struct drainer *drainer = &rec->drainers.items[i];
		r = cut_records(drainer->fd, drainer->writer, &drainer->drain, UINT64_MAX);
	}
	return r;
}

static bool is_out_of_room(int code) { return code == -ENOSPC || code == -EFBIG || code == -EDQUOT; }

/* Writes features and the final header. On a full disk the last records give way to the features: 4 KiB of them, then
 * 8, up to half of the data. When that is not enough the file goes without features, and is readable all the same. The
 * first failure is returned even when a later attempt succeeded, as records are missing then. */
static int finish_writing(struct recording *rec, struct err *err)
{
	enum { FIRST_ROOM_BYTES = 4 << 10 };
	uint64_t size = perfdata_writer_size(rec->writer), room = FIRST_ROOM_BYTES;
	int first = perfdata_writer_finish(rec->writer, &rec->header, err), r = first;
	for (; is_out_of_room(r) && room <= size / 2; room *= 2) {
		r = cut_main(rec, size - room);
		if (r >= 0) r = perfdata_writer_finish(rec->writer, &rec->header, NULL);
	}
	if (is_out_of_room(r) && (r = cut_main(rec, size)) >= 0) {
		memset(rec->header.present, 0, sizeof(rec->header.present));
		(void)!perfdata_writer_finish(rec->writer, &rec->header, NULL);
	}
	return first;
}

/* Counts the bytes of all files, and those before compression: the side band is never compressed, so it counts on both
 * sides. */
static void count_bytes(struct recording *rec)
{
	uint64_t in = 0, out = 0, bytes = perfdata_writer_size(rec->writer);
	if (rec->compressor) {
		in += compressor_in(rec->compressor);
		out += compressor_out(rec->compressor);
	}
	for (size_t i = 0; i < rec->drainers.count; i++) {
		const struct drainer *drainer = &rec->drainers.items[i];
		bytes += perfdata_writer_size(drainer->writer);
		if (!drainer->drain.compressor) continue;
		in += compressor_in(drainer->drain.compressor);
		out += compressor_out(drainer->drain.compressor);
	}
	rec->result->data_bytes = bytes;
	rec->result->raw_bytes = rec->options->compression_level ? bytes - out + in : 0;
	if (rec->options->compression_level) rec->header.comp_ratio = out ? (uint32_t)((in + out / 2) / out) : 0;
}

/* Programs that come and go while a file is written are not known, those that stay or begin in it are. */
static void describe_bpf(struct recording *rec)
{
	if (rec->sampling.no_bpf_event || rec->options->output.none) return;
	bpf_infos_collect(&rec->bpf_infos);
	recorded_header_bpf(&rec->header, &rec->bpf_infos);
}

/* Completes this file: features, then its stamped name. broken: an error was reported already, later ones are kept
 * quiet. */
static int complete_file(struct recording *rec, bool broken)
{
	int r = look_back(rec);
	header_set(&rec->header, FEATURE_SAMPLE_TIME);
	aux_trace_index(&rec->aux, &rec->header);
	describe_bpf(rec);
	int finished = finish_writing(rec, broken || r < 0 ? NULL : rec->err);
	if (r >= 0) r = finished;
	if (!rec->options->output.stamped) return r;
	const char *name;
	int stamped = output_stamp(&rec->output, &name, broken || r < 0 ? NULL : rec->err);
	if (stamped >= 0) {
		free(rec->result->dumped);
		rec->result->dumped = xstrdup(name);
	}
	return r < 0 ? r : stamped;
}

int recording_finish(struct recording *rec, bool broken)
{
	aux_trace_stop(&rec->aux);
	(void)recording_workload_ended(rec);
	rec->workload.elsewhere = false;
	/* Not even the beginning of a file could be written. */
	if (!rec->writer && !rec->output.options->none) {
		output_discard(&rec->output);
		return 0;
	}
	(void)!recording_switch_programs(rec, false); /* while rings still take what they write */
	if (rec->off_cpu) off_cpu_samples_end(rec->off_cpu);
	/* None were opened when the target is wrong. */
	if (rec->evset.events) evset_disable(&rec->evset);
	int r = broken ? 0 : drain_rest(rec);
	if (broken) drainers_stop(&rec->drainers);
	if (r >= 0 && !broken && rec->options->tail_synthesize && !rec->output.pipe) r = synthesize(rec, true);
	if (rec->output.options->none) {
		rec->result->wakeups = MAX(rec->result->wakeups, 1);
		return r;
	}
	bool failed = r < 0 || broken;
	if (failed && (rec->output.pipe || cut_unfinished(rec) < 0)) return r;
	count_bytes(rec);
	rec->result->wakeups += drainers_wakeups(&rec->drainers);
	if (!rec->result->wakeups) rec->result->wakeups = 1; /* the end: what was left was written then */
	if (rec->output.pipe) return r;
	rec->result->path = rec->options->output.stamped ? xasprintf("%s.<timestamp>", rec->output.path)
							 : xstrdup(rec->output.path);
	int completed = complete_file(rec, failed);
	return r < 0 ? r : completed;
}

/* -- the beginning -- */

/* --kcore: copies of kcore, kallsyms and modules below the output's directory. */
static int copy_kcore(struct recording *rec)
{
	_free_ char *dir = xasprintf("%s/kcore_dir", rec->output.path);
	int r = kcore_copy(rec->options->fs, &rec->text, &rec->modules, dir);
	return r < 0 ? err_set(rec->err, r, "ERROR: kcore is not readable.") : 0;
}

int recording_begin_file(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	bool in_main = !options->threads && options->compression_level; /* else by the threads */
	if (in_main && !(rec->compressor = compressor_new(options->compression_level)))
		return err_set(rec->err, -EINVAL, "Compression initialization failed.");
	int r = options->output.none ? 0
				     : perfdata_writer_new(rec->output.fd, rec->output.pipe, &rec->described,
							   &rec->writer, rec->err);
	describe_bpf(rec);
	if (r >= 0 && rec->output.pipe) r = perfdata_writer_features(rec->writer, &rec->header, rec->err);
	if (r < 0) return r;
	rec->drain = (struct drain){ .buffers = rec->rings.buffers,
				     .nr_buffers = options->threads ? 0 : rec->rings.count,
				     .writer = rec->writer,
				     .compressor = rec->compressor,
				     .rounds = rec->rounds,
				     .rounds_have_overwritten = rec->rounds && !options->consumer->rewrites,
				     .compressed_bytes = rec->rings.pages * (size_t)sysconf(_SC_PAGESIZE),
				     .flush_bytes = options->flush_bytes,
				     .affinity = options->affinity,
				     .fs = options->fs,
				     .no_rounds = options->threads != NULL,
				     .roots = recording_watches_roots(rec) ? &rec->roots : NULL };
	/* What is compressed cannot be read back cheaply: it is looked at on the way. */
	if (rec->compressor && recording_looks_back(rec))
		rec->drain.seen = hits_seen_new(&rec->described,
						recording_watches_roots(rec) && !options->build_id_all);
	bool now = !options->tail_synthesize || rec->output.pipe;
	if (now || (rec->rounds && !rec->consumer_knows)) r = synthesize(rec, now);
	if (r >= 0 && options->kcore) r = copy_kcore(rec);
	return r;
}

/* What belongs to one file only, before the next one is begun. */
static void forget_file(struct recording *rec)
{
	perfdata_writer_free(rec->writer);
	rec->writer = NULL;
	compressor_free(rec->compressor);
	rec->compressor = NULL;
	hits_seen_free(rec->drain.seen);
	drain_done(&rec->drain);
	rec->header.build_ids = NULL;
	rec->header.nr_build_ids = 0;
	rec->header.first_sample_ns = rec->header.last_sample_ns = 0;
	rec->result->wakeups = 0;
}

int recording_next_file(struct recording *rec)
{
	int64_t bytes = aux_trace_drain(&rec->aux, &rec->drain, rec->is_on);
	if (bytes >= 0) bytes = drain_overwritten(&rec->drain);
	if (bytes >= 0) bytes = drain_flush(&rec->drain);
	if (bytes < 0) return err_set_errno(rec->err, (int)bytes, "failed to write perf data");
	int r = rec->options->tail_synthesize ? synthesize(rec, true) : 0;
	if (r < 0) return r;
	recording_notice(rec, "[ perf record: dump data: Woken up %" PRIu64 " times ]", rec->result->wakeups);
	count_bytes(rec);
	r = complete_file(rec, false);
	if (r < 0) return r;
	recording_notice(rec, "[ perf record: Dump %s ]", rec->result->dumped);
	forget_file(rec);
	r = output_open(&rec->output, rec->err);
	return r < 0 ? r : recording_begin_file(rec);
}
