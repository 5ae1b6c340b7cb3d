/* Texts of arm64 instructions, as objdump writes them. For disasm_arm64.c alone. */
#ifndef SYMBOL_CODE_DISASM_ARM64_H
#define SYMBOL_CODE_DISASM_ARM64_H

#include "symbol/code/disasm_arch.h"

/* ret: with all but its texts. */
void disasm_arm64_text(const cs_insn *insn, struct disasm_insn *ret);
/* Of a word that the library may not know; false: no more do we. */
bool disasm_arm64_form(uint32_t word, struct disasm_insn *ret);

#endif
