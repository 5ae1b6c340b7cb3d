#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->branch_to, true, PLACE_ADDRESS);
}

static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(env, a), *r = key_env_place_of(env, b);
	return l->shown_addr == r->shown_addr ? 0 : (int64_t)l->shown_addr > (int64_t)r->shown_addr ? -1 : 1;
}

const struct key key_addr_to = {
	.name = "addr_to",
	.header = "Target Address",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_BRANCH | KEY_FIXED,
	.min_width = 22,
	.cell = cell,
	.order = order,
	.format = key_format_place_offset,
};
