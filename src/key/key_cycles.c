#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->branch->flags >> 4 & 0xffff; }

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	if (cell_) out_dec(out, cell_, 0);
	else out_char(out, '-');
}

const struct key key_cycles = {
	.name = "cycles",
	.header = "Basic Block Cycles",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH,
	.cell = cell,
	.order = key_order_descending,
	.format = format,
};
