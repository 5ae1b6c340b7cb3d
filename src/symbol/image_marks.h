/* What the bytes of a code section are, on Arm: instructions of one or the other set, or constants between functions.
 * Mapping symbols say it (ELF for the Arm Architecture, AAELF32 and AAELF64, 5.5.5): "$a", "$t", "$x", "$d"; in
 * stripped files of 32-bit Arm bit 0 of functions does. */
#ifndef SYMBOL_IMAGE_MARKS_H
#define SYMBOL_IMAGE_MARKS_H

#include "base/vec.h"
#include "symbol/code/insn.h"
#include "symbol/file/image.h"

struct image_mark {
	uint64_t vaddr; /* from here on */
	enum insn_code kind;
};
typedef VEC(struct image_mark) image_mark_list;

/* Adds the marks of a file, in order of address, none for other machines. vec_done frees them. */
void image_marks_read(const struct image *image, image_mark_list *list);
/* What stands at vaddr, and up to which address (UINT64_MAX: all that follows). Code where nothing is said. */
enum insn_code image_marks_find(const image_mark_list *list, uint64_t vaddr, uint64_t *ret_end);

#endif
