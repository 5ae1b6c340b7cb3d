/* Programs and libraries of Windows, as Wine runs them: the symbols of a PE image (Microsoft, "PE Format"), out of the
 * COFF symbol table that MinGW writes and the export table. */
#ifndef SYMBOL_FILE_PE_H
#define SYMBOL_FILE_PE_H

#include "symbol/file/image.h"
#include "symbol/file/symbol_list.h"

/* Is the beginning of a file that of a PE image? Only looks at "MZ": pe_symbols_add checks the rest. */
bool pe_is_image(const void *begin, size_t size_bytes);
/* Adds functions by file offset, sizes unknown, and the sections as segments (vaddr: with the preferred base), which
 * the caller frees. 0, -ENOEXEC when it is no PE image, -EBADMSG, -ENODATA when it has no symbols. */
int pe_symbols_add(const struct blob *blob, struct symbol_list *list, struct image_segment **ret_segments,
		   size_t *ret_nr_segments) _warn_unused_;

#endif
