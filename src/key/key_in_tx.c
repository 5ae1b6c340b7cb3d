#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->branch->flags >> 2 & 1; }

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_char(out, cell_ ? 'T' : '.');
}

const struct key key_in_tx = {
	.name = "in_tx",
	.header = "Branch in transaction",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH,
	.cell = cell,
	.order = key_order_descending,
	.format = format,
};
