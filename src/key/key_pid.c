#include "key/key_table.h"

/* The thread; its command name stands beside it but does not tell entries apart: the name of the lower cell wins. */
static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return (uint64_t)in->task->tid << 32 | (uint32_t)key_env_text(env, in->task->comm);
}

static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	int32_t tid_a = (int32_t)(a >> 32), tid_b = (int32_t)(b >> 32);
	if (tid_a != tid_b) return tid_a < tid_b ? -1 : 1;
	return key_order_text(env, (uint32_t)a, (uint32_t)b);
}

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_printf(out, "%7d:%-*s", (int32_t)(cell_ >> 32), width > 8 ? (int)width - 8 : 0, key_env_text_of(env, (uint32_t)cell_));
}

const struct key key_pid = {
	.name = "pid", .header = "    Pid:Command", .scope = KEY_TASK, .align = KEY_LEFT, .flags = KEY_WIDTH,
	.cell = cell, .order = order, .format = format,
};
