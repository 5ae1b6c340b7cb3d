#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return key_env_source_line(env, in->branch_to);
}

const struct key key_srcline_to = {
	.name = "srcline_to",
	.header = "To Source:Line",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_CUT,
	.cell = cell,
	.order = key_order_text,
	.format = key_format_text,
};
