/* Opening, closing and rewinding recordings, and what does not depend on the records: positions, payloads, page
 * handling.
 *
 * perfdata_open tells the form by what path is: a directory is the directory form, a regular file is mapped, anything
 * else is read as a pipe into a spool. The first 16 bytes then say byte order and whether header and events are
 * sections (file_header.c) or records (pipe_records.c). In each case the result is a list of streams, and reader.c
 * takes it from there. */
#include "perfdata/perfdata.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "perfdata/reader.h"

/* perfdata_options.kept_mapped_bytes is never taken to be less. */
#define USUALLY_KEPT_BYTES ((uint64_t)256 << 20)
/* Of files that are read once: what it is not worth a call to let go of. */
#define ONCE_KEPT_BYTES ((uint64_t)16 << 20)

static struct perfdata *perfdata_new(const char *path, const struct perfdata_options *options)
{
	struct perfdata *pd = xcalloc(1, sizeof(*pd));
	pd->path = xstrdup(path);
	pd->pipe_fd = -1;
	pd->warnings = pd->sink = options->warnings;
	pd->may_lack_events = options->may_lack_events;
	pd->kept_mapped_bytes = MAX(options->kept_mapped_bytes, USUALLY_KEPT_BYTES);
	if (options->reads_once) pd->kept_mapped_bytes = ONCE_KEPT_BYTES;
	events_init(&pd->events);
	header_init(&pd->header, &pd->events);
	return pd;
}

void perfdata_close(struct perfdata *pd)
{
	if (!pd) return;
	for (size_t i = 0; i < pd->streams.count; i++) {
		if (pd->streams.items[i].zstd) ZSTD_freeDStream(pd->streams.items[i].zstd);
		spool_close(&pd->streams.items[i].plain);
		free(pd->streams.items[i].path);
	}
	vec_done(&pd->streams);
	for (size_t i = 0; i < pd->files.count; i++) {
		file_map_close(&pd->files.items[i].map);
		close(pd->files.items[i].fd);
	}
	vec_done(&pd->files);
	spool_close(&pd->input);
	if (pd->pipe_fd > 0) close(pd->pipe_fd);
	vec_done(&pd->build_ids);
	header_done(&pd->header);
	events_done(&pd->events);
	free(pd->path);
	free(pd);
}

/* The header is known, as far as it is no record: the window is set to the first record. */
static void enter_first_stream(struct perfdata *pd)
{
	events_name_tracepoints(&pd->events, &pd->header);
	const struct stream *s = &pd->streams.items[0];
	pd->window =
		(struct perfdata_window){ .next = s->data, .end = s->end, .file_off = s->file_off, .swap = pd->swap };
}

/* What the first 16 bytes say: byte order, version, pipe form. */
static int read_magic(struct perfdata *pd, const uint8_t *data, size_t size, bool *ret_pipe_records, struct err *err)
{
	struct cursor c = cursor_of(data, size, false);
	uint64_t magic = cursor_u64(&c), header_size = cursor_u64(&c);
	if (cursor_ok(&c)) {
		bool native = magic == PERFDATA_MAGIC2 || magic == PERFDATA_MAGIC1;
		/* A recorder of the other byte order wrote the same word the other way round. */
		uint64_t swapped = __builtin_bswap64(magic);
		/* "PERFFILE" has no byte order of its own: it is told by the size behind it */
		bool text1 = magic == PERFDATA_MAGIC1 || swapped == PERFDATA_MAGIC1;
		if (native || swapped == PERFDATA_MAGIC2 || swapped == PERFDATA_MAGIC1) {
			pd->swap = text1 ? header_size > UINT32_MAX : !native;
			if (pd->swap) header_size = __builtin_bswap64(header_size);
			pd->info.magic_version = text1 ? 1 : 2;
			pd->info.header_size = header_size;
			*ret_pipe_records = header_size == PERFDATA_PIPE_HEADER_SIZE;
			return 0;
		}
	}
	err_set(err, -EBADMSG, "incompatible file format (rerun with -v to learn more)");
	err_hint(err, "%s: it does not begin as a perf.data file does", pd->path);
	return -EBADMSG;
}

/* The pipe form's stream: everything behind its 16 bytes. */
static void add_pipe_stream(struct perfdata *pd, const uint8_t *data, size_t size)
{
	struct stream *s = vec_add(&pd->streams);
	pd->pipe_records = true;
	*s = (struct stream){ .data = data + PERFDATA_PIPE_HEADER_SIZE,
			      .end = data + size,
			      .file_off = PERFDATA_PIPE_HEADER_SIZE,
			      .path = xstrdup(pd->path) };
}

/* All bytes are there, in file or pipe form: finds the streams in them. */
static int open_bytes(struct perfdata *pd, const uint8_t *data, size_t size, struct err *err)
{
	bool pipe_records;
	pd->info.file_size = size;
	int r = read_magic(pd, data, size, &pipe_records, err);
	if (r < 0) return r;
	if (!pipe_records) return file_header_read(pd, data, size, err);
	add_pipe_stream(pd, data, size);
	return 0;
}

int perfdata_open_memory(const void *data, size_t size_bytes, const char *name, const struct perfdata_options *options,
			 struct perfdata **ret_pd, struct err *err)
{
	_perfdata_close_ struct perfdata *pd = perfdata_new(name, options);
	int r = open_bytes(pd, data, size_bytes, err);
	if (r < 0) return r;
	enter_first_stream(pd);
	*ret_pd = take(pd);
	return 0;
}

/* The message for a path that cannot be opened; for the default file name, with upstream's advice. */
static int open_failed(int code, const char *path, const char *shown, struct err *err)
{
	bool ours = code == -ENOENT && strcmp(shown, "perf.data") == 0;
	return err_set(err, code, "failed to open %s: %s%s", path, strerror(-code),
		       ours ? "  (try 'perf record' first)" : "");
}

/* Opens and maps a regular file, and adds it to pd->files. *ret_data stays untouched for an empty file, with 0
 * returned. Root may read everybody's file only with force, like everyone else. */
static int map_file(struct perfdata *pd, const char *path, bool force, struct stat *st, const uint8_t **ret_data,
		    struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return open_failed(-errno, path, path, err);
	int r = 0;
	if (fstat(fd, st) < 0) r = open_failed(-errno, path, path, err);
	else if (!force && st->st_uid && st->st_uid != geteuid())
		r = err_set(err, -EPERM, "File %s not owned by current user or root (use -f to override)", path);
	else if (st->st_size > 0) {
		struct file_map map;
		r = file_map_open(fd, (size_t)st->st_size, &map);
		if (r < 0) {
			err_set_errno(err, r, "failed to map %s", path);
		} else {
			madvise((void *)(uintptr_t)map.data, map.size_bytes, MADV_SEQUENTIAL);
			vec_push(&pd->files, ((struct mapped_file){ map, fd }));
			*ret_data = map.data;
			return 0;
		}
	}
	close(fd);
	return r;
}

static int open_file(struct perfdata *pd, const char *path, bool force, struct err *err)
{
	struct stat st;
	const uint8_t *data = NULL;
	int r = map_file(pd, path, force, &st, &data, err);
	if (r < 0) return r;
	if (!data) return err_set(err, -ENODATA, "zero-sized data (%s), nothing to do!", path);
	pd->info.mtime_s = st.st_mtime;
	return open_bytes(pd, data, (size_t)st.st_size, err);
}

/* DIR/data is a file of its own; DIR/data.0, data.1 ... are what further threads wrote, records only. */
static int open_dir(struct perfdata *pd, const char *path, bool force, struct err *err)
{
	_free_ char *main_path = xasprintf("%s/data", path);
	pd->form = PERFDATA_DIR;
	int r = open_file(pd, main_path, force, err);
	if (r < 0) return r;
	for (unsigned i = 0;; i++) {
		_free_ char *part = xasprintf("%s/data.%u", path, i);
		struct stat st;
		const uint8_t *data = NULL;
		/* They are numbered without gaps. */
		if (access(part, F_OK) < 0) return 0;
		r = map_file(pd, part, force, &st, &data, err);
		if (r < 0) return r;
		if (!data) continue;
		struct stream *s = vec_add(&pd->streams);
		*s = (struct stream){ .data = data, .end = data + st.st_size, .path = take(part) };
	}
}

/* Takes fd over. Reads just the pipe header here: the records are read as they are asked for, while the recorder may
 * still be writing. */
static int open_pipe(struct perfdata *pd, int fd, struct err *err)
{
	struct stat st;
	if (fstat(fd, &st) == 0) pd->info.mtime_s = st.st_mtime;
	pd->form = PERFDATA_PIPE;
	pd->pipe_fd = fd;
	int r = spool_open(&pd->input, err);
	if (r < 0) return r;
	r = spool_reserve(&pd->input, PERFDATA_PIPE_HEADER_SIZE, err);
	if (r < 0) return r;
	while (pd->input.size < PERFDATA_PIPE_HEADER_SIZE) {
		ssize_t n = read(fd, spool_end(&pd->input), PERFDATA_PIPE_HEADER_SIZE - pd->input.size);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return err_set_errno(err, -errno, "failed to read %s", pd->path);
		if (n == 0) break;
		pd->input.size += (size_t)n;
	}
	if (!pd->input.size) return err_set(err, -ENODATA, "zero-sized data (%s), nothing to do!", pd->path);
	bool pipe_records;
	r = read_magic(pd, pd->input.base, pd->input.size, &pipe_records, err);
	if (r < 0) return r;
	if (pipe_records) {
		add_pipe_stream(pd, pd->input.base, pd->input.size);
		return 0;
	}
	/* a file that comes through a pipe ("cat perf.data | perf report -i -"): it is needed whole */
	for (;;) {
		r = spool_reserve(&pd->input, 1 << 16, err);
		if (r < 0) return r;
		ssize_t n = read(fd, spool_end(&pd->input), spool_room(&pd->input));
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return err_set_errno(err, -errno, "failed to read %s", pd->path);
		if (n == 0) break;
		pd->input.size += (size_t)n;
	}
	pd->pipe_ended = true;
	return open_bytes(pd, pd->input.base, pd->input.size, err);
}

int perfdata_open(const char *path, const struct perfdata_options *options, struct perfdata **ret_pd, struct err *err)
{
	_perfdata_close_ struct perfdata *pd = perfdata_new(path, options);
	struct stat st;
	int r;
	if (strcmp(path, "-") == 0) {
		r = fstat(STDIN_FILENO, &st) < 0 ? open_failed(-errno, path, path, err)
						 : open_pipe(pd, STDIN_FILENO, err);
	} else if (stat(path, &st) < 0) {
		r = open_failed(-errno, path, path, err);
	} else if (S_ISDIR(st.st_mode)) {
		r = open_dir(pd, path, options->force, err);
	} else if (S_ISREG(st.st_mode)) {
		r = open_file(pd, path, options->force, err);
	} else {
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		r = fd < 0 ? open_failed(-errno, path, path, err) : open_pipe(pd, fd, err);
	}
	if (r < 0) return r;
	enter_first_stream(pd);
	perfdata_check_cut(pd);
	*ret_pd = take(pd);
	return 0;
}

const struct perf_header *perfdata_header(const struct perfdata *pd) { return &pd->header; }
const struct perf_events *perfdata_events(const struct perfdata *pd) { return &pd->events; }

const struct perf_event *perfdata_add_event(struct perfdata *pd, const struct event_attr *attr, const char *name,
					    const uint64_t *ids, size_t nr_ids)
{
	struct perf_event *event = events_add(&pd->events, attr, name);
	events_add_ids(&pd->events, event, ids, nr_ids);
	return event;
}

void perfdata_add_fields(struct perfdata *pd, const struct perf_event *event, uint64_t fields)
{
	pd->events.items[event->idx]->added_fields |= fields;
}

enum perfdata_form perfdata_form(const struct perfdata *pd) { return pd->form; }
bool perfdata_pipe_records(const struct perfdata *pd) { return pd->pipe_records; }
bool perfdata_swapped(const struct perfdata *pd) { return pd->swap; }
const char *perfdata_path(const struct perfdata *pd) { return pd->path; }
void perfdata_info(const struct perfdata *pd, struct perfdata_info *ret) { *ret = pd->info; }

const char *perfdata_record_path(const struct perfdata *pd, const struct record *r)
{
	for (size_t i = 0; i < pd->streams.count; i++) {
		const struct stream *s = &pd->streams.items[i];
		bool plain = s->plain.base && r->data >= s->plain.base && r->data < s->plain.base + s->plain.size;
		if (plain || (r->data >= s->data && r->data < s->end)) return s->path;
	}
	return pd->path;
}

/* What is cut off within a page of which the rest is there reads as zeros without a signal: only its size tells. */
static bool is_cut(const struct mapped_file *file)
{
	struct stat st;
	if (file_map_is_cut(&file->map)) return true;
	return fstat(file->fd, &st) == 0 && (uint64_t)st.st_size < file->map.size_bytes;
}

void perfdata_check_cut(struct perfdata *pd)
{
	for (size_t i = 0; i < pd->files.count && !pd->cut_said; i++) {
		if (!is_cut(&pd->files.items[i])) continue;
		warnings_add(pd->sink, "cut meanwhile",
			     "%s got shorter, or could not be read, while it was being read: the rest is lost",
			     pd->path);
		warnings_fail(pd->sink);
		pd->cut_said = true;
	}
}

/* The window over the stream itself, also while decompressed data is read. */
static const struct perfdata_window *outer_window(const struct perfdata *pd)
{
	return pd->window.decompressed ? &pd->outer : &pd->window;
}

void perfdata_rewind(struct perfdata *pd)
{
	if (!pd->streams.count) return;
	/* Of a pipe only the beginning may have been read: records behind this point have not been applied to events
	 * and header yet. */
	if (!pd->replay && pd->form == PERFDATA_PIPE && pd->stream == 0) pd->replay_to = outer_window(pd)->next;
	for (size_t i = 0; i < pd->streams.count; i++) {
		struct stream *s = &pd->streams.items[i];
		/* what was decompressed is decompressed again behind it, so that records given out stay where they are
		 */
		if (s->zstd) ZSTD_DCtx_reset(s->zstd, ZSTD_reset_session_only);
		else if (s->plain.base) s->zstd = decompress_new();
		/* A new pass appends to the spool; its first record begins where the last pass ended. */
		s->plain_next = s->plain.base ? s->plain.base + s->plain.size : NULL;
		s->plain_broken = false;
		s->compressed_bytes = 0;
		s->plain_start = s->plain.size;
	}
	pd->stream = 0;
	pd->replay = true;
	pd->warnings = NULL;
	const struct stream *s = &pd->streams.items[0];
	pd->window =
		(struct perfdata_window){ .next = s->data, .end = s->end, .file_off = s->file_off, .swap = pd->swap };
}

struct perfdata_position perfdata_position(const struct perfdata *pd)
{
	struct perfdata_position position = { 0 };
	if (pd->form != PERFDATA_PIPE || pd->stream >= pd->streams.count) return position;
	const struct spool *plain = &pd->streams.items[pd->stream].plain;
	const uint8_t *plain_next = pd->window.decompressed ? pd->window.next
							    : pd->streams.items[pd->stream].plain_next;
	position.input_bytes = (uint64_t)(outer_window(pd)->next - pd->input.base);
	if (plain->base) position.plain_bytes = (uint64_t)(plain_next - plain->base);
	return position;
}

void perfdata_forget(struct perfdata *pd, struct perfdata_position from, struct perfdata_position to)
{
	if (pd->form != PERFDATA_PIPE) return;
	spool_forget(&pd->input, from.input_bytes, to.input_bytes);
	for (size_t i = 0; i < pd->streams.count; i++)
		spool_forget(&pd->streams.items[i].plain, from.plain_bytes, to.plain_bytes);
}

const uint8_t *perfdata_payload(const struct perfdata *pd, const struct record *r)
{
	(void)pd;
	return r->payload_size ? r->data + r->size : NULL;
}

bool perfdata_rest(const struct perfdata *pd, struct record_run *ret)
{
	const struct perfdata_window *w = &pd->window;
	if (pd->form != PERFDATA_FILE || pd->pipe_records || w->decompressed || pd->stream + 1 != pd->streams.count)
		return false;
	*ret = (struct record_run){ .data = w->next,
				    .size_bytes = (size_t)(w->end - w->next),
				    .file_off = w->file_off };
	return true;
}

const uint8_t *record_run_resync(const uint8_t *p, const uint8_t *end, bool swap) { return resync_find(p, end, swap); }

void perfdata_skip_to(struct perfdata *pd, const uint8_t *at)
{
	pd->window.file_off += (uint64_t)(at - pd->window.next);
	pd->window.next = at;
}

bool perfdata_is_just_at(const struct perfdata *pd, const uint8_t *at)
{
	return !pd->window.decompressed && pd->window.next == at;
}
bool perfdata_is_at(const struct perfdata *pd, const uint8_t *at)
{
	return !pd->window.decompressed && pd->window.next >= at;
}
