/* Texts of 32-bit Arm instructions, as objdump writes them. For disasm_arm.c alone. */
#ifndef SYMBOL_CODE_DISASM_ARM_H
#define SYMBOL_CODE_DISASM_ARM_H

#include "symbol/code/disasm_arch.h"

/* ret: with all but its texts. */
void disasm_arm_text(const cs_insn *insn, bool is_thumb, struct disasm_insn *ret);

#endif
