/* Looks at section headers, or segments where there are none; for comparing, at the bytes of executable segments. */
#include "kernel/elf_content.h"

#include <elf.h>
#include <string.h>
#include "base/vec.h"
#include "kernel/elf_view.h"

/* PIECE_BYTES: read at once when code is compared. HEADER_BYTES: the size of a 64-bit ELF header. */
enum { PIECE_BYTES = 256 << 10, HEADER_BYTES = 64 };

/* names is the section of section names (e_shstrndx). Reads just the bytes of wanted and its NUL, at most 16. */
static bool name_is(const struct elf_view *elf, const struct elf_section *names, const struct elf_section *section,
		    const char *wanted)
{
	char name[16] = "";
	size_t size = strlen(wanted) + 1;
	return section->name_off < names->size_bytes &&
	       elf_view_read(elf, name, size, names->file_off + section->name_off) == size &&
	       memcmp(name, wanted, size) == 0;
}

/* Sections without bytes in the file (SHT_NOBITS), as debug files have, do not count. */
struct elf_content elf_fd_content(int fd)
{
	struct elf_view elf = { .fd = fd };
	struct elf_content content = { .is_elf = elf_view_init(&elf) };
	size_t nr_sections, nr_segments;
	if (!content.is_elf) return content;
	_free_ struct elf_section *sections = elf_view_sections(&elf, &nr_sections);
	_free_ struct elf_segment *segments = elf_view_segments(&elf, &nr_segments);
	const struct elf_section *names = elf.names_section < nr_sections ? &sections[elf.names_section] : NULL;
	for (size_t i = 0; i < nr_sections; i++) {
		const struct elf_section *s = &sections[i];
		if (s->type == SHT_NOBITS || !s->size_bytes) continue;
		if (s->flags & SHF_EXECINSTR) content.has_code = true;
		if (s->type == SHT_SYMTAB) content.has_symbols = true;
		if (names && s->type == SHT_PROGBITS && !(s->flags & SHF_ALLOC) && !content.has_debug_info)
			content.has_debug_info = name_is(&elf, names, s, ".debug_info") ||
						 name_is(&elf, names, s, ".zdebug_info");
	}
	/* programs need no table of sections */
	for (size_t i = 0; !nr_sections && i < nr_segments; i++)
		if (segments[i].type == PT_LOAD && segments[i].flags & PF_X && segments[i].file_size_bytes)
			content.has_code = true;
	return content;
}

/* One run of executable bytes: its place in the file and its address. */
struct code_piece {
	uint64_t file_off, vaddr, size_bytes;
};
struct code {
	struct elf_view elf;
	VEC(struct code_piece) pieces;
};

/* What is mapped executable; of modules, which nothing maps, the sections with instructions. */
static void code_find(int fd, struct code *ret)
{
	*ret = (struct code){ .elf = { .fd = fd }, .pieces = VEC_INIT };
	size_t count;
	if (!elf_view_init(&ret->elf)) return;
	_free_ struct elf_segment *segments = elf_view_segments(&ret->elf, &count);
	for (size_t i = 0; i < count; i++) {
		const struct elf_segment *s = &segments[i];
		if (s->type == PT_LOAD && s->flags & PF_X && s->file_size_bytes)
			vec_push(&ret->pieces, ((struct code_piece){ s->file_off, s->vaddr, s->file_size_bytes }));
	}
	if (segments) return;
	_free_ struct elf_section *sections = elf_view_sections(&ret->elf, &count);
	for (size_t i = 0; i < count; i++) {
		const struct elf_section *s = &sections[i];
		if (s->flags & SHF_EXECINSTR && s->type != SHT_NOBITS && s->size_bytes)
			vec_push(&ret->pieces, ((struct code_piece){ s->file_off, s->vaddr, s->size_bytes }));
	}
}

/* Compares piece number `piece` of both, as far as the budget reaches; what was compared is taken off the budget. */
static bool same_bytes(const struct code *a, const struct code *b, size_t piece, uint64_t *budget_bytes)
{
	const struct code_piece *x = &a->pieces.items[piece], *y = &b->pieces.items[piece];
	_free_ uint8_t *of_a = xmalloc(PIECE_BYTES), *of_b = xmalloc(PIECE_BYTES);
	if (x->size_bytes != y->size_bytes || x->vaddr != y->vaddr) return false;
	/* the header, where code is mapped with it, tells where the table of sections is: stripping moves that */
	uint64_t done = x->file_off ? 0 : HEADER_BYTES;
	while (done < x->size_bytes && *budget_bytes) {
		size_t size = (size_t)MIN(MIN(x->size_bytes - done, (uint64_t)PIECE_BYTES), *budget_bytes);
		size_t got = elf_view_read(&a->elf, of_a, size, x->file_off + done);
		if (!got || elf_view_read(&b->elf, of_b, got, y->file_off + done) != got ||
		    memcmp(of_a, of_b, got) != 0)
			return false;
		done += got;
		*budget_bytes -= got;
	}
	return true;
}

/* Reads both files once, piece by piece; the budget bounds that for large programs. */
bool elf_same_code(int a_fd, int b_fd)
{
	struct code a, b;
	uint64_t budget_bytes = ELF_CODE_COMPARED_BYTES;
	code_find(a_fd, &a);
	code_find(b_fd, &b);
	bool same = a.pieces.count && a.pieces.count == b.pieces.count && a.elf.is64 == b.elf.is64 &&
		    a.elf.swap == b.elf.swap;
	for (size_t i = 0; same && i < a.pieces.count; i++) same = same_bytes(&a, &b, i, &budget_bytes);
	vec_done(&a.pieces);
	vec_done(&b.pieces);
	return same;
}
