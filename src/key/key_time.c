#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	uint64_t quantum = key_env_options(env)->time_quantum_ns;
	return in->sample->time_ns / quantum * quantum;
}

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	uint64_t seconds = cell_ / 1000000000, rest_ns = cell_ % 1000000000;
	if (key_env_options(env)->nanoseconds)
		out_printf(out, "%llu.%09llu", (unsigned long long)seconds, (unsigned long long)rest_ns);
	else out_printf(out, "%llu.%06llu", (unsigned long long)seconds, (unsigned long long)rest_ns / 1000);
}

const struct key key_time = {
	.name = "time",
	.header = "Time",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.min_width = 12,
	.cell = cell,
	.order = NULL,
	.format = format,
};
