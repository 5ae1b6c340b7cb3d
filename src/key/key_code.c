/* Keys of the code at a frame: object, symbol, address, line of source. All have frame scope: with children every
 * frame of a chain is asked, otherwise the sample's own address. */
#include "key/key_table.h"
#include "key/key_variant.h"
#include "frame/frame_line.h"

/* ---- dso */

static const char no_object[] = "[unknown]";

/* Objects of one name are one entry, whatever their path. The model interns names: a cell is the name's address. */
uint64_t key_cell_dso(struct key_env *env, const struct frame *frame)
{
	const struct map *map = frame->map;
	if (!map) return (uintptr_t)no_object;
	return (uintptr_t)(key_env_options(env)->full_paths ? map->dso->long_name : map->dso->short_name);
}

uint64_t key_carry_dso(const struct key_carry *carry, uint64_t cell)
{
	const char *name = (const char *)(uintptr_t)cell;
	return name == no_object ? cell : (uintptr_t)model_name_like(carry->model, name);
}

bool key_cell_has_object(uint64_t cell) { return cell != (uintptr_t)no_object; }

static uint64_t dso_cell(struct key_env *env, const struct key_input *in) { return key_cell_dso(env, in->frame); }

/* By name; what is in no object comes last. */
int key_order_dso(const struct key_env *env, uint64_t a, uint64_t b)
{
	const char *l = (const char *)(uintptr_t)a, *r = (const char *)(uintptr_t)b;
	if (a == b) return 0;
	if (l == no_object || r == no_object) return l == no_object ? 1 : -1;
	return strcmp(l, r);
}

/* The whole name of the first object that is called so. */
static const char *whole_name(const struct model *model, const char *name)
{
	size_t count = model_nr_dsos(model);
	for (uint32_t i = 0; i < count; i++) {
		const struct dso *dso = model_dso(model, i);
		if (dso->short_name == name) return dso_whole_name(dso);
	}
	return name;
}

/* Verbose: whole names. Where cells are those anyway (full_paths), no object has one of them as its short name. */
void key_format_dso(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	const char *name = (const char *)(uintptr_t)cell;
	bool is_whole = key_env_options(env)->symbol_addresses && key_env_model(env);
	out_str(out, is_whole ? whole_name(key_env_model(env), name) : name);
}

static void dso_join(const struct key_env *env, uint64_t cell, struct outbuf *out)
{
	const char *name = (const char *)(uintptr_t)cell;
	if (key_env_options(env)->join_variants) key_variant_dso(name, out);
	else out_str(out, name);
}

/* As upstream: as wide as an address once any address had no symbol. */
static unsigned dso_cell_width(const struct key_env *env, uint32_t event, uint64_t cell)
{
	return key_env_options(env)->wide_unresolved && key_env_has_unresolved(env) ? 16 : 0;
}

const struct key key_dso = {
	.name = "dso",
	.header = "Shared Object",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.flags = KEY_CODE | KEY_CUT,
	.cell = dso_cell,
	.carry = key_carry_dso,
	.order = key_order_dso,
	.format = key_format_dso,
	.join = dso_join,
	.cell_width = dso_cell_width,
};

/* ---- symbol */

static uint64_t symbol_cell(struct key_env *env, const struct key_input *in)
{
	return in->place_1 ? in->place_1 - 1 : key_env_place(env, in->frame, in->leaf, PLACE_SYMBOL);
}

/* As upstream, whose order knows less than what tells entries apart: symbols are compared by name only, and
 * addresses without a symbol are all the same, until the columns to the right have been compared. */
static bool symbol_alike(const struct key_env *env, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(env, a), *r = key_env_place_of(env, b);
	return !l->symbol == !r->symbol && (!l->symbol || strcmp(l->symbol->name, r->symbol->name) == 0);
}

const struct key key_symbol = {
	.name = "symbol",
	.header = "Symbol",
	.scope = KEY_FRAME,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_CODE | KEY_SYMBOL | KEY_FIXED | KEY_CUT | KEY_NAME,
	.uncounted = KEY_INLINED_MARK,
	.cell = symbol_cell,
	.carry = key_carry_place,
	.order = key_order_place,
	.order_prefix = key_prefix_place,
	.alike = symbol_alike,
	.format = key_format_place,
	.join = key_join_place,
	.cell_width = key_place_width,
};

/* ---- symoff */

static uint64_t symoff_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->frame, in->leaf, PLACE_ADDRESS);
}

/* By the lowest address seen there, the highest first. */
static int symoff_order(const struct key_env *env, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(env, a), *r = key_env_place_of(env, b);
	return key_compare((int64_t)r->ip, (int64_t)l->ip);
}

enum { ADDRESS_DIGITS = 9 };

/* "[.] main+0x10"; the column is as wide as its title, and addresses have the digits that fit, at least. */
void key_format_place_offset(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	const struct place *place = key_env_place_of(env, cell);
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
	.flags = KEY_CODE | KEY_IP | KEY_FIXED | KEY_FALLING,
	.cell = symoff_cell,
	.carry = key_carry_place,
	.order = symoff_order,
	.format = key_format_place_offset,
};

/* ---- addr */

/* The sampled address itself: every address is an entry. */
static uint64_t addr_cell(struct key_env *env, const struct key_input *in) { return in->frame->ip; }

static int addr_order(const struct key_env *env, uint64_t a, uint64_t b) { return key_compare((int64_t)b, (int64_t)a); }

static void addr_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_printf(out, "%#llx", (unsigned long long)cell);
}

const struct key key_addr = {
	.name = "addr",
	.header = "Address",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.min_width = 18,
	.flags = KEY_IP | KEY_FALLING,
	.cell = addr_cell,
	.order = addr_order,
	.format = addr_format,
};

/* ---- srcline */

static uint64_t srcline_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_source_line(env, in->frame);
}

const struct key key_srcline = {
	.name = "srcline",
	.header = "Source:Line",
	.scope = KEY_FRAME,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_CODE | KEY_IP | KEY_CUT,
	.cell = srcline_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.format = key_format_text,
};

/* ---- srcfile */

/* The file of the source line; an empty text where no line is known. */
static uint64_t srcfile_cell(struct key_env *env, const struct key_input *in)
{
	struct frame_space *frames = key_env_frames(env);
	const char *file = frames ? frame_line_file(frames, in->frame, key_env_options(env)->full_source_path) : NULL;
	return key_env_text(env, file ? file : "");
}

const struct key key_srcfile = {
	.name = "srcfile",
	.header = "Source File",
	.scope = KEY_FRAME,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_CODE | KEY_IP | KEY_CUT,
	.cell = srcfile_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.format = key_format_text,
};

/* ---- symbol_size */

static uint64_t symbol_size_cell(struct key_env *env, const struct key_input *in)
{
	const struct symbol *symbol = in->frame->symbol;
	return symbol ? symbol->end - symbol->start : 0;
}

static void symbol_size_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	if (cell) out_dec(out, cell, 0);
	else out_right(out, "unknown", 0);
}

const struct key key_symbol_size = {
	.name = "symbol_size",
	.header = "Symbol size",
	.scope = KEY_FRAME,
	.align = KEY_RIGHT,
	.flags = KEY_CODE | KEY_FIXED | KEY_FALLING,
	.cell = symbol_size_cell,
	.order = key_order_descending,
	.format = symbol_size_format,
};

/* ---- dso_size */

/* The size of the mapping, as upstream shows it: a 32-bit number. The kernel's reaches from its first to its last
 * symbol. */
static uint64_t dso_size_cell(struct key_env *env, const struct key_input *in)
{
	const struct map *map = in->frame->map;
	if (!map) return 0;
	if (map->dso->kind == DSO_KERNEL && key_env_frames(env)) {
		struct object *kernel = frame_space_object(key_env_frames(env), map->dso);
		size_t count = object_nr_symbols(kernel);
		if (count) return object_symbol(kernel, count - 1)->end - object_symbol(kernel, 0)->start;
	}
	return map->end - map->start;
}

static void dso_size_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	if (cell) out_sdec(out, (int32_t)cell, 0);
	else out_right(out, "unknown", 0);
}

const struct key key_dso_size = {
	.name = "dso_size",
	.header = "DSO size",
	.scope = KEY_FRAME,
	.align = KEY_RIGHT,
	.flags = KEY_FIXED | KEY_FALLING,
	.cell = dso_size_cell,
	.order = key_order_descending,
	.format = dso_size_format,
};

/* ---- ipc_null */

/* The column that upstream adds whenever "symbol" is in -s: instructions per cycle, known from branch stacks only
 * (key_env_set_ipc).
 * It tells symbols apart as key symbol does. */
static uint64_t ipc_null_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->frame, in->leaf, PLACE_SYMBOL);
}

static void ipc_null_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	const struct symbol *symbol = key_env_place_of(env, cell)->symbol;
	struct key_ipc ipc;
	if (!key_env_ipc(env, symbol, &ipc)) out_lit(out, "-      -");
	else if (symbol) out_printf(out, "%-5.2f [%5.1f%%]", ipc.ipc, ipc.coverage * 100);
	else out_char(out, '-');
}

const struct key key_ipc_null = {
	.name = "ipc_null",
	.header = "IPC   [IPC Coverage]",
	.scope = KEY_FRAME,
	.align = KEY_LEFT,
	.flags = KEY_CODE,
	.cell = ipc_null_cell,
	.carry = key_carry_place,
	.order = key_order_place,
	.format = ipc_null_format,
};
