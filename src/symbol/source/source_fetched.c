/* What a debuginfod client has downloaded, now or earlier: commands fetch what is worth the time before symbols are
 * looked for (debuginfod.h); looking for symbols never asks a server. */
#include <errno.h>
#include "symbol/source/symbol_source.h"

/* kind: the name that the client library gives files in its cache. */
static int fetched_open(const struct source_query *q, unsigned attempt, const char *kind, struct symbol_file *ret)
{
	_free_ char *path = attempt ? NULL : target_file_fetched(q->files, q->build_id, q->build_id_size, kind);
	return path ? symbol_file_open(&path, ret) : -ENOENT;
}

/* Debug information has no code in it: not for unwinding or disassembly. */
static int fetched_debug_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	return fetched_open(q, attempt, "debuginfo", ret);
}

/* The program itself, with code and unwind tables. */
static int fetched_program_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	return fetched_open(q, attempt, "executable", ret);
}

const struct symbol_source symbol_source_fetched_debug = {
	.name = "debuginfod",
	.letter = 'D',
	.kinds = 1 << OBJECT_USER | 1 << OBJECT_VDSO | 1 << OBJECT_MODULE,
	.open = fetched_debug_open,
};
const struct symbol_source symbol_source_fetched_program = {
	.name = "debuginfod (program)",
	.letter = 'D',
	.runtime = true,
	.kinds = 1 << OBJECT_USER,
	.open = fetched_program_open,
};
