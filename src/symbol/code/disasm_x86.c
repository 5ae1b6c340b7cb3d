/* x86, 32 and 64 bits: values. Numbers of registers: System V ABI, AMD64 supplement, figure 3.36, and Intel386
 * supplement, table 2.14. */
#include "symbol/code/disasm_x86.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

static bool x86_is_for(const struct insn_set *set) { return set->machine == EM_386 || set->machine == EM_X86_64; }

static void x86_mode(const struct disasm_options *options, cs_arch *ret_arch, cs_mode *ret_mode)
{
	*ret_arch = CS_ARCH_X86;
	*ret_mode = options->set.is64 ? CS_MODE_64 : CS_MODE_32;
}

/* Names of the eight registers that have had names since the 8086, with both ABIs' numbers. */
static const struct {
	char letters[3];
	int8_t number64, number32;
} old_registers[] = {
	{ "ax", 0, 0 }, { "dx", 1, 2 }, { "cx", 2, 1 }, { "bx", 3, 3 },
	{ "si", 4, 6 }, { "di", 5, 7 }, { "bp", 6, 5 }, { "sp", 7, 4 },
};

static struct disasm_register whole(int number, unsigned size_bytes)
{
	return (struct disasm_register){ .number = (int16_t)number, .size_bytes = (uint8_t)size_bytes };
}

static int old_number(const char *letters, size_t length, bool is64)
{
	for (size_t i = 0; i < ARRAY_SIZE(old_registers); i++)
		if (strncmp(letters, old_registers[i].letters, length) == 0)
			return is64 ? old_registers[i].number64 : old_registers[i].number32;
	return DISASM_NO_REGISTER;
}

/* r8 to r15 and their parts: r8, r8d, r8w, r8b. */
static bool parse_new_register(const char *name, struct disasm_register *ret)
{
	unsigned number;
	char part = 0, rest;
	if (name[0] != 'r' || sscanf(name + 1, "%2u%c%c", &number, &part, &rest) < 1 || number < 8 || number > 15)
		return false;
	unsigned size = 8;
	if (part == 'd') size = 4;
	if (part == 'w') size = 2;
	if (part == 'b') size = 1;
	*ret = whole((int)number, size);
	return true;
}

static bool parse_vector_register(const char *name, bool is64, struct disasm_register *ret)
{
	int number;
	unsigned size = 16;
	if (name[0] == 'y') size = 32;
	if (name[0] == 'z') size = 64;
	if (strncmp(name + 1, "mm", 2) == 0 && strchr("xyz", name[0]) &&
	    (number = disasm_numbered(name + 1, "mm", 32)) >= 0) {
		int first = is64 ? 17 : 21;
		*ret = whole(number < 16 ? first + number : 67 + number - 16, size);
		return true;
	}
	int first_mmx = is64 ? 41 : 29, first_x87 = is64 ? 33 : 11, first_mask = is64 ? 118 : 93;
	if ((number = disasm_numbered(name, "mm", 8)) >= 0) *ret = whole(first_mmx + number, 8);
	else if (strcmp(name, "st") == 0) *ret = whole(first_x87, 10);
	else if (strncmp(name, "st(", 3) == 0) *ret = whole(first_x87 + (name[3] & 7), 10);
	else if ((number = disasm_numbered(name, "k", 8)) >= 0) *ret = whole(first_mask + number, 8);
	else return false;
	return true;
}

static struct disasm_register x86_parse_register(const char *name, bool is64)
{
	static const char segments[][3] = { "es", "cs", "ss", "ds", "fs", "gs" };
	struct disasm_register reg = { .number = DISASM_NO_REGISTER };
	size_t length = strlen(name);

	if (parse_new_register(name, &reg) || parse_vector_register(name, is64, &reg)) return reg;
	for (size_t i = 0; i < ARRAY_SIZE(segments); i++)
		if (strcmp(name, segments[i]) == 0) return whole((is64 ? 50 : 40) + (int)i, 2);
	if (strcmp(name, "rip") == 0) return whole(DISASM_X86_64_PC, 8);
	if (strcmp(name, "eip") == 0) return whole(is64 ? DISASM_X86_64_PC : DISASM_I386_PC, 4);
	if (length == 3 && (name[0] == 'r' || name[0] == 'e'))
		return whole(old_number(name + 1, 2, is64), name[0] == 'r' ? 8 : 4);
	if (length == 3 && name[2] == 'l') return whole(old_number(name, 2, is64), 1); /* sil */
	if (length != 2) return reg;
	if (name[1] == 'l' || name[1] == 'h') { /* al, ah: only of the first four */
		reg = whole(strchr("abcd", name[0]) ? old_number((char[]){ name[0], 'x', 0 }, 2, is64) : -1, 1);
		reg.first_byte = name[1] == 'h';
		return reg;
	}
	return whole(old_number(name, 2, is64), 2);
}

unsigned disasm_x86_index(const cs_insn *insn, const x86_op_mem *memory)
{
	static const uint16_t general[16] = { X86_REG_RAX,     X86_REG_RCX, X86_REG_RDX, X86_REG_RBX,
					      X86_REG_INVALID, X86_REG_RBP, X86_REG_RSI, X86_REG_RDI,
					      X86_REG_R8,      X86_REG_R9,  X86_REG_R10, X86_REG_R11,
					      X86_REG_R12,     X86_REG_R13, X86_REG_R14, X86_REG_R15 };
	static const uint16_t vectors[] = { X86_REG_XMM0, X86_REG_YMM0, X86_REG_ZMM0 };
	bool has_vectors = strstr(insn->mnemonic, "gather") || strstr(insn->mnemonic, "scatter");
	if (insn->bytes[0] != 0x62 || has_vectors) return memory->index;
	for (size_t i = 0; i < ARRAY_SIZE(vectors); i++)
		if (memory->index >= vectors[i] && memory->index < vectors[i] + 32u)
			return general[(memory->index - vectors[i]) & 15];
	return memory->index;
}

/* Where the library is wrong about it: comparisons of one number take the whole register's size. */
static unsigned operand_size(const cs_insn *insn, const cs_x86_op *from)
{
	if (from->type != X86_OP_MEM) return from->size;
	switch (insn->id) {
	case X86_INS_COMISS:
	case X86_INS_UCOMISS:
	case X86_INS_VCOMISS:
	case X86_INS_VUCOMISS: return 4;
	case X86_INS_COMISD:
	case X86_INS_UCOMISD:
	case X86_INS_VCOMISD:
	case X86_INS_VUCOMISD: return 8;
	case X86_INS_FNSTSW: return 2;
	default: return from->size;
	}
}

static void put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_x86_op *from,
			struct disasm_operand *to)
{
	*to = (struct disasm_operand){ .kind = DISASM_OTHER_OPERAND, .size_bytes = (uint8_t)operand_size(insn, from) };
	if (from->access & CS_AC_READ) to->access |= DISASM_READ;
	if (from->access & CS_AC_WRITE) to->access |= DISASM_WRITE;
	if (from->type == X86_OP_REG) {
		to->kind = DISASM_REGISTER;
		to->reg = disasm_register(disasm, from->reg);
	} else if (from->type == X86_OP_IMM) {
		to->kind = DISASM_IMMEDIATE;
		to->access = 0;
		to->immediate = from->imm;
	} else if (from->type == X86_OP_MEM) {
		to->kind = DISASM_MEMORY;
		to->memory = (struct disasm_memory){
			.base = disasm_register(disasm, from->mem.base),
			.index = disasm_register(disasm, disasm_x86_index(insn, &from->mem)),
			.segment = disasm_register(disasm, from->mem.segment),
			.scale = (int8_t)from->mem.scale,
			.displacement = from->mem.disp,
		};
	}
}

static bool is_in_group(const cs_insn *insn, uint8_t group)
{
	for (unsigned i = 0; i < insn->detail->groups_count; i++)
		if (insn->detail->groups[i] == group) return true;
	return false;
}

/* Of the mnemonic without prefixes. */
static bool begins(const cs_insn *insn, const char *text)
{
	const char *space = strrchr(insn->mnemonic, ' ');
	return strncmp(space ? space + 1 : insn->mnemonic, text, strlen(text)) == 0;
}

static enum disasm_kind x86_kind(const cs_insn *insn)
{
	switch (insn->id) {
	case X86_INS_NOP: return DISASM_NOP;
	case X86_INS_LEA: return DISASM_ADDRESS_OF;
	case X86_INS_ADD: return DISASM_ADD;
	case X86_INS_SUB: return DISASM_SUB;
	case X86_INS_SHL:
	case X86_INS_SAL: return DISASM_SHIFT_LEFT;
	case X86_INS_IMUL: return insn->detail->x86.op_count > 1 ? DISASM_MULTIPLY : DISASM_OTHER;
	case X86_INS_AND: return DISASM_AND;
	case X86_INS_XOR: return DISASM_XOR;
	case X86_INS_PUSH: return DISASM_PUSH;
	case X86_INS_POP: return DISASM_POP;
	case X86_INS_JMP:
	case X86_INS_LJMP: return DISASM_JUMP;
	case X86_INS_CALL:
	case X86_INS_LCALL: return DISASM_CALL;
	}
	if (is_in_group(insn, CS_GRP_RET) || is_in_group(insn, CS_GRP_IRET)) return DISASM_RETURN;
	if (is_in_group(insn, CS_GRP_JUMP) || begins(insn, "loop")) return DISASM_CONDITIONAL_JUMP;
	if (begins(insn, "cmov")) return DISASM_CONDITIONAL_MOVE;
	if (begins(insn, "mov") || begins(insn, "vmov") || begins(insn, "lddqu")) return DISASM_MOVE;
	return DISASM_OTHER;
}

static bool is_pc(const struct disasm_register *reg, bool is64)
{
	return reg->size_bytes >= 4 && reg->number == (is64 ? DISASM_X86_64_PC : DISASM_I386_PC);
}

/* The library takes rep prefixes of some as part of the mnemonic; lock likewise. */
static void x86_decode(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_x86 *x86 = &insn->detail->x86;
	bool is64 = disasm->options.set.is64;

	ret->kind = x86_kind(insn);
	ret->has_lock = x86->prefix[0] == X86_PREFIX_LOCK;
	ret->nr_operands = MIN(x86->op_count, DISASM_MAX_OPERANDS);
	for (unsigned i = 0; i < ret->nr_operands; i++) {
		struct disasm_operand *operand = &ret->operands[i];
		put_operand(disasm, insn, &x86->operands[i], operand);
		if (operand->kind == DISASM_MEMORY && is_pc(&operand->memory.base, is64)) {
			ret->has_data = true;
			ret->data_vaddr = ret->vaddr + ret->length + (uint64_t)operand->memory.displacement;
		}
	}
	bool leaves = ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP || ret->kind == DISASM_CONDITIONAL_JUMP;
	if (leaves && ret->nr_operands == 1 && ret->operands[0].kind == DISASM_IMMEDIATE) {
		ret->has_target = true;
		ret->target = (uint64_t)ret->operands[0].immediate;
		if (!is64) ret->target &= UINT32_MAX;
	}
	if (!disasm->options.without_text) disasm_x86_text(disasm, insn, ret);
}

static void x86_bad(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	static const uint8_t keys[2] = { 0x0f, 0x01 };
	if (size_bytes >= 3 && memcmp(code, keys, 2) == 0 && (code[2] | 1) == 0xef) {
		ret->length = 3;
		ret->kind = DISASM_OTHER;
		snprintf(ret->mnemonic, sizeof(ret->mnemonic), code[2] & 1 ? "wrpkru" : "rdpkru");
		return;
	}
	if (disasm_x86_evex(disasm, code, size_bytes, ret)) return;
	/* What the library does not know yet still has a length; what ends in its middle is shown byte by byte. */
	unsigned length = insn_length(&disasm->options.set, code, size_bytes);
	ret->length = (uint8_t)(length ? length : 1);
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), "(bad)");
}

const struct disasm_arch disasm_arch_x86 = {
	.name = "x86",
	.is_for = x86_is_for,
	.mode = x86_mode,
	.parse_register = x86_parse_register,
	.decode = x86_decode,
	.bad = x86_bad,
	.comment = "        # ",
	.unit_bytes = 1,
	.dump_width = 24,
	.mnemonic_width = 6,
	.mnemonic_end = ' ',
	.first_code = { 0xa8, 0x01 },
};
