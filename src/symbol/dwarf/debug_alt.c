/* What dwz took out of several files and put into one that they share: named by .gnu_debugaltlink (dwz's manual), or
 * .debug_sup (DWARF 5, section 7.3.6). */
#include <string.h>
#include "base/strbuf.h"
#include "symbol/dwarf/debug_file.h"

/* A link that was read: name of the shared file, and its build-id; both point into bytes. */
struct alt_link {
	struct bytes bytes;
	const char *name;
	const uint8_t *build_id;
	size_t build_id_size;
};

/* .gnu_debugaltlink: name, NUL, build-id. .debug_sup: u16 version, u8 is_supplementary, name, uleb size and the id. */
static bool read_link(const struct image *image, struct alt_link *ret)
{
	const struct image_section *section = image_section(image, ".gnu_debugaltlink");
	bool standard = !section;
	if (!section) section = image_section(image, ".debug_sup");
	if (!section || section->size_bytes > 65536 || image_section_data(image, section, &ret->bytes) < 0)
		return false;
	struct cursor c = cursor_of(ret->bytes.data, ret->bytes.size, image->swap);
	if (standard) cursor_skip(&c, 3); /* version, whether this is the supplement */
	ret->name = cursor_string(&c, 4096);
	if (standard) (void)cursor_uleb128(&c);
	ret->build_id_size = MIN(cursor_left(&c), (size_t)20);
	ret->build_id = cursor_bytes(&c, ret->build_id_size);
	return ret->name && *ret->name && cursor_ok(&c);
}

/* NULL: not there, or of another build-id. A file without a build-id is taken. */
static struct debug_file *try_path(struct debug_file *file, const struct alt_link *link, const char *host_path)
{
	struct debug_file *alt = debug_file_open(DEBUG_FILE_ALT, host_path, file);
	uint8_t id[20];
	int size = alt && link->build_id_size ? image_build_id(&alt->file.image, id) : -1;
	if (size <= 0 || ((size_t)size == link->build_id_size && memcmp(id, link->build_id, link->build_id_size) == 0))
		return alt;
	debug_file_close(alt);
	return NULL;
}

/* Tries the named path, the debug directory by build-id, and the build-id cache. Only main files have such a link. */
static struct debug_file *open_alt(struct debug_file *file)
{
	struct alt_link link = { .bytes = BYTES_INIT };
	struct debug_file *alt = NULL;
	if (file->kind != DEBUG_FILE_MAIN) return NULL;
	if (read_link(&file->file.image, &link)) {
		const char *own = file->file.path, *slash = strrchr(own, '/');
		/* relative names count from where the debug file is */
		_free_ char *named = *link.name == '/' ? target_file_path(file->files, link.name)
						       : xasprintf("%.*s/%s", slash ? (int)(slash - own) : 1,
								   slash ? own : ".", link.name);
		alt = try_path(file, &link, named);
		if (!alt && link.build_id_size >= 2) {
			_strbuf_done_ struct strbuf path = STRBUF_INIT;
			strbuf_printf(&path, "/usr/lib/debug/.build-id/%02x/", link.build_id[0]);
			for (size_t i = 1; i < link.build_id_size; i++) strbuf_printf(&path, "%02x", link.build_id[i]);
			strbuf_str(&path, ".debug");
			_free_ char *by_id = target_file_path(file->files, strbuf_text(&path));
			alt = try_path(file, &link, by_id);
			_free_ char *cached = alt ? NULL
						  : target_file_cached(file->files, link.build_id, link.build_id_size,
								       "debug");
			if (cached) alt = try_path(file, &link, cached);
		}
	}
	bytes_done(&link.bytes);
	return alt;
}

/* Opened once, under section_lock. */
struct debug_file *debug_file_alt(struct debug_file *file)
{
	if (unlikely(!atomic_load_explicit(&file->alt_ready, memory_order_acquire))) {
		pthread_mutex_lock(&file->section_lock);
		if (!atomic_load_explicit(&file->alt_ready, memory_order_relaxed)) {
			file->alt = open_alt(file);
			atomic_store_explicit(&file->alt_ready, true, memory_order_release);
		}
		pthread_mutex_unlock(&file->section_lock);
	}
	return file->alt;
}
