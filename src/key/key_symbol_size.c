#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	const struct symbol *symbol = in->frame->symbol;
	return symbol ? symbol->end - symbol->start : 0;
}

static int order(const struct key_env *env, uint64_t a, uint64_t b) { return a == b ? 0 : a > b ? -1 : 1; }

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	if (cell_) out_dec(out, cell_, 0);
	else out_right(out, "unknown", 0);
}

const struct key key_symbol_size = {
	.name = "symbol_size",
	.header = "Symbol size",
	.scope = KEY_FRAME,
	.align = KEY_RIGHT,
	.flags = KEY_FIXED,
	.cell = cell,
	.order = order,
	.format = format,
};
