#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return in->place_1 ? in->place_1 - 1 : key_env_place(env, in->frame, in->leaf, PLACE_SYMBOL);
}

/* As upstream: symbols are compared by name only, and addresses without a symbol are all the same. */
static bool alike(const struct key_env *env, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(env, a), *r = key_env_place_of(env, b);
	return !l->symbol == !r->symbol && (!l->symbol || strcmp(l->symbol->name, r->symbol->name) == 0);
}

const struct key key_symbol = {
	.name = "symbol",
	.header = "Symbol",
	.scope = KEY_FRAME,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_SYMBOL | KEY_CUT | KEY_NAME,
	.uncounted = KEY_INLINED_MARK,
	.cell = cell,
	.order = key_order_place,
	.order_prefix = key_prefix_place,
	.alike = alike,
	.format = key_format_place,
};
