#include "key/key_table.h"

static const char none[] = "[other]";

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return key_env_text(env, in->parent && in->parent->symbol ? in->parent->symbol->name : none);
}

/* By name; those without behind. */
static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	bool none_a = strcmp(key_env_text_of(env, a), none) == 0, none_b = strcmp(key_env_text_of(env, b), none) == 0;
	return none_a != none_b ? (none_a ? 1 : -1) : key_order_text(env, a, b);
}

const struct key key_parent = {
	.name = "parent",
	.header = "Parent symbol",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_PARENT | KEY_NAME,
	.cell = cell,
	.order = order,
	.format = key_format_text,
};
