#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return key_env_text(env, in->task->comm); }

const struct key key_comm = {
	.name = "comm", .header = "Command", .scope = KEY_TASK, .align = KEY_LEFT,
	.cell = cell, .order = key_order_text, .format = key_format_text,
};
