#include "key/key_table.h"

/* The thread, whatever its name was at the time; shown with its last name. */
static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->task->tid; }

static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	int32_t tid_a = (int32_t)a, tid_b = (int32_t)b;
	return tid_a == tid_b ? 0 : tid_a < tid_b ? -1 : 1;
}

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	const struct task *task = key_env_model(env)
					  ? model_task(key_env_model(env), (uint32_t)cell_, UINT64_MAX - 1, NULL)
					  : NULL;
	int32_t tid = (int32_t)cell_;
	char unknown[16];
	snprintf(unknown, sizeof(unknown), ":%d", tid);
	out_printf(out, "%7d:", tid);
	out_left(out, task ? task_comm(task, UINT64_MAX - 1, NULL) : unknown, width > 8 ? width - 8 : 0);
}

const struct key key_pid = {
	.name = "pid",
	.header = "    Pid:Command",
	.scope = KEY_TASK,
	.align = KEY_LEFT,
	.flags = KEY_WIDTH,
	.cell = cell,
	.order = order,
	.format = format,
};
