/* What a program's description says about a function's code: asked by code_flow, answered out of DWARF
 * (code_facts_debug.h) or BTF (code_facts_btf.h). Addresses are vaddrs of the description. */
#ifndef SYMBOL_TYPES_CODE_FACTS_H
#define SYMBOL_TYPES_CODE_FACTS_H

#include "symbol/types/held_value.h"

/* Registers are DWARF's numbers; more than this are not followed. */
enum { CODE_REGISTERS = 32 };

/* Parameters that are in the registers of the calling convention where the function begins. */
struct code_parameters {
	const struct data_type *types[8]; /* in their order; NULL: not known */
	unsigned nr;
};

/* A variable in memory, and where in it the address is that was asked about. */
struct code_object {
	const struct data_type *type; /* NULL: none is known */
	int64_t offset;
};

/* What the dynamic linker puts into a word of the global offset table, or the linker among the code. */
struct code_linked_word {
	enum {
		CODE_LINKED_ADDRESS,     /* or a constant */
		CODE_LINKED_THREAD,      /* the distance of a thread's variable from where the thread register points */
		CODE_LINKED_THREAD_PAIR, /* the first of two words from which __tls_get_addr finds one */
		CODE_LINKED_DESCRIPTOR,  /* the first of two: a function that is given their address finds the distance
					  */
	} kind;
	uint64_t value;   /* an address; of variables of threads: bytes into the program's block of them */
	const char *name; /* of what another object has, at value from its start; NULL: this one has it */
};

/* How the linker's words are used: one is loaded; two, or a descriptor of two, are given to a function. */
enum code_lookup { CODE_LOOKUP_WORD, CODE_LOOKUP_PAIR, CODE_LOOKUP_DESCRIPTOR };

/* A register that is asked about. */
struct code_register {
	uint64_t vaddr;
	unsigned number;
	/* About variables that are in memory where it points, which says less: a copy of a member may be said to be
	 * there. */
	bool by_reference;
	bool lasts;    /* holds what it has until the function ends */
	bool is_start; /* where the code begins: only of those that are said to be there then */
};

struct code_facts {
	/* Is there a description of the object, of this code? */
	bool has_description, has_unit;
	/* Only of functions that are known to be called by the convention: compilers change that of others. */
	struct code_parameters parameters;
	/* Of a kernel, the addresses of the variables that lead to a CPU's copy of a per-CPU variable: an array of all,
	 * that of this CPU. 0: not known. */
	uint64_t cpu_offsets, own_cpu_offset;
	uint64_t global_pointer; /* what the ABI's global register has; 0: not known */
	/* Registers (a bit each) with places of variables of which only is known that they hold where the function
	 * ends, at that vaddr: in_register tells of them where the register lasts. */
	uint32_t late_registers;
	uint64_t end;
	/* What a variable's place says the register holds. False: no variable is there. Of a number only its type is
	 * said. */
	bool (*in_register)(void *ctx, const struct code_register *reg, struct held_value *ret);
	/* The variable on the stack at frame_off from the CFA. registers: what each holds at vaddr. */
	bool (*on_stack)(void *ctx, uint64_t vaddr, const struct held_value *registers, int64_t frame_off,
			 struct code_object *ret);
	/* The variable at an address in the program's data. */
	bool (*at_address)(void *ctx, uint64_t address, struct code_object *ret);
	/* The variable of each thread, offset bytes into the block of them that the program has; thread_start: where
	 * that begins, from where the thread register points. */
	bool (*in_thread)(void *ctx, uint64_t offset, struct code_object *ret);
	int64_t thread_start;
	/* What a register holds into which the dynamic linker's word at address is loaded. False: it is no such word.
	 * For CODE_LOOKUP_PAIR and _DESCRIPTOR, what the function returns that is given the two words there. May be
	 * NULL. */
	bool (*linked)(void *ctx, uint64_t address, enum code_lookup lookup, struct held_value *ret);
	/* Is the function that is called at target, or through the linker's word at target, __tls_get_addr? May be
	 * NULL. */
	bool (*finds_thread)(void *ctx, uint64_t target, bool is_word);
	/* What the function returns that is called at target; NULL: nothing, or not known. */
	const struct data_type *(*returned)(void *ctx, uint64_t target);
	/* CFA = register + distance. False: not known. */
	bool (*frame_rule)(void *ctx, uint64_t vaddr, unsigned *ret_register, int64_t *ret_distance);
	void *ctx;
};

#endif
