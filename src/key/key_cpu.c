#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return (uint64_t)(int64_t)(int32_t)in->sample->cpu;
}

static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	return a == b ? 0 : (int64_t)a < (int64_t)b ? -1 : 1;
}

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_printf(out, "%.3d", (int)cell_);
}

const struct key key_cpu = {
	.name = "cpu",
	.header = "CPU",
	.scope = KEY_SAMPLE,
	.align = KEY_RIGHT,
	.flags = KEY_FIXED,
	.cell = cell,
	.order = order,
	.format = format,
};
