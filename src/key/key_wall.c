/* Keys of the time of threads (report --wall): what a thread did in it, and who ended its wait. */
#include "key/key_table.h"

/* ---- state */

static const char *const states[] = {
	[WALL_UNKNOWN] = "",  [WALL_RUNNING] = "running", [WALL_RUNNABLE] = "runnable", [WALL_SLEEP] = "sleep",
	[WALL_DISK] = "disk", [WALL_BLOCKED] = "blocked", [WALL_LOCK] = "lock",         [WALL_WAIT] = "waiting",
};

static uint64_t state_cell(struct key_env *env, const struct key_input *in) { return in->sample->wall_state; }

static void state_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_str(out, cell < ARRAY_SIZE(states) ? states[cell] : "?");
}

const struct key key_state = {
	.name = "state",
	.header = "State",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = state_cell,
	.format = state_format,
};

/* ---- waker */

static uint64_t waker_cell(struct key_env *env, const struct key_input *in) { return in->sample->waker; }

/* The thread's last name, and its number; nothing where nobody is known. */
static void waker_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	const struct model *model = key_env_model(env);
	const struct task *task = model && cell ? model_task(model, (uint32_t)cell, UINT64_MAX - 1, NULL) : NULL;
	if (!cell) return;
	if (task) out_printf(out, "%s:%d", task_comm(task, UINT64_MAX - 1, NULL), (int)cell);
	else out_printf(out, ":%d", (int)cell);
}

const struct key key_waker = {
	.name = "waker",
	.header = "Woken by",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = waker_cell,
	.format = waker_format,
};
