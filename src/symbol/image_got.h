/* The global offset table of an ELF file: words through which position independent code reaches variables. */
#ifndef SYMBOL_IMAGE_GOT_H
#define SYMBOL_IMAGE_GOT_H

#include "symbol/relocations.h"
#include "symbol/types/code_facts.h"

/* Constant after image_got_read. */
struct image_got {
	const struct image *image; /* borrowed; NULL: there is no table */
	const struct image_section *section;
	struct relocations relocations;
	struct relocations descriptors[2]; /* of thread's variables, wherever they are */
	struct bytes data;
};

/* Without a table, or one that is damaged: one without words. Free with image_got_done. */
void image_got_read(const struct image *image, struct image_got *ret);
void image_got_done(struct image_got *got);
/* What the dynamic linker puts into the word at vaddr. False: it is no word of the table. ret->name lives as long as
 * the table. */
bool image_got_word(const struct image_got *got, uint64_t vaddr, struct code_linked_word *ret);

#endif
