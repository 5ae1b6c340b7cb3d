/* The build-id cache (~/.debug), which "perf record", "perf buildid-cache" and "perf archive" fill. */
#include <errno.h>
#include <string.h>
#include "symbol/source/symbol_source.h"

/* What was cached under the recorded path comes first, then what the build-id leads to, which may be a copy of that
 * name or of another: attempts 0 and 1. The second is left out when both lead to the same file. */
static int cached_open(const struct source_query *q, unsigned attempt, const char *kind, struct symbol_file *ret)
{
	struct file_identity own_identity, linked_identity;
	if (attempt > 1) return -ENOENT;
	_free_ char *own = target_file_cached_as(q->files, q->path, q->build_id, q->build_id_size, kind);
	_free_ char *linked = target_file_cached(q->files, q->build_id, q->build_id_size, kind);
	char **path = own && attempt == 0 ? &own : &linked;
	if (own && linked && attempt == 1) {
		target_path_identity(own, &own_identity);
		target_path_identity(linked, &linked_identity);
		if (memcmp(&own_identity, &linked_identity, sizeof(own_identity)) == 0) return -ENOENT;
	}
	if (!*path || (attempt == 1 && !own)) return -ENOENT;
	int code = symbol_file_open(path, ret);
	return code == -ENOENT ? -ENXIO : code;
}

/* Programs and libraries; the vdso has a name of its own there. */
static int build_id_cache_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	return cached_open(q, attempt, q->kind == OBJECT_VDSO ? "vdso" : "elf", ret);
}

static int build_id_cache_debug_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	return cached_open(q, attempt, "debug", ret);
}

/* runtime: what was cached is the file that ran, so that its code and unwind tables are good as well. */
const struct symbol_source symbol_source_build_id_cache = {
	.name = "build-id cache",
	.letter = 'B',
	.runtime = true,
	.by_build_id = true,
	.kinds = 1 << OBJECT_USER | 1 << OBJECT_VDSO | 1 << OBJECT_MODULE,
	.open = build_id_cache_open,
};
const struct symbol_source symbol_source_build_id_cache_debug = {
	.name = "build-id cache (debug)",
	.letter = 'D',
	.by_build_id = true,
	.kinds = 1 << OBJECT_USER,
	.open = build_id_cache_debug_open,
};
