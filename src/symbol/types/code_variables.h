/* Variables of a function with the places they are in, read once and asked at many addresses. */
#ifndef SYMBOL_TYPES_CODE_VARIABLES_H
#define SYMBOL_TYPES_CODE_VARIABLES_H

#include "base/vec.h"
#include "symbol/dwarf/debug_entry.h"
#include "symbol/dwarf/debug_place.h"
#include "symbol/types/data_type.h"

/* A variable while it is in one place: at vaddrs from start up to before end. */
struct code_variable {
	uint64_t start, end;
	struct debug_place place;
	const struct data_type *type;
	/* It is there where the function ends, but not said since when: before that the register may have been another
	 * variable's. */
	bool is_late;
	/* A struct or array in memory where a register points: it does where the function begins, and nothing is said
	 * of later. */
	bool is_early;
};
typedef VEC(struct code_variable) code_variable_list;

/* Appends all of the function, those of blocks and inlined copies behind those around them. Variables at fixed
 * addresses hold everywhere. */
void code_variables_add(struct data_types *types, const struct debug_entry *function, code_variable_list *list);

/* The address of a variable that is in one place everywhere, or of a thread's variable its offset in the block of them
 * (ret_thread). False: it has none. */
bool code_variable_vaddr(const struct debug_entry *variable, uint64_t *ret, bool *ret_thread);

#endif
