#include "commands/inject/inject_jit.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/file_copy.h"
#include "base/hash.h"
#include "perfdata/feature/header_feature.h"
#include "session/jitdump_mapping.h"
#include "symbol/jit/jitted_elf.h"
#include "symbol/object.h"

int inject_jit_init(struct inject_jit *jit, struct session *session, struct warnings *warnings, struct err *err)
{
	const struct perf_events *events = session_events(session);
	const struct event_attr *attr = events->count ? &events->items[0]->attr : NULL;
	if (attr && !(attr->flags & ATTR_USE_CLOCKID && attr->clockid == CLOCK_MONOTONIC))
		return err_set(err, -EINVAL,
			       "--jit: the recording's times are not those of jitdump files (record with -k mono)\n"
			       "Hint: report, script and annotate read jitdump files themselves, also with other "
			       "clocks");
	*jit = (struct inject_jit){ .session = session, .warnings = warnings };
	return 0;
}

void inject_jit_done(struct inject_jit *jit)
{
	arena_done(&jit->names);
	u64map_done(&jit->done);
	u64map_done(&jit->pids);
	vec_done(&jit->build_ids);
}

bool inject_jit_wants(uint32_t type)
{
	return type == RECORD_MMAP || type == RECORD_MMAP2 || type == RECORD_FINISHED_ROUND;
}

/* The objects of one jitdump. */
struct jit_run {
	struct inject_jit *jit;
	const struct jitdump *dump;
	const struct record_mmap *marker;
	struct sample_id id; /* of the new mappings; present 0: they have none */
	int folder;          /* that of the jitdump */
	size_t folder_chars; /* of the marker's name */
	struct written {
		const char *path; /* NULL: not written */
		struct stat st;
	} * written; /* [dump->loads] */
};

/* A new file, never one that somebody has put there. */
static int write_file(struct jit_run *run, const char *name, const struct outbuf *content, struct stat *ret_st)
{
	if (unlinkat(run->folder, name, 0) < 0 && errno != ENOENT) return -errno;
	_close_ int fd = openat(run->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0) return -errno;
	int r = file_write(fd, content->data, content->size);
	if (r >= 0 && fstat(fd, ret_st) < 0) r = -errno;
	if (r < 0) unlinkat(run->folder, name, 0);
	return r;
}

static int write_object(struct jit_run *run, size_t load, struct outbuf *out)
{
	struct inject_jit *jit = run->jit;
	struct written *written = &run->written[load];
	uint8_t id[JITTED_BUILD_ID_BYTES];
	out->size = 0;
	int r = jitted_elf_put(run->dump, &run->dump->loads.items[load], out, id);
	if (r == -ENODATA) return 0; /* no code */
	const char *path = arena_printf(&jit->names, "%.*s/jitted-%" PRIu32 "-%" PRIu64 ".so", (int)run->folder_chars,
					run->marker->filename, run->dump->pid, run->dump->loads.items[load].index);
	if (r >= 0) r = write_file(run, path + run->folder_chars + 1, out, &written->st);
	if (r < 0) return r;
	written->path = path;
	struct header_build_id item = { .misc = CPUMODE_USER,
					.pid = -1,
					.id = { .size = JITTED_BUILD_ID_BYTES },
					.filename = (char *)(uintptr_t)path };
	memcpy(item.id.bytes, id, sizeof(id));
	vec_push(&jit->build_ids, item);
	jit->nr_objects++;
	return 0;
}

static int write_objects(struct jit_run *run)
{
	struct outbuf out;
	int r = 0;
	out_init(&out, -1);
	for (size_t i = 0; i < run->dump->loads.count && r >= 0; i++) r = write_object(run, i, &out);
	out_done(&out);
	return r;
}

static void put_mapping(struct jit_run *run, const struct jitdump_place *place, struct outbuf *out)
{
	const struct written *written = &run->written[place->load];
	struct sample_id id = run->id;
	if (!written->path) return;
	const struct record_mmap mmap = { .pid = run->marker->pid,
					  .tid = run->marker->tid,
					  .start = place->vaddr,
					  .len = jitdump_load_mapped_bytes(run->dump,
									   &run->dump->loads.items[place->load]),
					  .pgoff = JITTED_CODE_AT,
					  .has_inode = true,
					  .maj = major(written->st.st_dev),
					  .min = minor(written->st.st_dev),
					  .ino = written->st.st_ino,
					  .ino_generation = 1,
					  .prot = PROT_EXEC,
					  .flags = MAP_SHARED,
					  .filename = written->path };
	id.time_ns = place->time_ns;
	const struct record_envelope envelope = { .type = RECORD_MMAP2,
						  .misc = CPUMODE_USER,
						  .id = id.present ? &id : NULL };
	(void)!record_encode_mmap(out, envelope, &mmap);
}

static void tell_unreadable(struct inject_jit *jit, const char *path, const char *why)
{
	warnings_add(jit->warnings, "jitdump left as it is", "%s: %s", path, why);
}

/* All of one jitdump; its mapping stays where that fails. */
static enum rewrite inject_dump(struct inject_jit *jit, const struct jitdump *dump, const struct record *r,
				const struct record_mmap *marker, struct outbuf *out)
{
	const char *slash = strrchr(marker->filename, '/');
	struct jit_run run = { .jit = jit, .dump = dump, .marker = marker, .folder = -1 };
	run.folder_chars = slash ? (size_t)(slash - marker->filename) : 0;
	if (dump->arch_timestamp || !slash) {
		tell_unreadable(jit, marker->filename, "its times are counts of the processor, or it has no folder");
		return REWRITE_KEEP;
	}
	_free_ char *folder = xstrndup(marker->filename, MAX(run.folder_chars, (size_t)1));
	_close_ int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	_free_ struct written *written = xcalloc(dump->loads.count + 1, sizeof(*written));
	size_t nr_before = jit->build_ids.count;
	run.folder = fd;
	run.written = written;
	if (events_sample_id(session_events(jit->session), r, &run.id) < 0) run.id.present = 0;
	int code = fd < 0 ? -errno : write_objects(&run);
	if (code < 0) {
		_err_done_ struct err err = ERR_INIT;
		(void)err_set_errno(&err, code, "objects cannot be written beside it");
		tell_unreadable(jit, marker->filename, err.message);
		jit->build_ids.count = nr_before;
		return REWRITE_KEEP;
	}
	for (size_t i = nr_before; jit->pipe && i < jit->build_ids.count; i++)
		feature_encode_build_id(RECORD_HEADER_BUILD_ID, &jit->build_ids.items[i], out);
	for (size_t i = 0; i < dump->places.count; i++) put_mapping(&run, &dump->places.items[i], out);
	jit->nr_dumps++;
	return REWRITE_REPLACE;
}

static bool is_new(struct u64map *set, uint64_t key)
{
	bool ret;
	*u64map_put(set, key, &ret) = 1;
	return ret;
}

static enum rewrite inject_marker(struct inject_jit *jit, const struct record *r, const struct record_mmap *marker,
				  struct outbuf *out)
{
	struct object_identity identity = { .kind = OBJECT_JITDUMP,
					    .path = marker->filename,
					    .pid = (int32_t)marker->pid };
	uint64_t name = hash_bytes(marker->filename, strlen(marker->filename));
	if (!is_new(&jit->done, hash_pair(marker->pid, name))) return REWRITE_DROP;
	const struct jitdump *dump = object_jitdump(symbol_store_object(session_symbols(jit->session), &identity));
	if (!dump) return REWRITE_KEEP; /* why was warned of */
	(void)is_new(&jit->pids, marker->pid);
	return inject_dump(jit, dump, r, marker, out);
}

/* Memory that code is put into: as a mapping of later it would hide the code. */
static bool is_anonymous(const char *filename)
{
	return strcmp(filename, "//anon") == 0 || strncmp(filename, "[anon:", 6) == 0;
}

enum rewrite inject_jit_record(struct inject_jit *jit, const struct record *r, struct outbuf *out)
{
	struct record_mmap mmap;
	if (r->type == RECORD_FINISHED_ROUND) return REWRITE_DROP;
	if (jitdump_mapping_of(r, &mmap)) return inject_marker(jit, r, &mmap, out);
	if (record_decode_mmap(r, &mmap) < 0) return REWRITE_KEEP;
	return u64map_find(&jit->pids, mmap.pid) && is_anonymous(mmap.filename) ? REWRITE_DROP : REWRITE_KEEP;
}
