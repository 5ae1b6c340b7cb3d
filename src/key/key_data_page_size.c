#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->data_page_size; }

const struct key key_data_page_size = {
	.name = "data_page_size",
	.header = "Data Page Size",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_MEMORY,
	.cell = cell,
	.order = key_order_descending,
	.format = key_format_page_size,
};
