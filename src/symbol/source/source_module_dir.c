/* Kernel modules under /lib/modules/RELEASE, by the list of files that depmod(8) keeps there: recordings often name a
 * module "[e1000]" and not its file, and packages move files or pack them otherwise. */
#include <errno.h>
#include <string.h>
#include "symbol/source/symbol_source.h"

#define LIST_MAX_BYTES (64u << 20)

/* "e1000e" of "[e1000e]" or "/lib/modules/6.1.0/kernel/drivers/e1000e.ko.xz". *ret points into path. */
static void name_of(const char *path, size_t size, const char **ret, size_t *ret_size)
{
	const char *slash = memrchr(path, '/', size), *from = slash ? slash + 1 : path;
	size_t left = size - (size_t)(from - path);
	if (left && *from == '[') from++, left--;
	*ret = from;
	size_t n = 0;
	while (n < left && from[n] != '.' && from[n] != ']') n++;
	*ret_size = n;
}

/* Files have '-' where the kernel has '_'. */
static char as_the_kernel(char c) { return c == '-' ? '_' : c; }

/* Equal but for '-' and '_'. */
static bool same_name(const char *a, const char *b, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (as_the_kernel(a[i]) != as_the_kernel(b[i])) return false;
	return true;
}

/* Lines of modules.dep are "PATH: DEPENDENCIES", with paths relative to the directory. The first line of that name is
 * taken. */
char *symbol_source_module_path(const struct source_query *q)
{
	const char *release = q->kernel_release, *wanted, *text;
	size_t wanted_size;
	_blob_close_ struct blob blob = BLOB_INIT;
	_bytes_done_ struct bytes bytes = BYTES_INIT;

	if (!release || strchr(release, '/')) return NULL;
	_free_ char *directory = xasprintf("/lib/modules/%s", release), *list = xasprintf("%s/modules.dep", directory);
	_free_ char *host_list = target_file_path(q->files, list);
	if (target_file_open(host_list, &blob) < 0 || blob.size_bytes > LIST_MAX_BYTES ||
	    blob_read(&blob, 0, blob.size_bytes, &bytes) < 0)
		return NULL;
	name_of(q->path, strlen(q->path), &wanted, &wanted_size);
	text = (const char *)bytes.data;
	for (const char *line = text, *end = text + bytes.size; line < end && wanted_size;) {
		const char *newline = memchr(line, '\n', (size_t)(end - line)), *stop = newline ? newline : end, *name;
		const char *colon = memchr(line, ':', (size_t)(stop - line));
		size_t name_size;
		name_of(line, (size_t)((colon ? colon : stop) - line), &name, &name_size);
		if (name_size == wanted_size && same_name(name, wanted, name_size)) {
			int size = (int)((colon ? colon : stop) - line);
			return *line == '/' ? xstrndup(line, (size_t)size)
					    : xasprintf("%s/%.*s", directory, size, line);
		}
		line = stop + 1;
	}
	return NULL;
}

/* The file may still be of another build: the caller compares build-ids. */
static int module_dir_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	_free_ char *path = attempt ? NULL : symbol_source_module_path(q);
	if (!path) return -ENOENT;
	_free_ char *host_path = target_file_path(q->files, path);
	return symbol_file_open(&host_path, ret);
}

const struct symbol_source symbol_source_module_dir = {
	.name = "/lib/modules",
	.letter = 'K',
	.runtime = true,
	.kinds = 1 << OBJECT_MODULE,
	.open = module_dir_open,
};
