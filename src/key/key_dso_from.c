#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return key_cell_dso(env, in->branch_from); }

const struct key key_dso_from = {
	.name = "dso_from", .header = "Source Shared Object", .scope = KEY_SAMPLE, .align = KEY_LEFT, .flags = KEY_BRANCH | KEY_FIXED,
	.cell = cell, .order = key_order_dso, .format = key_format_dso,
};
