/* Keys that show a symbol: its order and its text. A cell is the id of a place (key_env.h). */
#include "base/printable.h"
#include "key/key_table.h"
#include "key/key_variant.h"

/* By number of the object; no object behind all others. */
static int order_objects(const struct dso *l, const struct dso *r)
{
	if (l == r) return 0;
	if (!l || !r) return l ? -1 : 1;
	return key_compare(l->id, r->id);
}

/* By name; code without a name after code with one; of equal names, and of those without, by address as a signed
 * number, as upstream: the kernel's come first. */
int key_order_places(const struct place *l, const struct place *r)
{
	if (!l->symbol != !r->symbol) return l->symbol ? -1 : 1;
	int by_name = l->symbol ? strcmp(l->symbol->name, r->symbol->name) : 0;
	if (by_name) return by_name;
	int64_t at_l = (int64_t)(l->symbol ? l->symbol->start : l->identity_addr),
		at_r = (int64_t)(r->symbol ? r->symbol->start : r->identity_addr);
	if (at_l != at_r) return at_l < at_r ? -1 : 1;
	return order_objects(l->dso, r->dso);
}

int key_order_place(const struct key_env *env, uint64_t a, uint64_t b)
{
	return a == b ? 0 : key_order_places(key_env_place_of(env, a), key_env_place_of(env, b));
}

/* The highest bit tells code without a name, which comes last; below it the beginning of the name, or the address
 * with its sign turned so that it orders as unsigned. Each loses its lowest bit. */
uint64_t key_prefix_place(const struct key_env *env, uint64_t cell)
{
	const struct place *place = key_env_place_of(env, cell);
	if (place->symbol) return key_prefix_of(place->symbol->name) >> 1;
	return 1ull << 63 | (place->identity_addr ^ 1ull << 63) >> 1;
}

void key_format_level(const struct key_env *env, const struct place *place, struct outbuf *out)
{
	if (key_env_options(env)->bare_symbols) return;
	out_char(out, '[');
	out_char(out, place->level);
	out_lit(out, "] ");
}

void key_format_origin(const struct key_env *env, const struct place *place, uint64_t address, struct outbuf *out)
{
	const struct key_env_options *options = key_env_options(env);
	const struct dso *dso = place->lowest_dso;
	char origin = '!';
	if (!options->symbol_addresses || options->bare_symbols) return;
	if (dso && key_env_frames(env)) origin = object_origin_letter(frame_space_object(key_env_frames(env), dso));
	out_printf(out, "%-#18llx %c ", (unsigned long long)address, origin);
}

void key_format_place(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	const struct place *place = key_env_place_of(env, cell);
	key_format_origin(env, place, place->symbol ? place->object_addr : place->shown_addr, out);
	key_format_level(env, place, out);
	if (place->symbol) {
		out_str(out, place->symbol->name);
		if (place->symbol->is_inlined) out_lit(out, KEY_INLINED_MARK);
	} else {
		if (place->shown_addr) out_lit(out, "0x"); /* as "%#.16llx" */
		out_hex0(out, place->shown_addr, 16);
	}
}

/* As upstream compares recordings: by name, since addresses differ between builds; all code without a name is one. */
void key_join_place(const struct key_env *env, uint64_t cell, struct outbuf *out)
{
	const struct place *place = key_env_place_of(env, cell);
	if (!place->symbol) return;
	if (key_env_options(env)->join_variants) key_variant_symbol(place->symbol->name, out);
	else out_str(out, place->symbol->name);
}

/* As upstream: without a symbol as wide as an address with its mode, also where the address is 0 and takes less, and
 * where verbose texts take more. A function inlined is as wide as another. */
unsigned key_place_width(const struct key_env *env, uint32_t event, uint64_t cell)
{
	enum { MODE_WIDTH = 4, ADDRESS_WIDTH = 18, ORIGIN_WIDTH = 21 };
	const struct key_env_options *options = key_env_options(env);
	const struct symbol *symbol = key_env_place_of(env, cell)->symbol;
	unsigned width = symbol ? (unsigned)printable_width(symbol->name) : ADDRESS_WIDTH;
	if (options->bare_symbols) return width;
	return MODE_WIDTH + width + (symbol && options->symbol_addresses ? ORIGIN_WIDTH : 0);
}
