/* Nothing is mapped: a file that is cut short while it is read gives fewer bytes, not a signal. */
#include "kernel/elf_view.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>
#include "base/cursor.h"

/* Bounds for hostile headers: both tables together take some megabytes at most, if entries have an ordinary size. */
enum { SEGMENTS_MAX = 1023, SECTIONS_MAX = 65535, ENTRY_MAX_BYTES = 4096 };

/* A single pread: regular files give short counts only at their end. */
size_t elf_view_read(const struct elf_view *elf, void *data, size_t size_bytes, uint64_t offset)
{
	if (elf->fd >= 0) {
		ssize_t n = pread(elf->fd, data, size_bytes, (off_t)offset);
		return n > 0 ? (size_t)n : 0;
	}
	if (offset >= elf->image_size_bytes) return 0;
	size_bytes = MIN(size_bytes, elf->image_size_bytes - (size_t)offset);
	memcpy(data, elf->image + offset, size_bytes);
	return size_bytes;
}

/* Fields are read in the order of Elf32_Ehdr and Elf64_Ehdr, which differ only in the width of addresses. */
bool elf_view_init(struct elf_view *elf)
{
	/* Elf32_Ehdr has 52 bytes, Elf64_Ehdr 64. */
	uint8_t head[64] = { 0 };
	if (elf_view_read(elf, head, sizeof(head), 0) < 52 || memcmp(head, ELFMAG, SELFMAG) != 0) return false;
	elf->is64 = head[EI_CLASS] == ELFCLASS64;
	elf->swap = head[EI_DATA] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB);
	struct cursor c = cursor_of(head, sizeof(head), elf->swap);
	/* e_phoff */
	cursor_seek(&c, elf->is64 ? 32 : 28);
	elf->segments_off = elf->is64 ? cursor_u64(&c) : cursor_u32(&c);
	elf->sections_off = elf->is64 ? cursor_u64(&c) : cursor_u32(&c);
	cursor_skip(&c, 6); /* e_flags, e_ehsize */
	elf->segment_bytes = cursor_u16(&c);
	elf->nr_segments = cursor_u16(&c);
	elf->section_bytes = cursor_u16(&c);
	elf->nr_sections = cursor_u16(&c);
	elf->names_section = cursor_u16(&c);
	return true;
}

/* A whole table; NULL when it does not fit the file or the bounds. */
static uint8_t *read_table(const struct elf_view *elf, uint64_t offset, size_t entry_bytes, size_t count,
			   size_t need_bytes)
{
	if (!offset || !count || entry_bytes < need_bytes || entry_bytes > ENTRY_MAX_BYTES) return NULL;
	_free_ uint8_t *table = xmalloc(count * entry_bytes);
	return elf_view_read(elf, table, count * entry_bytes, offset) == count * entry_bytes ? take(table) : NULL;
}

/* A number of the class's size: Elf32_Word, Elf64_Xword, addresses and offsets. */
static uint64_t word(const struct elf_view *elf, struct cursor *c) { return elf->is64 ? cursor_u64(c) : cursor_u32(c); }

struct elf_segment *elf_view_segments(const struct elf_view *elf, size_t *ret_count)
{
	size_t count = elf->nr_segments <= SEGMENTS_MAX ? elf->nr_segments : 0;
	_free_ uint8_t *table = read_table(elf, elf->segments_off, elf->segment_bytes, count, elf->is64 ? 56 : 32);
	*ret_count = 0;
	if (!table) return NULL;
	struct elf_segment *segments = xcalloc(count, sizeof(*segments));
	for (size_t i = 0; i < count; i++) {
		struct cursor c = cursor_of(table + i * elf->segment_bytes, elf->segment_bytes, elf->swap);
		struct elf_segment *s = &segments[i];
		s->type = cursor_u32(&c);
		/* p_flags stands behind p_type in 64-bit files, in front of p_align in others. */
		if (elf->is64) s->flags = cursor_u32(&c);
		s->file_off = word(elf, &c);
		s->vaddr = word(elf, &c);
		(void)word(elf, &c); /* p_paddr */
		s->file_size_bytes = word(elf, &c);
		s->mem_size_bytes = word(elf, &c);
		if (!elf->is64) s->flags = cursor_u32(&c);
		s->align = word(elf, &c);
	}
	*ret_count = count;
	return segments;
}

struct elf_section *elf_view_sections(const struct elf_view *elf, size_t *ret_count)
{
	size_t count = elf->nr_sections <= SECTIONS_MAX ? elf->nr_sections : 0;
	_free_ uint8_t *table = read_table(elf, elf->sections_off, elf->section_bytes, count, elf->is64 ? 64 : 40);
	*ret_count = 0;
	if (!table) return NULL;
	struct elf_section *sections = xcalloc(count, sizeof(*sections));
	for (size_t i = 0; i < count; i++) {
		struct cursor c = cursor_of(table + i * elf->section_bytes, elf->section_bytes, elf->swap);
		struct elf_section *s = &sections[i];
		s->name_off = cursor_u32(&c);
		s->type = cursor_u32(&c);
		s->flags = word(elf, &c);
		s->vaddr = word(elf, &c);
		s->file_off = word(elf, &c);
		s->size_bytes = word(elf, &c);
	}
	*ret_count = count;
	return sections;
}
