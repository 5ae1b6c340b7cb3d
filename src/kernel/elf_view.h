/* ELF headers, program headers and section headers of any class and byte order (System V ABI, "Object Files" and
 * "Program Loading"), as far as it takes to tell what a file is; symbol/file/image reads what is in it. The file may
 * be hostile: counts, sizes and offsets are checked, reads stay within the file, tables have bounds. */
#ifndef KERNEL_ELF_VIEW_H
#define KERNEL_ELF_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/compiler.h"

/* The caller sets fd, or -1 and an image in memory; both are borrowed. elf_view_init sets the rest from the ELF
 * header. */
struct elf_view {
	int fd;
	const uint8_t *image;
	size_t image_size_bytes;
	/* Set by elf_view_init. swap: the file has the other byte order than this machine. The counts and offsets below
	 * are as the header says, not yet checked. */
	bool swap, is64;
	uint64_t segments_off, sections_off;
	unsigned segment_bytes, nr_segments, section_bytes, nr_sections, names_section;
};

/* A program header (Elf32_Phdr, Elf64_Phdr) in this machine's byte order. */
struct elf_segment {
	uint32_t type, flags;
	uint64_t file_off, vaddr, file_size_bytes, mem_size_bytes, align;
};
/* A section header; name_off is an offset in the section number elf->names_section. */
struct elf_section {
	uint32_t name_off, type;
	uint64_t flags, vaddr, file_off, size_bytes;
};

/* Reads the header; false when it is no ELF file. */
bool elf_view_init(struct elf_view *elf);
/* Reads up to size_bytes at offset and returns how many bytes there were (0 at errors too); uses pread, so that the
 * descriptor's offset stays. */
size_t elf_view_read(const struct elf_view *elf, void *data, size_t size_bytes, uint64_t offset);
/* The whole table; the caller frees. NULL, with *ret_count 0, when there is none, or it does not fit the file or the
 * bounds. */
struct elf_segment *elf_view_segments(const struct elf_view *elf, size_t *ret_count);
struct elf_section *elf_view_sections(const struct elf_view *elf, size_t *ret_count);

#endif
