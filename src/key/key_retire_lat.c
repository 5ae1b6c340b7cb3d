#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->p_stage_cyc; }

const struct key key_retire_lat = {
	.name = "retire_lat",
	.header = "Pipeline Stage Cycle",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = cell,
	.order = key_order_descending,
	.format = key_format_dec,
};
