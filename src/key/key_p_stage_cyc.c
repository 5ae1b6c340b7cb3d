#include "key/key_table.h"

/* Upstream on x86-64 and arm64 titles this column by what the field means there. */
static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->p_stage_cyc; }

const struct key key_p_stage_cyc = {
	.name = "p_stage_cyc",
	.header = "Retire Latency",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = cell,
	.order = key_order_descending,
	.format = key_format_dec,
};
