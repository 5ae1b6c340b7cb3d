/* What data the instructions of an object access, out of its code and debug information (types/).
 *
 * A function is followed as a whole when the first of its addresses is asked about. Where instructions cannot be read
 * (the library is missing) the store's warnings say so. Addresses are those of object_find. Thread safe; answers live
 * as long as the store. */
#ifndef SYMBOL_OBJECT_TYPES_H
#define SYMBOL_OBJECT_TYPES_H

#include "symbol/object.h"
#include "symbol/types/type_access.h"

/* The access of the instruction at addr; its state says why none is known. ret->vaddr is as ELF tools print it. */
void object_type_access(struct object *object, uint64_t addr, struct type_access *ret);
/* Of every instruction of the function that has addr, by address; returns how many, 0: no symbol or no code. */
size_t object_type_accesses(struct object *object, uint64_t addr, const struct type_access **ret);
/* The byte of a variable of the function that has addr, frame_off bytes from where its frame ends (the CFA), while addr
 * is executed. ret->state says why none is known. */
void object_type_in_frame(struct object *object, uint64_t addr, int64_t frame_off, struct type_access *ret);

#endif
