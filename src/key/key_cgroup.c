#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	const char *path = in->sample->present & SAMPLE_CGROUP && key_env_model(env)
				   ? model_cgroup(key_env_model(env), in->sample->cgroup)
				   : NULL;
	return key_env_text(env, path ? path : "N/A");
}

const struct key key_cgroup = {
	.name = "cgroup",
	.header = "Cgroup",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.cell = cell,
	.order = key_order_text,
	.format = key_format_text,
};
