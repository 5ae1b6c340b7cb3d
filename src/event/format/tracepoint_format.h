/* A tracepoint's format file, as tracefs shows it ("name:", "ID:", "format:" and its fields, "print fmt:"). Internal to
 * event/. */
#ifndef EVENT_FORMAT_TRACEPOINT_FORMAT_H
#define EVENT_FORMAT_TRACEPOINT_FORMAT_H

#include "base/arena.h"
#include "base/outbuf.h"
#include "event/format/tracepoint_field.h"
#include "event/format/tracing_data.h"

/* The number behind "ID:" at the start of a line; false when there is none. */
bool tracepoint_format_id(struct text_view text, uint64_t *ret);

/* Parses a format file into ret: its name, fields and program; ret's other members are the caller's and must be there
 * before. All memory is the arena's. Returns NULL, or what is wrong: the fields before the damage are kept then, and
 * there is no program. A print format that is sound but not understood is no damage. */
const char *tracepoint_format_parse(struct text_view text, struct arena *arena, struct tracepoint *ret);

#endif
