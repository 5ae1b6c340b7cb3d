#include "key/key_table.h"

static const char unknown[] = "[unknown]";

/* Objects of one name are one entry, whatever their path. The model interns names: a cell is the name's address. */
uint64_t key_cell_dso(struct key_env *env, const struct frame *frame)
{
	const struct map *map = frame->map;
	const char *name = !map                               ? unknown
			   : key_env_options(env)->full_paths ? map->dso->long_name
							      : map->dso->short_name;
	return (uintptr_t)name;
}

static uint64_t cell(struct key_env *env, const struct key_input *in) { return key_cell_dso(env, in->frame); }

/* By name; what is in no object comes last. */
int key_order_dso(const struct key_env *env, uint64_t a, uint64_t b)
{
	const char *l = (const char *)(uintptr_t)a, *r = (const char *)(uintptr_t)b;
	if (a == b) return 0;
	if (l == unknown || r == unknown) return l == unknown ? 1 : -1;
	return strcmp(l, r);
}

void key_format_dso(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_str(out, (const char *)(uintptr_t)cell_);
}

/* As wide as an address once an address had no symbol. */
static unsigned cell_width(const struct key_env *env, uint32_t event, uint64_t cell_)
{
	return key_env_options(env)->wide_unresolved && key_env_has_unresolved(env) ? 16 : 0;
}

const struct key key_dso = {
	.name = "dso",
	.header = "Shared Object",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.flags = KEY_CUT,
	.cell = cell,
	.order = key_order_dso,
	.format = key_format_dso,
	.cell_width = cell_width,
};
