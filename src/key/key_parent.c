#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return key_env_text(env, in->parent && in->parent->symbol ? in->parent->symbol->name : "[other]");
}

const struct key key_parent = {
	.name = "parent", .header = "Parent symbol", .scope = KEY_SAMPLE, .align = KEY_LEFT, .flags = KEY_PARENT,
	.cell = cell, .order = key_order_text, .format = key_format_text,
};
