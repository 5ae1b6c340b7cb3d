#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return key_env_text(env, "N/A");
}

const struct key key_trace = {
	.name = "trace", .header = "Trace output", .scope = KEY_SAMPLE, .align = KEY_LEFT_RAGGED,
	.cell = cell, .order = key_order_text, .format = key_format_text,
};
