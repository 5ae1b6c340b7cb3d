/* Opening an object file, packed ones too. */
#include <errno.h>
#include "symbol/source/symbol_source.h"

/* Against files that unpack to more than any object has. */
#define UNPACKED_MAX (1u << 30)

void symbol_file_close(struct symbol_file *file)
{
	image_close(&file->image);
	free(file->path);
	*file = (struct symbol_file){ .image = IMAGE_INIT };
}

/* The identity is taken before unpacking: it is that of the file on disk. *path is NULL on success, and the caller's
 * still on failure. */
int symbol_file_open(char **path, struct symbol_file *ret)
{
	struct blob blob = BLOB_INIT;
	int code = target_file_open(*path, &blob);
	if (code < 0) return code;
	struct file_identity identity;
	target_file_identity(blob.fd, &identity);
	code = blob_unpack(&blob, UNPACKED_MAX);
	if (code < 0) {
		blob_close(&blob);
		return code;
	}
	struct symbol_file file = { .image = IMAGE_INIT, .identity = identity };
	code = image_open(&blob, &file.image);
	if (code < 0) return code;
	file.path = take(*path);
	*ret = file;
	return 0;
}
