/* RISC-V. Numbers of registers: RISC-V DWARF Specification, table 1. capstone has it since version 5:
 * disasm_riscv64_absent.c stands here where the headers are older. */
#include "symbol/code/disasm_arch.h"

#include <elf.h>
#include <string.h>

static bool riscv_is_for(const struct insn_set *set) { return set->machine == EM_RISCV; }

static void riscv_mode(const struct disasm_options *options, cs_arch *ret_arch, cs_mode *ret_mode)
{
	*ret_arch = CS_ARCH_RISCV;
	*ret_mode = (options->set.is64 ? CS_MODE_RISCV64 : CS_MODE_RISCV32) | CS_MODE_RISCVC;
}

static struct disasm_register riscv_parse_register(const char *name, bool is64)
{
	static const char names[][5] = { "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
					 "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
					 "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6" };
	static const char floats[][5] = { "ft0", "ft1", "ft2",  "ft3",  "ft4", "ft5", "ft6",  "ft7",
					  "fs0", "fs1", "fa0",  "fa1",  "fa2", "fa3", "fa4",  "fa5",
					  "fa6", "fa7", "fs2",  "fs3",  "fs4", "fs5", "fs6",  "fs7",
					  "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11" };
	for (unsigned i = 0; i < 32; i++) {
		if (strcmp(name, names[i]) == 0)
			return (struct disasm_register){ .number = i ? (int16_t)i : DISASM_NO_REGISTER,
							 .size_bytes = is64 ? 8 : 4 };
		if (strcmp(name, floats[i]) == 0)
			return (struct disasm_register){ .number = (int16_t)(32 + i), .size_bytes = 8 };
	}
	return (struct disasm_register){ .number = DISASM_NO_REGISTER };
}

/* Compressed instructions have "c." in front of their name. */
static const char *plain_name(const cs_insn *insn)
{
	return strncmp(insn->mnemonic, "c.", 2) == 0 ? insn->mnemonic + 2 : insn->mnemonic;
}

static bool is_load(const char *name) { return name[0] == 'l' && strchr("bhwd", name[1]) && name[1]; }
static bool is_store(const char *name) { return name[0] == 's' && strchr("bhwd", name[1]) && name[1] && !name[2]; }

static enum disasm_kind riscv_kind(const cs_insn *insn)
{
	const char *name = plain_name(insn);
	if (strcmp(name, "ret") == 0) return DISASM_RETURN;
	if (strcmp(name, "jr") == 0) return strcmp(insn->op_str, "ra") == 0 ? DISASM_RETURN : DISASM_JUMP;
	if (strcmp(name, "j") == 0) return DISASM_JUMP;
	if (strcmp(name, "jal") == 0 || strcmp(name, "jalr") == 0 || strcmp(name, "call") == 0) return DISASM_CALL;
	if (name[0] == 'b' && strchr("enlg", name[1])) return DISASM_CONDITIONAL_JUMP;
	if (strcmp(name, "nop") == 0) return DISASM_NOP;
	if (strncmp(name, "add", 3) == 0) return DISASM_ADD;
	if (strncmp(name, "sub", 3) == 0) return DISASM_SUB;
	if (strcmp(name, "auipc") == 0) return DISASM_ADDRESS_OF;
	if (strcmp(name, "mv") == 0 || strcmp(name, "li") == 0 || is_load(name) || is_store(name)) return DISASM_MOVE;
	return DISASM_OTHER;
}

static unsigned memory_size(const char *name)
{
	switch (name[1]) {
	case 'b': return 1;
	case 'h': return 2;
	case 'w': return 4;
	case 'd': return 8;
	default: return 0;
	}
}

static void put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_riscv_op *from, bool is_first,
			struct disasm_operand *to)
{
	const char *name = plain_name(insn);
	bool writes = is_first && !is_store(name) && name[0] != 'b';
	*to = (struct disasm_operand){ .kind = DISASM_OTHER_OPERAND, .access = DISASM_READ };
	if (from->type == RISCV_OP_REG) {
		to->kind = DISASM_REGISTER;
		to->reg = disasm_register(disasm, from->reg);
		to->size_bytes = to->reg.size_bytes;
		if (writes) to->access = DISASM_WRITE;
	} else if (from->type == RISCV_OP_IMM) {
		to->kind = DISASM_IMMEDIATE;
		to->access = 0;
		to->immediate = from->imm;
	} else if (from->type == RISCV_OP_MEM) {
		to->kind = DISASM_MEMORY;
		to->size_bytes = (uint8_t)memory_size(name);
		to->access = is_store(name) ? DISASM_WRITE : DISASM_READ;
		to->memory = (struct disasm_memory){
			.base = disasm_register(disasm, from->mem.base),
			.index = { .number = DISASM_NO_REGISTER },
			.segment = { .number = DISASM_NO_REGISTER },
			.scale = 1,
			.displacement = from->mem.disp,
		};
	}
}

/* Distances of jumps are counted from the instruction. */
static void riscv_decode(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_riscv *riscv = &insn->detail->riscv;
	ret->nr_operands = MIN(riscv->op_count, DISASM_MAX_OPERANDS);
	for (unsigned i = 0; i < ret->nr_operands; i++)
		put_operand(disasm, insn, &riscv->operands[i], i == 0, &ret->operands[i]);
	ret->kind = riscv_kind(insn);
	const struct disasm_operand *last = ret->nr_operands ? &ret->operands[ret->nr_operands - 1] : NULL;
	bool leaves = ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP || ret->kind == DISASM_CONDITIONAL_JUMP;
	bool is_indirect = strcmp(plain_name(insn), "jalr") == 0;
	if (leaves && !is_indirect && last && last->kind == DISASM_IMMEDIATE) {
		ret->has_target = true;
		ret->target = ret->vaddr + (uint64_t)last->immediate;
	}
	if (disasm->options.without_text) return;
	disasm_put_library_text(insn, DISASM_DECIMAL, ret);
	size_t skipped = (size_t)(plain_name(insn) - insn->mnemonic);
	memmove(ret->mnemonic, ret->mnemonic + skipped, strlen(ret->mnemonic + skipped) + 1);
	disasm_squeeze(ret->arguments);
}

static void riscv_bad(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	bool is_short = (code[0] & 3) != 3;
	disasm_bad_word(disasm, code, is_short ? MIN(size_bytes, 2) : size_bytes, ".word", ret);
}

const struct disasm_arch disasm_arch_riscv64 = {
	.name = "riscv64",
	.is_for = riscv_is_for,
	.mode = riscv_mode,
	.parse_register = riscv_parse_register,
	.decode = riscv_decode,
	.bad = riscv_bad,
	.comment = "#",
	.unit_bytes = 2,
	.mnemonic_end = '\t',
	.first_code = { 0x13 },
};
