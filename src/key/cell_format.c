/* How cells of several keys are ordered and written: texts, numbers, page sizes. Places have a file of their own,
 * key_place.c. */
#include <string.h>
#include "key/key_table.h"

int key_order_text(const struct key_env *env, uint64_t a, uint64_t b)
{
	return a == b ? 0 : strcmp(key_env_text_of(env, a), key_env_text_of(env, b));
}

/* The first byte is the highest: such numbers order as the texts do. */
uint64_t key_prefix_of(const char *text)
{
	uint64_t prefix = 0;
	for (unsigned i = 0; i < 8 && *text; i++) prefix |= (uint64_t)(uint8_t)*text++ << (56 - 8 * i);
	return prefix;
}

uint64_t key_prefix_text(const struct key_env *env, uint64_t cell) { return key_prefix_of(key_env_text_of(env, cell)); }

int key_order_descending(const struct key_env *env, uint64_t a, uint64_t b) { return (b > a) - (b < a); }

int key_order_signed(const struct key_env *env, uint64_t a, uint64_t b) { return key_compare((int64_t)a, (int64_t)b); }

void key_format_text(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_str(out, key_env_text_of(env, cell));
}
void key_format_dec(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_dec(out, cell, 0);
}

void key_format_page_size(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	static const char *const units[] = { "", "K", "M", "G", "T" };
	unsigned unit = 0;
	if (!cell) {
		out_lit(out, "N/A");
		return;
	}
	for (; cell >= 1024 && cell % 1024 == 0 && unit + 1 < ARRAY_SIZE(units); unit++) cell /= 1024;
	out_dec(out, cell, 0);
	out_str(out, units[unit]);
}
