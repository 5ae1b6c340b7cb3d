/* .gnu_debuglink: the name and CRC-32 of a file with the debug information (GDB manual, "Separate Debug Files"). The
 * section is a NUL-terminated name, padding to 4 bytes, and the CRC in the object's byte order. The name is looked
 * for beside the object, in .debug there, and below /usr/lib/debug. The object is the one at the recorded path. */
#include <errno.h>
#include <string.h>
#include <zlib.h>
#include "base/cursor.h"
#include "symbol/source/symbol_source.h"

/* Where a debug file called name may be, for an object in directory; attempts count up. */
static char *candidate(const struct source_query *q, unsigned attempt, const char *name)
{
	const char *slash = strrchr(q->path, '/');
	int directory = slash ? (int)(slash - q->path) : 0;
	_free_ char *path = NULL;

	switch (attempt) {
	case 0: path = xasprintf("%.*s/%s", directory, q->path, name); break;
	case 1: path = xasprintf("%.*s/.debug/%s", directory, q->path, name); break;
	case 2: path = xasprintf("/usr/lib/debug%.*s/%s", directory, q->path, name); break;
	default: return NULL;
	}
	return target_file_path(q->files, path);
}

/* CRC-32 of a whole file in pieces. */
static int blob_crc(const struct blob *blob, uint32_t *ret)
{
	uLong crc = crc32(0, NULL, 0);
	const uint64_t piece = 1 << 20;

	for (uint64_t at = 0; at < blob->size_bytes; at += piece) {
		_bytes_done_ struct bytes bytes = BYTES_INIT;
		int code = blob_read(blob, at, MIN(piece, blob->size_bytes - at), &bytes);
		if (code < 0) return code;
		crc = crc32(crc, bytes.data, (uInt)bytes.size);
	}
	*ret = (uint32_t)crc;
	return 0;
}

/* The section is read anew for each attempt: there are three, and most objects have none. */
static int debug_link_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	struct symbol_file own = { .image = IMAGE_INIT };
	_free_ char *own_path = target_file_path(q->files, q->path);
	_bytes_done_ struct bytes link = BYTES_INIT;

	if (symbol_file_open(&own_path, &own) < 0) return -ENOENT;
	const struct image_section *section = image_section(&own.image, ".gnu_debuglink");
	int code = section ? image_section_data(&own.image, section, &link) : -ENOENT;
	bool swap = own.image.swap;
	symbol_file_close(&own);
	if (code < 0) return -ENOENT;

	struct cursor c = cursor_of(link.data, link.size, swap);
	/* a name with a slash in it would lead out of the directories that are meant */
	const char *name = cursor_string(&c, 4096);
	if (!name || !*name || strchr(name, '/')) return -ENOENT;
	cursor_seek(&c, (c.pos + 3) & ~(size_t)3);
	uint32_t want = cursor_u32(&c), crc;
	bool has_crc = cursor_ok(&c);
	_free_ char *path = candidate(q, attempt, name);
	if (!path) return -ENOENT;
	struct symbol_file file = { .image = IMAGE_INIT };
	code = symbol_file_open(&path, &file);
	if (code < 0) return code == -ENOENT ? -ENXIO : code;
	/* equal build-ids say as much and are cheaper to compare: the caller does */
	uint8_t id[20];
	if (has_crc && !(q->build_id_size && image_build_id(&file.image, id) > 0)) {
		code = blob_crc(&file.image.blob, &crc);
		if (code < 0 || crc != want) {
			symbol_file_close(&file);
			return -ESTALE;
		}
	}
	*ret = file;
	return 0;
}

const struct symbol_source symbol_source_debug_link = {
	.name = ".gnu_debuglink",
	.letter = 'l',
	.kinds = 1 << OBJECT_USER,
	.open = debug_link_open,
};
