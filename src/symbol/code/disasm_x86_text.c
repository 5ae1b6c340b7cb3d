/* x86 as objdump writes it, in AT&T's and Intel's syntax: the order of operands, and instructions that are written in
 * their own way. */
#include "symbol/code/disasm_x86_text.h"

#include <stdio.h>
#include <string.h>

#define PUT(...) disasm_put(ret->arguments, sizeof(ret->arguments), __VA_ARGS__)

/* Register forms of the x87: the library leaves the top of the stack out, and AT&T's syntax has reversed subtractions
 * and divisions the wrong way round. */
static bool put_x87(const cs_insn *insn, bool is_att, struct disasm_insn *ret)
{
	/* By the opcode's low three bits and the reg field: 0 no operands, 1 st(i), 2 st(i) to st, 3 st to st(i). */
	static const char forms[8][9] = { "22112222", "11000000", "22220000", "22220220",
					  "33113333", "11111100", "33103333", "11110220" };
	uint8_t opcode = insn->bytes[0], modrm = insn->bytes[1];
	if (insn->size != 2 || opcode < 0xd8 || opcode > 0xdf || modrm < 0xc0) return false;
	char form = forms[opcode - 0xd8][modrm >> 3 & 7];
	if (form == '0') return false;
	const char *name = insn->mnemonic, *sign = is_att ? "%" : "";
	if (strcmp(name, "fucompi") == 0) name = "fucomip"; /* so since capstone 5 */
	if (strcmp(name, "fcompi") == 0) name = "fcomip";
	bool is_reversible = strncmp(name, "fsub", 4) == 0 || strncmp(name, "fdiv", 4) == 0;
	if (is_att && form == '3' && is_reversible) {
		bool has_r = name[4] == 'r';
		const char *rest = name + (has_r ? 5 : 4);
		disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%.4s%s%s", name, has_r ? "" : "r", rest);
	} else {
		disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%s", name);
	}
	bool top_first = (form == '3') == is_att;
	unsigned number = modrm & 7;
	if (form == '1') PUT("%sst(%u)", sign, number);
	else if (top_first) PUT("%sst,%sst(%u)", sign, sign, number);
	else PUT("%sst(%u),%sst", sign, number, sign);
	return true;
}

void disasm_x86_text(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_x86 *x86 = &insn->detail->x86;
	bool is_att = disasm->options.syntax == DISASM_ATT;
	bool is_indirect = (ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP) && !ret->has_target;
	/* 91: objdump writes the accumulator last in Intel's syntax, and so first in AT&T's. */
	bool has_accumulator = insn->id == X86_INS_XCHG && x86->opcode[0] >= 0x91 && x86->opcode[0] <= 0x97;
	bool reversed = is_att && insn->id != X86_INS_ENTER && insn->id != X86_INS_BOUND;
	if (has_accumulator && x86->operands[0].reg != X86_REG_EAX && x86->operands[0].reg != X86_REG_RAX &&
	    x86->operands[0].reg != X86_REG_AX)
		has_accumulator = false;
	if (has_accumulator) reversed = !reversed;
	unsigned count = is_att && x86_is_shift_by_one(insn) ? 1 : x86->op_count;

	if (put_x87(insn, is_att, ret)) return;
	if (insn->size == 2 && insn->bytes[0] == 0x66 && insn->bytes[1] == 0x90) {
		disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "xchg");
		PUT(is_att ? "%%ax,%%ax" : "ax,ax");
		return;
	}
	/* capstone 5 names this prefix, too */
	if (is_indirect && insn->bytes[0] == 0x3e && !strstr(insn->mnemonic, "notrack"))
		disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "notrack ");
	x86_put_mnemonic(insn, is_att, ret);
	if (is_att && is_indirect && count) PUT("*");
	for (unsigned n = 0; n < count; n++) {
		unsigned i = reversed ? count - 1 - n : n;
		if (x86_is_mask_operand(insn, i)) continue;
		if (ret->arguments[0] && ret->arguments[strlen(ret->arguments) - 1] != '*') PUT(",");
		x86_put_operand(disasm, insn, &x86->operands[i], i < ret->nr_operands ? ret->operands[i].size_bytes : 0,
				ret);
		if (x86->operands[i].avx_bcast) PUT("{1to%u}", 1u << x86->operands[i].avx_bcast);
		if (i == 0) x86_put_mask(insn, is_att, ret);
	}
}
