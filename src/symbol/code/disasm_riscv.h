/* RISC-V, read from tables of our own. For the files disasm_riscv*.c alone. */
#ifndef SYMBOL_CODE_DISASM_RISCV_H
#define SYMBOL_CODE_DISASM_RISCV_H

#include "symbol/code/disasm_arch.h"

/* A row of disasm_riscv.def or disasm_riscv_vector.def, where letters of arguments are explained. */
struct riscv_row {
	uint32_t mask, match;
	uint8_t bits; /* 32, 64: of machines of that size alone; 0: of both */
	char mnemonic[20], arguments[12];
	enum disasm_kind kind;
	uint8_t memory_bytes; /* 0: touches none */
};

/* The row of a word; NULL: it is no instruction. */
const struct riscv_row *riscv_find(uint32_t word, bool is64);
/* Of a load or store of vectors: how wide its elements (or their indices) are; 0: it is none. */
unsigned riscv_element_bits(uint32_t word);
/* The instruction of 32 bits that a compressed one stands for; 0: there is none. */
uint32_t riscv_expand(uint16_t half, bool is64);
/* Compressed instructions without effect (hints), which have names of their own. ret: texts. False: it is none. */
bool riscv_hint(uint16_t half, struct disasm_insn *ret);
/* Operands, target, data and texts of *ret, which has vaddr, length and kind. */
void riscv_put_arguments(struct disasm *disasm, const struct riscv_row *row, uint32_t word, struct disasm_insn *ret);

extern const char riscv_names[32][5];

#endif
