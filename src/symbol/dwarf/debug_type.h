/* Types of debug information: what a variable or member is of, its size, its members, its name. */
#ifndef SYMBOL_DWARF_DEBUG_TYPE_H
#define SYMBOL_DWARF_DEBUG_TYPE_H

#include "base/strbuf.h"
#include "symbol/dwarf/debug_entry.h"

/* The type of a variable or member, or what a type points at: without qualifiers (const, volatile, restrict, _Atomic);
 * with_typedefs: as it is named, else what that is. False: void, or not said. */
bool debug_type_of(const struct debug_entry *entry, bool with_typedefs, struct debug_entry *ret);
/* Size in bytes; false: not said (arrays, pointers of clang). */
bool debug_type_size(const struct debug_entry *type, uint64_t *ret_bytes);
/* The same, worked out where it is not said: pointers are as large as addresses, arrays as their elements together. */
bool debug_type_full_size(const struct debug_entry *type, uint64_t *ret_bytes);
/* Is it a number with a sign? */
bool debug_type_is_signed(const struct debug_entry *type);
bool debug_type_is_pointer(const struct debug_entry *type); /* or a reference */
/* char and its kin, which strings are of. */
bool debug_type_is_character(const struct debug_entry *type);
/* How many elements each dimension of an array has; 0: not said. Returns the number of dimensions, at most max. */
unsigned debug_type_dimensions(const struct debug_entry *array, uint64_t *counts, unsigned max);
/* "struct outer*", "char*[]", "(function_type)*", "long int": of a variable. */
void debug_type_format(const struct debug_entry *variable, struct strbuf *out);
/* The same of the type itself. */
void debug_type_format_entry(const struct debug_entry *type, struct strbuf *out);

/* What has members: structs, unions, classes. */
bool debug_type_is_struct(unsigned tag);
/* Where a member (or base) is in its struct, in bytes; of a bit field its storage. False: that is computed while the
 * program runs, or damaged. */
bool debug_type_member_offset(const struct debug_entry *member, uint64_t *ret);
/* The member of that name, also of structs without a name within, and of bases. ret_offset: where what has it directly
 * is in the type; debug_type_member_offset is to be added. */
bool debug_type_find_member(const struct debug_entry *type, const char *name, struct debug_entry *ret,
			    uint64_t *ret_offset);

#endif
