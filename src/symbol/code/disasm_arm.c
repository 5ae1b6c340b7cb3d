/* 32-bit Arm, both instruction sets. Numbers of registers: DWARF for the Arm Architecture (IHI 0040), section 4.1. */
#include "symbol/code/disasm_arm.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool arm_is_for(const struct insn_set *set) { return set->machine == EM_ARM; }

static void arm_mode(const struct disasm_options *options, cs_arch *ret_arch, cs_mode *ret_mode)
{
	*ret_arch = CS_ARCH_ARM;
	*ret_mode = options->is_thumb ? CS_MODE_THUMB : CS_MODE_ARM | CS_MODE_V8;
	if (options->is_big_endian) *ret_mode |= CS_MODE_BIG_ENDIAN;
}

static struct disasm_register arm_parse_register(const char *name, bool is64)
{
	static const struct {
		char name[4];
		int16_t number;
	} others[] = {
		{ "sb", 9 }, { "sl", 10 }, { "fp", 11 }, { "ip", 12 }, { "sp", 13 }, { "lr", 14 }, { "pc", 15 }
	};
	int number;

	if ((number = disasm_numbered(name, "r", 16)) >= 0)
		return (struct disasm_register){ .number = (int16_t)number, .size_bytes = 4 };
	if ((number = disasm_numbered(name, "d", 32)) >= 0)
		return (struct disasm_register){ .number = (int16_t)(256 + number), .size_bytes = 8 };
	if ((number = disasm_numbered(name, "s", 32)) >= 0)
		return (struct disasm_register){ .number = (int16_t)(64 + number), .size_bytes = 4 };
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (strcmp(name, others[i].name) == 0)
			return (struct disasm_register){ .number = others[i].number, .size_bytes = 4 };
	return (struct disasm_register){ .number = DISASM_NO_REGISTER };
}

static bool writes_pc(const cs_insn *insn)
{
	const cs_arm *arm = &insn->detail->arm;
	for (unsigned i = 0; i < arm->op_count; i++)
		if (arm->operands[i].type == ARM_OP_REG && arm->operands[i].reg == ARM_REG_PC &&
		    (arm->operands[i].access & CS_AC_WRITE))
			return true;
	return false;
}

static enum disasm_kind arm_kind(const cs_insn *insn)
{
	const cs_arm *arm = &insn->detail->arm;
	bool always = arm->cc == ARM_CC_AL || arm->cc == ARM_CC_INVALID;
	switch (insn->id) {
	case ARM_INS_BL:
	case ARM_INS_BLX: return DISASM_CALL;
	case ARM_INS_B: return always ? DISASM_JUMP : DISASM_CONDITIONAL_JUMP;
	case ARM_INS_CBZ:
	case ARM_INS_CBNZ: return DISASM_CONDITIONAL_JUMP;
	case ARM_INS_BX: return arm->op_count && arm->operands[0].reg == ARM_REG_LR ? DISASM_RETURN : DISASM_JUMP;
	case ARM_INS_POP: return writes_pc(insn) ? DISASM_RETURN : DISASM_OTHER;
	case ARM_INS_ADR: return DISASM_ADDRESS_OF;
	case ARM_INS_ADD: return DISASM_ADD;
	case ARM_INS_SUB: return DISASM_SUB;
	case ARM_INS_NOP: return DISASM_NOP;
	}
	if (strncmp(insn->mnemonic, "mov", 3) == 0 || strncmp(insn->mnemonic, "ldr", 3) == 0 ||
	    strncmp(insn->mnemonic, "str", 3) == 0)
		return DISASM_MOVE;
	return DISASM_OTHER;
}

static unsigned memory_size(const char *name)
{
	if (strncmp(name, "ldr", 3) != 0 && strncmp(name, "str", 3) != 0) return 0;
	const char *kind = name + 3;
	if (*kind == 's' && (kind[1] == 'b' || kind[1] == 'h')) kind++;
	if (*kind == 'b') return 1;
	if (*kind == 'h') return 2;
	return *kind == 'd' ? 8 : 4;
}

static void put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_arm_op *from,
			struct disasm_operand *to)
{
	*to = (struct disasm_operand){ .kind = DISASM_OTHER_OPERAND };
	if (from->access & CS_AC_READ) to->access |= DISASM_READ;
	if (from->access & CS_AC_WRITE) to->access |= DISASM_WRITE;
	if (from->type == ARM_OP_REG) {
		to->kind = DISASM_REGISTER;
		to->reg = disasm_register(disasm, (unsigned)from->reg);
		to->size_bytes = to->reg.size_bytes;
	} else if (from->type == ARM_OP_IMM) {
		to->kind = DISASM_IMMEDIATE;
		to->access = 0;
		to->immediate = from->imm;
	} else if (from->type == ARM_OP_MEM) {
		bool is_shifted = from->shift.type == ARM_SFT_LSL && from->shift.value < 6;
		int scale = 1 << (is_shifted ? from->shift.value : 0);
		to->kind = DISASM_MEMORY;
		to->size_bytes = (uint8_t)memory_size(insn->mnemonic);
		to->access = strncmp(insn->mnemonic, "str", 3) == 0 ? DISASM_WRITE : DISASM_READ;
		to->memory = (struct disasm_memory){
			.base = disasm_register(disasm, from->mem.base),
			.index = disasm_register(disasm, from->mem.index),
			.segment = { .number = DISASM_NO_REGISTER },
			.scale = (int8_t)(from->subtracted ? -scale : scale),
			.writes_base = insn->detail->arm.writeback,
			.displacement = from->mem.disp,
		};
	}
}

static void arm_decode(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_arm *arm = &insn->detail->arm;
	ret->nr_operands = MIN(arm->op_count, DISASM_MAX_OPERANDS);
	for (unsigned i = 0; i < ret->nr_operands; i++) put_operand(disasm, insn, &arm->operands[i], &ret->operands[i]);
	ret->kind = arm_kind(insn);
	const struct disasm_operand *last = ret->nr_operands ? &ret->operands[ret->nr_operands - 1] : NULL;
	bool leaves = ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP || ret->kind == DISASM_CONDITIONAL_JUMP;
	if (leaves && last->kind == DISASM_IMMEDIATE) {
		ret->has_target = true;
		ret->target = (uint32_t)last->immediate;
	}
	for (unsigned i = 0; i < ret->nr_operands; i++) {
		const struct disasm_operand *operand = &ret->operands[i];
		if (operand->kind != DISASM_MEMORY || operand->memory.base.number != 15) continue;
		if (operand->memory.index.number != DISASM_NO_REGISTER) continue; /* a table of jumps */
		/* The program counter reads as two instructions further on, at a word's start. */
		uint64_t pc = (ret->vaddr + (disasm->options.is_thumb ? 4 : 8)) & ~UINT64_C(3);
		ret->has_data = true;
		ret->data_vaddr = (uint32_t)(pc + (uint64_t)operand->memory.displacement);
	}
	if (!disasm->options.without_text) disasm_arm_text(insn, disasm->options.is_thumb, ret);
}

/* Thumb instructions of four bytes are two halves, the first of which says so (Arm Architecture Reference Manual,
 * DDI 0406, A6.1). */
static void arm_bad(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	bool is_big = disasm->options.is_big_endian, is_thumb = disasm->options.is_thumb;
	bool is_long = size_bytes >= 4 && (!is_thumb || code[is_big ? 0 : 1] >= 0xe8);
	disasm_bad_word(disasm, code, is_long ? 4 : MIN(size_bytes, 2), ".word", ret);
	if (!is_long) return;
	uint32_t word = (uint32_t)strtoul(ret->arguments, NULL, 16);
	if (is_thumb && !is_big) word = word << 16 | word >> 16;
	ret->mnemonic[0] = 0;
	snprintf(ret->arguments, sizeof(ret->arguments), "\t@ <UNDEFINED> instruction: 0x%08x", word);
}

const struct disasm_arch disasm_arch_arm = {
	.name = "arm",
	.is_for = arm_is_for,
	.mode = arm_mode,
	.parse_register = arm_parse_register,
	.decode = arm_decode,
	.bad = arm_bad,
	.comment = "@",
	.unit_bytes = 4,
	.dump_width = 16,
	.mnemonic_end = '\t',
	.first_code = { 0x00, 0x00, 0xa0, 0xe1 },
};
