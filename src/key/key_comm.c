#include "key/key_table.h"

/* As upstream, the column is as wide as the last names of the threads, whatever they were called at the time. */
static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	uint64_t text = key_env_text(env, in->task->comm);
	const char *last = in->task->task ? task_comm(in->task->task, UINT64_MAX - 1, NULL) : in->task->comm;
	key_env_note_width(env, in->sample->event->idx, text, (unsigned)strlen(last));
	return text;
}

static unsigned cell_width(const struct key_env *env, uint32_t event, uint64_t cell_)
{
	return key_env_noted_width(env, event, cell_);
}

const struct key key_comm = {
	.name = "comm",
	.header = "Command",
	.scope = KEY_TASK,
	.align = KEY_LEFT,
	.flags = KEY_FIXED | KEY_CUT,
	.cell = cell,
	.order = key_order_text,
	.format = key_format_text,
	.cell_width = cell_width,
};
