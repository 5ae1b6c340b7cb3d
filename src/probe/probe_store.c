/* What a build-id cache keeps of one file: the file, and the definitions of its markers. The file is opened once, and
 * its build-id decides where in the cache its definitions are; a file without one can be probed, but not remembered. */
#include "probe/probe_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/regular_file.h"
#include "kernel/elf_note.h"
#include "kernel/kernel_text.h"
#include "kernel/machine_root.h"
#include "probe/sdt_note.h"
#include "record/build_id/build_id_cache.h"

/* The cache's file is read at once; a missing one is an empty cache. */
void probe_store_of(const char *cache_dir, const char *path, int fd, const struct build_id *id, struct probe_store *ret)
{
	*ret = (struct probe_store){ .path = xstrdup(path),
				     .fd = fd,
				     .id = *id,
				     .hex = build_id_hex_of(id),
				     .cache_dir = cache_dir,
				     .cache = PROBE_CACHE_INIT };
	if (id->size && cache_dir) probe_cache_file_read(cache_dir, ret->hex.text, &ret->cache);
}

/* The kernel has no file of its own here (fd -1): its build-id comes from /sys/kernel/notes. */
int probe_store_open(const char *cache_dir, const char *exec, int32_t pid, struct probe_store *ret)
{
	struct build_id id = { 0 };
	int fd = -1;
	if (exec) {
		/* /proc/PID/root is that process's view of files, whatever container it is in */
		_free_ char *path = pid ? xasprintf("/proc/%d/root%s", pid, exec) : xstrdup(exec);
		fd = regular_file_open(path);
		if (fd < 0) return fd;
		if (!elf_fd_build_id(fd, &id)) id.size = 0;
	} else if (!kernel_build_id(machine_root(), &id)) {
		id.size = 0;
	}
	probe_store_of(cache_dir, exec ? exec : "[kernel.kallsyms]", fd, &id, ret);
	return 0;
}

void probe_store_close(struct probe_store *store)
{
	if (store->fd >= 0) close(store->fd);
	free(store->path);
	probe_cache_done(&store->cache);
}

/* Markers are taken as the cache would write and read them, so that both ways give the same events. Markers that are
 * remembered already are replaced, other definitions stay. The image works on a duplicate of the descriptor, which it
 * closes. */
bool probe_store_add_markers(struct probe_store *store)
{
	struct blob blob;
	_image_close_ struct image image = IMAGE_INIT;
	struct sdt_notes notes;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	_probe_cache_done_ struct probe_cache own = PROBE_CACHE_INIT;
	if (strchr(store->path, '\n'))
		return false; /* what is remembered is lines, with the path in each; and the kernel takes no such path
			       */
	int copy_fd = store->fd >= 0 ? fcntl(store->fd, F_DUPFD_CLOEXEC, 0) : -1;
	if (copy_fd < 0 || blob_of_fd(copy_fd, &blob) < 0 || image_open(&blob, &image) < 0) return false;
	(void)sdt_notes_read(&image, &notes); /* those before any damage */
	sdt_definitions_format(&notes, &image, store->path, &text);
	sdt_notes_done(&notes);
	(void)probe_cache_parse(strbuf_text(&text), text.size, &own);
	for (size_t i = 0; i < own.items.count; i++)
		probe_cache_set(&store->cache, true, own.items.items[i].spec, &own.items.items[i].events);
	return own.items.count;
}

/* An existing file "probes" is replaced as a whole: of two writers at once the last one wins. */
int probe_store_write(const struct probe_store *store, bool with_file)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	const char *dir = store->cache_dir;
	if (!store->id.size || !dir) return -ENODATA;
	int r = !with_file ? 0 : build_id_cache_add(dir, store->path, store->fd, &store->id);
	if (r < 0) return r;
	/* the cache takes files by descriptor, and puts them in place at once (rename) */
	FILE *probes = tmpfile();
	if (!probes) return -errno;
	probe_cache_format(&store->cache, &text);
	fputs(strbuf_text(&text), probes);
	r = fflush(probes) == 0
		    ? build_id_cache_put(dir, store->path, fileno(probes), &store->id, "probes", BUILD_ID_DECIDED)
		    : -errno;
	fclose(probes);
	return r;
}

/* Of kernels only the one that runs is of use. */
void probe_store_read_all(const char *cache_dir, struct probe_cache_files *ret)
{
	struct build_id id;
	bool is_known = kernel_build_id(machine_root(), &id);
	struct build_id_hex hex = { "" };
	if (is_known) hex = build_id_hex_of(&id);
	probe_cache_files_read(cache_dir, is_known ? hex.text : NULL, ret);
}
