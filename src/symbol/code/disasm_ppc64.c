/* 64-bit POWER, both byte orders. Numbers of registers: 64-bit ELF V2 ABI, section 2.4. The library does not say what
 * is read and what is written: that follows from the names of instructions. */
#include "symbol/code/disasm_ppc64.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

static bool ppc64_is_for(const struct insn_set *set) { return set->machine == EM_PPC64 || set->machine == EM_PPC; }

static void ppc64_mode(const struct disasm_options *options, cs_arch *ret_arch, cs_mode *ret_mode)
{
	*ret_arch = CS_ARCH_PPC;
	*ret_mode = options->set.is64 ? CS_MODE_64 : CS_MODE_32;
	if (options->is_big_endian) *ret_mode |= CS_MODE_BIG_ENDIAN;
}

static struct disasm_register ppc64_parse_register(const char *name, bool is64)
{
	static const struct {
		char prefix[4];
		uint8_t first, count, size_bytes;
	} banks[] = { { "r", 0, 32, 8 }, { "f", 32, 32, 8 }, { "cr", 68, 8, 4 }, { "v", 77, 32, 16 } };
	for (size_t i = 0; i < ARRAY_SIZE(banks); i++) {
		int number = disasm_numbered(name, banks[i].prefix, banks[i].count);
		if (number >= 0)
			return (struct disasm_register){ .number = (int16_t)(banks[i].first + number),
							 .size_bytes = banks[i].size_bytes };
	}
	if (strcmp(name, "lr") == 0) return (struct disasm_register){ .number = 65, .size_bytes = 8 };
	if (strcmp(name, "ctr") == 0) return (struct disasm_register){ .number = 66, .size_bytes = 8 };
	return (struct disasm_register){ .number = DISASM_NO_REGISTER };
}

static enum disasm_kind ppc64_branch(const char *name)
{
	size_t length = strlen(name);
	while (length && strchr("+-", name[length - 1])) length--;
	if (length >= 2 && strncmp(name + length - 2, "lr", 2) == 0)
		return strncmp(name, "blr", 3) == 0 ? DISASM_RETURN : DISASM_CONDITIONAL_JUMP;
	if (strncmp(name, "bctrl", 5) == 0 || strncmp(name, "blrl", 4) == 0) return DISASM_CALL;
	if (strncmp(name, "bctr", 4) == 0) return DISASM_JUMP;
	if (strncmp(name, "bl", length) == 0 && length == 2) return DISASM_CALL;
	if ((length == 1 && name[0] == 'b') || strcmp(name, "ba") == 0) return DISASM_JUMP;
	return DISASM_CONDITIONAL_JUMP;
}

static enum disasm_kind ppc64_kind(const cs_insn *insn)
{
	const char *name = insn->mnemonic;
	if (name[0] == 'b' && strncmp(name, "bpermd", 6) != 0 && strncmp(name, "brinc", 5) != 0)
		return ppc64_branch(name);
	if (strcmp(name, "nop") == 0) return DISASM_NOP;
	if (strcmp(name, "add") == 0 || strcmp(name, "addi") == 0 || strcmp(name, "addis") == 0) return DISASM_ADD;
	if (strcmp(name, "subf") == 0 || strcmp(name, "sub") == 0) return DISASM_SUB;
	if (strncmp(name, "mull", 4) == 0) return DISASM_MULTIPLY;
	if (strcmp(name, "sldi") == 0 || strcmp(name, "slwi") == 0 || strcmp(name, "rldic") == 0)
		return DISASM_SHIFT_LEFT;
	if (strcmp(name, "extsw") == 0 || strcmp(name, "clrldi") == 0) return DISASM_MOVE;
	bool is_load = name[0] == 'l' && strchr("bhwdifv", name[1]);
	if (strcmp(name, "mr") == 0 || is_load || strncmp(name, "st", 2) == 0) return DISASM_MOVE;
	return DISASM_OTHER;
}

/* Loads begin with l, stores with st; the next letter is the size. */
static unsigned memory_size(const char *name)
{
	const char *size = strncmp(name, "st", 2) == 0 ? name + 2 : name + 1;
	switch (*size) {
	case 'b': return 1;
	case 'h': return 2;
	case 'w': return 4;
	case 'd': return 8;
	case 'f': return size[1] == 's' ? 4 : 8;
	default: return 0;
	}
}

static uint32_t word_of(const struct disasm *disasm, const uint8_t *code)
{
	uint32_t word = 0;
	for (unsigned i = 0; i < 4; i++) word |= (uint32_t)code[disasm->options.is_big_endian ? 3 - i : i] << 8 * i;
	return word;
}

static void put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_ppc_op *from, bool is_first,
			struct disasm_operand *to)
{
	bool is_store = strncmp(insn->mnemonic, "st", 2) == 0, compares = strncmp(insn->mnemonic, "cmp", 3) == 0;
	*to = (struct disasm_operand){ .kind = DISASM_OTHER_OPERAND, .access = DISASM_READ };
	if (from->type == PPC_OP_REG) {
		to->kind = DISASM_REGISTER;
		to->reg = disasm_register(disasm, from->reg);
		to->size_bytes = to->reg.size_bytes;
		if (is_first && !is_store && !compares) to->access = DISASM_WRITE;
	} else if (from->type == PPC_OP_IMM) {
		to->kind = DISASM_IMMEDIATE;
		to->access = 0;
		to->immediate = from->imm;
	} else if (from->type == PPC_OP_MEM) {
		size_t length = strlen(insn->mnemonic);
		to->kind = DISASM_MEMORY;
		to->size_bytes = (uint8_t)memory_size(insn->mnemonic);
		to->access = is_store ? DISASM_WRITE : DISASM_READ;
		to->memory = (struct disasm_memory){
			.base = disasm_register(disasm, from->mem.base),
			.index = { .number = DISASM_NO_REGISTER },
			.segment = { .number = DISASM_NO_REGISTER },
			.scale = 1,
			.writes_base = length > 2 && insn->mnemonic[length - 1] == 'u',
			.displacement = from->mem.disp,
		};
	}
}

/* Power ISA 3.1, 2.4: b has 24 bits of distance, bc 14; the second bit of the word makes an address of it. */
static void put_target(uint32_t word, struct disasm_insn *ret)
{
	int64_t distance = (int16_t)(word & 0xfffc);
	if (word >> 26 == 18) distance = (int32_t)(word << 6 & 0xffffff00) >> 6;
	else if (word >> 26 != 16) return;
	ret->has_target = true;
	ret->target = (word & 2 ? 0 : ret->vaddr) + (uint64_t)distance;
}

/* lbzx: the library gives the two registers of an address as such. */
static void join_address(const char *name, struct disasm_insn *ret)
{
	struct disasm_operand *o = ret->operands;
	const size_t length = strlen(name);
	const unsigned size = memory_size(name);
	if (ret->kind != DISASM_MOVE || ret->nr_operands != 3 || !size || name[length - 1] != 'x') return;
	if (o[1].kind == DISASM_MEMORY || o[2].kind != DISASM_REGISTER) return;
	const struct disasm_register none = { .number = DISASM_NO_REGISTER };
	const bool is_store = name[0] == 's';
	const struct disasm_register base = o[1].kind == DISASM_REGISTER ? o[1].reg : none, index = o[2].reg;
	o[1] = (struct disasm_operand){ .kind = DISASM_MEMORY,
					.size_bytes = (uint8_t)size,
					.access = is_store ? DISASM_WRITE : DISASM_READ,
					.memory = { .base = base, .index = index, .segment = none, .scale = 1 } };
	ret->nr_operands = 2;
	if (name[length - 2] != 'u') return;
	/* the base becomes the address, which is not followed */
	ret->kind = DISASM_OTHER;
	if (base.number >= 0) ret->written |= (uint64_t)1 << base.number;
}

/* Operands as values have them: constants in upper halves, differences, halves of numbers. */
static void put_values(const char *name, uint32_t word, struct disasm_insn *ret)
{
	struct disasm_operand *o = ret->operands, *last = ret->nr_operands ? &o[ret->nr_operands - 1] : NULL;
	if (!last) return;
	join_address(name, ret);
	if ((strcmp(name, "lis") == 0 || strcmp(name, "addis") == 0) && last->kind == DISASM_IMMEDIATE)
		last->immediate = (int64_t)((uint64_t)last->immediate << 16);
	if (strcmp(name, "subf") == 0 && ret->nr_operands == 3) {
		const struct disasm_operand from = o[2];
		o[2] = o[1];
		o[1] = from;
	}
	if (strcmp(name, "sldi") == 0 && ret->nr_operands == 2) { /* the library leaves out the distance */
		o[2] = (struct disasm_operand){ .kind = DISASM_IMMEDIATE,
						.immediate = (word >> 11 & 31) | (word << 4 & 32) };
		ret->nr_operands = 3;
	}
	if (strcmp(name, "rldic") == 0 && ret->nr_operands == 4) ret->nr_operands = 3;
	if (strcmp(name, "clrldi") == 0 && ret->nr_operands == 3) {
		if (o[2].immediate != 32) ret->kind = DISASM_OTHER;
		ret->nr_operands = 2;
	}
	if ((strcmp(name, "clrldi") == 0 || strcmp(name, "extsw") == 0) && ret->nr_operands == 2)
		o[1].reg.size_bytes = o[1].size_bytes = 4;
}

static void ppc64_decode(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_ppc *ppc = &insn->detail->ppc;
	ret->nr_operands = MIN(ppc->op_count, DISASM_MAX_OPERANDS);
	for (unsigned i = 0; i < ret->nr_operands; i++)
		put_operand(disasm, insn, &ppc->operands[i], i == 0, &ret->operands[i]);
	ret->kind = ppc64_kind(insn);
	struct disasm_operand *last = ret->nr_operands ? &ret->operands[ret->nr_operands - 1] : NULL;
	bool leaves = ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP || ret->kind == DISASM_CONDITIONAL_JUMP;
	uint32_t word = word_of(disasm, insn->bytes);
	if (leaves) put_target(word, ret);
	if (last && last->kind == DISASM_IMMEDIATE && disasm_ppc64_has_signed(word)) last->immediate = (int16_t)word;
	if (!disasm->options.without_text) disasm_ppc64_text(insn, word, ret);
	put_values(insn->mnemonic, word, ret);
}

/* Also what this version of the library does not know: its operands are not known then. */
static void ppc64_bad(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	disasm_bad_word(disasm, code, size_bytes, ".long", ret);
	if (ret->length != 4) return;
	uint32_t word = word_of(disasm, code);
	ret->kind = DISASM_OTHER;
	if (disasm_ppc64_form(word, ret)) return;
	ret->kind = DISASM_BAD;
	snprintf(ret->arguments, sizeof(ret->arguments), "0x%x", word);
}

const struct disasm_arch disasm_arch_ppc64 = {
	.name = "ppc64",
	.is_for = ppc64_is_for,
	.mode = ppc64_mode,
	.parse_register = ppc64_parse_register,
	.decode = ppc64_decode,
	.bad = ppc64_bad,
	.comment = "        # ",
	.unit_bytes = 1,
	.dump_width = 16,
	.mnemonic_width = 7,
	.mnemonic_end = ' ',
	.first_code = { 0x60 },
};
