/* Build-ids out of any bytes: as notes, and as an ELF image; and what such a file has. */
#include "kernel/elf_content.h"
#include "kernel/elf_note.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"

FUZZ(data, size)
{
	struct build_id id;
	(void)elf_note_build_id(data, size, 4, false, &id);
	(void)elf_note_build_id(data, size, 8, true, &id);
	(void)elf_image_build_id(data, size, &id);
	struct memfile file = memfile_open(data, size);
	struct elf_content content = elf_fd_content(file.fd);
	bool is_same = elf_same_code(file.fd, file.fd);
	if (is_same && !content.is_elf) abort();
	memfile_close(&file);
}
