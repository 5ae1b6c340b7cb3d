/* Build-ids out of any bytes: as notes, and as an ELF image. */
#include "kernel/elf_note.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct build_id id;
	(void)elf_note_build_id(data, size, 4, false, &id);
	(void)elf_note_build_id(data, size, 8, true, &id);
	(void)elf_image_build_id(data, size, &id);
}
