/* Build-ids straight from ELF notes (System V ABI, "Note Section"; NT_GNU_BUILD_ID). Reads no more of a file than its
 * headers and notes. */
#ifndef KERNEL_ELF_NOTE_H
#define KERNEL_ELF_NOTE_H

#include <stdbool.h>
#include "perfdata/record/record.h"

/* Looks through size bytes of notes, whose descriptors are aligned to align (4 or 8). */
bool elf_note_build_id(const void *notes, size_t size_bytes, size_t align, bool swap, struct build_id *ret);
/* The build-id of an ELF file of any class and byte order; false when it is none, has none or is damaged. */
bool elf_file_build_id(const char *path, struct build_id *ret);
bool elf_fd_build_id(int fd, struct build_id *ret); /* the file's offset stays as it is */
/* The same of an ELF file in memory. */
bool elf_image_build_id(const void *image, size_t size_bytes, struct build_id *ret);

#endif
