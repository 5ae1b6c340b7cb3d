/* The structure of an ELF file of any class, byte order and architecture (System V ABI, chapters "Object Files" and
 * "Program Loading"): sections, segments, build-id. Every number is checked against the file's size; nothing here
 * trusts the file. */
#ifndef SYMBOL_FILE_IMAGE_H
#define SYMBOL_FILE_IMAGE_H

#include <elf.h>
#include "symbol/file/blob.h"

/* A section header, widened to 64 bits; names of members are ELF's, sh_ left off. */
struct image_section {
	const char *name; /* owned by the image, "" when damaged */
	uint32_t type, link, info;
	uint64_t flags, vaddr, file_off, size_bytes, align, entry_size_bytes;
};

/* A program header (PT_*), widened to 64 bits. */
struct image_segment {
	uint32_t type, flags;
	uint64_t file_off, vaddr, file_size_bytes, mem_size_bytes;
};

/* An open ELF file. Immutable after image_open: threads may read from it at the same time. Pointers to sections are
 * valid until image_close. */
struct image {
	struct blob blob;
	bool is64, swap; /* swap: of the other byte order than this machine */
	uint16_t type, machine;
	uint32_t flags;
	struct image_section *sections;
	size_t nr_sections;
	struct image_segment *segments;
	size_t nr_segments;
	struct bytes section_names;
};
#define IMAGE_INIT                \
	{                         \
		.blob = BLOB_INIT \
	}

/* Takes the blob over, also on failure. -ENOEXEC when it is not ELF, -EBADMSG when it is damaged beyond use; section or
 * program headers that do not fit are left out. */
int image_open(struct blob *blob, struct image *ret) _warn_unused_;
void image_close(struct image *image);
#define _image_close_ _cleanup_(image_close)

/* First section of that name or type; NULL when there is none. Linear in the number of sections. */
const struct image_section *image_section(const struct image *image, const char *name);
const struct image_section *image_section_of_type(const struct image *image, uint32_t type);
/* A section's content, unpacked when it is SHF_COMPRESSED. -ENODATA for SHT_NOBITS. */
int image_section_data(const struct image *image, const struct image_section *section, struct bytes *ret) _warn_unused_;
/* Build-id: its size (up to 20), or -ENODATA. */
int image_build_id(const struct image *image, uint8_t ret_id[20]);
/* vaddr -> file offset through the PT_LOAD headers; false when no segment holds it. */
bool image_file_off(const struct image *image, uint64_t vaddr, uint64_t *ret_file_off);
/* file offset -> vaddr, likewise. */
bool image_vaddr(const struct image *image, uint64_t file_off, uint64_t *ret_vaddr);
/* The word at vaddr, in a segment that the running program cannot write: a constant. False: there is none. */
bool image_constant(const struct image *image, uint64_t vaddr, uint64_t *ret);

#endif
