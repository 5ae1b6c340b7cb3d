/* Keys of the data that an instruction accessed: the address (PERF_SAMPLE_ADDR) as symbol, object and cache line, and
 * the physical address. Cells of addresses are places (key_env.h). */
#include "key/key_address.h"
#include "key/key_table.h"
#include <elf.h>
#include "perfdata/record/data_src.h"

/* Behind a name: the letter in front of it and the longest address there might be, as upstream reserves it. */
enum { LEVEL_WIDTH = 4, ADDRESS_WIDTH = 18 };

/* By the address as a signed number, as upstream: the kernel's come first; of one address by object. */
static int address_order(const struct key_env *env, uint64_t a, uint64_t b)
{
	struct place scratch_l, scratch_r;
	if (a == b) return 0;
	const struct place *l = key_address_place(env, a, &scratch_l), *r = key_address_place(env, b, &scratch_r);
	int by_address = key_compare((int64_t)l->ip, (int64_t)r->ip);
	return by_address ? by_address : key_order_places(l, r);
}

/* With its sign turned, so that it orders as a number without one. */
static uint64_t address_prefix(const struct key_env *env, uint64_t cell)
{
	return key_address_of(env, cell) ^ 1ull << 63;
}

/* A name and, of data, the distance from where it begins: an address is somewhere in a variable, but one function is
 * one name. */
static void put_symbol(const struct symbol *symbol, uint64_t object_addr, struct outbuf *out)
{
	out_str(out, symbol->name);
	if (symbol->type != STT_OBJECT) return;
	uint64_t behind = object_addr - symbol->start;
	bool before = object_addr < symbol->start; /* a cache line may begin in front of it */
	out_printf(out, "%c0x%llx", before ? '-' : '+', (unsigned long long)(before ? -behind : behind));
}

/* "0x0000000000001040", and zeros alone for 0, as "%#.16llx" has it. */
static void put_address(uint64_t address, struct outbuf *out)
{
	if (address) out_lit(out, "0x");
	out_hex0(out, address, 16);
}

/* "[.] shared+0x8", "[.] 0x00007f0000001040" */
static void put_place(const struct key_env *env, const struct place *place, struct outbuf *out)
{
	key_format_level(env, place, out);
	if (place->symbol) put_symbol(place->symbol, place->object_addr, out);
	else put_address(place->ip, out);
}

static void address_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	struct place scratch;
	const struct place *place = key_address_place(env, cell, &scratch);
	key_format_origin(env, place, place->ip, out);
	put_place(env, place, out);
}

static unsigned address_width(const struct key_env *env, uint32_t event, uint64_t cell)
{
	struct place scratch;
	const struct symbol *symbol = key_address_place(env, cell, &scratch)->symbol;
	return LEVEL_WIDTH + ADDRESS_WIDTH + (symbol ? (unsigned)strlen(symbol->name) : 0);
}

/* ---- symbol_daddr */

static uint64_t symbol_daddr_cell(struct key_env *env, const struct key_input *in)
{
	return key_cell_address(env, in->data);
}

const struct key key_symbol_daddr = {
	.name = "symbol_daddr",
	.header = "Data Symbol",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_MEMORY | KEY_DATA | KEY_FIXED,
	.min_width = LEVEL_WIDTH + ADDRESS_WIDTH,
	.cell = symbol_daddr_cell,
	.carry = key_carry_address,
	.order = address_order,
	.order_prefix = address_prefix,
	.format = address_format,
	.cell_width = address_width,
};

/* ---- symbol_iaddr */

/* The instruction's own address: unlike key symbol each is an entry. */
static uint64_t symbol_iaddr_cell(struct key_env *env, const struct key_input *in)
{
	return key_cell_address(env, in->frame);
}

const struct key key_symbol_iaddr = {
	.name = "symbol_iaddr",
	.header = "Code Symbol",
	.scope = KEY_FRAME,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_MEMORY | KEY_IP | KEY_FIXED,
	.min_width = LEVEL_WIDTH + ADDRESS_WIDTH,
	.cell = symbol_iaddr_cell,
	.carry = key_carry_address,
	.order = address_order,
	.order_prefix = address_prefix,
	.format = address_format,
	.cell_width = address_width,
};

/* ---- dso_daddr */

static uint64_t dso_daddr_cell(struct key_env *env, const struct key_input *in) { return key_cell_dso(env, in->data); }

/* As upstream, the other way around than key dso: what is in no object comes first. */
static int dso_daddr_order(const struct key_env *env, uint64_t a, uint64_t b) { return key_order_dso(env, b, a); }

/* As upstream: as wide as an address once any data is in no object. */
static unsigned dso_daddr_width(const struct key_env *env, uint32_t event, uint64_t cell)
{
	return key_cell_has_object(cell) ? 0 : 16;
}

const struct key key_dso_daddr = {
	.name = "dso_daddr",
	.header = "Data Object",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_MEMORY | KEY_DATA,
	.cell = dso_daddr_cell,
	.carry = key_carry_dso,
	.order = dso_daddr_order,
	.format = key_format_dso,
	.cell_width = dso_daddr_width,
};

/* ---- dcacheline */

static uint64_t dcacheline_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_data_line(env, in->data, in->task->pid, key_env_line_bytes(env));
}

/* By device, inode, process and address, as upstream: what of it first is not the same decides. */
static int dcacheline_order(const struct key_env *env, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(env, a), *r = key_env_place_of(env, b);
	if (!l->dso != !r->dso) return l->dso ? -1 : 1; /* what is not mapped comes last */
	const struct dso nothing = { 0 }, *of_l = l->dso ? l->dso : &nothing, *of_r = r->dso ? r->dso : &nothing;
	const uint64_t steps[][2] = {
		{ of_l->maj, of_r->maj },
		{ of_l->min, of_r->min },
		{ of_l->ino, of_r->ino },
		{ l->pid, r->pid },
		{ l->identity_addr, r->identity_addr },
		{ of_l->id, of_r->id },
	};
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++)
		if (steps[i][0] != steps[i][1]) return steps[i][0] < steps[i][1] ? -1 : 1;
	return 0;
}

/* The line by the symbol of the lowest address in it that was met, else by its own address: in the object where that
 * is a file. */
static void dcacheline_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	const struct place *place = key_env_place_of(env, cell);
	key_format_origin(env, place, place->identity_addr, out);
	key_format_level(env, place, out);
	if (place->symbol) put_symbol(place->symbol, place->identity_addr, out);
	else put_address(place->identity_addr, out);
}

static unsigned dcacheline_width(const struct key_env *env, uint32_t event, uint64_t cell)
{
	return address_width(env, event, cell) + (key_env_place_of(env, cell)->symbol != NULL);
}

const struct key key_dcacheline = {
	.name = "dcacheline",
	.header = "Data Cacheline",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_MEMORY | KEY_DATA | KEY_FIXED,
	.min_width = LEVEL_WIDTH + ADDRESS_WIDTH,
	.cell = dcacheline_cell,
	.carry = key_carry_place,
	.order = dcacheline_order,
	.format = dcacheline_format,
	.cell_width = dcacheline_width,
};

/* ---- phys_daddr */

/* A place that nothing is mapped at: what is there is told by its number alone. */
static uint64_t phys_daddr_cell(struct key_env *env, const struct key_input *in)
{
	const struct frame frame = { .ip = in->sample->phys_addr,
				     .object_addr = in->sample->phys_addr,
				     .level = in->data->level };
	return key_env_place(env, &frame, false, PLACE_ADDRESS);
}

static void phys_daddr_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	put_place(env, key_env_place_of(env, cell), out);
}

const struct key key_phys_daddr = {
	.name = "phys_daddr",
	.header = "Data Physical Address",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_MEMORY | KEY_DATA | KEY_FIXED,
	.min_width = LEVEL_WIDTH + ADDRESS_WIDTH,
	.cell = phys_daddr_cell,
	.carry = key_carry_address,
	.order = address_order,
	.order_prefix = address_prefix,
	.format = phys_daddr_format,
};
