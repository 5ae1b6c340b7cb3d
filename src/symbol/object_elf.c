/* Symbols of programs, libraries and the vdso. .symtab comes from the best file that has one (object_files_find),
 * .dynsym from the same file, names of linkage table entries from the file that ran; all are moved to file offsets
 * by the program headers of the file that ran. What is no ELF file goes to object_load_foreign. */
#include <errno.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include "base/strbuf.h"
#include "symbol/image_symbols.h"
#include "symbol/object_files.h"
#include "symbol/object_kept.h"
#include "symbol/object_private.h"
#include "symbol/symbol_table_flat.h"

/* The image whose program headers say how the file was mapped: debug files often have them stripped of file sizes and
 * offsets. */
static const struct image *mapped_image(const struct object_files *found)
{
	return found->runtime.path ? &found->runtime.image : &found->symbols.image;
}

/* "objcopy --only-keep-debug" zeroes what program headers say of the file. Without the file that ran, its layout is
 * taken to be the one of GNU ld: code at the same distance from the start in the file as in memory. */
static void guess_file_offs(struct image *image)
{
	const struct image_segment *first = NULL;
	bool stripped = false;

	for (size_t i = 0; i < image->nr_sections; i++)
		stripped |= (image->sections[i].flags & SHF_EXECINSTR) && image->sections[i].type == SHT_NOBITS;
	for (size_t i = 0; stripped && i < image->nr_segments; i++) {
		struct image_segment *s = &image->segments[i];
		if (s->type != PT_LOAD) continue;
		if (!first) first = s;
		s->file_off = s->vaddr - first->vaddr;
		s->file_size_bytes = s->mem_size_bytes;
	}
}

/* Key of what the symbols depend on: both files, whether each was found, and whether names are shown readable (which
 * alias is kept depends on it); 0: not to be kept. */
static uint64_t key_of(const struct object *object, const struct object_files *found)
{
	uint64_t key = object_kept_form(object->store, SYMBOL_TABLE_FLAT_VERSION);
	key = object_kept_add(key, object->demangle);
	key = object_kept_add(key, (uint64_t) !!found->symbols.path << 1 | !!found->runtime.path);
	if (found->symbols.path) key = object_kept_add_file(key, &found->symbols.identity);
	if (found->runtime.path) key = object_kept_add_file(key, &found->runtime.identity);
	return key;
}

/* Is the file another one than was mapped, or of another file system? Overlays give their files other numbers. */
static bool was_replaced(const struct object_mapped *mapped, const char *path, const struct stat *st)
{
	struct statfs fs;
	if (!mapped->inode || mapped->inode == st->st_ino) return false;
	return makedev(mapped->maj, mapped->min) == st->st_dev ||
	       (statfs(path, &fs) == 0 && fs.f_type != OVERLAYFS_SUPER_MAGIC);
}

/* Without a build-id nothing proves that a file is the one that ran, but much may show that it is not. path: of what is
 * used, which may be a copy of it, or its debug information: what has become of the file itself is asked. Returns
 * whether it did. */
static bool warn_unproved(const struct object *object, const char *path)
{
	const struct object_identity *identity = &object->identity;
	const struct symbol_options *o = &object->store->options;
	struct stat st;
	if (path && strncmp(path, "/proc/", 6) == 0) return false; /* what a process has mapped is what ran */
	if (identity->kind != OBJECT_USER || identity->mapped.is_live || identity->build_id_size || !path ||
	    *o->symfs || stat(identity->path, &st) < 0)
		return false;
	if (object->other_host) {
		warnings_add(
			o->warnings, "recorded elsewhere",
			"the recording has no build-id of %s and is of another machine: this machine's file is used, "
			"which may be another version (--symfs names a directory with the recorded machine's files)",
			identity->path);
		return true;
	}
	const char *what = NULL;
	if (object->recorded_until && st.st_mtime > object->recorded_until) what = "changed";
	if (was_replaced(&identity->mapped, identity->path, &st)) what = "replaced";
	if (what)
		warnings_add(o->warnings, "changed since recording",
			     "%s was %s since the recording, which has no build-id of it: its symbols may be wrong "
			     "(\"perf record\" without -B keeps build-ids)",
			     identity->path, what);
	return what;
}

void object_recorded_too(struct object *object, const struct symbol_options *options)
{
	if (object->identity.kind != OBJECT_USER || object->identity.build_id_size) return;
	pthread_mutex_lock(&object->lock);
	object->other_host |= options->other_host;
	if (!object->recorded_until || (options->recorded_until && options->recorded_until < object->recorded_until))
		object->recorded_until = options->recorded_until;
	if (object->loaded && !object->told_unproved)
		object->told_unproved = warn_unproved(object, object->source_path);
	pthread_mutex_unlock(&object->lock);
}

/* 0 or more: found, perhaps without symbols. The segments of the file that ran go over to the object. */
int object_load_elf(const struct object *object, struct object_symbols *ret)
{
	struct object_files found;
	_strbuf_done_ struct strbuf tried = STRBUF_INIT;
	int code = -ENOENT;

	object_files_find(object, &found, object_tells(object) ? &tried : NULL);
	if (found.symbols.path || found.runtime.path) {
		if (!found.runtime.path) guess_file_offs(&found.symbols.image);
		struct image_symbols_options options = { .addresses = IMAGE_FILE_OFFS,
							 .runtime = mapped_image(&found) };
		struct symbol_file *used = found.symbols.path ? &found.symbols : &found.runtime;
		const struct symbol_source *source = found.symbols.path ? found.symbols_source : found.runtime_source;
		ret->told_unproved = warn_unproved(object, found.runtime.path);
		ret->key = key_of(object, &found);
		if (object_symbols_find_kept(object, ret)) {
			code = 0;
		} else {
			code = image_symbols_add(&used->image, SHT_SYMTAB, &options, &ret->list);
			int dynamic = image_symbols_add(&used->image, SHT_DYNSYM, &options, &ret->list);
			if (dynamic > 0) code = MAX(code, dynamic);
			if (code > 0 && found.runtime.path) plt_symbols_add(&found.runtime.image, &ret->list);
		}
		ret->source_name = source->name;
		ret->origin_letter = source->letter;
		ret->source_path = xstrdup(used->path);
		struct image *mapped = found.runtime.path ? &found.runtime.image : &found.symbols.image;
		ret->segments = take(mapped->segments);
		ret->nr_segments = mapped->nr_segments;
		mapped->nr_segments = 0;
	}
	if (code == -ENODATA) code = 0;
	object_files_done(&found);
	if (code == -ENOENT && object->identity.kind == OBJECT_USER) code = object_load_foreign(object, ret);
	object_tell(object, ret, strbuf_text(&tried));
	return code;
}
