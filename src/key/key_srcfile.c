#include "frame/frame_line.h"
#include "key/key_table.h"

/* The file of the source line: nothing where no line is known. */
static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	struct frame_space *frames = key_env_frames(env);
	const char *file = frames ? frame_line_file(frames, in->frame, key_env_options(env)->full_source_path) : NULL;
	return key_env_text(env, file ? file : "");
}

const struct key key_srcfile = {
	.name = "srcfile",
	.header = "Source File",
	.scope = KEY_FRAME,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_IP | KEY_CUT,
	.cell = cell,
	.order = key_order_text,
	.format = key_format_text,
};
