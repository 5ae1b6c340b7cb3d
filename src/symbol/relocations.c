/* Sources: the psABI supplements of each architecture, "Relocation"; ELF Handling For Thread-Local Storage. */
#include "symbol/relocations.h"

#include <stdlib.h>
#include "base/cursor.h"
#include "base/vec.h"

#define RELOCATIONS_MAX (1u << 20)

/* R_*_JUMP_SLOT, GLOB_DAT, IRELATIVE, RELATIVE, DTPMOD, DTPOFF, TPOFF, TLSDESC, in the order of enum relocation_kind.
 * 0: not looked for. PPC64 counts the offsets of thread's variables from somewhere in the block; of machines without
 * addends the second word of a descriptor has it. */
struct machine_relocations {
	uint16_t machine;
	uint32_t types[NR_RELOCATION_KINDS];
};
static const struct machine_relocations machine_relocations[] = {
	{ EM_X86_64, { 7, 6, 37, 8, 16, 17, 18, 36 } },
	{ EM_386, { 7, 6, 42, 8, 35, 36, 14, 0 } },
	{ EM_AARCH64, { 1026, 1025, 1032, 1027, 1028, 1029, 1030, 1031 } },
	{ EM_ARM, { 22, 21, 160, 23, 17, 18, 19, 0 } },
	{ EM_RISCV, { 5, 2, 58, 3, 7, 9, 11, 12 } },
	{ EM_S390, { 11, 10, 61, 12, 54, 55, 56, 0 } },
	{ EM_PPC64, { 21, 20, 248, 22, 0, 0, 0, 0 } },
};

static const struct machine_relocations *machine_of(uint16_t machine)
{
	for (size_t i = 0; i < ARRAY_SIZE(machine_relocations); i++)
		if (machine_relocations[i].machine == machine) return &machine_relocations[i];
	return NULL;
}

bool relocations_are_known(uint16_t machine) { return machine_of(machine); }

static int relocation_compare(const void *a, const void *b)
{
	const struct relocation *x = a, *y = b;
	return (x->vaddr > y->vaddr) - (x->vaddr < y->vaddr);
}

static bool kind_of(const struct machine_relocations *machine, uint32_t type, enum relocation_kind *ret)
{
	for (unsigned i = 0; i < NR_RELOCATION_KINDS; i++) {
		if (!type || machine->types[i] != type) continue;
		*ret = (enum relocation_kind)i;
		return true;
	}
	return false;
}

static void read_entries(const struct bytes *data, const struct relocation_filter *filter, struct relocations *ret)
{
	const struct machine_relocations *machine = machine_of(ret->image->machine);
	bool is64 = ret->image->is64;
	size_t word = is64 ? 8 : 4, entry = word * (ret->has_addend ? 3 : 2),
	       count = MIN(data->size / entry, RELOCATIONS_MAX);
	struct cursor c = cursor_of(data->data, data->size, ret->image->swap);
	VEC(struct relocation) kept = VEC_INIT;
	for (size_t i = 0; i < count; i++) {
		struct relocation r = { .vaddr = is64 ? cursor_u64(&c) : cursor_u32(&c) };
		uint64_t info = is64 ? cursor_u64(&c) : cursor_u32(&c);
		r.symbol = is64 ? (uint32_t)(info >> 32) : (uint32_t)(info >> 8);
		if (ret->has_addend) r.addend = is64 ? (int64_t)cursor_u64(&c) : (int32_t)cursor_u32(&c);
		if (r.vaddr < filter->start || r.vaddr >= filter->end) continue;
		if (!kind_of(machine, is64 ? (uint32_t)info : info & 0xff, &r.kind)) continue;
		if (filter->kinds >> r.kind & 1) vec_push(&kept, r);
	}
	if (kept.count) qsort(kept.items, kept.count, sizeof(*kept.items), relocation_compare);
	ret->items = kept.items;
	ret->count = kept.count;
}

void relocations_read(const struct image *image, const char *rela_name, const char *rel_name,
		      const struct relocation_filter *filter, struct relocations *ret)
{
	const struct image_section *section = image_section(image, rela_name);
	_bytes_done_ struct bytes data = BYTES_INIT;

	*ret = (struct relocations){ .image = image, .has_addend = section };
	if (!section) section = image_section(image, rel_name);
	if (!section || !machine_of(image->machine) || image_section_data(image, section, &data) < 0) return;
	read_entries(&data, filter, ret);
	if (section->link && section->link < image->nr_sections) {
		const struct image_section *symbols = &image->sections[section->link];
		if ((symbols->type == SHT_DYNSYM || symbols->type == SHT_SYMTAB) &&
		    image_section_data(image, symbols, &ret->symbols) >= 0 && symbols->link < image->nr_sections &&
		    image_section_data(image, &image->sections[symbols->link], &ret->names) < 0)
			bytes_done(&ret->symbols);
	}
}

void relocations_done(struct relocations *r)
{
	free(r->items);
	bytes_done(&r->symbols);
	bytes_done(&r->names);
	*r = (struct relocations){ 0 };
}

const struct relocation *relocations_at(const struct relocations *r, uint64_t vaddr)
{
	struct relocation key = { .vaddr = vaddr };
	return r->count ? bsearch(&key, r->items, r->count, sizeof(key), relocation_compare) : NULL;
}

/* Both classes begin with the name's offset; the 64-bit one has the value last but one. */
bool relocations_symbol(const struct relocations *r, const struct relocation *relocation, struct relocation_symbol *ret)
{
	bool is64 = r->image->is64;
	size_t size = is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);

	if (!relocation->symbol || relocation->symbol >= r->symbols.size / size) return false;
	struct cursor c = cursor_of(r->symbols.data + relocation->symbol * size, size, r->image->swap);
	uint32_t name_off = cursor_u32(&c);
	uint64_t value = is64 ? 0 : cursor_u32(&c);
	if (!is64) (void)cursor_u32(&c); /* size */
	(void)cursor_u16(&c);            /* binding and type, visibility */
	bool is_defined = cursor_u16(&c) != SHN_UNDEF;
	if (is64) value = cursor_u64(&c);
	if (!name_off || name_off >= r->names.size) return false;
	*ret = (struct relocation_symbol){ (const char *)r->names.data + name_off, value, is_defined };
	return true;
}
