#include "key/key_table.h"

/* Instructions per cycle of basic blocks need annotation of their code; until then as where there are no branch stacks.
 */
static uint64_t cell(struct key_env *env, const struct key_input *in) { return 0; }

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_lit(out, "-      -");
}

const struct key key_ipc_lbr = {
	.name = "ipc_lbr",
	.header = "IPC   [IPC Coverage]",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH,
	.cell = cell,
	.order = NULL,
	.format = format,
};
