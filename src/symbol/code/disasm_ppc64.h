/* Texts of POWER instructions, as objdump writes them. For disasm_ppc64.c alone. */
#ifndef SYMBOL_CODE_DISASM_PPC64_H
#define SYMBOL_CODE_DISASM_PPC64_H

#include "symbol/code/disasm_arch.h"

/* ret: with all but its texts. */
void disasm_ppc64_text(const cs_insn *insn, uint32_t word, struct disasm_insn *ret);
/* Of a word that the library may not know; false: no more do we. */
bool disasm_ppc64_form(uint32_t word, struct disasm_insn *ret);
/* Whether the lower half is a signed number, which the library takes for an unsigned one. */
bool disasm_ppc64_has_signed(uint32_t word);

#endif
