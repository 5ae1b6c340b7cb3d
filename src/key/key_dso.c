#include "key/key_table.h"

/* Objects of one name are one entry, whatever their path. */
static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	const struct map *map = in->frame->map;
	if (!map) return key_env_text(env, "[unknown]");
	return key_env_text(env, key_env_options(env)->full_paths ? map->dso->long_name : map->dso->short_name);
}

/* As wide as an address once an address had no symbol. */
static unsigned cell_width(const struct key_env *env, uint64_t cell_)
{
	return key_env_options(env)->wide_unresolved && key_env_has_unresolved(env) ? 16 : 0;
}

const struct key key_dso = {
	.name = "dso", .header = "Shared Object", .scope = KEY_FRAME, .align = KEY_LEFT, .flags = KEY_CUT,
	.cell = cell, .order = key_order_text, .format = key_format_text, .cell_width = cell_width,
};
