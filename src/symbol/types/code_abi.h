/* What a machine's calling convention says of registers, by DWARF's numbers. */
#ifndef SYMBOL_TYPES_CODE_ABI_H
#define SYMBOL_TYPES_CODE_ABI_H

#include "symbol/code/insn.h"

struct code_abi {
	uint16_t machine; /* ELF's number */
	bool is64;
	uint8_t stack_register, return_register;
	uint8_t entry_distance; /* CFA - stack register where a function begins */
	uint32_t returned;      /* a bit for each register that a called function may return something in */
	uint8_t nr_arguments;
	uint8_t arguments[8]; /* registers of the first arguments, of those that fit into one */
	/* DWARF's numbers of fs and gs, 0: the machine has none; where the word is that -fstack-protector compares. */
	uint8_t fs, gs;
	int64_t canary_off;
	/* Registers that always have the thread's address, that which small data or the table of contents is reached
	 * from (code_facts.global_pointer); 0: none does. */
	uint8_t thread_register, global_register;
	/* What the disassembler says of data is put together from two instructions, as objdump guesses it. */
	bool joins_addresses;
};

/* NULL: not known. */
const struct code_abi *code_abi_of(const struct insn_set *set);

#endif
