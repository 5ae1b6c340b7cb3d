#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->frame->ip; }

static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	return a == b ? 0 : (int64_t)a > (int64_t)b ? -1 : 1;
}

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_printf(out, "%#llx", (unsigned long long)cell_);
}

const struct key key_addr = {
	.name = "addr",
	.header = "Address",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.min_width = 18,
	.flags = KEY_IP,
	.cell = cell,
	.order = order,
	.format = format,
};
