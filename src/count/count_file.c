/* Writing `perf stat record` files:
 *
 *   EVENT_UPDATE (unit, scale) ... | THREAD_MAP | CPU_MAP | STAT_CONFIG | { STAT ... | STAT_ROUND } ...
 *
 * Readers know which event and place a STAT record is of by its id, so the ids are walked in the same order when they
 * are collected (evset_ids) and when counts are written (count_file_round). */
#include "count/count_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kernel/facts.h"
#include "kernel/procfs.h"
#include "perfdata/writer.h"
#include "record/recorded_header.h"
#include "record/file/sideband.h"

/* Tags of STAT_CONFIG entries (docs/perfdata.md). */
enum { CONFIG_AGGR, CONFIG_INTERVAL, CONFIG_SCALE, CONFIG_CACHE_LEVEL, CONFIG_COUNT };

/* The file while it is written. header and described live as long, as the writer points to them. */
struct count_file {
	struct perfdata_writer *writer;
	struct perf_events described; /* ids in the order of [event][cpu][thread], those that are open */
	struct perf_header header;
	struct strbuf tracing_data;
	bool pipe;
	int fd;
};

bool count_file_is_pipe(const char *path)
{
	struct stat st;
	if (path) return strcmp(path, "-") == 0;
	return fstat(STDOUT_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}

/* -- records -- */

static struct record_envelope envelope(uint32_t type) { return (struct record_envelope){ .type = type }; }

static void put_update(struct outbuf *out, enum event_update_type type, uint64_t id, const void *data,
		       size_t size_bytes)
{
	const struct record_event_update update = { .update_type = type,
						    .id = id,
						    .payload = cursor_of(data, size_bytes, false) };
	(void)!record_encode_event_update(out, envelope(RECORD_EVENT_UPDATE), &update);
}

/* Longer texts are cut, so that the record stays within its size. */
static void put_text_update(struct outbuf *out, enum event_update_type type, uint64_t id, const char *text)
{
	char cut[1025];
	snprintf(cut, sizeof(cut), "%s", text);
	put_update(out, type, id, cut, strlen(cut) + 1);
}

static bool is_clock(const struct event_spec *spec)
{
	return spec->attr.type == ATTR_TYPE_SOFTWARE && spec->attr.config <= 1 && !spec->tool;
}

/* What an event's counts are in; NULL: they are numbers. */
static const char *unit_of(const struct event_spec *spec)
{
	if (is_clock(spec)) return "msec";
	return spec->tool ? "ns" : spec->unit;
}

/* What the attrs do not say of the events. Names are only needed in pipe form: files have EVENT_DESC. */
static void put_updates(struct outbuf *out, const struct count_file *file, const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++) {
		const struct event_spec *spec = event_list_get(events, i);
		const struct perf_event *event = file->described.items[i];
		uint64_t id = event->nr_ids ? event->ids[0] : 0;
		const char *unit = unit_of(spec);
		double scale = is_clock(spec) ? 1e-6 : spec->scale;
		if (!event->nr_ids) continue;
		if (unit && *unit) put_text_update(out, EVENT_UPDATE_UNIT, id, unit);
		if (scale != 1 && scale != 0) put_update(out, EVENT_UPDATE_SCALE, id, &scale, sizeof(scale));
		if (file->pipe) put_text_update(out, EVENT_UPDATE_NAME, id, spec->name);
	}
}

static void put_config(struct outbuf *out, const struct count_file_options *options)
{
	const uint64_t entries[CONFIG_COUNT][2] = { { CONFIG_AGGR, options->aggr },
						    { CONFIG_INTERVAL, options->interval_ms },
						    { CONFIG_SCALE, options->scale },
						    { CONFIG_CACHE_LEVEL, options->cache_level } };
	const struct record_stat_config config = { .count = CONFIG_COUNT,
						   .entries = cursor_of(entries, sizeof(entries), false) };
	(void)!record_encode_stat_config(out, envelope(RECORD_STAT_CONFIG), &config);
}

static void put_count(struct outbuf *out, uint64_t id, int32_t cpu, size_t thread, const struct count *count)
{
	const struct record_stat stat = { .id = id,
					  .cpu = (uint32_t)cpu,
					  .thread = (uint32_t)thread,
					  .value = count->value,
					  .enabled_ns = count->enabled_ns,
					  .running_ns = count->running_ns };
	(void)!record_encode_stat(out, envelope(RECORD_STAT), &stat);
}

/* Writes what was collected, and frees it. */
static int append(struct count_file *file, struct outbuf *out, struct err *err)
{
	struct iovec part = { out->data, out->size };
	int r = out->size ? perfdata_writer_append(file->writer, &part, 1) : 0;
	out_done(out);
	return r < 0 ? err_set_errno(err, r, "failed to write perf data") : 0;
}

/* -- the file -- */

/* Standard output, or the file, of which an earlier one becomes PATH.old. */
static int open_path(struct count_file *file, const char *path, struct err *err)
{
	if (file->pipe) {
		file->fd = dup(STDOUT_FILENO);
		return file->fd < 0 ? err_set_errno(err, -errno, "standard output") : 0;
	}
	struct stat st;
	if (!path) path = "perf.data";
	_free_ char *old = xasprintf("%s.old", path);
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && rename(path, old) < 0)
		return err_set_errno(err, -errno, "can't rename %s to %s", path, old);
	file->fd = open(path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
	return file->fd < 0 ? err_set_errno(err, -errno, "failed to open %s", path) : 0;
}

/* Tool events have no descriptor whose id the kernel knows: readers need one all the same. */
static void add_tool_ids(struct count_file *file, const struct counting_view *view)
{
	/* Far from the kernel's ids, which count from 1. */
	uint64_t next = 1ull << 63;
	for (size_t i = 0; i < event_list_count(view->events); i++) {
		if (!event_list_get(view->events, i)->tool) continue;
		for (size_t k = 0; k < view->counts->nr_cpus * view->counts->nr_threads; k++, next++)
			events_add_ids(&file->described, file->described.items[i], &next, 1);
	}
}

/* Events with ids, and the header's features. */
static int describe(struct count_file *file, const struct count_file_options *options, const struct counting_view *view,
		    struct err *err)
{
	const struct recording_options recording = { .fs = options->fs,
						     .tracefs = options->tracefs,
						     .version = options->version,
						     .cmdline = options->cmdline,
						     .nr_cmdline = options->nr_cmdline };
	const struct sampling_options sampling = { 0 };
	int r = evset_ids(view->evset, &file->described, err);
	if (r < 0) return r;
	add_tool_ids(file, view);
	r = recorded_header(&file->header, &recording, &sampling, view->events, &file->tracing_data, err);
	header_set(&file->header, FEATURE_STAT);
	return r;
}

int count_file_open(const struct count_file_options *options, const struct counting_view *view, struct count_file **ret,
		    struct err *err)
{
	struct count_file *file = xcalloc(1, sizeof(*file));
	file->fd = -1;
	file->pipe = count_file_is_pipe(options->path);
	events_init(&file->described);
	header_init(&file->header, &file->described);
	*ret = file;
	int r = describe(file, options, view, err);
	if (r >= 0) r = open_path(file, options->path, err);
	if (r >= 0) r = perfdata_writer_new(file->fd, file->pipe, &file->described, &file->writer, err);
	if (r >= 0 && file->pipe) r = perfdata_writer_features(file->writer, &file->header, err);
	if (r < 0) return r;
	struct sideband sb;
	sideband_init(&sb, options->fs, &file->described.items[0]->attr);
	put_updates(&sb.out, file, view->events);
	sideband_thread_map(&sb, view->target->tids.items, view->target->tids.count, view->target->has_task);
	sideband_cpu_map(&sb, view->target->cpus.items, view->target->cpus.count);
	put_config(&sb.out, options);
	return append(file, &sb.out, err);
}

int count_file_round(struct count_file *file, const struct counting_view *view, uint64_t elapsed_ns, bool final,
		     struct err *err)
{
	const struct counts *counts = view->counts;
	struct outbuf out;
	out_init(&out, -1);
	for (size_t event = 0; event < counts->nr_events; event++) {
		const struct perf_event *described = file->described.items[event];
		bool is_tool = event_list_get(view->events, event)->tool;
		for (size_t cpu = 0, next = 0; cpu < counts->nr_cpus; cpu++) {
			for (size_t thread = 0; thread < counts->nr_threads; thread++) {
				if (next == described->nr_ids ||
				    (!is_tool && evset_fd(view->evset, event, cpu, thread) < 0))
					continue;
				put_count(&out, described->ids[next++], view->target->cpus.items[cpu], thread,
					  counts_at(counts, event, cpu, thread));
			}
		}
	}
	const struct record_stat_round round = { .round_type = final, .time_ns = elapsed_ns };
	(void)!record_encode_stat_round(&out, envelope(RECORD_STAT_ROUND), &round);
	return append(file, &out, err);
}

int count_file_close(struct count_file *file, struct err *err)
{
	int r = 0;
	if (!file) return 0;
	if (file->writer && !file->pipe) r = perfdata_writer_finish(file->writer, &file->header, err);
	perfdata_writer_free(file->writer);
	header_done(&file->header);
	events_done(&file->described);
	strbuf_done(&file->tracing_data);
	if (file->fd >= 0) close(file->fd);
	free(file);
	return r;
}
