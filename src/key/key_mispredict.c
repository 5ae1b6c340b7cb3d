#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->branch->flags & 3; }

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_str(out, cell_ & 2 ? "N" : cell_ & 1 ? "Y" : "N/A");
}

const struct key key_mispredict = {
	.name = "mispredict",
	.header = "Branch Mispredicted",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH,
	.cell = cell,
	.order = key_order_descending,
	.format = format,
};
