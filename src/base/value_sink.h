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

enum value_group { VALUE_OBJECT, VALUE_LIST };

struct value_sink;
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

struct value_sink {
	const struct value_sink_type *type;
	struct outbuf *out;
	const char *name;      /* of the value that comes next; NULL: none */
	const char *last_name; /* of the one before */
	uint64_t lists; /* a bit for each group around the next value, the innermost is the lowest: it is a list */
	bool needs_comma;
};

/* Where a sink is, to come back to when what followed turns out to be nothing. */
struct value_place {
	struct value_sink sink;
	size_t size;
};

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
static inline void value_name(struct value_sink *sink, const char *name)
{
	if (sink) sink->name = name;
}
static inline void value_begin(struct value_sink *sink, enum value_group group)
{
	if (sink) sink->type->begin(sink, group);
}
static inline void value_end(struct value_sink *sink, enum value_group group)
{
	if (sink) sink->type->end(sink, group);
}
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
static inline void value_detail(struct value_sink *sink, const char *suffix, const char *text)
{
	if (sink) sink->type->detail(sink, suffix, text);
}

#endif
