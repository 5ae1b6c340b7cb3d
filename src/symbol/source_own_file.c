/* The file itself, at the recorded path. */
#include <errno.h>
#include "symbol/symbol_source.h"

static int own_file_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	if (attempt || *q->path != '/') return -ENOENT;
	_free_ char *path = q->mapped->pid ? target_file_mapped(q->mapped->pid, q->mapped->start, q->mapped->end, q->path) : NULL;
	if (!path) path = target_file_path(q->files, q->path);
	return symbol_file_open(&path, ret);
}

const struct symbol_source symbol_source_own_file = {
	.name = "object file", .letter = 'd', .runtime = true, .kinds = 1 << OBJECT_USER | 1 << OBJECT_MODULE, .open = own_file_open,
};
