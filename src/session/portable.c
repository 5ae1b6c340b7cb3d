/* A pass over the samples finds which functions and objects are met; then files are looked for as a report would, and
 * those that it would open are added, by the name under which it will look for them. */
#include "session/portable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/regular_file.h"
#include "base/strbuf.h"
#include "base/u64map.h"
#include "symbol/file/build_id.h"
#include "symbol/file/bundle_writer.h"
#include "symbol/object_files.h"

/* A longer file is no source. */
enum { SOURCE_MAX_BYTES = 16 << 20, LINK_MAX_BYTES = 4096 };

/* What a worker has met: address of struct symbol -> address of its dso; address of struct dso -> 1. */
struct met {
	struct u64map symbols, dsos;
	struct chain chain;
};
struct packing {
	struct session *session;
	struct frame_space *frames;
	struct bundle_writer writer;
	struct portable_result result;
	struct u64map sources; /* address of a path as interned -> 1 */
	struct met all;
	int code; /* of writing, which ends it all */
};

/* ---- what is met */

static void meet_map(struct met *met, const struct map *map)
{
	if (map) *u64map_put(&met->dsos, (uintptr_t)map->dso, NULL) = 1;
}

static void meet_frame(struct met *met, const struct frame *frame)
{
	if (!frame->map) return;
	if (frame->symbol) *u64map_put(&met->symbols, (uintptr_t)frame->symbol, NULL) = (uintptr_t)frame->map->dso;
	meet_map(met, frame->map);
}

static void meet_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct met *met = &((struct met *)ctx)[worker->index];
	struct resolver *resolver = worker->resolver;
	struct sample_task task;
	resolver_task(resolver, sample, &task);
	meet_frame(met, resolver_sample_ip(resolver, &task, sample));
	if (sample_has_chain(sample) && callchain_resolve(resolver, &task, sample, NULL, &met->chain) == 0)
		for (size_t i = 0; i < met->chain.count; i++) meet_frame(met, met->chain.frames[i]);
	if (sample->present & SAMPLE_ADDR) {
		meet_map(met, resolver_map(resolver, &task, CPUMODE_USER, sample->addr));
		meet_map(met, resolver_map(resolver, &task, CPUMODE_KERNEL, sample->addr));
	}
	for (uint64_t i = 0; i < sample->nr_branches; i++) {
		meet_frame(met, resolver_ip(resolver, &task, CPUMODE_USER, sample->branches[i].from));
		meet_frame(met, resolver_ip(resolver, &task, CPUMODE_USER, sample->branches[i].to));
	}
}

static void take_over(struct u64map *to, struct u64map *from)
{
	uint64_t key, value;
	for (size_t pos = 0; u64map_next(from, &pos, &key, &value);) *u64map_put(to, key, NULL) = value;
	u64map_done(from);
}

/* Code that a trace went through has no samples; a kernel without its list of symbols has no modules. */
static void meet_others(struct packing *p)
{
	const struct model *model = session_model(p->session);
	const struct session_totals *totals = session_totals(p->session);
	bool all = totals->trace_type || totals->nr_by_type[RECORD_AUXTRACE], any_module = false;
	uint64_t key, value;
	for (size_t pos = 0; u64map_next(&p->all.dsos, &pos, &key, &value);)
		any_module |= ((const struct dso *)(uintptr_t)key)->kind == DSO_MODULE;
	for (uint32_t i = 0; i < model_nr_dsos(model); i++) {
		const struct dso *dso = model_dso(model, i);
		if (all || (any_module && dso->kind == DSO_KERNEL)) *u64map_put(&p->all.dsos, (uintptr_t)dso, NULL) = 1;
	}
}

static int meet_all(struct packing *p, struct err *err)
{
	unsigned threads = session_threads(p->session);
	struct met *met = xcalloc(threads, sizeof(*met));
	const struct sample_visitor visitor = { .ctx = met, .sample = meet_sample };
	int r = session_samples(p->session, &visitor, err);
	for (unsigned t = 0; t < threads; t++) {
		take_over(&p->all.symbols, &met[t].symbols);
		take_over(&p->all.dsos, &met[t].dsos);
		chain_done(&met[t].chain);
	}
	free(met);
	meet_others(p);
	return r;
}

/* ---- members */

/* Only what ends the writing is remembered; a file that cannot be had is counted. */
static void add_fd(struct packing *p, const char *name, int fd)
{
	if (p->code < 0) return;
	int r = bundle_writer_add(&p->writer, name, fd);
	if (r == -ENOSPC || r == -EDQUOT || r == -EFBIG) p->code = r == -EFBIG ? 0 : r;
	if (r < 0) p->result.nr_failed++;
}

static void add_path(struct packing *p, const char *name, const char *path)
{
	_close_ int fd = regular_file_open(path);
	/* files of procfs say that they are regular, and empty */
	if (fd < 0) p->result.nr_failed++;
	else add_fd(p, name, fd);
}

/* ".build-id/XX/YYYY/KIND"; the caller frees. */
static char *build_id_name(const uint8_t *id, size_t size, const char *kind)
{
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	strbuf_printf(&name, ".build-id/%02x/", id[0]);
	for (size_t i = 1; i < size; i++) strbuf_printf(&name, "%02x", id[i]);
	strbuf_printf(&name, "/%s", kind);
	return strbuf_take(&name);
}

/* By build-id where there is one, else by its path; NULL: it has neither. The caller frees. */
static char *object_name(const struct object_identity *identity, const char *kind)
{
	if (identity->build_id_size >= 2) return build_id_name(identity->build_id, identity->build_id_size, kind);
	return *identity->path == '/' && strcmp(kind, "elf") == 0 ? xasprintf("root%s", identity->path) : NULL;
}

/* An image in memory, as the vdso is. */
static void add_memory(struct packing *p, const char *name, const struct blob *blob)
{
	_close_ int fd = memfd_create("perf-portable", MFD_CLOEXEC);
	bool is_written = fd >= 0 && blob->memory &&
			  write(fd, blob->memory, blob->size_bytes) == (ssize_t)blob->size_bytes;
	if (is_written) add_fd(p, name, fd);
	else p->result.nr_failed++;
}

static void add_file(struct packing *p, const char *name, const struct symbol_file *file)
{
	if (*file->path == '/') add_path(p, name, file->path);
	else add_memory(p, name, &file->image.blob);
}

/* What dwz(1) took out of several debug files, where this one refers to it ("PATH\0BUILD-ID"). */
static void add_alt(struct packing *p, const struct symbol_file *file)
{
	const struct image_section *section = image_section(&file->image, ".gnu_debugaltlink");
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (!section || section->size_bytes > LINK_MAX_BYTES || image_section_data(&file->image, section, &bytes) < 0)
		return;
	const char *named = (const char *)bytes.data, *slash = strrchr(file->path, '/');
	size_t length = strnlen(named, bytes.size), id_size = bytes.size - MIN(length + 1, bytes.size);
	if (id_size < 2 || id_size > 20 || !slash) return;
	_free_ char *path = *named == '/' ? xstrdup(named)
					  : xasprintf("%.*s/%s", (int)(slash - file->path), file->path, named);
	_free_ char *name = build_id_name(bytes.data + length + 1, id_size, "debug");
	uint8_t id[20];
	if (build_id_of_file(path, id) == (int)id_size && memcmp(id, bytes.data + length + 1, id_size) == 0)
		add_path(p, name, path);
	else p->result.nr_failed++;
}

static bool is_other(const struct symbol_file *file, const struct symbol_file *than)
{
	return file->path && (!than->path || strcmp(file->path, than->path) != 0);
}

/* What ran, and the one file with symbols or debug information beside it. */
static void pack_files(struct packing *p, const struct object *object)
{
	const struct object_identity *identity = object_identity(object);
	struct object_files files = OBJECT_FILES_INIT;
	struct symbol_file debug = { .image = IMAGE_INIT };
	_free_ char *name = object_name(identity, identity->kind == OBJECT_VDSO ? "vdso" : "elf"),
		    *debug_name = object_name(identity, "debug");
	object_files_find(object, &files, NULL);
	if (object_open_debug_info(object, &debug) < 0) debug.path = NULL;
	if (files.runtime.path && name) add_file(p, name, &files.runtime);
	if (debug.path) add_alt(p, &debug);
	if (is_other(&debug, &files.runtime) && debug_name) add_file(p, debug_name, &debug);
	else if (is_other(&files.symbols, &files.runtime) && debug_name) add_file(p, debug_name, &files.symbols);
	bool has_any = name && (files.runtime.path || files.symbols.path || debug.path);
	if (has_any) p->result.nr_objects++;
	else p->result.nr_missing++;
	if (debug.path) symbol_file_close(&debug);
	object_files_done(&files);
}

/* Its list of symbols or its image, whichever a report would take, and its image with debug information. */
static void pack_kernel(struct packing *p, struct object *object)
{
	const struct object_identity *identity = object_identity(object);
	struct symbol_file debug = { .image = IMAGE_INIT };
	(void)object_nr_symbols(object);
	const char *path = object_source_path(object), *source = object_source_name(object);
	bool is_list = source && strcmp(source, "kallsyms") == 0;
	_free_ char *name = object_name(identity, is_list ? "kallsyms" : "elf");
	if (!path || !name || identity->build_id_size < 2) {
		p->result.nr_missing++;
		return;
	}
	add_path(p, name, path);
	p->result.nr_objects++;
	if (object_open_debug_info(object, &debug) < 0) return;
	_free_ char *image_name = object_name(identity, "elf");
	if (debug.path) add_file(p, image_name, &debug);
	symbol_file_close(&debug);
}

/* Names that a compiler wrote for its profiler. */
static void pack_generated(struct packing *p, struct object *object)
{
	const struct object_identity *identity = object_identity(object);
	(void)object_nr_symbols(object);
	const char *path = object_source_path(object);
	_free_ char *name = identity->kind == OBJECT_PERF_MAP ? xasprintf("root/tmp/perf-%d.map", identity->pid)
							      : xasprintf("root%s", identity->path);
	if (!path) return; /* most memory without a file is no code */
	add_path(p, name, path);
	p->result.nr_objects++;
}

static void pack_dso(struct packing *p, const struct dso *dso)
{
	struct object *object = frame_space_object(p->frames, dso);
	switch (object_identity(object)->kind) {
	case OBJECT_USER:
		if (*dso->long_name != '/' || strncmp(dso->long_name, "//anon", 6) == 0) return;
		pack_files(p, object);
		break;
	case OBJECT_MODULE:
	case OBJECT_VDSO: pack_files(p, object); break;
	case OBJECT_KERNEL: pack_kernel(p, object); break;
	case OBJECT_PERF_MAP:
	case OBJECT_JITDUMP: pack_generated(p, object); break;
	case OBJECT_BPF: break; /* is in the header */
	}
}

/* ---- sources */

static bool meet_line(void *ctx, uint64_t start, uint64_t end, const struct source_line *line)
{
	struct packing *p = ctx;
	if (line->file) *u64map_put(&p->sources, (uintptr_t)line->file, NULL) = 1;
	return true;
}

static void meet_sources(struct packing *p, const struct symbol *symbol, const struct dso *dso)
{
	object_lines_visit(frame_space_object(p->frames, dso), symbol->start, symbol->end, meet_line, p);
}

/* Sources that are not here are no loss: most programs' are not. */
static void pack_source(struct packing *p, const char *path)
{
	struct stat st;
	_close_ int fd = *path == '/' ? regular_file_open(path) : -1;
	if (fd < 0 || fstat(fd, &st) < 0 || st.st_size > SOURCE_MAX_BYTES) return;
	_free_ char *name = xasprintf("root%s", path);
	add_fd(p, name, fd);
	p->result.nr_sources++;
}

static void pack_all(struct packing *p)
{
	uint64_t key, value;
	for (size_t pos = 0; u64map_next(&p->all.dsos, &pos, &key, &value) && p->code >= 0;)
		pack_dso(p, (const struct dso *)(uintptr_t)key);
	for (size_t pos = 0; u64map_next(&p->all.symbols, &pos, &key, &value);)
		meet_sources(p, (const struct symbol *)(uintptr_t)key, (const struct dso *)(uintptr_t)value);
	for (size_t pos = 0; u64map_next(&p->sources, &pos, &key, &value) && p->code >= 0;)
		pack_source(p, (const char *)(uintptr_t)key);
}

int session_pack(struct session *session, int fd, uint64_t end, struct portable_result *ret, struct err *err)
{
	struct packing p = { .session = session, .frames = session_frames(session) };
	bundle_writer_init(&p.writer, fd, end);
	int r = meet_all(&p, err);
	if (r >= 0) {
		pack_all(&p);
		r = p.code < 0 ? p.code : bundle_writer_finish(&p.writer);
		if (r < 0)
			(void)err_set_errno(err, r, "failed to add objects to %s",
					    perfdata_path(session_perfdata(session)));
	}
	if (r < 0 && ftruncate(fd, (off_t)end) < 0)
		(void)err_set_errno(err, -errno, "failed to cut off what was added");
	p.result.content_bytes = p.writer.content_bytes;
	p.result.packed_bytes = p.writer.at - end;
	if (r >= 0) *ret = p.result;
	bundle_writer_done(&p.writer);
	u64map_done(&p.sources);
	u64map_done(&p.all.symbols);
	u64map_done(&p.all.dsos);
	return r < 0 ? r : 0;
}
