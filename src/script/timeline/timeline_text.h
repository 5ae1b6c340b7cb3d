/* Events of Chrome's trace event format, one a line. */
#ifndef SCRIPT_TIMELINE_TIMELINE_TEXT_H
#define SCRIPT_TIMELINE_TIMELINE_TEXT_H

#include "base/outbuf.h"
#include "frame/resolver.h"

struct timeline_text {
	struct outbuf *out;
	uint64_t nr_events, nr_calls;
};
/* On which track, and when. */
struct timeline_place {
	uint32_t pid, tid;
	uint64_t time_ns;
};

void timeline_text_head(struct timeline_text *text);
void timeline_text_foot(struct timeline_text *text);
/* A function begins: its name, and its object as category; or something that is none. The innermost ends. */
void timeline_text_begin(struct timeline_text *text, const struct timeline_place *place, const struct frame *frame);
void timeline_text_begin_named(struct timeline_text *text, const struct timeline_place *place, const char *name);
void timeline_text_end(struct timeline_text *text, const struct timeline_place *place);
/* Something that takes no time. */
void timeline_text_instant(struct timeline_text *text, const struct timeline_place *place, const char *name);
/* The thread's name; the process has that of its first thread. */
void timeline_text_name(struct timeline_text *text, const struct timeline_place *place, const char *comm);

#endif
