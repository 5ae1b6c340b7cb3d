/* Values with structure, given one after the other to whoever shows them: what arguments of calls and fields of events
 * are made of. Who has values names them and says what they are; the sink decides how they look.
 *
 *     value_name(sink, "flags"); value_text(sink, "RDONLY", 6);
 *     value_name(sink, "stat"); value_begin(sink, VALUE_OBJECT); ... value_end(sink, VALUE_OBJECT);
 *
 * All functions take NULL for a sink: nobody wants values. A name without a value is forgotten. */
#ifndef BASE_VALUE_SINK_H
#define BASE_VALUE_SINK_H

#include "base/outbuf.h"

/* A group of values: with names, or without. */
enum value_group { VALUE_OBJECT, VALUE_LIST };

struct value_sink;
/* How values are shown: one constant per form of output (base/value_json.h). All functions must be there; they are
 * called by the inline functions below only. */
struct value_sink_type {
	void (*begin)(struct value_sink *sink, enum value_group group);
	void (*end)(struct value_sink *sink, enum value_group group);
	void (*number)(struct value_sink *sink, uint64_t number, bool is_signed);
	void (*text)(struct value_sink *sink, const char *text, size_t size_bytes);
	void (*none)(struct value_sink *sink); /* there is no value: a NULL pointer */
	/* One more member, of an object: what is known besides of the value before, whose name and suffix are its name
	 */
	void (*detail)(struct value_sink *sink, const char *suffix, const char *text);
};

/* Where values go. The caller sets type and out and leaves the rest zero; the functions of the type keep it up to date.
 * Names are borrowed until the next value. */
struct value_sink {
	const struct value_sink_type *type;
	struct outbuf *out;
	const char *name;      /* of the value that comes next; NULL: none */
	const char *last_name; /* of the one before */
	uint64_t lists; /* a bit for each group around the next value, the innermost is the lowest: it is a list */
	bool needs_comma;
};

/* A state of a sink, to come back to when what followed turns out to be nothing: the text since then is dropped. */
struct value_place {
	struct value_sink sink;
	size_t size;
};

/* Where the sink is now, and going back there. The text that is dropped must not have been flushed. */
static inline struct value_place value_place(const struct value_sink *sink)
{
	return sink ? (struct value_place){ *sink, sink->out->size } : (struct value_place){ .size = 0 };
}
static inline void value_back(struct value_sink *sink, const struct value_place *place)
{
	if (!sink) return;
	*sink = place->sink;
	sink->out->size = place->size;
}
/* The name of the next value, as a member of the innermost object. Not escaped: an identifier. */
static inline void value_name(struct value_sink *sink, const char *name)
{
	if (sink) sink->name = name;
}
/* Opens and closes a group, itself a value; they must pair, and nest no deeper than 64. */
static inline void value_begin(struct value_sink *sink, enum value_group group)
{
	if (sink) sink->type->begin(sink, group);
}
static inline void value_end(struct value_sink *sink, enum value_group group)
{
	if (sink) sink->type->end(sink, group);
}
/* A value: an unsigned number, a signed one, a text (any bytes), nothing. */
static inline void value_number(struct value_sink *sink, uint64_t number)
{
	if (sink) sink->type->number(sink, number, false);
}
static inline void value_signed(struct value_sink *sink, int64_t number)
{
	if (sink) sink->type->number(sink, (uint64_t)number, true);
}
static inline void value_text(struct value_sink *sink, const char *text, size_t size_bytes)
{
	if (sink) sink->type->text(sink, text, size_bytes);
}
static inline void value_none(struct value_sink *sink)
{
	if (sink) sink->type->none(sink);
}
/* What else is known of the last value: value_detail(sink, "_path", "/etc/passwd") behind "fd" is "fd_path". */
static inline void value_detail(struct value_sink *sink, const char *suffix, const char *text)
{
	if (sink) sink->type->detail(sink, suffix, text);
}

#endif
