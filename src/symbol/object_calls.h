/* Which functions of an object call which, out of its code: what tells functions of one name apart where neither their
 * size nor what stands beside them does. Direct calls, and jumps from one function into another, of machines whose
 * calls insn.h knows. */
#ifndef SYMBOL_OBJECT_CALLS_H
#define SYMBOL_OBJECT_CALLS_H

#include "symbol/object.h"

struct object_calls;

/* Reads all functions of the object, at most 64 MiB of code; what is behind counts as calling nothing. Never NULL; one
 * without calls where no code is at hand. The object has to outlive it. Free with object_calls_free, which takes NULL.
 * Constant afterwards. */
struct object_calls *object_calls_read(struct object *object);
void object_calls_free(struct object_calls *calls);
/* What stands for the names of all functions that call the symbol's, and of all that it calls: equal for equal names,
 * in any order and number, in any build. 0: there are none, or they are not known. */
void object_calls_of(const struct object_calls *calls, const struct symbol *symbol, uint64_t *ret_callers,
		     uint64_t *ret_callees);

#endif
