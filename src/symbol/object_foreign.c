/* Symbols of mapped files that are no ELF files themselves: Windows' programs (file/pe.h), and archives with
 * libraries in them (file/zip.h). Which it is, the first four bytes say. */
#include <errno.h>
#include <string.h>
#include "symbol/image_symbols.h"
#include "symbol/object_private.h"
#include "symbol/file/pe.h"
#include "symbol/file/zip.h"

#define LIBRARIES_MAX_BYTES (1ull << 30) /* of one archive, in all */

/* Passed through zip_visit_stored: the archive's bytes, where symbols go, and how much of LIBRARIES_MAX_BYTES is
 * used up. */
struct archive {
	const struct blob *blob;
	struct object_symbols *found;
	uint64_t nr_bytes;
};

/* Adds the symbols of one uncompressed member, if it is ELF. Its file offsets are moved by where the member begins,
 * because the archive is what was mapped. Returns true always: a damaged member does not end the walk. */
static bool add_library(void *ctx, uint64_t file_off, uint64_t size_bytes)
{
	struct archive *archive = ctx;
	struct bytes bytes = BYTES_INIT;
	_bytes_done_ struct bytes magic = BYTES_INIT;
	if (size_bytes < sizeof(Elf32_Ehdr) || archive->nr_bytes + size_bytes > LIBRARIES_MAX_BYTES) return true;
	if (blob_read(archive->blob, file_off, SELFMAG, &magic) < 0 || memcmp(magic.data, ELFMAG, SELFMAG) != 0)
		return true;
	if (blob_read(archive->blob, file_off, size_bytes, &bytes) < 0) return true;
	archive->nr_bytes += size_bytes;
	struct blob blob = blob_of_memory(bytes.data, bytes.size);
	struct symbol_list *list = &archive->found->list;
	symbol_list_adopt(list, bytes.owned); /* names stay in it */
	_image_close_ struct image image = IMAGE_INIT;
	if (image_open(&blob, &image) < 0) return true;
	struct image_symbols_options options = { .addresses = IMAGE_FILE_OFFS };
	size_t first = list->symbols.count;
	(void)!image_symbols_add(&image, SHT_SYMTAB, &options, list);
	(void)!image_symbols_add(&image, SHT_DYNSYM, &options, list);
	for (size_t i = first; i < list->symbols.count; i++) {
		list->symbols.items[i].start += file_off;
		list->symbols.items[i].end += file_off;
	}
	/* The member's segments join those of the others, so that object_elf_addr gives addresses as tools print
	 * them. */
	struct object_symbols *found = archive->found;
	found->segments = xreallocarray(found->segments, found->nr_segments + image.nr_segments + 1,
					sizeof(*found->segments));
	for (size_t i = 0; i < image.nr_segments; i++) {
		struct image_segment *s = &found->segments[found->nr_segments++];
		*s = image.segments[i];
		s->file_off += file_off;
	}
	return true;
}

int object_load_foreign(const struct object *object, struct object_symbols *ret)
{
	_free_ char *path = target_file_path(object->files, object->identity.path);
	_blob_close_ struct blob blob = BLOB_INIT;
	_bytes_done_ struct bytes begin = BYTES_INIT;
	if (object->identity.path[0] != '/') return -ENOENT;
	int code = target_file_open(path, &blob);
	if (code >= 0) code = blob_read(&blob, 0, MIN(blob.size_bytes, (uint64_t)4), &begin);
	if (code < 0) return code;
	if (pe_is_image(begin.data, begin.size)) {
		code = pe_symbols_add(&blob, &ret->list, &ret->segments, &ret->nr_segments);
		ret->source_name = "PE image";
	} else if (zip_is_archive(begin.data, begin.size)) {
		struct archive archive = { .blob = &blob, .found = ret };
		code = zip_visit_stored(&blob, add_library, &archive);
		ret->source_name = "libraries in an archive";
	} else {
		return -ENOEXEC;
	}
	if (code < 0 || !ret->list.symbols.count) {
		ret->source_name = NULL;
		return code < 0 ? code : -ENODATA;
	}
	ret->ends = SYMBOL_ENDS_ELF;
	ret->source_path = take(path);
	ret->origin_letter = 'd';
	return 0;
}
