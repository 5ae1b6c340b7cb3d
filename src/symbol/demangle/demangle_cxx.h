/* C++ names (Itanium C++ ABI, "External Names") made readable, many times faster than libiberty's demangler and letter
 * for letter as it writes them (DMGL_PARAMS | DMGL_ANSI). It knows what programs are full of; whatever it does not know
 * for sure, rare constructs and names that are not mangled at all, it leaves to libiberty: it never says no, it says
 * nothing. */
#ifndef SYMBOL_DEMANGLE_DEMANGLE_CXX_H
#define SYMBOL_DEMANGLE_DEMANGLE_CXX_H

#include <stddef.h>

/* The readable form of a name that begins with "_Z", caller frees; NULL when libiberty has to be asked. Takes any
 * bytes, bounded in time, depth and memory. Thread safe. */
char *demangle_cxx(const char *name);
/* The same into memory from allocate(ctx, size with the NUL); it is called once, at the end, and not at all when
 * NULL is returned. */
char *demangle_cxx_into(const char *name, void *(*allocate)(void *ctx, size_t size_bytes), void *ctx, size_t *ret_size);

#endif
