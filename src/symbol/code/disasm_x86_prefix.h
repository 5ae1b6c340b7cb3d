/* VEX and EVEX prefixes and what a ModRM byte names, taken apart. For disasm_x86_evex.c alone. */
#ifndef SYMBOL_CODE_DISASM_X86_PREFIX_H
#define SYMBOL_CODE_DISASM_X86_PREFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers are numbers with all their bits. */
struct disasm_x86_prefixes {
	unsigned map, pp, length_code; /* length_code: 0 of 16 bytes, 1 of 32, 2 of 64 */
	bool w, is_evex, zeroes, is_broadcast;
	unsigned reg_high, index_high, base_high, rm_vector_high; /* 8 and 16, to be added */
	unsigned vector, mask;                                    /* the second operand; aaa */
	const uint8_t *opcode;
	size_t left; /* from the opcode on */
};

/* Where the operand of a ModRM byte is. */
struct disasm_x86_place {
	bool is_register, has_base, has_index, is_relative;
	unsigned number, base, index, scale;
	int64_t displacement;
	size_t size; /* of ModRM, SIB and displacement */
};

/* False: there is no such prefix, or the code ends before. */
bool disasm_x86_prefixes(const uint8_t *code, size_t size_bytes, struct disasm_x86_prefixes *ret);
/* unit: what a displacement of one byte counts. False: the code ends before. */
bool disasm_x86_place(const struct disasm_x86_prefixes *prefixes, unsigned unit, struct disasm_x86_place *ret);

#endif
