#include "key/key_table.h"

/* The size of the mapping, as upstream shows it: a 32-bit number. The kernel's reaches from its first to its last
 * symbol. */
static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	const struct map *map = in->frame->map;
	if (!map) return 0;
	if (map->dso->kind == DSO_KERNEL && key_env_frames(env)) {
		struct object *kernel = frame_space_object(key_env_frames(env), map->dso);
		size_t count = object_nr_symbols(kernel);
		if (count) return object_symbol(kernel, count - 1)->end - object_symbol(kernel, 0)->start;
	}
	return map->end - map->start;
}

static int order(const struct key_env *env, uint64_t a, uint64_t b) { return a == b ? 0 : a > b ? -1 : 1; }

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	if (cell_) out_sdec(out, (int32_t)cell_, 0);
	else out_right(out, "unknown", 0);
}

const struct key key_dso_size = {
	.name = "dso_size",
	.header = "DSO size",
	.scope = KEY_FRAME,
	.align = KEY_RIGHT,
	.flags = KEY_FIXED,
	.cell = cell,
	.order = order,
	.format = format,
};
