/* A word without a relocation stays as the file has it: of programs that are always at the same address, and offsets of
 * thread's variables that nobody else can see. */
#include "symbol/image_got.h"

#include "base/cursor.h"

void image_got_read(const struct image *image, struct image_got *ret)
{
	*ret = (struct image_got){ .data = BYTES_INIT };
	const struct image_section *section = image ? image_section(image, ".got") : NULL;
	if (!section || !relocations_are_known(image->machine)) return;
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

/* The symbol and addend of the word; the symbol may be another object's. */
static bool read_word(const struct image_got *got, uint64_t vaddr, struct code_linked_word *ret)
{
	const struct relocation *relocation = relocations_at(&got->relocations, vaddr);
	struct relocation_symbol symbol;
	uint64_t addend;
	if (!word_at(got, vaddr, &addend)) return false;
	*ret = (struct code_linked_word){ .value = addend };
	if (!relocation) return true;
	if (got->relocations.has_addend) ret->value = (uint64_t)relocation->addend;
	if (!relocations_symbol(&got->relocations, relocation, &symbol)) return true;
	if (symbol.is_defined) ret->value += symbol.value;
	else ret->name = symbol.name;
	return true;
}

bool image_got_word(const struct image_got *got, uint64_t vaddr, struct code_linked_word *ret)
{
	const struct relocation *relocation;
	uint64_t word;
	if (!got->image || !word_at(got, vaddr, &word)) return false;
	relocation = relocations_at(&got->relocations, vaddr);
	if (relocation && relocation->kind == RELOCATION_IRELATIVE) return false;
	bool is_pair = relocation && relocation->kind == RELOCATION_MODULE;
	if (is_pair) vaddr += got->image->is64 ? 8 : 4;
	if (!read_word(got, vaddr, ret)) return false;
	ret->kind = CODE_LINKED_ADDRESS;
	if (is_pair) ret->kind = CODE_LINKED_THREAD_PAIR;
	if (relocation && relocation->kind == RELOCATION_THREAD) ret->kind = CODE_LINKED_THREAD;
	return true;
}
