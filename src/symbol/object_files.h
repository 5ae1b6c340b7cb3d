/* Which files an object's facts are read from. One object has up to three: the file that ran, the file with its full
 * symbol table, and the file with its debug information. They are often one and the same; distributions strip the first
 * and put the others elsewhere, sometimes with the symbols (.gnu_debugdata) and the debug information in different
 * places.
 *
 * The places are the rows of symbol_source.def, asked in their order; a file with another build-id than the recorded
 * one is never given. Kernels are found by kernel_image_open. */
#ifndef SYMBOL_OBJECT_FILES_H
#define SYMBOL_OBJECT_FILES_H

#include "symbol/source/symbol_source.h"

struct object;
struct strbuf;

/* Both files of one object, each open. The path of a file that was not found is NULL. Close with object_files_done. */
struct object_files {
	struct symbol_file symbols, runtime; /* path NULL: not found */
	const struct symbol_source *symbols_source, *runtime_source;
};
#define OBJECT_FILES_INIT                                                    \
	{                                                                    \
		{ .image = IMAGE_INIT }, { .image = IMAGE_INIT }, NULL, NULL \
	}
void object_files_done(struct object_files *files);

/* The file that ran (its code, program headers, .eh_frame, linkage tables) and the one with .symtab. tried (may be
 * NULL): what each place had, in words. Not for kernels. */
void object_files_find(const struct object *object, struct object_files *ret, struct strbuf *tried);

/* Each of them alone. 0, or -ENOENT. */
int object_open_runtime(const struct object *object, struct symbol_file *ret) _warn_unused_;
int object_open_symbols(const struct object *object, struct symbol_file *ret) _warn_unused_;
/* The file with .debug_info or .debug_line (also compressed: image_section_data unpacks them): what source lines and
 * inlined calls are read from. Also of kernels and modules. Its section addresses are those of the file that ran, its
 * program headers may be of no use: object_elf_addr translates. */
int object_open_debug_info(const struct object *object, struct symbol_file *ret) _warn_unused_;
/* Has it .debug_info or .debug_line with content, also in the older compressed form (.zdebug_*)? */
bool image_has_debug_info(const struct image *image);

/* Kernels: the uncompressed image ("vmlinux"), with its symbols and debug information.
 *
 * The first image of the object's build-id (of any, when that is not known) that accept takes: the one that was named
 * by -k; else the build-id cache's, those in the places where distributions and kernel developers keep them, and the
 * one of a debug directory. Of guests' kernels, only what is there by build-id. 0, -ENOENT, or what was wrong with the
 * named one (-ESTALE: another build-id). tried (may be NULL): what each place had. */
int kernel_image_open(const struct object *object, bool (*accept)(const struct image *image), struct symbol_file *ret,
		      struct strbuf *tried) _warn_unused_;

/* Has the image another build-id than the one that was recorded? false when either is unknown. */
bool object_build_id_differs(const struct object *object, const struct image *image);

#endif
