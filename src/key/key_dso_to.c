#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return key_cell_dso(env, in->branch_to); }

/* As upstream: the last name first. */
static int order(const struct key_env *env, uint64_t a, uint64_t b) { return key_order_dso(env, b, a); }

const struct key key_dso_to = {
	.name = "dso_to",
	.header = "Target Shared Object",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_FIXED | KEY_CUT,
	.cell = cell,
	.order = order,
	.format = key_format_dso,
};
