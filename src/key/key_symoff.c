#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->frame, in->leaf, PLACE_ADDRESS);
}

static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(env, a), *r = key_env_place_of(env, b);
	return l->ip == r->ip ? 0 : (int64_t)l->ip > (int64_t)r->ip ? -1 : 1;
}

enum { ADDRESS_DIGITS = 9 };

/* "[.] main+0x10"; the column is as wide as its title, and addresses have the digits that fit, at least. */
void key_format_place_offset(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	const struct place *place = key_env_place_of(env, cell_);
	key_format_level(env, place, out);
	if (place->symbol) {
		out_str(out, place->symbol->name);
		out_printf(out, "+0x%llx", (unsigned long long)(place->object_addr - place->symbol->start));
	} else {
		out_printf(out, "%#.*llx", ADDRESS_DIGITS, (unsigned long long)place->shown_addr);
	}
}

const struct key key_symoff = {
	.name = "symoff",
	.header = "Symbol Offset",
	.scope = KEY_FRAME,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_IP | KEY_FIXED,
	.cell = cell,
	.order = order,
	.format = key_format_place_offset,
};
