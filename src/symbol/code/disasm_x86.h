/* Texts of x86 instructions, as objdump writes them. For disasm_x86.c alone. */
#ifndef SYMBOL_CODE_DISASM_X86_H
#define SYMBOL_CODE_DISASM_X86_H

#include "symbol/code/disasm_arch.h"

/* ret: with all but its texts. */
void disasm_x86_text(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret);

#endif
