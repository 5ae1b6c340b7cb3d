/* Facts of one function out of DWARF: its variables with their places, variables of its unit, functions it calls. */
#ifndef SYMBOL_TYPES_CODE_FACTS_DEBUG_H
#define SYMBOL_TYPES_CODE_FACTS_DEBUG_H

#include "symbol/dwarf/debug_file.h"
#include "symbol/types/code_facts.h"
#include "symbol/types/unit_globals.h"

/* What the object of the function knows; borrowed, and thread safe. */
struct code_facts_debug_options {
	struct debug_file *file;
	struct data_types *types;
	struct unit_globals *globals;
	uint64_t cpu_offsets, own_cpu_offset; /* as in struct code_facts */
	uint64_t global_pointer;              /* as there */
	int64_t thread_start;                 /* as there */
	/* May each be NULL. The CFA's rule; the name of a function in the linkage table at target ("malloc"), NULL: it
	 * is none. */
	bool (*frame_rule)(void *ctx, uint64_t vaddr, unsigned *ret_register, int64_t *ret_distance);
	const char *(*linked_name)(void *ctx, uint64_t target);
	/* The word of the global offset table; may be NULL. */
	bool (*linked_word)(void *ctx, uint64_t vaddr, struct code_linked_word *ret);
	void *ctx;
};
struct code_facts_debug;
/* Of the function with the code at vaddr. Never NULL; options' pointers are borrowed. Free with code_facts_debug_free.
 * One thread uses it at a time. */
struct code_facts_debug *code_facts_debug_new(const struct code_facts_debug_options *options, uint64_t vaddr);
void code_facts_debug_free(struct code_facts_debug *facts);
const struct code_facts *code_facts_debug_get(const struct code_facts_debug *facts);

#endif
