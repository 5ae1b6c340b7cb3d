/* s390x. Numbers of registers: ELF ABI s390x Supplement, table 1.17. The library does not say what is read and what is
 * written: that follows from the names of instructions. */
#include "symbol/code/disasm_s390x.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

static bool s390x_is_for(const struct insn_set *set) { return set->machine == EM_S390; }

static void s390x_mode(const struct disasm_options *options, cs_arch *ret_arch, cs_mode *ret_mode)
{
	*ret_arch = CS_ARCH_SYSZ;
	*ret_mode = CS_MODE_BIG_ENDIAN;
}

static struct disasm_register s390x_parse_register(const char *name, bool is64)
{
	static const uint8_t floats[16] = { 16, 20, 17, 21, 18, 22, 19, 23, 24, 28, 25, 29, 26, 30, 27, 31 };
	int number;
	if ((number = disasm_numbered(name, name[0] == 'r' ? "r" : "", 16)) >= 0)
		return (struct disasm_register){ .number = (int16_t)number, .size_bytes = 8 };
	if ((number = disasm_numbered(name, "f", 16)) >= 0)
		return (struct disasm_register){ .number = floats[number], .size_bytes = 8 };
	return (struct disasm_register){ .number = DISASM_NO_REGISTER };
}

static bool is_word(const char *name, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(name, words[i]) == 0) return true;
	return false;
}

static enum disasm_kind s390x_kind(const cs_insn *insn)
{
	static const char *const calls[] = { "brasl", "bras", "basr", "basrl", "jasl", "jas" };
	static const char *const jumps[] = { "j", "jg", "br", "bc", "b" };
	static const char *const moves[] = { "lr",   "lgr", "lg",  "l",   "st",   "stg", "mvc",  "lgf",
					     "llgf", "lgh", "lh",  "lhi", "lghi", "llc", "llgc", "sth",
					     "stc",  "ic",  "mvi", "ld",  "std",  "le",  "ste" };
	const char *name = insn->mnemonic;
	if (is_word(name, calls, ARRAY_SIZE(calls))) return DISASM_CALL;
	if (strcmp(name, "br") == 0 && strcmp(insn->op_str, "%r14") == 0) return DISASM_RETURN;
	if (is_word(name, jumps, ARRAY_SIZE(jumps))) return DISASM_JUMP;
	if (strcmp(name, "nopr") == 0 || strcmp(name, "nop") == 0) return DISASM_NOP;
	if (name[0] == 'j' || strncmp(name, "br", 2) == 0 || strncmp(name, "cgij", 4) == 0 ||
	    strncmp(name, "cgrj", 4) == 0 || strncmp(name, "cij", 3) == 0 || strncmp(name, "crj", 3) == 0 ||
	    strncmp(name, "clij", 4) == 0 || strncmp(name, "clgij", 5) == 0 || strncmp(name, "clgrj", 5) == 0 ||
	    strncmp(name, "clrj", 4) == 0)
		return DISASM_CONDITIONAL_JUMP;
	if (strncmp(name, "la", 2) == 0) return DISASM_ADDRESS_OF;
	if (is_word(name, moves, ARRAY_SIZE(moves))) return DISASM_MOVE;
	return DISASM_OTHER;
}

static unsigned memory_size(const char *name)
{
	size_t length = strlen(name);
	char last = name[length - 1];
	if (last == 'g') return 8;
	if (last == 'h') return 2;
	if (last == 'c' && strcmp(name, "mvc") != 0) return 1;
	if (strcmp(name, "ld") == 0 || strcmp(name, "std") == 0) return 8;
	if (strcmp(name, "l") == 0 || strcmp(name, "st") == 0 || last == 'f' || last == 'y') return 4;
	return 0;
}

static void put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_sysz_op *from, bool is_first,
			struct disasm_operand *to)
{
	bool is_store = strncmp(insn->mnemonic, "st", 2) == 0 || strncmp(insn->mnemonic, "mvc", 3) == 0;
	bool compares = insn->mnemonic[0] == 'c';
	*to = (struct disasm_operand){ .kind = DISASM_OTHER_OPERAND, .access = DISASM_READ };
	if (from->type == SYSZ_OP_REG) {
		to->kind = DISASM_REGISTER;
		to->reg = disasm_register(disasm, from->reg);
		to->size_bytes = to->reg.size_bytes;
		if (is_first && !is_store && !compares) to->access = DISASM_READ | DISASM_WRITE;
	} else if (from->type == SYSZ_OP_IMM) {
		to->kind = DISASM_IMMEDIATE;
		to->access = 0;
		to->immediate = from->imm;
	} else if (from->type == SYSZ_OP_MEM) {
		to->kind = DISASM_MEMORY;
		to->size_bytes = (uint8_t)memory_size(insn->mnemonic);
		if (from->mem.length) to->size_bytes = (uint8_t)MIN(from->mem.length, 255);
		if (is_store && (is_first || insn->mnemonic[0] == 's')) to->access = DISASM_WRITE;
		to->memory = (struct disasm_memory){
			.base = disasm_register(disasm, from->mem.base),
			.index = disasm_register(disasm, from->mem.index),
			.segment = { .number = DISASM_NO_REGISTER },
			.scale = 1,
			.displacement = from->mem.disp,
		};
	}
}

static void s390x_decode(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_sysz *sysz = &insn->detail->sysz;
	ret->nr_operands = MIN(sysz->op_count, DISASM_MAX_OPERANDS);
	for (unsigned i = 0; i < ret->nr_operands; i++)
		put_operand(disasm, insn, &sysz->operands[i], i == 0, &ret->operands[i]);
	ret->kind = s390x_kind(insn);
	const struct disasm_operand *last = ret->nr_operands ? &ret->operands[ret->nr_operands - 1] : NULL;
	bool leaves = ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP || ret->kind == DISASM_CONDITIONAL_JUMP;
	if (last && last->kind == DISASM_IMMEDIATE) {
		ret->has_target = leaves;
		if (leaves) ret->target = (uint64_t)last->immediate;
		/* larl, and the loads, stores and comparisons of c4 and c6 */
		ret->has_data = strcmp(insn->mnemonic, "larl") == 0 || insn->bytes[0] == 0xc4 || insn->bytes[0] == 0xc6;
		if (ret->has_data) ret->data_vaddr = (uint64_t)last->immediate;
	}
	if (!disasm->options.without_text) disasm_s390x_text(insn, ret);
}

/* Also what this version of the library does not know: its operands are not known then. */
static void s390x_bad(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	/* The first two bits say how long it is. */
	unsigned length = insn_length(&disasm->options.set, code, size_bytes);
	ret->length = (uint8_t)length;
	ret->kind = DISASM_OTHER;
	if (length && disasm_s390x_form(code, length, ret)) return;
	ret->kind = DISASM_BAD;
	ret->length = size_bytes >= 4 ? 4 : (uint8_t)MIN(size_bytes, 2);
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), ret->length == 4 ? ".long" : ".short");
	if (ret->length == 1) snprintf(ret->mnemonic, sizeof(ret->mnemonic), ".byte");
	snprintf(ret->arguments, sizeof(ret->arguments), "0x");
	for (unsigned i = 0; i < ret->length; i++) disasm_put(ret->arguments, sizeof(ret->arguments), "%02x", code[i]);
}

const struct disasm_arch disasm_arch_s390x = {
	.name = "s390x",
	.is_for = s390x_is_for,
	.mode = s390x_mode,
	.parse_register = s390x_parse_register,
	.decode = s390x_decode,
	.bad = s390x_bad,
	.comment = "",
	.unit_bytes = 1,
	.dump_width = 24,
	.mnemonic_end = '\t',
	.first_code = { 0x07, 0x07 },
};
