#include "frame/frame_line.h"
#include <string.h>

bool frame_line(struct frame_space *space, const struct frame *frame, struct source_line *ret)
{
	if (frame->is_call) {
		if (!frame->call->at.file) return false;
		*ret = frame->call->at;
		return true;
	}
	if (!frame->map || frame->map->ksymbol) return false;
	return object_line(frame_space_object(space, frame->map->dso), frame->object_addr, ret) && ret->file;
}

static const char *shown_file(const char *file, bool full_path)
{
	const char *slash = full_path ? NULL : strrchr(file, '/');
	return slash && slash[1] ? slash + 1 : file;
}

bool frame_line_text(struct frame_space *space, const struct frame *frame, bool full_path, struct outbuf *out)
{
	struct source_line line;
	if (frame_line(space, frame, &line)) {
		out_str(out, shown_file(line.file, full_path));
		out_char(out, ':');
		out_dec(out, line.line, 0);
		return true;
	}
	if (!frame->map || frame->map->ksymbol || !object_lines_path(frame_space_object(space, frame->map->dso))) return false;
	out_lit(out, "??:0");
	return true;
}

const char *frame_line_file(struct frame_space *space, const struct frame *frame, bool full_path)
{
	struct source_line line;
	return frame_line(space, frame, &line) ? shown_file(line.file, full_path) : NULL;
}
