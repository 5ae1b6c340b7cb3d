/* The structure of an ELF file, as far as it takes to tell what the file is (System V ABI, "Object Files" and "Program
 * Loading"). Every number is checked; symbol/file/image reads files for what is in them. */
#ifndef KERNEL_ELF_VIEW_H
#define KERNEL_ELF_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/compiler.h"

/* A file, or an image in memory when fd is -1; borrowed. */
struct elf_view {
	int fd;
	const uint8_t *image;
	size_t image_size_bytes;
	/* of elf_view_init */
	bool swap, is64;
	uint64_t segments_off, sections_off;
	unsigned segment_bytes, nr_segments, section_bytes, nr_sections, names_section;
};

struct elf_segment {
	uint32_t type, flags;
	uint64_t file_off, vaddr, file_size_bytes, mem_size_bytes, align;
};
struct elf_section {
	uint32_t name_off, type;
	uint64_t flags, vaddr, file_off, size_bytes;
};

/* Reads the header; false when it is no ELF file. */
bool elf_view_init(struct elf_view *elf);
/* Up to size_bytes from offset on: how many there were. The file's own offset stays as it is. */
size_t elf_view_read(const struct elf_view *elf, void *data, size_t size_bytes, uint64_t offset);
/* All of them; the caller frees. NULL, with a count of 0, when there are none, or they are damaged. */
struct elf_segment *elf_view_segments(const struct elf_view *elf, size_t *ret_count);
struct elf_section *elf_view_sections(const struct elf_view *elf, size_t *ret_count);

#endif
