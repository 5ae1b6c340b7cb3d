/* Texts of x86 instructions, as objdump writes them. For disasm_x86.c alone. */
#ifndef SYMBOL_CODE_DISASM_X86_H
#define SYMBOL_CODE_DISASM_X86_H

#include "symbol/code/disasm_arch.h"

/* ret: with all but its texts. */
void disasm_x86_text(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret);

/* The library's number of an index register; it takes those of AVX-512 for vectors where they are not. */
unsigned disasm_x86_index(const cs_insn *insn, const x86_op_mem *memory);
/* Of an instruction that the library does not know (disasm_x86_evex.c); false: no more do we. Without operands. */
bool disasm_x86_evex(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret);

#endif
