/* Names for procedure linkage table (PLT) entries: "malloc@plt".
 *
 * An entry is a few instructions that jump through a slot, a word that the dynamic linker fills in. A relocation for
 * the slot says with what. So: read the relocations of slots, find which entry jumps through which slot, name it for
 * the relocation's symbol. How entries and slots belong together depends on the section:
 *
 *   .plt, .plt.sec    entries are in the order of their slots' relocations; sizes by machine and linker (shapes)
 *   .plt.got (x86)    no order: the jump instruction of each entry is decoded
 *   PowerPC           .plt has no code: jumps are found in .text
 *
 * IRELATIVE slots have no symbol; they are named after the resolver that their addend points to. Sources: the psABI
 * supplements of each architecture, "Procedure Linkage Table". */
#include <stdlib.h>
#include <string.h>
#include "base/cursor.h"
#include "symbol/image_symbols.h"
#include "symbol/relocations.h"
#include "symbol/symbol_table.h"

enum { ENTRIES_MAX = 1 << 20 };

/* Sizes that linkers write, by architecture. The first row whose header + count * entry is the section's size is
 * used; the first of the architecture if there is none. Add a row for a linker that writes another shape. */
struct plt_shape {
	uint16_t machine;
	uint8_t header_bytes, entry_bytes;
};
static const struct plt_shape shapes[] = {
	{ EM_X86_64, 16, 16 },
	{ EM_X86_64, 0, 8 } /* static programs */,
	{ EM_X86_64, 0, 16 },
	{ EM_X86_64, 32, 16 } /* mold */,
	{ EM_X86_64, 48, 32 } /* lld -z retpolineplt */,
	{ EM_386, 16, 16 },
	{ EM_386, 0, 8 },
	{ EM_386, 0, 16 },
	{ EM_AARCH64, 32, 16 },
	{ EM_AARCH64, 0, 16 },
	{ EM_AARCH64, 32, 24 } /* with BTI or PAC */,
	{ EM_ARM, 20, 12 },
	{ EM_ARM, 0, 12 },
	{ EM_ARM, 20, 16 },
	{ EM_ARM, 32, 16 } /* lld */,
	{ EM_RISCV, 32, 16 },
	{ EM_RISCV, 0, 16 },
	{ EM_S390, 32, 32 },
	{ EM_S390, 0, 32 },
};

/* An entry before it has its name. */
struct entry {
	uint64_t file_off, size_bytes;
	const char *name; /* NULL: not known */
	/* IRELATIVE: named after the symbol at this file offset; UINT64_MAX: no. */
	uint64_t resolver_off;
	bool is_header, has_symbol;
	const struct raw_symbol *resolver;
};

struct plt {
	const struct image *image;
	struct relocations slots, got; /* .rela.plt; .rela.dyn */
	VEC(struct entry) entries;
};

static struct entry *entry_add(struct plt *plt, uint64_t vaddr, uint64_t size_bytes)
{
	struct entry entry = { .size_bytes = size_bytes, .resolver_off = UINT64_MAX };

	if (!size_bytes || !image_file_off(plt->image, vaddr, &entry.file_off)) return NULL;
	vec_push(&plt->entries, entry);
	return vec_last(&plt->entries);
}

static void header_add(struct plt *plt, uint64_t vaddr, uint64_t size_bytes)
{
	struct entry *entry = entry_add(plt, vaddr, size_bytes);
	if (entry) entry->is_header = true;
}

/* Adds an entry that jumps through the slot of relocation; NULL: an entry of unknown target. */
static void target_add(struct plt *plt, uint64_t vaddr, uint64_t size_bytes, const struct relocations *r,
		       const struct relocation *relocation)
{
	struct entry *entry = entry_add(plt, vaddr, size_bytes);

	if (!entry || !relocation) return;
	struct relocation_symbol symbol;
	if (relocations_symbol(r, relocation, &symbol)) entry->name = symbol.name;
	if (!entry->name && relocation->kind == RELOCATION_IRELATIVE &&
	    !image_file_off(plt->image, (uint64_t)relocation->addend, &entry->resolver_off))
		entry->resolver_off = UINT64_MAX;
}

/* count: how many entries there have to be. */
static const struct plt_shape *shape_of(uint16_t machine, uint64_t size_bytes, size_t count)
{
	const struct plt_shape *first = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		if (shapes[i].machine != machine) continue;
		if (shapes[i].header_bytes + (uint64_t)shapes[i].entry_bytes * count == size_bytes) return &shapes[i];
		if (!first) first = &shapes[i];
	}
	return first;
}

/* Entries in the order of their slots, behind a header that calls the dynamic linker. */
static void lazy_entries_add(struct plt *plt, const struct image_section *section, bool has_header)
{
	size_t count = 0;

	for (size_t i = 0; i < plt->slots.count; i++) count += plt->slots.items[i].kind != RELOCATION_GLOB_DAT;
	const struct plt_shape *shape = shape_of(plt->image->machine, section->size_bytes, count);
	uint64_t at = 0, entry = shape->entry_bytes;
	if (has_header && shape->header_bytes && section->size_bytes >= shape->header_bytes) {
		header_add(plt, section->vaddr, shape->header_bytes);
		at = shape->header_bytes;
	} else if (!has_header) {
		entry = 16; /* .plt.sec of x86 */
	}
	for (size_t i = 0; i < plt->slots.count && section->size_bytes - at >= entry; i++) {
		if (plt->slots.items[i].kind == RELOCATION_GLOB_DAT) continue;
		target_add(plt, section->vaddr + at, entry, &plt->slots, &plt->slots.items[i]);
		at += entry;
	}
}

/* x86: where the "jmp *slot" of an entry takes its target from; false when the bytes are something else. */
static bool jump_slot_vaddr(const struct plt *plt, const uint8_t *code, size_t size_bytes, uint64_t vaddr,
			    uint64_t got_vaddr, uint64_t *ret)
{
	static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa }, endbr32[] = { 0xf3, 0x0f, 0x1e, 0xfb };
	size_t at = 0;

	if (size_bytes >= 4 && (memcmp(code, endbr64, 4) == 0 || memcmp(code, endbr32, 4) == 0)) at = 4;
	if (at < size_bytes && code[at] == 0xf2) at++; /* bnd */
	if (at + 6 > size_bytes || code[at] != 0xff) return false;
	struct cursor c = cursor_of(code + at + 2, 4, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	int32_t displacement = (int32_t)cursor_u32(&c);
	if (code[at + 1] == 0x25 && plt->image->machine == EM_X86_64)
		*ret = vaddr + at + 6 + (uint64_t)(int64_t)displacement;
	else if (code[at + 1] == 0x25) *ret = (uint32_t)displacement;
	else if (code[at + 1] == 0xa3 && plt->image->machine == EM_386)
		*ret = (uint32_t)(got_vaddr + (uint64_t)(int64_t)displacement);
	else return false;
	return true;
}

/* .plt.got: entries without a fixed order, for functions whose slot is in the ordinary GOT. */
static void got_entries_add(struct plt *plt, const struct image_section *section)
{
	_bytes_done_ struct bytes code = BYTES_INIT;
	uint64_t entry = section->entry_size_bytes == 8 || section->entry_size_bytes == 16 ? section->entry_size_bytes
											   : 16;
	const struct image_section *got = image_section(plt->image, ".got.plt");

	if (!got) got = image_section(plt->image, ".got");
	if (image_section_data(plt->image, section, &code) < 0) return;
	for (uint64_t at = 0; at + entry <= code.size; at += entry) {
		uint64_t slot = 0, vaddr = section->vaddr + at;
		const struct relocations *from = &plt->got;
		const struct relocation *relocation = NULL;
		if (jump_slot_vaddr(plt, code.data + at, entry, vaddr, got ? got->vaddr : 0, &slot))
			relocation = relocations_at(from, slot);
		if (!relocation) relocation = relocations_at(from = &plt->slots, slot);
		target_add(plt, vaddr, entry, from, relocation);
	}
}

/* 64-bit PowerPC: .plt is data alone, a list of addresses. The code that jumps through it stands in .text, made by
 * the linker where it was needed (OpenPOWER ELF V2 ABI, 4.2.5.3 "Procedure Linkage Table"; V1 likewise):
 *
 *   std   r2,24(r1)              V1: 40(r1); may be absent
 *   addis r12,r2,SLOT@toc@ha     only where the slot is far
 *   ld    r12,SLOT@toc@l(r12)    where it is near: (r2)
 *   mtctr r12
 *   bctr                         V1 loads r2 first, and may compare before it branches */
static void stub_entries_add(struct plt *plt, const struct image_section *section, uint64_t toc_vaddr)
{
	enum {
		STD_R2_V2 = 0xf8410018,
		STD_R2_V1 = 0xf8410028,
		MTCTR_R12 = 0x7d8903a6,
		BCTR = 0x4e800420,
		ENDS_AFTER = 5
	};
	_bytes_done_ struct bytes code = BYTES_INIT;

	if (image_section_data(plt->image, section, &code) < 0) return;
	size_t count = code.size / 4;
	struct cursor c = cursor_of(code.data, code.size, plt->image->swap);
	uint32_t before[3] = { 0 }; /* the nearest first */
	for (size_t i = 0; i < count; i++) {
		uint32_t word = cursor_u32(&c), load = before[0], low = load & 0xfffc;
		int64_t distance = (int16_t)low;
		size_t first = i - 1;
		bool is_jump = word == MTCTR_R12 && i > 0, far = false;
		if (is_jump && load >> 16 == 0xe98c && before[1] >> 16 == 0x3d82 &&
		    i > 1) { /* ld r12,D(r12); addis r12,r2,D */
			distance += (int64_t)(int16_t)before[1] * 65536;
			first--;
			far = true;
		} else if (load >> 16 != 0xe982) { /* ld r12,D(r2) */
			is_jump = false;
		}
		const struct relocation *relocation =
			is_jump ? relocations_at(&plt->slots, toc_vaddr + (uint64_t)distance) : NULL;
		uint32_t saves = before[far ? 2 : 1];
		before[2] = before[1];
		before[1] = before[0];
		before[0] = word;
		if (!relocation) continue;
		if (first > 0 && (saves == STD_R2_V2 || saves == STD_R2_V1)) first--;
		size_t end = i + 1;
		struct cursor ahead = c;
		while (end < count && end - i < ENDS_AFTER && cursor_u32(&ahead) != BCTR) end++;
		end = end < count && end - i < ENDS_AFTER ? end + 1 : MIN(i + ENDS_AFTER, count);
		target_add(plt, section->vaddr + 4 * first, 4 * (end - first), &plt->slots, relocation);
	}
}

static void stubs_add(struct plt *plt)
{
	const struct image *image = plt->image;
	const struct image_section *got = image_section(image, ".got");

	if (!got || !plt->slots.count) return;
	for (size_t i = 0; i < image->nr_sections && plt->entries.count < ENTRIES_MAX; i++)
		if (image->sections[i].type == SHT_PROGBITS && (image->sections[i].flags & SHF_EXECINSTR))
			stub_entries_add(plt, &image->sections[i], got->vaddr + 0x8000); /* where r2 points */
}

static int by_file_off(const void *a, const void *b)
{
	const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
	return (x->file_off > y->file_off) - (x->file_off < y->file_off);
}

static int by_resolver(const void *a, const void *b)
{
	const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
	return (x->resolver_off > y->resolver_off) - (x->resolver_off < y->resolver_off);
}

static uint64_t entry_key(const struct entry *entry, bool resolver)
{
	return resolver ? entry->resolver_off : entry->file_off;
}

/* Index of the first of the sorted entries whose key is not below wanted. resolver: by resolver_off, else by
 * file_off. */
static size_t lower_bound(struct entry *const *sorted, size_t count, bool resolver, uint64_t wanted)
{
	size_t from = 0, to = count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (entry_key(sorted[middle], resolver) < wanted) from = middle + 1;
		else to = middle;
	}
	return from;
}

/* Finds which entries have a symbol already, and the best name of each resolver: one pass over the symbols for both. */
static void symbols_match(struct plt *plt, const struct symbol_list *list)
{
	size_t count = plt->entries.count;
	_free_ struct entry **places = xreallocarray(NULL, count + 1, sizeof(*places));
	_free_ struct entry **resolvers = xreallocarray(NULL, count + 1, sizeof(*resolvers));
	uint64_t low = UINT64_MAX, high = 0;

	for (size_t i = 0; i < count; i++) {
		struct entry *entry = places[i] = resolvers[i] = &plt->entries.items[i];
		low = MIN(low, MIN(entry->file_off, entry->resolver_off));
		high = MAX(high, MAX(entry->file_off, entry->resolver_off == UINT64_MAX ? 0 : entry->resolver_off));
	}
	if (count) qsort(places, count, sizeof(*places), by_file_off);
	if (count) qsort(resolvers, count, sizeof(*resolvers), by_resolver);
	for (size_t i = 0; i < list->symbols.count; i++) {
		const struct raw_symbol *s = &list->symbols.items[i];
		if (s->start < low || s->start > high) continue;
		for (size_t at = lower_bound(places, count, false, s->start);
		     at < count && places[at]->file_off == s->start; at++)
			places[at]->has_symbol = true;
		size_t at = lower_bound(resolvers, count, true, s->start);
		if (at < count && resolvers[at]->resolver_off == s->start &&
		    (!resolvers[at]->resolver || symbol_table_prefers(resolvers[at]->resolver, s, false)))
			resolvers[at]->resolver = s;
	}
	for (size_t i = 1; i < count; i++)
		if (resolvers[i]->resolver_off == resolvers[i - 1]->resolver_off)
			resolvers[i]->resolver = resolvers[i - 1]->resolver;
	for (size_t i = 0; i < count; i++)
		if (resolvers[i]->resolver) resolvers[i]->name = resolvers[i]->resolver->name;
}

/* Where the object has a symbol of its own (mold writes "malloc$plt"), that one stays. */
static size_t entries_name(struct plt *plt, struct symbol_list *list)
{
	size_t added = 0;

	symbols_match(plt, list);
	for (size_t i = 0; i < plt->entries.count; i++) {
		const struct entry *e = &plt->entries.items[i];
		const char *name;
		if (e->has_symbol) continue;
		if (e->is_header) name = ".plt";
		else if (e->name) name = arena_printf(&list->arena, "%s@plt", e->name);
		else name = arena_printf(&list->arena, "offset_%#llx@plt", (unsigned long long)e->file_off);
		symbol_list_add(list, (struct raw_symbol){ .start = e->file_off,
							   .end = e->file_off + e->size_bytes,
							   .name = name,
							   .binding = STB_GLOBAL,
							   .type = STT_FUNC,
							   .flags = RAW_PLT });
		added++;
	}
	return added;
}

/* With .plt.sec (x86, IBT), calls go there; .plt is then only the lazy part, and is named as a whole. */
size_t plt_symbols_add(const struct image *runtime, struct symbol_list *list)
{
	static const struct relocation_filter of_slots = {
		.kinds = 1u << RELOCATION_JUMP_SLOT | 1u << RELOCATION_GLOB_DAT | 1u << RELOCATION_IRELATIVE,
		.end = UINT64_MAX,
	};
	struct plt plt = { .image = runtime };
	const struct image_section *lazy = image_section(runtime, ".plt"),
				   *secondary = image_section(runtime, ".plt.sec");
	const struct image_section *got = image_section(runtime, ".plt.got");

	if (!relocations_are_known(runtime->machine)) return 0;
	relocations_read(runtime, ".rela.plt", ".rel.plt", &of_slots, &plt.slots);
	relocations_read(runtime, ".rela.dyn", ".rel.dyn", &of_slots, &plt.got);
	if (runtime->machine == EM_PPC64) {
		stubs_add(&plt);
		lazy = secondary = NULL;
	}
	if (lazy && lazy->type != SHT_NOBITS) {
		if (secondary && plt.slots.count) header_add(&plt, lazy->vaddr, lazy->size_bytes);
		else lazy_entries_add(&plt, lazy, true);
	}
	if (secondary && secondary->type != SHT_NOBITS) lazy_entries_add(&plt, secondary, false);
	if (got && got->type != SHT_NOBITS && (runtime->machine == EM_X86_64 || runtime->machine == EM_386))
		got_entries_add(&plt, got);
	size_t added = entries_name(&plt, list);
	vec_done(&plt.entries);
	relocations_done(&plt.slots);
	relocations_done(&plt.got);
	return added;
}
