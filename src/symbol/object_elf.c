/* Symbols of programs, libraries and the vdso: looks for the best symbol table and for the file that ran. */
#include <errno.h>
#include <string.h>
#include "symbol/image_symbols.h"
#include "symbol/object_private.h"
#include "symbol/plt.h"

struct found_files {
	struct symbol_file symbols, runtime; /* path NULL: not found */
	const struct symbol_source *symbols_source, *runtime_source;
};

static bool build_id_differs(const struct source_query *query, const struct image *image)
{
	uint8_t id[20];
	int size = query->build_id_size ? image_build_id(image, id) : -ENODATA;

	return size > 0 && ((size_t)size != query->build_id_size || memcmp(id, query->build_id, (size_t)size) != 0);
}

/* runtime_only: the file that ran is all that is wanted. */
static void files_find(const struct object *object, bool runtime_only, struct found_files *found)
{
	const struct object_identity *identity = &object->identity;
	struct source_query query = {
		.files = &object->store->files, .kind = identity->kind, .path = identity->path, .build_id = object->build_id,
		.build_id_size = identity->build_id_size, .foreign_machine = object->store->options.foreign_machine,
	};
	uint8_t own_id[20];

	if (!query.build_id_size) {
		/* not recorded: the file at the path is believed to be the one that ran */
		_free_ char *path = target_file_path(query.files, identity->path);
		int size = build_id_of_file(path, own_id);
		if (size > 0) {
			query.build_id = own_id;
			query.build_id_size = (size_t)size;
		}
	}
	for (size_t i = 0; symbol_sources[i]; i++) {
		const struct symbol_source *source = symbol_sources[i];
		bool wants_symbols = !found->symbols.path && !runtime_only, wants_runtime = source->runtime && !found->runtime.path;
		if (!(source->kinds >> identity->kind & 1) || (!wants_symbols && !wants_runtime)) continue;
		for (unsigned attempt = 0;; attempt++) {
			struct symbol_file file = { .image = IMAGE_INIT };
			int code = source->open(&query, attempt, &file);
			if (code == -ENOENT) break;
			if (code < 0) continue;
			if (build_id_differs(&query, &file.image)) {
				warnings_add(object->store->options.warnings, "changed since recording",
					     "%s changed since recording (its build-id is another one): not used for symbols", file.path);
				symbol_file_close(&file);
				continue;
			}
			bool has_symbols = image_has_symbols(&file.image, SHT_SYMTAB);
			if (wants_symbols && has_symbols) {
				found->symbols = file;
				found->symbols_source = source;
				if (wants_runtime) {
					/* a second handle: both are closed on their own */
					_free_ char *path = xstrdup(file.path);
					if (symbol_file_open(&path, &found->runtime) >= 0) found->runtime_source = source;
				}
				break;
			}
			if (wants_runtime) {
				found->runtime = file;
				found->runtime_source = source;
				break;
			}
			symbol_file_close(&file);
		}
		if ((found->symbols.path || runtime_only) && found->runtime.path) break;
	}
}

/* The image whose program headers say how the file was mapped: debug files often have them stripped of file sizes and offsets. */
static const struct image *mapped_image(const struct found_files *found)
{
	return found->runtime.path ? &found->runtime.image : &found->symbols.image;
}

/* "objcopy --only-keep-debug" zeroes what program headers say of the file. Without the file that ran, its layout is taken to be the one of
   GNU ld: code at the same distance from the start in the file as in memory. */
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

int object_load_elf(const struct object *object, struct object_symbols *ret)
{
	struct found_files found = { { .image = IMAGE_INIT }, { .image = IMAGE_INIT }, NULL, NULL };
	int code = -ENOENT;

	files_find(object, false, &found);
	if (found.symbols.path || found.runtime.path) {
		if (!found.runtime.path) guess_file_offs(&found.symbols.image);
		struct image_symbols_options options = { .addresses = IMAGE_FILE_OFFS, .runtime = mapped_image(&found) };
		struct symbol_file *used = found.symbols.path ? &found.symbols : &found.runtime;
		const struct symbol_source *source = found.symbols.path ? found.symbols_source : found.runtime_source;
		code = image_symbols_add(&used->image, SHT_SYMTAB, &options, &ret->list);
		int dynamic = image_symbols_add(&used->image, SHT_DYNSYM, &options, &ret->list);
		if (dynamic > 0) code = MAX(code, dynamic);
		if (code > 0 && found.runtime.path) plt_symbols_add(&found.runtime.image, &ret->list);
		ret->source_name = source->name;
		ret->origin_letter = source->letter;
		ret->source_path = xstrdup(used->path);
		struct image *mapped = found.runtime.path ? &found.runtime.image : &found.symbols.image;
		ret->segments = take(mapped->segments);
		ret->nr_segments = mapped->nr_segments;
		mapped->nr_segments = 0;
	}
	if (code == -ENODATA) code = 0;
	symbol_file_close(&found.symbols);
	symbol_file_close(&found.runtime);
	return code;
}

int object_open_runtime(const struct object *object, struct symbol_file *ret)
{
	struct found_files found = { { .image = IMAGE_INIT }, { .image = IMAGE_INIT }, NULL, NULL };

	files_find(object, true, &found);
	if (!found.runtime.path) return -ENOENT;
	*ret = found.runtime;
	return 0;
}

int object_open_symbols(const struct object *object, struct symbol_file *ret)
{
	struct found_files found = { { .image = IMAGE_INIT }, { .image = IMAGE_INIT }, NULL, NULL };

	files_find(object, false, &found);
	symbol_file_close(&found.runtime);
	if (!found.symbols.path) return -ENOENT;
	*ret = found.symbols;
	return 0;
}
