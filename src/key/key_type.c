/* Keys of the data that an instruction accesses: its type, the byte in it, and the cache line of that, as code and
 * debug information say (symbol/object_types.h). */
#include <inttypes.h>
#include <string.h>
#include "frame/sample_data.h"
#include "key/key_table.h"
#include "symbol/object_types.h"

enum { CACHE_LINE_BYTES = 64 /* upstream's, whatever the machine has */ };

/* A link of a chain accesses nothing: its address is behind a call. */
static void access_of(struct key_env *env, const struct key_input *in, struct type_access *ret)
{
	const struct frame *frame = in->frame;
	*ret = (struct type_access){ .state = TYPE_ACCESS_NO_SYMBOL };
	if (!in->leaf || !frame->map || !key_env_frames(env)) return;
	object_type_access(frame_space_object(key_env_frames(env), frame->map->dso), frame->object_addr, ret);
}

/* ---- type */

static uint64_t type_cell(struct key_env *env, const struct key_input *in)
{
	struct type_access access;
	access_of(env, in, &access);
	return key_env_text(env, type_access_type_name(&access));
}

/* By name, the last first, as upstream. */
static int type_order(const struct key_env *env, uint64_t a, uint64_t b)
{
	return strcmp(key_env_text_of(env, b), key_env_text_of(env, a));
}

const struct key key_type = {
	.name = "type",
	.header = "Data Type",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.flags = KEY_IP | KEY_FIXED | KEY_LEAF,
	.cell = type_cell,
	.order = type_order,
	.format = key_format_text,
};

/* ---- typeoff */

static uint64_t typeoff_cell(struct key_env *env, const struct key_input *in)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct type_access access;
	access_of(env, in, &access);
	type_access_format(&access, &text);
	return key_env_text(env, strbuf_text(&text));
}

/* "struct inner +0x60 (next)": the length of the type's name, and the number behind it. Names of types may have blanks
 * and signs in them; the member's parenthesis is the last. */
static size_t split_offset(const char *text, uint64_t *ret_offset)
{
	const char *sign = NULL;
	for (const char *at = strstr(text, " +"); at; at = strstr(at + 1, " +")) sign = at;
	*ret_offset = sign ? strtoull(sign + 2, NULL, 0) : 0;
	return sign ? (size_t)(sign - text) : strlen(text);
}

/* By name, then by offset, the last first. */
static int typeoff_order(const struct key_env *env, uint64_t a, uint64_t b)
{
	const char *text_a = key_env_text_of(env, a), *text_b = key_env_text_of(env, b);
	uint64_t offset_a, offset_b;
	size_t length_a = split_offset(text_a, &offset_a), length_b = split_offset(text_b, &offset_b);
	if (length_a == length_b && strncmp(text_a, text_b, length_a) == 0 && offset_a != offset_b)
		return offset_a > offset_b ? -1 : 1;
	return strcmp(text_b, text_a);
}

const struct key key_typeoff = {
	.name = "typeoff",
	.header = "Data Type Offset",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.flags = KEY_IP | KEY_FIXED | KEY_LEAF,
	.cell = typeoff_cell,
	.order = typeoff_order,
	.format = key_format_text,
};

/* ---- typecln */

static uint64_t typecln_cell(struct key_env *env, const struct key_input *in)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct type_access access;
	access_of(env, in, &access);
	bool is_known = access.state != TYPE_ACCESS_FOUND || access.has_offset;
	uint64_t line = access.state == TYPE_ACCESS_FOUND ? access.offset / CACHE_LINE_BYTES : 0;
	strbuf_str(&text, type_access_type_name(&access));
	if (is_known) strbuf_printf(&text, ": cache-line %" PRIu64, line);
	else strbuf_str(&text, ": cache-line ?");
	return key_env_text(env, strbuf_text(&text));
}

const struct key key_typecln = {
	.name = "typecln",
	.header = "Data Type Cacheline",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.flags = KEY_IP | KEY_FIXED | KEY_LEAF,
	.cell = typecln_cell,
	.order = type_order,
	.format = key_format_text,
};

/* ---- type_daddr */

/* By the address of the data alone, whatever the instruction is. */
static uint64_t type_daddr_cell(struct key_env *env, const struct key_input *in)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct type_access access = { .state = TYPE_ACCESS_NO_VARIABLE };
	struct data_place place;
	if (in->resolver && sample_data_find(in->resolver, in->task, in->sample, &place))
		data_place_type(&place, &access);
	if (access.state == TYPE_ACCESS_FOUND) type_access_format(&access, &text);
	else strbuf_str(&text, type_access_type_name(&access));
	return key_env_text(env, strbuf_text(&text));
}

const struct key key_type_daddr = {
	.name = "type_daddr",
	.header = "Data Type of Address",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.cell = type_daddr_cell,
	.carry = key_carry_text,
	.order = typeoff_order,
	.format = key_format_text,
};
