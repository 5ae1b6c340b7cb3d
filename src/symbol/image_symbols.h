/* The symbol tables of an ELF file, as a symbol_list. */
#ifndef SYMBOL_IMAGE_SYMBOLS_H
#define SYMBOL_IMAGE_SYMBOLS_H

#include "symbol/file/image.h"
#include "symbol/file/symbol_list.h"

enum image_addresses {
	IMAGE_FILE_OFFS, /* values become file offsets through the program headers of the runtime file */
	IMAGE_VADDRS,    /* values as they are (the kernel), plus an offset */
	IMAGE_TEXT_OFFS, /* kernel modules: offsets from the start of .text, other sections are left out */
};

/* How symbol values become addresses. */
struct image_symbols_options {
	enum image_addresses addresses;
	/* IMAGE_FILE_OFFS: whose program headers; NULL: the file's own. */
	const struct image *runtime;
	uint64_t offset; /* IMAGE_VADDRS: added */
	/* IMAGE_VADDRS: added to the symbols of each section, by index: of relocatable files, whose values are
	 * relative. NULL: nothing. */
	const uint64_t *section_vaddrs;
};

/* Has the file a symbol table of this type (SHT_SYMTAB, SHT_DYNSYM) with content? */
bool image_has_symbols(const struct image *image, uint32_t section_type);
/* Adds functions, objects and labels of the table. 0 or the number added, -ENODATA without a table, -EBADMSG for a
 * damaged one. */
int image_symbols_add(const struct image *image, uint32_t section_type, const struct image_symbols_options *options,
		      struct symbol_list *list);
/* The value of the first symbol of that name in .symtab that is defined; false when there is none. Reads the whole
 * table: for single questions. */
bool image_symbol_value(const struct image *image, const char *name, uint64_t *ret_vaddr);

/* Calls visit for each name of a table (SHT_SYMTAB, SHT_DYNSYM), of whatever type (STT_); section NULL: of none. Names
 * live until it returns. */
typedef void (*image_symbol_visitor)(void *ctx, const char *name, uint64_t value, unsigned type,
				     const struct image_section *section);
void image_symbols_visit(const struct image *image, uint32_t section_type, image_symbol_visitor visit, void *ctx);

/* Names for procedure linkage table entries ("malloc@plt"), made from the relocations of the slots they jump through
 * (plt.c). Adds a symbol for each entry of .plt, .plt.sec and .plt.got, at file offsets of the runtime image; the list
 * already has the symbols of the object. Returns how many were added. */
size_t plt_symbols_add(const struct image *runtime, struct symbol_list *list);

#endif
