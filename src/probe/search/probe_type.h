/* Types of debug information, as probe events and their listings speak of them. */
#ifndef PROBE_SEARCH_PROBE_TYPE_H
#define PROBE_SEARCH_PROBE_TYPE_H

#include "base/strbuf.h"
#include "symbol/dwarf/debug_entry.h"

/* The type of a variable or member, or what a type points at: without qualifiers (const, volatile, restrict, _Atomic);
 * with_typedefs: as it is named, else what that is. False: void, or not said. */
bool probe_type_of(const struct debug_entry *entry, bool with_typedefs, struct debug_entry *ret);
/* Size in bytes; false: not said (arrays, pointers of clang). */
bool probe_type_size(const struct debug_entry *type, uint64_t *ret_bytes);
/* The same, worked out where it is not said: pointers are as large as addresses, arrays as their elements together. */
bool probe_type_full_size(const struct debug_entry *type, uint64_t *ret_bytes);
/* Is it a number with a sign? */
bool probe_type_is_signed(const struct debug_entry *type);
bool probe_type_is_pointer(const struct debug_entry *type); /* or a reference */
/* char and its kin, which strings are of. */
bool probe_type_is_character(const struct debug_entry *type);
/* How many elements each dimension of an array has; 0: not said. Returns the number of dimensions, at most max. */
unsigned probe_type_dimensions(const struct debug_entry *array, uint64_t *counts, unsigned max);
/* "struct outer*", "char*[]", "(function_type)*", "long int": of a variable. */
void probe_type_format(const struct debug_entry *variable, struct strbuf *out);

#endif
