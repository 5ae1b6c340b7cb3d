#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->code_page_size; }

const struct key key_code_page_size = {
	.name = "code_page_size",
	.header = "Code Page Size",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = cell,
	.order = key_order_descending,
	.format = key_format_page_size,
};
