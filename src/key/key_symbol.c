#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return in->place_1 ? in->place_1 - 1 : key_env_place(env, in->frame, in->leaf, PLACE_SYMBOL);
}

const struct key key_symbol = {
	.name = "symbol", .header = "Symbol", .scope = KEY_FRAME, .align = KEY_LEFT_RAGGED, .flags = KEY_SYMBOL | KEY_CUT,
	.cell = cell, .order = key_order_place, .order_prefix = key_prefix_place, .format = key_format_place,
};
