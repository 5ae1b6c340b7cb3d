/* Source lines of frames, as reports and scripts show them. */
#ifndef FRAME_FRAME_LINE_H
#define FRAME_FRAME_LINE_H

#include "base/outbuf.h"
#include "frame/resolver.h"

/* The source line of a frame; false: not known. ret->file is the object's, and lives as long as the symbol store. */
bool frame_line(struct frame_space *space, const struct frame *frame, struct source_line *ret);
/* Appends "file.c:12", or "??:0" in an object whose line tables do not have the address. False, and nothing is
 * appended, where no lines are at all. full_path: the file's whole path instead of its last part. */
bool frame_line_text(struct frame_space *space, const struct frame *frame, bool full_path, struct outbuf *out);
/* The same of an address of an object, in the object's own kind. */
bool frame_line_text_at(struct frame_space *space, const struct dso *dso, uint64_t object_addr, bool full_path,
			struct outbuf *out);
/* Where no lines are: the object and the address in it as its tools count, "prog[401136]". The frame has a map. */
void frame_line_address(struct frame_space *space, const struct frame *frame, struct outbuf *out);
/* The file alone; NULL: not known. */
const char *frame_line_file(struct frame_space *space, const struct frame *frame, bool full_path);

#endif
