/* Three kinds of frames have lines: inlined calls bring theirs (frame->call->at), kernel symbols without a file have
 * none, all others are asked of their object's line table (symbol/object_lines.h). */
#include "frame/frame_line.h"
#include <string.h>

bool frame_line(struct frame_space *space, const struct frame *frame, struct source_line *ret)
{
	/* the line was worked out with the inlined calls; the table knows the innermost one only */
	if (frame->is_call) {
		if (!frame->call->at.file) return false;
		*ret = frame->call->at;
		return true;
	}
	if (!frame->map || frame->map->ksymbol) return false;
	return object_line(frame_space_object(space, frame->map->dso), frame->object_addr, ret) && ret->file;
}

/* The last part of the path, unless the full one is wanted. A path that ends with '/' stays whole. */
static const char *shown_file(const char *file, bool full_path)
{
	const char *slash = full_path ? NULL : strrchr(file, '/');
	return slash && slash[1] ? slash + 1 : file;
}

static void put_line(const struct source_line *line, bool full_path, struct outbuf *out)
{
	out_str(out, shown_file(line->file, full_path));
	out_char(out, ':');
	out_dec(out, line->line, 0);
}

/* "??:0" is what addr2line says, for objects that have line tables at all */
bool frame_line_text_at(struct frame_space *space, const struct dso *dso, uint64_t object_addr, bool full_path,
			struct outbuf *out)
{
	struct object *object = frame_space_object(space, dso);
	struct source_line line;
	if (object_line(object, object_addr, &line) && line.file) put_line(&line, full_path, out);
	else if (object_lines_path(object)) out_lit(out, "??:0");
	else return false;
	return true;
}

bool frame_line_text(struct frame_space *space, const struct frame *frame, bool full_path, struct outbuf *out)
{
	if (frame->is_call && frame->call->at.file) return put_line(&frame->call->at, full_path, out), true;
	if (!frame->map || frame->map->ksymbol) return false;
	return frame_line_text_at(space, frame->map->dso, frame->object_addr, full_path, out);
}

void frame_line_address(struct frame_space *space, const struct frame *frame, struct outbuf *out)
{
	const struct dso *dso = frame->map->dso;
	out_str(out, dso->short_name);
	out_char(out, '[');
	out_hex(out,
		frame->map->ksymbol ? frame->object_addr
				    : object_elf_addr(frame_space_object(space, dso), frame->object_addr),
		0);
	out_char(out, ']');
}

const char *frame_line_file(struct frame_space *space, const struct frame *frame, bool full_path)
{
	struct source_line line;
	return frame_line(space, frame, &line) ? shown_file(line.file, full_path) : NULL;
}
