#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	const struct perf_header *header = key_env_header(env);
	if (!header || in->sample->cpu >= header->nr_cores) return (uint64_t)-1;
	return (uint64_t)(int64_t)header->cores[in->sample->cpu].socket;
}

static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	return a == b ? 0 : (int64_t)a < (int64_t)b ? -1 : 1;
}

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_printf(out, "%.3d", (int)cell_);
}

const struct key key_socket = {
	.name = "socket",
	.header = "Socket",
	.scope = KEY_SAMPLE,
	.align = KEY_RIGHT,
	.flags = KEY_FIXED,
	.cell = cell,
	.order = order,
	.format = format,
};
