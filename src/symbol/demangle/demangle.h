/* Source form of mangled names: C++ (Itanium), Rust (legacy and v0), D, OCaml, Java. What upstream 6.12
 * makes readable looks the same here; v0 and the escapes of Rust closures, and D, which it leaves mangled, are readable
 * beyond that. Swift's names stay as they are. */
#ifndef SYMBOL_DEMANGLE_DEMANGLE_H
#define SYMBOL_DEMANGLE_DEMANGLE_H

#include <stdbool.h>
#include "base/arena.h"

/* The readable name, caller frees; NULL when the name is not mangled, or so long that it is better left alone. Thread
 * safe. Time and output are bounded for any input. Readable names are bounded to 256 Ki characters, and mangled ones to
 * 16 Ki. */
char *demangle(const char *name);
/* The same in an arena, with its length. The arena must not be shared with other threads. *ret_size is in bytes without
 * the NUL, and is only set when a name is returned. Faster than demangle for C++, whose text goes straight into the
 * arena. */
char *demangle_in(struct arena *arena, const char *name, size_t *ret_size);
/* Of one language: D; Java's descriptors ("Lcom/example/Foo;bar(I)V", without the result, as upstream shows them). */
char *demangle_d(const char *name);
char *demangle_java(const char *name);
/* The same for a symbol, which may be a linkage table entry ("_Z3foov@plt"). */
char *demangle_symbol(const char *name, bool is_plt);

#endif
