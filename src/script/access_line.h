/* A memory access as a line for programs: perf mem report -D.
 *
 *     # PID, TID, IP, ADDR, LOCAL WEIGHT, DSRC, SYMBOL
 *     10 10 0x401110 0x404120 30 0x68100142 /usr/bin/prog:main */
#ifndef SCRIPT_ACCESS_LINE_H
#define SCRIPT_ACCESS_LINE_H

#include "base/outbuf.h"
#include "frame/resolver.h"

/* separator: between fields, borrowed. The other members add a field each. */
struct access_line_style {
	const char *separator;
	bool physical, page_size;
};

/* Appends the line of titles; then one a sample. code: where the sample's ip is. */
void access_line_titles(const struct access_line_style *style, struct outbuf *out);
void access_line_write(const struct access_line_style *style, const struct sample *sample, const struct frame *code,
		       struct outbuf *out);

#endif
