#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->weight; }

const struct key key_weight = {
	.name = "weight",
	.header = "Weight",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.min_width = 12,
	.cell = cell,
	.order = key_order_descending,
	.format = key_format_dec,
};
