/* arm64. Numbers of registers: DWARF for the Arm 64-bit Architecture (IHI 0057), section 4.1. */
#include "symbol/code/disasm_arm64.h"

#include <elf.h>
#include <string.h>

static bool arm64_is_for(const struct insn_set *set) { return set->machine == EM_AARCH64; }

static void arm64_mode(const struct disasm_options *options, cs_arch *ret_arch, cs_mode *ret_mode)
{
	*ret_arch = CS_ARCH_ARM64; /* instructions are little endian on big endian machines too */
	*ret_mode = CS_MODE_ARM;
}

static struct disasm_register arm64_parse_register(const char *name, bool is64)
{
	static const struct {
		char prefix[2];
		uint8_t first, size_bytes;
	} banks[] = { { "x", 0, 8 },  { "w", 0, 4 },  { "b", 64, 1 },  { "h", 64, 2 },
		      { "s", 64, 4 }, { "d", 64, 8 }, { "q", 64, 16 }, { "v", 64, 16 } };
	static const struct {
		char name[4];
		uint8_t number, size_bytes;
	} others[] = { { "fp", 29, 8 }, { "lr", 30, 8 }, { "sp", 31, 8 }, { "wsp", 31, 4 } };

	for (size_t i = 0; i < ARRAY_SIZE(banks); i++) {
		int number = disasm_numbered(name, banks[i].prefix, 32);
		if (number >= 0)
			return (struct disasm_register){ .number = (int16_t)(banks[i].first + number),
							 .size_bytes = banks[i].size_bytes };
	}
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (strcmp(name, others[i].name) == 0)
			return (struct disasm_register){ .number = others[i].number,
							 .size_bytes = others[i].size_bytes };
	unsigned size = 0; /* the zero registers have no number */
	if (strcmp(name, "xzr") == 0) size = 8;
	if (strcmp(name, "wzr") == 0) size = 4;
	return (struct disasm_register){ .number = DISASM_NO_REGISTER, .size_bytes = (uint8_t)size };
}

/* The mnemonic is this word, or this word with a condition behind a dot. */
static bool is_word(const char *mnemonic, const char *word)
{
	size_t length = strlen(word);
	return strncmp(mnemonic, word, length) == 0 && (!mnemonic[length] || mnemonic[length] == '.');
}

static enum disasm_kind arm64_kind(const cs_insn *insn)
{
	static const struct {
		char word[8];
		enum disasm_kind kind;
	} words[] = {
		{ "bl", DISASM_CALL },
		{ "blr", DISASM_CALL },
		{ "blraa", DISASM_CALL },
		{ "blrab", DISASM_CALL },
		{ "blraaz", DISASM_CALL },
		{ "blrabz", DISASM_CALL },
		{ "ret", DISASM_RETURN },
		{ "retaa", DISASM_RETURN },
		{ "retab", DISASM_RETURN },
		{ "eret", DISASM_RETURN },
		{ "br", DISASM_JUMP },
		{ "braa", DISASM_JUMP },
		{ "brab", DISASM_JUMP },
		{ "cbz", DISASM_CONDITIONAL_JUMP },
		{ "cbnz", DISASM_CONDITIONAL_JUMP },
		{ "tbz", DISASM_CONDITIONAL_JUMP },
		{ "tbnz", DISASM_CONDITIONAL_JUMP },
		{ "nop", DISASM_NOP },
		{ "add", DISASM_ADD },
		{ "adds", DISASM_ADD },
		{ "sub", DISASM_SUB },
		{ "subs", DISASM_SUB },
		{ "lsl", DISASM_SHIFT_LEFT },
		{ "mul", DISASM_MULTIPLY },
		{ "smull", DISASM_MULTIPLY },
		{ "umull", DISASM_MULTIPLY },
		{ "madd", DISASM_MULTIPLY_ADD },
		{ "smaddl", DISASM_MULTIPLY_ADD },
		{ "umaddl", DISASM_MULTIPLY_ADD },
		{ "ubfiz", DISASM_SHIFT_LEFT },
		{ "sbfiz", DISASM_SHIFT_LEFT },
		{ "and", DISASM_AND },
		{ "eor", DISASM_XOR },
		{ "adr", DISASM_ADDRESS_OF },
		{ "adrp", DISASM_ADDRESS_OF },
	};
	const char *name = insn->mnemonic;
	if (strcmp(name, "mrs") == 0 && strstr(insn->op_str, "tpidr_el0")) return DISASM_THREAD_POINTER;
	if (name[0] == 'b' && !name[1]) return DISASM_JUMP;
	if (name[0] == 'b' && name[1] == '.') return DISASM_CONDITIONAL_JUMP;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (is_word(name, words[i].word)) return words[i].kind;
	if (strncmp(name, "mov", 3) == 0 || strncmp(name, "ld", 2) == 0 || strncmp(name, "st", 2) == 0)
		return DISASM_MOVE;
	return DISASM_OTHER;
}

/* Bytes of memory that a load or store is of: by its name, else by its register. */
static unsigned memory_size(const char *name, const struct disasm_insn *ret)
{
	size_t length = strlen(name);
	if (strncmp(name, "ldrs", 4) == 0 || strncmp(name, "ldurs", 5) == 0 || strncmp(name, "ldps", 4) == 0)
		length = strlen(name);
	char last = name[length - 1];
	if (strncmp(name, "ld", 2) != 0 && strncmp(name, "st", 2) != 0) return 0;
	if (last == 'b') return 1;
	if (last == 'h') return 2;
	if (last == 'w') return 4; /* ldrsw */
	return ret->nr_operands && ret->operands[0].kind == DISASM_REGISTER ? ret->operands[0].reg.size_bytes : 0;
}

/* Widening ("sxtw #3") and a shift to the left count as the shift: what is widened is an index. */
static int8_t register_shift(const cs_arm64_op *from)
{
	if (from->shift.type == ARM64_SFT_INVALID) return 0;
	return from->shift.type == ARM64_SFT_LSL && from->shift.value < 64 ? (int8_t)from->shift.value : DISASM_CHANGED;
}

/* The library takes their first operand for the one that is written. */
static bool is_comparison(const cs_insn *insn)
{
	const char *name = insn->mnemonic;
	return strcmp(name, "cmp") == 0 || strcmp(name, "cmn") == 0 || strcmp(name, "tst") == 0;
}

static void put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_arm64_op *from,
			struct disasm_insn *ret)
{
	struct disasm_operand *to = &ret->operands[ret->nr_operands++];
	*to = (struct disasm_operand){ .kind = DISASM_OTHER_OPERAND };
	if (from->access & CS_AC_READ) to->access |= DISASM_READ;
	if (from->access & CS_AC_WRITE) to->access |= DISASM_WRITE;
	if (is_comparison(insn)) to->access = DISASM_READ;
	/* nor does it know that movz keeps nothing of the register */
	if (to->access & DISASM_WRITE && strcmp(insn->mnemonic, "movz") == 0) to->access = DISASM_WRITE;
	if (from->type == ARM64_OP_REG) {
		to->kind = DISASM_REGISTER;
		to->reg = disasm_register(disasm, from->reg);
		to->size_bytes = to->reg.size_bytes;
		to->left_shift = register_shift(from);
	} else if (from->type == ARM64_OP_IMM) {
		bool is_shifted = from->shift.type == ARM64_SFT_LSL && from->shift.value < 64;
		to->kind = DISASM_IMMEDIATE;
		to->access = 0;
		to->immediate = is_shifted ? (int64_t)((uint64_t)from->imm << from->shift.value) : from->imm;
	} else if (from->type == ARM64_OP_MEM) {
		bool is_shifted = from->shift.type == ARM64_SFT_LSL && from->shift.value < 6;
		to->kind = DISASM_MEMORY;
		to->size_bytes = (uint8_t)memory_size(insn->mnemonic, ret);
		to->access = strncmp(insn->mnemonic, "st", 2) == 0 ? DISASM_WRITE : DISASM_READ;
		to->memory = (struct disasm_memory){
			.base = disasm_register(disasm, from->mem.base),
			.index = disasm_register(disasm, from->mem.index),
			.segment = { .number = DISASM_NO_REGISTER },
			.scale = (int8_t)(1 << (is_shifted ? from->shift.value : 0)),
			.writes_base = insn->detail->arm64.writeback,
			.displacement = from->mem.disp,
		};
	}
}

/* The last immediate is where a direct branch goes, and what adr and literal loads name. */
static void arm64_decode(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_arm64 *arm64 = &insn->detail->arm64;
	for (unsigned i = 0; i < arm64->op_count && i < DISASM_MAX_OPERANDS; i++)
		put_operand(disasm, insn, &arm64->operands[i], ret);
	ret->kind = arm64_kind(insn);
	/* of ubfiz the number of bits that are shifted is behind the shift */
	if (ret->kind == DISASM_SHIFT_LEFT && ret->nr_operands > 3) ret->nr_operands = 3;
	const struct disasm_operand *last = ret->nr_operands ? &ret->operands[ret->nr_operands - 1] : NULL;
	bool leaves = ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP || ret->kind == DISASM_CONDITIONAL_JUMP;
	if (last && last->kind == DISASM_IMMEDIATE) {
		bool is_literal = ret->kind == DISASM_MOVE && strncmp(insn->mnemonic, "ldr", 3) == 0 &&
				  ret->nr_operands == 2;
		if (leaves) {
			ret->has_target = true;
			ret->target = (uint64_t)last->immediate;
		} else if (ret->kind == DISASM_ADDRESS_OF || is_literal) {
			ret->has_data = true;
			ret->data_vaddr = (uint64_t)last->immediate;
		}
	}
	if (!disasm->options.without_text) disasm_arm64_text(insn, ret);
}

/* Also what this version of the library does not know: its operands are not known then. */
static void arm64_bad(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	disasm_bad_word(disasm, code, size_bytes, ".inst", ret);
	if (ret->length != 4) return;
	uint32_t word = (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
	ret->kind = DISASM_OTHER;
	if (disasm_arm64_form(word, ret)) return;
	ret->kind = DISASM_BAD;
	disasm_put(ret->arguments, sizeof(ret->arguments), " ; undefined");
}

const struct disasm_arch disasm_arch_arm64 = {
	.name = "arm64",
	.is_for = arm64_is_for,
	.mode = arm64_mode,
	.parse_register = arm64_parse_register,
	.decode = arm64_decode,
	.bad = arm64_bad,
	.comment = "//",
	.unit_bytes = 4,
	.dump_width = 16,
	.mnemonic_end = '\t',
	.first_code = { 0x1f, 0x20, 0x03, 0xd5 },
};
