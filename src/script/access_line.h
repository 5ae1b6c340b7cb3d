/* A memory access as a line for programs: perf mem report -D.
 *
 *     # PID, TID, IP, ADDR, LOCAL WEIGHT, DSRC, SYMBOL
 *     10 10 0x401110 0x404120 30 0x68100142 /usr/bin/prog:main */
#ifndef SCRIPT_ACCESS_LINE_H
#define SCRIPT_ACCESS_LINE_H

#include "base/arena.h"
#include "base/outbuf.h"
#include "frame/frame_array.h"

/* separator: between fields, borrowed. The other members add a field each. */
struct access_line_style {
	const char *separator;
	bool physical, page_size;
};

/* The end of a line, "/usr/bin/prog:main" with the newline, made once for each frame. */
struct access_place {
	const char *text; /* not terminated; NULL: not needed yet */
	size_t size;
};

/* Of one worker; begins as zero bytes. */
struct access_line_writer {
	FRAME_ARRAY(struct access_place) places;
	struct arena arena; /* their texts */
};
void access_line_writer_done(struct access_line_writer *writer);

/* Appends the line of titles; then one a sample. code: where the sample's ip is, of the worker's resolver. */
void access_line_titles(const struct access_line_style *style, struct outbuf *out);
void access_line_write(struct access_line_writer *writer, const struct access_line_style *style,
		       const struct sample *sample, const struct frame *code, struct outbuf *out);

#endif
