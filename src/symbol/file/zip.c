/* Reads a ZIP archive's directory. Layout:
 *
 *   local header, name, extra, bytes      of each member
 *   central directory: one record each    says sizes, and where the local header is
 *   end record, comment                   says where the directory is
 *
 * Where a member's bytes begin, only its local header says: name and extra may have other lengths than in the
 * directory. */
#include "symbol/file/zip.h"

#include <errno.h>
#include <string.h>
#include "base/cursor.h"

#define LOCAL_MAGIC 0x04034b50u
#define CENTRAL_MAGIC 0x02014b50u
#define END_MAGIC 0x06054b50u
#define END_BYTES 22
#define COMMENT_MAX_BYTES 65535
#define DIRECTORY_MAX_BYTES (256u << 20)

static struct cursor little(const void *data, size_t size)
{
	return cursor_of(data, size, __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__);
}

bool zip_is_archive(const void *begin, size_t size_bytes) { return size_bytes >= 4 && memcmp(begin, "PK\3\4", 4) == 0; }

/* The end record is last, with a comment of unknown length behind it. Finds the end record and reads the central
 * directory that it points to. */
static int directory_read(const struct blob *blob, struct bytes *ret)
{
	_bytes_done_ struct bytes tail = BYTES_INIT;
	uint64_t size = MIN(blob->size_bytes, (uint64_t)END_BYTES + COMMENT_MAX_BYTES);
	if (size < END_BYTES || blob_read(blob, blob->size_bytes - size, size, &tail) < 0) return -EBADMSG;
	for (size_t at = (size_t)size - END_BYTES + 1; at-- > 0;) {
		struct cursor c = little(tail.data + at, END_BYTES);
		if (cursor_u32(&c) != END_MAGIC) continue;
		cursor_skip(&c, 8);
		uint32_t length = cursor_u32(&c), offset = cursor_u32(&c);
		if (length > DIRECTORY_MAX_BYTES || blob_read(blob, offset, length, ret) < 0) continue;
		return 0;
	}
	return -EBADMSG;
}

int zip_visit_stored(const struct blob *blob, bool (*visit)(void *ctx, uint64_t file_off, uint64_t size_bytes),
		     void *ctx)
{
	_bytes_done_ struct bytes directory = BYTES_INIT;
	int code = directory_read(blob, &directory);
	if (code < 0) return code;
	struct cursor c = little(directory.data, directory.size);
	while (cursor_left(&c) >= 46 && cursor_u32(&c) == CENTRAL_MAGIC) {
		cursor_skip(&c, 6);
		uint16_t method = cursor_u16(&c);
		cursor_skip(&c, 8);
		uint64_t packed = cursor_u32(&c), size = cursor_u32(&c);
		uint16_t name = cursor_u16(&c), extra = cursor_u16(&c), comment = cursor_u16(&c);
		cursor_skip(&c, 8);
		uint64_t offset = cursor_u32(&c);
		cursor_skip(&c, (size_t)name + extra + comment);
		if (!cursor_ok(&c)) break;
		if (method || packed != size) continue; /* compressed: cannot be mapped */
		_bytes_done_ struct bytes local = BYTES_INIT;
		if (blob_read(blob, offset, 30, &local) < 0) continue;
		struct cursor l = little(local.data, local.size);
		if (cursor_u32(&l) != LOCAL_MAGIC) continue;
		cursor_seek(&l, 26);
		uint64_t data = offset + 30;
		data += cursor_u16(&l);
		data += cursor_u16(&l);
		if (data > blob->size_bytes || size > blob->size_bytes - data) continue;
		if (!visit(ctx, data, size)) break;
	}
	return 0;
}
