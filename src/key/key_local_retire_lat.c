#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->p_stage_cyc; }

const struct key key_local_retire_lat = {
	.name = "local_retire_lat",
	.header = "Local Pipeline Stage Cycle",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = cell,
	.order = key_order_descending,
	.format = key_format_dec,
};
