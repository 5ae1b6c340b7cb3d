/* A word without a relocation stays as the file has it: of programs that are always at the same address, and offsets of
 * thread's variables that nobody else can see. */
#include "symbol/image_got.h"

#include <elf.h>
#include "base/cursor.h"

/* They are among the slots of functions where the linker may fill them in late. */
static void read_descriptors(const struct image *image, struct image_got *ret)
{
	const struct relocation_filter filter = { .kinds = 1u << RELOCATION_DESCRIPTOR, .end = UINT64_MAX };
	relocations_read(image, ".rela.dyn", ".rel.dyn", &filter, &ret->descriptors[0]);
	relocations_read(image, ".rela.plt", ".rel.plt", &filter, &ret->descriptors[1]);
}

void image_got_read(const struct image *image, struct image_got *ret)
{
	*ret = (struct image_got){ .data = BYTES_INIT };
	const struct image_section *section = image ? image_section(image, ".got") : NULL;
	if (!image || !relocations_are_known(image->machine)) return;
	read_descriptors(image, ret);
	if (!section) return;
	if (section->vaddr + section->size_bytes < section->vaddr) return;
	if (image_section_data(image, section, &ret->data) < 0) return;
	const struct relocation_filter filter = { .kinds = ~(1u << RELOCATION_JUMP_SLOT),
						  .start = section->vaddr,
						  .end = section->vaddr + section->size_bytes };
	relocations_read(image, ".rela.dyn", ".rel.dyn", &filter, &ret->relocations);
	ret->image = image;
	ret->section = section;
}

void image_got_done(struct image_got *got)
{
	relocations_done(&got->relocations);
	for (size_t i = 0; i < ARRAY_SIZE(got->descriptors); i++) relocations_done(&got->descriptors[i]);
	bytes_done(&got->data);
	*got = (struct image_got){ 0 };
}

static bool word_at(const struct image_got *got, uint64_t vaddr, uint64_t *ret)
{
	uint64_t off = vaddr - got->section->vaddr, word = got->image->is64 ? 8 : 4;
	if (vaddr < got->section->vaddr || off >= got->data.size || got->data.size - off < word) return false;
	struct cursor c = cursor_of(got->data.data + off, word, got->image->swap);
	*ret = got->image->is64 ? cursor_u64(&c) : cursor_u32(&c);
	return true;
}

static void add_symbol(const struct relocations *relocations, const struct relocation *relocation,
		       struct code_linked_word *ret)
{
	struct relocation_symbol symbol;
	if (relocations->has_addend) ret->value = (uint64_t)relocation->addend;
	if (!relocations_symbol(relocations, relocation, &symbol)) return;
	if (symbol.is_defined) ret->value += symbol.value;
	else ret->name = symbol.name;
}

/* The symbol and addend of the word; the symbol may be another object's. */
static bool read_word(const struct image_got *got, uint64_t vaddr, struct code_linked_word *ret)
{
	const struct relocation *relocation = relocations_at(&got->relocations, vaddr);
	uint64_t addend;
	if (!word_at(got, vaddr, &addend)) return false;
	*ret = (struct code_linked_word){ .value = addend };
	if (relocation) add_symbol(&got->relocations, relocation, ret);
	return true;
}

/* The second word of a pair that no relocation changes: RISC-V counts from 0x800 bytes into the block (psABI, "TLS
 * Dynamic Thread Vector"), Power from 0x8000 (ELF V2 ABI, 3.7.3), so that instructions reach more. */
static uint64_t pair_bias(const struct image_got *got, uint64_t vaddr)
{
	if (relocations_at(&got->relocations, vaddr)) return 0;
	switch (got->image->machine) {
	case EM_RISCV: return 0x800;
	case EM_PPC64: return 0x8000;
	default: return 0;
	}
}

static bool find_descriptor(const struct image_got *got, uint64_t vaddr, struct code_linked_word *ret)
{
	for (size_t i = 0; i < ARRAY_SIZE(got->descriptors); i++) {
		const struct relocation *relocation = relocations_at(&got->descriptors[i], vaddr);
		if (!relocation || !got->descriptors[i].has_addend) continue;
		*ret = (struct code_linked_word){ .kind = CODE_LINKED_DESCRIPTOR };
		add_symbol(&got->descriptors[i], relocation, ret);
		return true;
	}
	return false;
}

bool image_got_word(const struct image_got *got, uint64_t vaddr, struct code_linked_word *ret)
{
	const struct relocation *relocation;
	uint64_t word;
	if (find_descriptor(got, vaddr, ret)) return true;
	if (!got->image || !word_at(got, vaddr, &word)) return false;
	relocation = relocations_at(&got->relocations, vaddr);
	if (relocation && relocation->kind == RELOCATION_IRELATIVE) return false;
	bool is_pair = relocation && relocation->kind == RELOCATION_MODULE;
	if (is_pair) vaddr += got->image->is64 ? 8 : 4;
	if (!read_word(got, vaddr, ret)) return false;
	if (is_pair) ret->value += pair_bias(got, vaddr);
	ret->kind = CODE_LINKED_ADDRESS;
	if (is_pair) ret->kind = CODE_LINKED_THREAD_PAIR;
	if (relocation && relocation->kind == RELOCATION_THREAD) ret->kind = CODE_LINKED_THREAD;
	return true;
}
