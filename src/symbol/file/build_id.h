/* Build-ids: the identity that a linker gives a program, in its notes (ELF note NT_GNU_BUILD_ID). */
#ifndef SYMBOL_FILE_BUILD_ID_H
#define SYMBOL_FILE_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Build-id of an ELF file or of a notes file (/sys/kernel/notes, /sys/module/X/notes/...). Returns its size (up to 20),
 * -ENOENT, -ENODATA when it has none, -EBADMSG. */
int build_id_of_file(const char *path, uint8_t ret_id[20]);
/* The first build-id among notes in memory, of this machine's byte order (gABI "Note Section"). Returns its size;
 * -ENODATA when there is none, -EBADMSG when a note does not fit. Longer ids are cut to 20 bytes; shorter ones are
 * padded with zeroes. */
int build_id_of_notes(const void *notes, size_t size_bytes, uint8_t ret_id[20]);
/* The same for notes of the other byte order. */
int build_id_of_notes_ordered(const void *notes, size_t size_bytes, bool swap, uint8_t ret_id[20]);

#endif
