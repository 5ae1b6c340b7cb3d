#include "key/key_table.h"

/* The column that upstream adds whenever "symbol" stands in -s: instructions per cycle, known from branch stacks only.
 */
static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->frame, in->leaf, PLACE_SYMBOL);
}

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_lit(out, "-      -");
}

const struct key key_ipc_null = {
	.name = "ipc_null",
	.header = "IPC   [IPC Coverage]",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.cell = cell,
	.order = key_order_place,
	.format = format,
};
