/* JSON from a sequence of values: the sink remembers whether a comma is due, and for each open group whether it is a
 * list, whose elements have no names. */
#include "base/value_json.h"
#include <string.h>

/* suffix: of the name of a detail, else "". */
static void put_name(struct value_sink *sink, const char *name, const char *suffix)
{
	out_char(sink->out, '"');
	out_str(sink->out, name); /* names are identifiers of ours and of the kernel's types */
	out_str(sink->out, suffix);
	out_lit(sink->out, "\": ");
}

/* What stands before a value. */
static void put_before(struct value_sink *sink)
{
	if (sink->needs_comma) out_lit(sink->out, ", ");
	sink->needs_comma = true;
	if (sink->lists & 1) return;
	sink->last_name = sink->name ? sink->name : "value";
	put_name(sink, sink->last_name, "");
	sink->name = NULL;
}

static void value_json_begin(struct value_sink *sink, enum value_group group)
{
	put_before(sink);
	out_char(sink->out, group == VALUE_LIST ? '[' : '{');
	sink->lists = sink->lists << 1 | (group == VALUE_LIST);
	sink->needs_comma = false;
	sink->name = NULL;
}

static void value_json_end(struct value_sink *sink, enum value_group group)
{
	out_char(sink->out, group == VALUE_LIST ? ']' : '}');
	sink->lists >>= 1;
	sink->needs_comma = true;
	sink->name = NULL;
}

static void value_json_number(struct value_sink *sink, uint64_t number, bool is_signed)
{
	put_before(sink);
	if (is_signed) out_sdec(sink->out, (int64_t)number, 0);
	else out_dec(sink->out, number, 0);
}

static void value_json_text(struct value_sink *sink, const char *text, size_t size_bytes)
{
	put_before(sink);
	out_json_string(sink->out, text, size_bytes);
}

static void value_json_none(struct value_sink *sink)
{
	put_before(sink);
	out_lit(sink->out, "null");
}

/* "fd": 3, "fd_path": "/etc/passwd": one more member beside the last one. Lists have no place for it. */
static void value_json_detail(struct value_sink *sink, const char *suffix, const char *text)
{
	if (sink->lists & 1 || !sink->last_name) return;
	out_lit(sink->out, ", ");
	put_name(sink, sink->last_name, suffix);
	out_json_string(sink->out, text, strlen(text));
}

const struct value_sink_type value_json = {
	.begin = value_json_begin,
	.end = value_json_end,
	.number = value_json_number,
	.text = value_json_text,
	.none = value_json_none,
	.detail = value_json_detail,
};
