/* .gnu_debugdata: an xz-compressed ELF file with the .symtab, inside of the stripped object ("MiniDebugInfo", GDB
 * manual). */
#include <errno.h>
#include "symbol/source/symbol_source.h"

#define UNPACKED_MAX (256u << 20)

/* The section is read from the file at the recorded path, or from the one in the build-id cache. The result is an image
 * in memory, whose path and identity are those of the file around it. One attempt. The symbols are those of functions
 * that .dynsym does not have. */
static int debug_data_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	struct symbol_file own = { .image = IMAGE_INIT };
	_free_ char *path = target_file_path(q->files, q->path);

	if (attempt || *q->path != '/' || symbol_file_open(&path, &own) < 0) {
		free(path);
		path = attempt ? NULL : target_file_cached_as(q->files, q->path, q->build_id, q->build_id_size, "elf");
		if (!path && !attempt) path = target_file_cached(q->files, q->build_id, q->build_id_size, "elf");
		if (!path || symbol_file_open(&path, &own) < 0) return -ENOENT;
	}
	_bytes_done_ struct bytes packed = BYTES_INIT;
	const struct image_section *section = image_section(&own.image, ".gnu_debugdata");
	int code = section ? image_section_data(&own.image, section, &packed) : -ENOENT;
	if (code >= 0) {
		struct blob blob = blob_of_memory(packed.data, packed.size);
		blob.owned_memory = take(packed.owned);
		/* the bytes are the mapped file's, which symbol_file_close gives back: the blob gets its own */
		if (!blob.owned_memory) {
			blob.owned_memory = xmalloc(packed.size + 1);
			__builtin_memcpy(blob.owned_memory, packed.data, packed.size);
			blob.memory = blob.owned_memory;
		}
		code = blob_unpack(&blob, UNPACKED_MAX);
		if (code == 0) code = -EBADMSG;
		struct symbol_file file = { .image = IMAGE_INIT, .identity = own.identity };
		if (code > 0) code = image_open(&blob, &file.image);
		else blob_close(&blob);
		if (code >= 0) {
			file.path = take(own.path);
			*ret = file;
		}
	}
	symbol_file_close(&own);
	return code < 0 ? code : 0;
}

const struct symbol_source symbol_source_debug_data = {
	.name = ".gnu_debugdata",
	.letter = 'd',
	.kinds = 1 << OBJECT_USER,
	.open = debug_data_open,
};
