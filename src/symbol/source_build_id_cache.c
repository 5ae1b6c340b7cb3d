/* The build-id cache (~/.debug), which "perf record", "perf buildid-cache" and "perf archive" fill. */
#include <errno.h>
#include "symbol/symbol_source.h"

static int cached_open(const struct source_query *q, unsigned attempt, const char *kind, struct symbol_file *ret)
{
	_free_ char *path = attempt ? NULL : target_file_cached(q->files, q->build_id, q->build_id_size, kind);
	return path ? symbol_file_open(&path, ret) : -ENOENT;
}

static int build_id_cache_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	return cached_open(q, attempt, q->kind == OBJECT_VDSO ? "vdso" : "elf", ret);
}

static int build_id_cache_debug_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	return cached_open(q, attempt, "debug", ret);
}

const struct symbol_source symbol_source_build_id_cache = {
	.name = "build-id cache", .letter = 'B', .runtime = true, .kinds = 1 << OBJECT_USER | 1 << OBJECT_VDSO | 1 << OBJECT_MODULE,
	.open = build_id_cache_open,
};
const struct symbol_source symbol_source_build_id_cache_debug = {
	.name = "build-id cache (debug)", .letter = 'D', .kinds = 1 << OBJECT_USER, .open = build_id_cache_debug_open,
};
