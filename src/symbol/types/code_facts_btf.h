/* Facts of kernel code out of BTF, where there is no DWARF: parameters and results of functions, variables at their
 * symbols. Of what stands in registers or on the stack BTF says nothing; that is followed from the parameters on. */
#ifndef SYMBOL_TYPES_CODE_FACTS_BTF_H
#define SYMBOL_TYPES_CODE_FACTS_BTF_H

#include "btf/btf_walk.h"
#include "symbol/types/code_facts.h"

/* Functions and variables of a BTF by name. */
struct btf_names;
/* walk and types are borrowed. Never NULL; btf_names_free takes NULL. Constant afterwards. */
struct btf_names *btf_names_new(struct data_types *types, const struct btf_walk *walk);
void btf_names_free(struct btf_names *names);
/* The type of the variable of that name; NULL: none, or several differ. */
const struct data_type *btf_names_variable(const struct btf_names *names, const char *name);

struct code_facts_btf_options {
	const struct btf_names *names;
	const char *function;                 /* the symbol that is followed */
	uint64_t cpu_offsets, own_cpu_offset; /* as in struct code_facts */
	/* The symbol at an address of the description, and how far into it that is; NULL: none. */
	const char *(*symbol_at)(void *ctx, uint64_t address, uint64_t *ret_offset);
	bool (*frame_rule)(void *ctx, uint64_t vaddr, unsigned *ret_register, int64_t *ret_distance);
	void *ctx;
};
struct code_facts_btf {
	struct code_facts_btf_options options;
	struct code_facts facts;
};
/* options are copied, what they point to is borrowed. */
void code_facts_btf_init(struct code_facts_btf *facts, const struct code_facts_btf_options *options);

#endif
