/* Build-ids: the note NT_GNU_BUILD_ID, in a file of notes or in an ELF file. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/cursor.h"
#include "base/regular_file.h"
#include "symbol/file/image.h"
#include "symbol/file/build_id.h"

/* Notes are name size, value size, type, name, value; name and value are padded to 4 bytes. */
int build_id_of_notes_ordered(const void *notes, size_t size_bytes, bool swap, uint8_t ret_id[20])
{
	struct cursor c = cursor_of(notes, size_bytes, swap);

	while (cursor_left(&c) >= 12) {
		uint32_t name_size = cursor_u32(&c), value_size = cursor_u32(&c), type = cursor_u32(&c);
		const uint8_t *name = cursor_bytes(&c, name_size);
		cursor_skip(&c, MIN(-name_size & 3, cursor_left(&c)));
		const uint8_t *value = cursor_bytes(&c, value_size);
		if (!cursor_ok(&c)) return -EBADMSG;
		cursor_skip(&c, MIN(-value_size & 3, cursor_left(&c)));
		if (type != NT_GNU_BUILD_ID || name_size != 4 || memcmp(name, "GNU", 4) != 0 || !value_size) continue;
		size_t size = MIN(value_size, 20);
		memset(ret_id, 0, 20);
		memcpy(ret_id, value, size);
		return (int)size;
	}
	return -ENODATA;
}

int build_id_of_notes(const void *notes, size_t size_bytes, uint8_t ret_id[20])
{
	return build_id_of_notes_ordered(notes, size_bytes, false, ret_id);
}

/* Notes of sysfs and ELF files are told apart by the ELF magic. */
int build_id_of_file(const char *path, uint8_t ret_id[20])
{
	int fd = regular_file_open(path);
	if (fd < 0) return fd;
	struct blob blob = BLOB_INIT;
	int code = blob_of_fd(fd, &blob);
	if (code < 0) return code;
	if (!blob.size_bytes || blob.size_bytes == 4096) {
		/* notes in sysfs: the size is unknown or a page whatever the content is */
		uint8_t notes[4096];
		ssize_t n = read(blob.fd, notes, sizeof(notes));
		if (n > 0 && (n < 4 || memcmp(notes, ELFMAG, SELFMAG) != 0)) {
			blob_close(&blob);
			return build_id_of_notes(notes, (size_t)n, ret_id);
		}
	}
	_image_close_ struct image image = IMAGE_INIT;
	code = image_open(&blob, &image);
	if (code == -ENOEXEC) {
		/* a notes file of another size */
		fd = regular_file_open(path);
		uint8_t notes[4096];
		ssize_t n = fd < 0 ? -1 : read(fd, notes, sizeof(notes));
		if (fd >= 0) close(fd);
		return n < 0 ? -EBADMSG : build_id_of_notes(notes, (size_t)n, ret_id);
	}
	return code < 0 ? code : image_build_id(&image, ret_id);
}
