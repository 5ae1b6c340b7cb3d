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

/* What instructions do with values. size_bytes: of memory, 0: none; narrow: registers are words of 4 bytes, in 1 all of
 * them, in 2 the source alone; changes: the first operand is a source, too. */
struct value_row {
	char name[7];
	uint8_t kind, size_bytes, narrow;
	bool changes;
};
static const struct value_row value_rows[] = {
	{ "lr", DISASM_MOVE, 0, 1 },
	{ "lgr", DISASM_MOVE },
	{ "ltr", DISASM_MOVE, 0, 1 },
	{ "ltgr", DISASM_MOVE },
	{ "lgfr", DISASM_MOVE, 0, 2 },
	{ "llgfr", DISASM_MOVE, 0, 2 },
	{ "lgdr", DISASM_MOVE },
	{ "ldgr", DISASM_MOVE },
	{ "l", DISASM_MOVE, 4, 1 },
	{ "ly", DISASM_MOVE, 4, 1 },
	{ "lt", DISASM_MOVE, 4, 1 },
	{ "lrl", DISASM_MOVE, 4, 1 },
	{ "lg", DISASM_MOVE, 8 },
	{ "ltg", DISASM_MOVE, 8 },
	{ "lgrl", DISASM_MOVE, 8 },
	{ "lgf", DISASM_MOVE, 4 },
	{ "llgf", DISASM_MOVE, 4 },
	{ "lgfrl", DISASM_MOVE, 4 },
	{ "llgfrl", DISASM_MOVE, 4 },
	{ "lgh", DISASM_MOVE, 2 },
	{ "llgh", DISASM_MOVE, 2 },
	{ "lh", DISASM_MOVE, 2, 1 },
	{ "lhy", DISASM_MOVE, 2, 1 },
	{ "llh", DISASM_MOVE, 2, 1 },
	{ "lgb", DISASM_MOVE, 1 },
	{ "llgc", DISASM_MOVE, 1 },
	{ "lb", DISASM_MOVE, 1, 1 },
	{ "llc", DISASM_MOVE, 1, 1 },
	{ "ld", DISASM_MOVE, 8 },
	{ "ldy", DISASM_MOVE, 8 },
	{ "le", DISASM_MOVE, 4, 1 },
	{ "ley", DISASM_MOVE, 4, 1 },
	{ "lhi", DISASM_MOVE, 0, 1 },
	{ "lghi", DISASM_MOVE },
	{ "lgfi", DISASM_MOVE },
	{ "llilf", DISASM_MOVE },
	{ "llill", DISASM_MOVE },
	{ "la", DISASM_ADDRESS_OF },
	{ "lay", DISASM_ADDRESS_OF },
	{ "larl", DISASM_ADDRESS_OF },
	{ "st", DISASM_MOVE, 4, 1 },
	{ "sty", DISASM_MOVE, 4, 1 },
	{ "strl", DISASM_MOVE, 4, 1 },
	{ "stg", DISASM_MOVE, 8 },
	{ "stgrl", DISASM_MOVE, 8 },
	{ "sth", DISASM_MOVE, 2, 1 },
	{ "sthy", DISASM_MOVE, 2, 1 },
	{ "stc", DISASM_MOVE, 1, 1 },
	{ "stcy", DISASM_MOVE, 1, 1 },
	{ "std", DISASM_MOVE, 8 },
	{ "stdy", DISASM_MOVE, 8 },
	{ "ste", DISASM_MOVE, 4, 1 },
	{ "stey", DISASM_MOVE, 4, 1 },
	{ "mvi", DISASM_MOVE, 1 },
	{ "mviy", DISASM_MOVE, 1 },
	{ "mvhhi", DISASM_MOVE, 2 },
	{ "mvhi", DISASM_MOVE, 4 },
	{ "mvghi", DISASM_MOVE, 8 },
	{ "mvc", DISASM_MOVE },
	{ "ic", DISASM_MOVE, 1, 1, true },
	{ "ar", DISASM_ADD, 0, 1, true },
	{ "agr", DISASM_ADD, 0, 0, true },
	{ "algr", DISASM_ADD, 0, 0, true },
	{ "agfr", DISASM_ADD, 0, 2, true },
	{ "a", DISASM_ADD, 4, 1, true },
	{ "ay", DISASM_ADD, 4, 1, true },
	{ "ag", DISASM_ADD, 8, 0, true },
	{ "alg", DISASM_ADD, 8, 0, true },
	{ "agf", DISASM_ADD, 4, 0, true },
	{ "ahi", DISASM_ADD, 0, 1, true },
	{ "aghi", DISASM_ADD, 0, 0, true },
	{ "afi", DISASM_ADD, 0, 1, true },
	{ "agfi", DISASM_ADD, 0, 0, true },
	{ "algfi", DISASM_ADD, 0, 0, true },
	{ "ark", DISASM_ADD, 0, 1 },
	{ "agrk", DISASM_ADD },
	{ "algrk", DISASM_ADD },
	{ "ahik", DISASM_ADD, 0, 1 },
	{ "aghik", DISASM_ADD },
	{ "sr", DISASM_SUB, 0, 1, true },
	{ "sgr", DISASM_SUB, 0, 0, true },
	{ "slgr", DISASM_SUB, 0, 0, true },
	{ "s", DISASM_SUB, 4, 1, true },
	{ "sg", DISASM_SUB, 8, 0, true },
	{ "slgfi", DISASM_SUB, 0, 0, true },
	{ "srk", DISASM_SUB, 0, 1 },
	{ "sgrk", DISASM_SUB },
	{ "slgrk", DISASM_SUB },
	{ "sllg", DISASM_SHIFT_LEFT },
	{ "slag", DISASM_SHIFT_LEFT },
	{ "sllk", DISASM_SHIFT_LEFT, 0, 1 },
	{ "sll", DISASM_SHIFT_LEFT, 0, 1, true },
	{ "msr", DISASM_MULTIPLY, 0, 1, true },
	{ "msgr", DISASM_MULTIPLY, 0, 0, true },
	{ "msgfr", DISASM_MULTIPLY, 0, 2, true },
	{ "msfi", DISASM_MULTIPLY, 0, 1, true },
	{ "msgfi", DISASM_MULTIPLY, 0, 0, true },
	{ "mhi", DISASM_MULTIPLY, 0, 1, true },
	{ "mghi", DISASM_MULTIPLY, 0, 0, true },
	{ "nr", DISASM_AND, 0, 1, true },
	{ "ngr", DISASM_AND, 0, 0, true },
	{ "ngrk", DISASM_AND },
	{ "xr", DISASM_XOR, 0, 1, true },
	{ "xgr", DISASM_XOR, 0, 0, true },
};

static const struct value_row *value_row_of(const char *name)
{
	static const struct value_row conditional = { "locgr", DISASM_CONDITIONAL_MOVE, 8, 0, true },
				      conditional_narrow = { "locr", DISASM_CONDITIONAL_MOVE, 4, 1, true };
	for (size_t i = 0; i < ARRAY_SIZE(value_rows); i++)
		if (strcmp(value_rows[i].name, name) == 0) return &value_rows[i];
	if (strncmp(name, "locg", 4) == 0 && strncmp(name, "locghi", 6) != 0) return &conditional;
	return strncmp(name, "locr", 4) == 0 ? &conditional_narrow : NULL;
}

static enum disasm_kind s390x_kind(const cs_insn *insn, const struct value_row *row)
{
	static const char *const calls[] = { "brasl", "bras", "basr", "basrl", "jasl", "jas" };
	static const char *const jumps[] = { "j", "jg", "br", "bc", "b" };
	const char *name = insn->mnemonic;
	if (row) return (enum disasm_kind)row->kind;
	if (is_word(name, calls, ARRAY_SIZE(calls))) return DISASM_CALL;
	if (strcmp(name, "br") == 0 && strcmp(insn->op_str, "%r14") == 0) return DISASM_RETURN;
	if (is_word(name, jumps, ARRAY_SIZE(jumps))) return DISASM_JUMP;
	if (strcmp(name, "nopr") == 0 || strcmp(name, "nop") == 0) return DISASM_NOP;
	/* Linux: the upper half of the thread's address is in %a0, the lower one in %a1, which is copied last */
	if (strcmp(name, "ear") == 0 && strstr(insn->op_str, "%a1")) return DISASM_THREAD_POINTER;
	if (name[0] == 'j' || strncmp(name, "br", 2) == 0 || strncmp(name, "cgij", 4) == 0 ||
	    strncmp(name, "cgrj", 4) == 0 || strncmp(name, "cij", 3) == 0 || strncmp(name, "crj", 3) == 0 ||
	    strncmp(name, "clij", 4) == 0 || strncmp(name, "clgij", 5) == 0 || strncmp(name, "clgrj", 5) == 0 ||
	    strncmp(name, "clrj", 4) == 0)
		return DISASM_CONDITIONAL_JUMP;
	return DISASM_OTHER;
}

/* Of instructions that are in no row. */
static unsigned memory_size(const char *name)
{
	size_t length = strlen(name);
	char last = name[length - 1];
	if (last == 'g') return 8;
	if (last == 'h') return 2;
	if (last == 'c' || strcmp(name, "tm") == 0 || strncmp(name, "cli", 3) == 0) return 1;
	return last == 'f' || last == 'y' || strcmp(name, "c") == 0 || strcmp(name, "cl") == 0 ? 4 : 0;
}

/* Compares and tests leave their first operand as it is; compare and swap does not. */
static bool only_reads(const char *name)
{
	if (strncmp(name, "cs", 2) == 0 || strncmp(name, "cds", 3) == 0) return false;
	return name[0] == 'c' || strncmp(name, "tm", 2) == 0;
}

/* An operand of what mnemonic and row say; row: NULL where there is none. */
struct operand_place {
	const struct disasm *disasm;
	const char *name;
	const struct value_row *row;
	bool is_first;
};

static void put_memory(const struct operand_place *place, const cs_sysz_op *from, struct disasm_operand *to)
{
	const struct disasm *disasm = place->disasm;
	const struct value_row *row = place->row;
	const char *name = place->name;
	to->kind = DISASM_MEMORY;
	to->size_bytes = (uint8_t)(row ? row->size_bytes : memory_size(name));
	if (from->mem.length) to->size_bytes = (uint8_t)MIN(from->mem.length, 255);
	if (strncmp(name, "st", 2) == 0 || (place->is_first && strncmp(name, "mv", 2) == 0)) to->access = DISASM_WRITE;
	to->memory = (struct disasm_memory){
		.base = disasm_register(disasm, from->mem.base),
		.index = disasm_register(disasm, from->mem.index),
		.segment = { .number = DISASM_NO_REGISTER },
		.scale = 1,
		.displacement = from->mem.disp,
	};
	/* by how much is shifted has the form of an address */
	if (!row || row->kind != DISASM_SHIFT_LEFT) return;
	to->kind = DISASM_OTHER_OPERAND;
	if (to->memory.base.number != DISASM_NO_REGISTER) return;
	*to = (struct disasm_operand){ .kind = DISASM_IMMEDIATE, .immediate = from->mem.disp };
}

static void put_register(const struct operand_place *place, const cs_sysz_op *from, struct disasm_operand *to)
{
	const struct value_row *row = place->row;
	const bool is_first = place->is_first, is_store = strncmp(place->name, "st", 2) == 0;
	to->kind = DISASM_REGISTER;
	to->reg = disasm_register(place->disasm, from->reg);
	if (row && (row->narrow == 1 || (row->narrow == 2 && !is_first))) to->reg.size_bytes = 4;
	to->size_bytes = to->reg.size_bytes;
	if (!is_first || is_store) return;
	if (row && !row->changes) to->access = DISASM_WRITE;
	else if (!only_reads(place->name)) to->access = DISASM_READ | DISASM_WRITE;
}

static void put_operand(const struct operand_place *place, const cs_sysz_op *from, struct disasm_operand *to)
{
	*to = (struct disasm_operand){ .kind = DISASM_OTHER_OPERAND, .access = DISASM_READ };
	if (from->type == SYSZ_OP_REG) {
		put_register(place, from, to);
	} else if (from->type == SYSZ_OP_IMM) {
		to->kind = DISASM_IMMEDIATE;
		to->access = 0;
		to->immediate = from->imm;
	} else if (from->type == SYSZ_OP_MEM) {
		put_memory(place, from, to);
	}
}

/* lmg: all registers from the first to the second, around the last. Divisions and long products: two of them. */
static void put_written_range(const char *name, struct disasm_insn *ret)
{
	const struct disasm_operand *first = &ret->operands[0], *second = &ret->operands[1];
	if (ret->nr_operands < 2 || first->kind != DISASM_REGISTER || first->reg.number < 0 || first->reg.number > 15)
		return;
	const unsigned from = (unsigned)first->reg.number;
	unsigned to = from + 1;
	if (strcmp(name, "lmg") == 0 || strcmp(name, "lm") == 0 || strcmp(name, "lmy") == 0) {
		if (second->kind != DISASM_REGISTER || second->reg.number < 0 || second->reg.number > 15) return;
		to = (unsigned)second->reg.number;
	} else if (name[0] != 'd' && strncmp(name, "ml", 2) != 0 && strcmp(name, "mr") != 0 && strcmp(name, "m") != 0) {
		return;
	}
	for (unsigned i = from;; i = (i + 1) & 15) {
		ret->written |= (uint64_t)1 << i;
		if (i == (to & 15)) return;
	}
}

/* risbg that moves a number to the left and clears what is right of it, as an index is multiplied. */
static void put_rotated(const char *name, struct disasm_insn *ret)
{
	const struct disasm_operand *o = ret->operands;
	if (strncmp(name, "risbg", 5) != 0 || ret->nr_operands != 5) return;
	const int64_t end = o[3].immediate & 0xbf, by = o[4].immediate;
	if (!(end & 128) || by < 0 || by > 31 || (end & 63) + by != 63) return;
	ret->kind = DISASM_SHIFT_LEFT;
	ret->operands[0].access = DISASM_WRITE;
	ret->operands[2] = o[4];
	ret->nr_operands = 3;
}

/* What is named by its distance: where a jump goes, the address of larl; memory of the loads, stores and comparisons of
 * c4 and c6, but not the instruction of exrl and what pfdrl prefetches. */
static void put_target(const cs_insn *insn, const struct operand_place *place, struct disasm_insn *ret)
{
	struct disasm_operand *last = ret->nr_operands ? &ret->operands[ret->nr_operands - 1] : NULL;
	const bool leaves = ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP ||
			    ret->kind == DISASM_CONDITIONAL_JUMP;
	const bool is_memory = insn->bytes[0] == 0xc4 || insn->bytes[0] == 0xc6;
	if (!last || last->kind != DISASM_IMMEDIATE) return;
	const uint64_t vaddr = (uint64_t)last->immediate;
	ret->has_target = leaves;
	if (leaves) ret->target = vaddr;
	ret->has_data = strcmp(insn->mnemonic, "larl") == 0 || is_memory;
	if (ret->has_data) ret->data_vaddr = vaddr;
	if (!is_memory || strcmp(insn->mnemonic, "exrl") == 0 || strcmp(insn->mnemonic, "pfdrl") == 0) return;
	const cs_sysz_op from = { .type = SYSZ_OP_MEM };
	*last = (struct disasm_operand){ .access = DISASM_READ };
	put_memory(place, &from, last);
}

static void s390x_decode(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_sysz *sysz = &insn->detail->sysz;
	ret->nr_operands = MIN(sysz->op_count, DISASM_MAX_OPERANDS);
	struct operand_place place = { disasm, insn->mnemonic, value_row_of(insn->mnemonic) };
	for (unsigned i = 0; i < ret->nr_operands; i++) {
		place.is_first = i == 0;
		put_operand(&place, &sysz->operands[i], &ret->operands[i]);
	}
	ret->kind = s390x_kind(insn, place.row);
	put_target(insn, &place, ret);
	if (!disasm->options.without_text) disasm_s390x_text(insn, ret);
	put_written_range(insn->mnemonic, ret);
	put_rotated(insn->mnemonic, ret);
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
