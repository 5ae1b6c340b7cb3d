/* The directories in which distributions put separate debug files, by the path of the object, by its build-id, or
 * beside it. The files' build-ids are compared by the caller (object_files.c). */
#include <errno.h>
#include <string.h>
#include "base/strbuf.h"
#include "symbol/source/symbol_source.h"

/* path is one of the profiled machine. */
static int open_below(const struct source_query *q, const char *path, struct symbol_file *ret)
{
	_free_ char *host_path = target_file_path(q->files, path);
	return symbol_file_open(&host_path, ret);
}

/* The path, and for modules the one without what the packing is called: debug files are not packed. NULL: no more. */
static char *path_of(const struct source_query *q, unsigned attempt)
{
	if (attempt > 1) return NULL;
	/* the kernel knows modules by name */
	_free_ char *path = q->kind == OBJECT_MODULE && *q->path == '[' ? symbol_source_module_path(q)
									: xstrdup(q->path);
	if (!path || *path != '/') return NULL;
	if (!attempt) return take(path);
	const char *suffix = strrchr(path, '.');
	bool packed = q->kind == OBJECT_MODULE && suffix &&
		      (strcmp(suffix, ".xz") == 0 || strcmp(suffix, ".zst") == 0 || strcmp(suffix, ".gz") == 0);
	return packed ? xstrndup(path, (size_t)(suffix - path)) : NULL;
}

/* -ENXIO where nothing is, so that the second attempt (without the packing's suffix) is made. */
static int open_debug(const struct source_query *q, unsigned attempt, const char *suffix, struct symbol_file *ret)
{
	_free_ char *recorded = path_of(q, attempt);
	if (!recorded) return -ENOENT;
	_free_ char *path = xasprintf("/usr/lib/debug%s%s", recorded, suffix);
	int code = open_below(q, path, ret);
	return code == -ENOENT ? -ENXIO : code;
}

static int debug_dir_suffixed_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	return open_debug(q, attempt, ".debug", ret);
}

static int debug_dir_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	return open_debug(q, attempt, "", ret);
}

/* The first byte of the build-id is a directory, the rest the file's name: GDB manual, "Separate Debug Files". */
static int debug_dir_build_id_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;

	if (attempt || q->build_id_size < 2) return -ENOENT;
	strbuf_printf(&path, "/usr/lib/debug/.build-id/%02x/", q->build_id[0]);
	for (size_t i = 1; i < q->build_id_size; i++) strbuf_printf(&path, "%02x", q->build_id[i]);
	strbuf_str(&path, ".debug");
	return open_below(q, strbuf_text(&path), ret);
}

/* In .debug beside the object. */
static int debug_beside_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	const char *slash = strrchr(q->path, '/');
	if (attempt || !slash) return -ENOENT;
	_free_ char *path = xasprintf("%.*s/.debug/%s", (int)(slash - q->path), q->path, slash + 1);
	return open_below(q, path, ret);
}

const struct symbol_source symbol_source_debug_dir_suffixed = {
	/* Fedora */
	.name = "/usr/lib/debug/PATH.debug",
	.letter = 'f',
	.kinds = 1 << OBJECT_USER | 1 << OBJECT_MODULE,
	.open = debug_dir_suffixed_open,
};
const struct symbol_source symbol_source_debug_dir = {
	/* Ubuntu */
	.name = "/usr/lib/debug/PATH",
	.letter = 'u',
	.kinds = 1 << OBJECT_USER | 1 << OBJECT_MODULE,
	.open = debug_dir_open,
};
const struct symbol_source symbol_source_debug_dir_build_id = {
	.name = "/usr/lib/debug/.build-id",
	.letter = 'b',
	.kinds = 1 << OBJECT_USER | 1 << OBJECT_VDSO | 1 << OBJECT_MODULE,
	.open = debug_dir_build_id_open,
};
const struct symbol_source symbol_source_debug_beside = {
	/* OpenEmbedded */
	.name = "DIR/.debug",
	.letter = 'o',
	.kinds = 1 << OBJECT_USER,
	.open = debug_beside_open,
};
