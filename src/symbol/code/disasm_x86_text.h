/* Parts of the text of x86 instructions. For the files disasm_x86_*.c alone. Each appends to *ret. */
#ifndef SYMBOL_CODE_DISASM_X86_TEXT_H
#define SYMBOL_CODE_DISASM_X86_TEXT_H

#include "symbol/code/disasm_x86.h"

void x86_put_mnemonic(const cs_insn *insn, bool is_att, struct disasm_insn *ret);
/* movs, cmps, stos, lods, scas, ins, outs. */
bool x86_is_string_operation(const cs_insn *insn);
/* size: of what is read or written, for memory. */
void x86_put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_x86_op *operand, unsigned size,
		     struct disasm_insn *ret);
/* The mask that an EVEX prefix names, behind the destination; whether it is the i-th operand of the library's. */
void x86_put_mask(const cs_insn *insn, bool is_att, struct disasm_insn *ret);
bool x86_is_mask_operand(const cs_insn *insn, unsigned i);
/* Without its count in AT&T's syntax. */
bool x86_is_shift_by_one(const cs_insn *insn);

#endif
