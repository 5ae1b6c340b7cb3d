/* Texts of s390x instructions, as objdump writes them. For disasm_s390x.c alone. */
#ifndef SYMBOL_CODE_DISASM_S390X_H
#define SYMBOL_CODE_DISASM_S390X_H

#include "symbol/code/disasm_arch.h"

/* ret: with all but its texts. */
void disasm_s390x_text(const cs_insn *insn, struct disasm_insn *ret);
/* Of an instruction that the library may not know; false: no more do we. */
bool disasm_s390x_form(const uint8_t *code, unsigned length, struct disasm_insn *ret);

#endif
