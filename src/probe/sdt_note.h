/* Markers of an ELF file (section .note.stapsdt, as <sys/sdt.h> writes it; "User Space Probe Implementation" of
 * SystemTap). */
#ifndef PROBE_SDT_NOTE_H
#define PROBE_SDT_NOTE_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "symbol/file/image.h"

/* A marker at one place; a name may have several. Texts are the arena's of struct sdt_notes. */
struct sdt_note {
	const char *provider, *name;
	/* "8@%rdx -4@-80(%rbx)": size in bytes, negative when signed, and where; "" when there are none */
	const char *args;
	uint64_t elf_addr;       /* of the place */
	uint64_t semaphore_addr; /* of the count of those who look, 0: none */
};
struct sdt_notes {
	struct arena arena;
	VEC(struct sdt_note) items;
}; /* in the order of the file */

/* All markers of the file; none when it has no such section. Addresses are corrected for what prelinking moved.
 * -EBADMSG when the section is damaged; ret then has the markers before the damage. */
int sdt_notes_read(const struct image *image, struct sdt_notes *ret);
/* Also after sdt_notes_read has failed. */
void sdt_notes_done(struct sdt_notes *notes);

/* sdt_definition.c */
/* Appends what the build-id cache keeps of the markers of the file at path, each once with all its places:
 *     %sdt_libc:setjmp=setjmp
 *     p:sdt_libc/setjmp /lib/libc.so.6:0x3c6a1(0x1d2a3c) arg1=%di:u64 ...
 * Arguments that the kernel has no words for are left out, and so are places that are in no segment. */
void sdt_definitions_format(const struct sdt_notes *notes, const struct image *image, const char *path,
			    struct strbuf *out);

#endif
