#include "symbol/object_lines.h"

const struct code_frames *object_frames(struct object *object, uint64_t addr)
{
	(void)object;
	(void)addr;
	return NULL;
}

bool object_line(struct object *object, uint64_t addr, struct source_line *ret)
{
	(void)object;
	(void)addr;
	(void)ret;
	return false;
}

void object_lines_visit(struct object *object, uint64_t start, uint64_t end,
			bool (*visit)(void *ctx, uint64_t start, uint64_t end, const struct source_line *line), void *ctx)
{
	(void)object;
	(void)start;
	(void)end;
	(void)visit;
	(void)ctx;
}

const char *object_lines_path(struct object *object)
{
	(void)object;
	return NULL;
}
