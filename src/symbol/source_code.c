/* Source files are read whole on first use and kept, with an index of where lines begin, until source_code_free. A
 * file that could not be read is remembered too (index 0). */
#include "symbol/source_code.h"
#include <string.h>
#include "base/u64map.h"
#include "base/vec.h"
#include "symbol/file/target_file.h"

/* A file that is longer than any source is none. */
enum { MAX_SOURCE_BYTES = 64 << 20 };

struct source_file {
	struct bytes text;
	VEC(uint32_t) starts; /* of lines, and the end of the last */
};

struct source_code {
	struct target_files target;
	struct u64map by_path; /* path -> index + 1; 0: there is none */
	VEC(struct source_file) files;
};

struct source_code *source_code_new(const char *symfs)
{
	struct source_code *files = xcalloc(1, sizeof(*files));
	target_files_init(&files->target, symfs, NULL);
	return files;
}

void source_code_set_bundle(struct source_code *files, struct bundle *bundle) { files->target.bundle = bundle; }

void source_code_free(struct source_code *files)
{
	if (!files) return;
	for (size_t i = 0; i < files->files.count; i++) {
		bytes_done(&files->files.items[i].text);
		vec_done(&files->files.items[i].starts);
	}
	vec_done(&files->files);
	u64map_done(&files->by_path);
	target_files_done(&files->target);
	free(files);
}

/* False: not there, empty, or too long. */
static bool read_text(const char *path, struct bytes *ret)
{
	_blob_close_ struct blob blob = BLOB_INIT;
	if (target_file_open(path, &blob) < 0) return false;
	return blob.size_bytes > 0 && blob.size_bytes <= MAX_SOURCE_BYTES &&
	       blob_read(&blob, 0, blob.size_bytes, ret) == 0;
}

/* path is one of object_lines.h, so that its pointer is the key. symfs first, then the path as it is. */
static const struct source_file *file_of(struct source_code *files, const char *path)
{
	bool is_new;
	uint64_t *index_1 = u64map_put(&files->by_path, (uintptr_t)path, &is_new);
	if (!is_new) return *index_1 ? &files->files.items[*index_1 - 1] : NULL;
	*index_1 = 0;
	struct source_file file = { .text = BYTES_INIT };
	_free_ char *below = target_file_path(&files->target, path);
	if (*path != '/' || (!read_text(below, &file.text) && !read_text(path, &file.text))) return NULL;
	vec_push(&file.starts, 0);
	for (size_t i = 0; i < file.text.size; i++)
		if (file.text.data[i] == '\n') vec_push(&file.starts, (uint32_t)i + 1);
	if (*vec_last(&file.starts) < file.text.size) vec_push(&file.starts, (uint32_t)file.text.size + 1);
	vec_push(&files->files, file);
	*index_1 = files->files.count;
	return vec_last(&files->files);
}

bool source_code_line(struct source_code *files, const char *path, uint32_t line, const char **ret_text,
		      size_t *ret_size)
{
	const struct source_file *file = file_of(files, path);
	if (!file || !line || line >= file->starts.count) return false;
	uint32_t start = file->starts.items[line - 1];
	*ret_text = (const char *)file->text.data + start;
	*ret_size = file->starts.items[line] - 1 - start;
	return true;
}
