#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->branch_to, true, PLACE_BRANCH);
}

const struct key key_symbol_to = {
	.name = "symbol_to",
	.header = "Target Symbol",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_BRANCH | KEY_CUT | KEY_NAME,
	.cell = cell,
	.order = key_order_place,
	.order_prefix = key_prefix_place,
	.format = key_format_place,
};
