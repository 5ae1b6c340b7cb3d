#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->ins_lat; }

const struct key key_local_ins_lat = {
	.name = "local_ins_lat",
	.header = "Local INSTR Latency",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = cell,
	.order = key_order_descending,
	.format = key_format_dec,
};
