/* Where the uncompressed image of a kernel ("vmlinux"), with its symbols and debug information, may be. */
#ifndef SYMBOL_KERNEL_IMAGE_H
#define SYMBOL_KERNEL_IMAGE_H

#include "symbol/source/symbol_source.h"

struct object;
struct strbuf;

/* The first image of the object's build-id (of any, when that is not known) that accept takes: the one that was named
 * by -k; else the build-id cache's, those in the places where distributions and kernel developers keep them, and the
 * one of a debug directory. 0, -ENOENT, or what was wrong with the named one (-ESTALE: another build-id). tried (may be
 * NULL): what each place had. */
int kernel_image_open(const struct object *object, bool (*accept)(const struct image *image), struct symbol_file *ret,
		      struct strbuf *tried) _warn_unused_;

#endif
