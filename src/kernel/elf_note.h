/* Build-ids straight from ELF notes (System V ABI, "Note Section"; NT_GNU_BUILD_ID). Reads no more of a file than its
 * headers and notes. */
#ifndef KERNEL_ELF_NOTE_H
#define KERNEL_ELF_NOTE_H

#include <stdbool.h>
#include "perfdata/record/record.h"

/* Finds NT_GNU_BUILD_ID in a sequence of notes: namesz, descsz, type, name and descriptor. align: 4, or 8 for
 * segments with p_align 8. swap: the notes have the other byte order. False: none, or damaged before it. Ids longer
 * than BUILD_ID_MAX bytes are cut. */
bool elf_note_build_id(const void *notes, size_t size_bytes, size_t align, bool swap, struct build_id *ret);
/* The build-id of an ELF file of any class and byte order, from its PT_NOTE segments, else its SHT_NOTE sections;
 * false when it is no regular ELF file, has none or is damaged. */
bool elf_file_build_id(const char *path, struct build_id *ret);
bool elf_fd_build_id(int fd, struct build_id *ret); /* the file's offset stays as it is */
/* The same of an ELF file in memory. */
bool elf_image_build_id(const void *image, size_t size_bytes, struct build_id *ret);

#endif
