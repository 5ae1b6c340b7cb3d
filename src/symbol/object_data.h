/* What data of an object is, by its address alone: the variable there, out of debug information, or of a kernel's BTF.
 * Who knows the instruction asks object_types.h first, which knows heap and stack, too. Thread safe. */
#ifndef SYMBOL_OBJECT_DATA_H
#define SYMBOL_OBJECT_DATA_H

#include "symbol/object.h"
#include "symbol/types/type_access.h"

/* The vaddr in the ELF file that a process's address is, where code of the file is mapped at code_start from file
 * offset pgoff on. False: that is in no writable segment. Data without content (.bss) is in memory that is no file's,
 * so that its own map does not tell. */
bool object_data_vaddr(struct object *object, uint64_t code_start, uint64_t pgoff, uint64_t address,
		       uint64_t *ret_vaddr);
/* The byte of a variable's type. addr: of programs and libraries a vaddr (object_data_vaddr), of kernels as of
 * object_find. ret->state says why none is known; ret->type lives as long as the store. */
void object_type_of_data(struct object *object, uint64_t addr, struct type_access *ret);

#endif
