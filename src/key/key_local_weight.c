#include "key/key_table.h"

/* Average over the samples of an entry upstream; entries are told apart by it, so it is the weight itself. */
static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->weight; }

const struct key key_local_weight = {
	.name = "local_weight",
	.header = "Local Weight",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = cell,
	.order = key_order_descending,
	.format = key_format_dec,
};
