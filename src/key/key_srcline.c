#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return key_env_source_line(env, in->frame); }

const struct key key_srcline = {
	.name = "srcline",
	.header = "Source:Line",
	.scope = KEY_FRAME,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_IP | KEY_CUT,
	.cell = cell,
	.order = key_order_text,
	.format = key_format_text,
};
