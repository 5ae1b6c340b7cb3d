/* arm64 as objdump writes it: the library's text with objdump's numbers, aliases and remarks. */
#include "symbol/code/disasm_arm64.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "symbol/code/disasm_form.h"

/* Mnemonics whose numbers are in base 10: shifts, places of bits, steps of addresses; the others' are in base 16. */
static const char *const decimal[] = {
	"asr",    "bfc",    "bfi",     "bfxil",  "cmeq",  "cmge",  "cmgt",    "cmle",     "cmlt",
	"ext",    "extr",   "fcvtzs",  "fcvtzu", "lsl",   "lsr",   "ror",     "rshrn",    "sbfiz",
	"sbfx",   "scvtf",  "shl",     "shll",   "shrn",  "sli",   "sqrshrn", "sqrshrun", "sqshl",
	"sqshlu", "sqshrn", "sqshrun", "sri",    "srshr", "srsra", "sshll",   "sshll2",   "sshr",
	"ssra",   "tbnz",   "tbz",     "ubfiz",  "ubfx",  "ucvtf", "uqrshrn", "uqshl",    "uqshrn",
	"urshr",  "ursra",  "ushll",   "ushll2", "ushr",  "usra",  "shrn2",   "rshrn2",
};

static bool is_decimal(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(decimal); i++)
		if (strcmp(name, decimal[i]) == 0) return true;
	return strncmp(name, "ld", 2) == 0 || strncmp(name, "st", 2) == 0 || strncmp(name, "prf", 3) == 0;
}

/* Conditions: the library's name, objdump's, and what they mean behind instructions of vectors. */
static const struct condition {
	char from[3], to[3];
	const char *others[3];
} conditions[] = {
	{ "eq", "eq", { "none" } },        { "ne", "ne", { "any" } },
	{ "hs", "cs", { "hs", "nlast" } }, { "lo", "cc", { "lo", "ul", "last" } },
	{ "mi", "mi", { "first" } },       { "pl", "pl", { "nfrst" } },
	{ "hi", "hi", { "pmore" } },       { "ls", "ls", { "plast" } },
	{ "ge", "ge", { "tcont" } },       { "lt", "lt", { "tstop" } },
};

static const struct condition *find_condition(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(conditions); i++)
		if (strcmp(name, conditions[i].from) == 0) return &conditions[i];
	return NULL;
}

static void put_others(const struct condition *condition, const char *prefix, struct disasm_insn *ret)
{
	for (unsigned i = 0; i < ARRAY_SIZE(condition->others) && condition->others[i]; i++)
		disasm_put(ret->comment, sizeof(ret->comment), "%s%s%s", i ? ", " : "", prefix, condition->others[i]);
}

/* "b.hs" is "b.cs" with a remark; so are conditions among arguments, which stand last. */
static void put_condition(struct disasm_insn *ret)
{
	const struct condition *condition;
	if (ret->mnemonic[0] == 'b' && ret->mnemonic[1] == '.') {
		if (!(condition = find_condition(ret->mnemonic + 2))) return;
		memcpy(ret->mnemonic + 2, condition->to, 3);
		disasm_put(ret->comment, sizeof(ret->comment), "  // ");
		put_others(condition, "b.", ret);
		return;
	}
	char *last = strrchr(ret->arguments, ' ');
	if (!last || !(condition = find_condition(last + 1))) return;
	memcpy(last + 1, condition->to, 3);
	disasm_put(ret->comment, sizeof(ret->comment), "\t// %s = ", condition->to);
	put_others(condition, "", ret);
}

/* Whether a number begins here, behind '#'. */
static size_t put_number(const char *at, bool in_base_10, struct disasm_insn *ret)
{
	char *end;
	bool is_negative = at[1] == '-';
	unsigned long long number = strtoull(at + 1 + is_negative, &end, 0);
	long long value = is_negative ? -(long long)number : (long long)number;
	disasm_put(ret->arguments, sizeof(ret->arguments), in_base_10 ? "#%lld" : "#0x%llx", value);
	return (size_t)(end - at);
}

/* Numbers are displacements in brackets, and counts behind the names of shifts. */
static void put_arguments(const char *from, const char *name, struct disasm_insn *ret)
{
	bool in_brackets = false, all_decimal = is_decimal(name);
	for (const char *at = from; *at;) {
		in_brackets = *at == '[' || (in_brackets && *at != ']');
		if (*at != '#') {
			size_t plain = 1 + strcspn(at + 1, "#[]");
			disasm_put(ret->arguments, sizeof(ret->arguments), "%.*s", (int)plain, at);
			at += plain;
			continue;
		}
		bool is_shift = at - from >= 4 && at[-1] == ' ' && at[-2] != ',';
		at += put_number(at, all_decimal || in_brackets || is_shift, ret);
	}
}

/* The last argument is an address. */
static void put_address(uint64_t vaddr, struct disasm_insn *ret)
{
	char *last = strrchr(ret->arguments, ' ');
	last = last ? last + 1 : ret->arguments;
	snprintf(last, sizeof(ret->arguments) - (size_t)(last - ret->arguments), "%" PRIx64, vaddr);
}

/* movz, movn and orr that set a register are mov, with the number in both bases. */
static bool put_constant(const cs_insn *insn, uint32_t word, struct disasm_insn *ret)
{
	bool is64 = word >> 31, is_wide = (word & 0x1f800000) == 0x12800000;
	unsigned shift = (word >> 21 & 3) * 16, op = word >> 29 & 3;
	uint64_t value = (uint64_t)(word >> 5 & 0xffff) << shift;
	const cs_arm64 *arm64 = &insn->detail->arm64;

	if (is_wide) {
		if (op == 3 || (!(word >> 5 & 0xffff) && shift) || (!is64 && shift > 16)) return false;
		if (op == 0) value = ~value;
		if (op == 0 && !is64 && (word >> 5 & 0xffff) == 0xffff) return false;
	} else if ((word & 0x7f8003e0) == 0x320003e0 && arm64->op_count) { /* orr with the zero register */
		value = (uint64_t)arm64->operands[arm64->op_count - 1].imm;
	} else {
		return false;
	}
	if (!is64) value = (uint32_t)value;
	char name[8], hex[24];
	unsigned number = word & 31;
	snprintf(name, sizeof(name), "%c%u", is64 ? 'x' : 'w', number);
	if (number == 31 && is_wide) snprintf(name, sizeof(name), is64 ? "xzr" : "wzr");
	if (number == 31 && !is_wide) snprintf(name, sizeof(name), is64 ? "sp" : "wsp");
	int width = snprintf(hex, sizeof(hex), "%" PRIx64, value);
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), "mov");
	disasm_put(ret->arguments, sizeof(ret->arguments), "%s, #0x%s", name, hex);
	snprintf(ret->comment, sizeof(ret->comment), "%*s\t// #%" PRId64, MAX(20 - width, 0), "",
		 is64 ? (int64_t)value : (int64_t)(int32_t)value);
	return true;
}

/* A constant of floating point has more digits than the library's text. */
static bool put_float(const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_arm64 *arm64 = &insn->detail->arm64;
	const char *number = strchr(insn->op_str, '#');
	if (!number || arm64->op_count != 2 || arm64->operands[1].type != ARM64_OP_FP) return false;
	int length = (int)(number - insn->op_str);
	disasm_put(ret->arguments, sizeof(ret->arguments), "%.*s", length, insn->op_str);
	if (strncmp(insn->mnemonic, "fcm", 3) == 0) disasm_put(ret->arguments, sizeof(ret->arguments), "#0.0");
	else disasm_put(ret->arguments, sizeof(ret->arguments), "#%.18e", arm64->operands[1].fp);
	return true;
}

static void put_field(char letter, uint64_t value, char *to, size_t size_bytes)
{
	static const char acquire[4][3] = { "", "l", "a", "al" }, sizes[2][2] = { "b", "h" };
	bool is64 = letter == 'X' || (letter == 'R' && (value & 32)) || letter == 'S';
	unsigned number = value & 31;
	switch (letter) {
	case 'X': /* a register; 31 is zero */
	case 'W':
	case 'R': /* with its width in front */
		if (number == 31) disasm_put(to, size_bytes, is64 ? "xzr" : "wzr");
		else disasm_put(to, size_bytes, "%c%u", is64 ? 'x' : 'w', number);
		break;
	case 'S': /* 31 is the stack pointer */
		if (number == 31) disasm_put(to, size_bytes, "sp");
		else disasm_put(to, size_bytes, "x%u", number);
		break;
	case 'A': disasm_put(to, size_bytes, "%s", acquire[value & 3]); break;
	case 'Z': disasm_put(to, size_bytes, "%s", value < 2 ? sizes[value] : ""); break;
	case 'O': /* a displacement in tags, left out when it is 0 */
		if (value) disasm_put(to, size_bytes, ", #%d", ((int)(value ^ 256) - 256) * 16);
		break;
	default: break;
	}
}

/* Arm Architecture Reference Manual (DDI 0487), C4.1: LSE, memory tags, hints. */
#define LSE(bits, name)                                                                              \
	{ 0x3fe0fc1f, 0x3820001f | (bits), "st" name "{Z30.2}", "{R30.1,16.5}, [{S5.5}]" },          \
		{ 0x3fe0fc1f, 0x3860001f | (bits), "st" name "l{Z30.2}", "{R30.1,16.5}, [{S5.5}]" }, \
	{                                                                                            \
		0x3f20fc00, 0x38200000 | (bits), "ld" name "{A23.1,22.1}{Z30.2}",                    \
			"{R30.1,16.5}, {R30.1,0.5}, [{S5.5}]"                                        \
	}
#define HINT(number, name, arguments)                                   \
	{                                                               \
		0xffffffff, 0xd503201f | (number) << 5, name, arguments \
	}
#define TAGS(bits, name)                                                               \
	{ 0xffe00c00, (bits) | 0x800, name, "{S0.5}, [{S5.5}{O12.9}]" },               \
		{ 0xffe00c00, (bits) | 0x400, name, "{S0.5}, [{S5.5}], #{i12.9*16}" }, \
	{                                                                              \
		0xffe00c00, (bits) | 0xc00, name, "{S0.5}, [{S5.5}, #{i12.9*16}]!"     \
	}

static const struct disasm_form arm64_forms[] = {
	HINT(6, "dgh", ""),
	HINT(7, "xpaclri", ""),
	HINT(8, "pacia1716", ""),
	HINT(10, "pacib1716", ""),
	HINT(12, "autia1716", ""),
	HINT(14, "autib1716", ""),
	HINT(16, "esb", ""),
	HINT(17, "psb", "csync"),
	HINT(18, "tsb", "csync"),
	HINT(20, "csdb", ""),
	HINT(24, "paciaz", ""),
	HINT(25, "paciasp", ""),
	HINT(26, "pacibz", ""),
	HINT(27, "pacibsp", ""),
	HINT(28, "autiaz", ""),
	HINT(29, "autiasp", ""),
	HINT(30, "autibz", ""),
	HINT(31, "autibsp", ""),
	HINT(32, "bti", ""),
	HINT(34, "bti", "c"),
	HINT(36, "bti", "j"),
	HINT(38, "bti", "jc"),
	{ 0xffff0000, 0x00000000, "udf", "#{u0.16}", DISASM_BAD },
	{ 0x3fa07c00, 0x08a07c00, "cas{A22.1,15.1}{Z30.2}", "{R30.1,16.5}, {R30.1,0.5}, [{S5.5}]" },
	{ 0x3f20fc00, 0x38208000, "swp{A23.1,22.1}{Z30.2}", "{R30.1,16.5}, {R30.1,0.5}, [{S5.5}]" },
	LSE(0x0000, "add"),
	LSE(0x1000, "clr"),
	LSE(0x2000, "eor"),
	LSE(0x3000, "set"),
	LSE(0x4000, "smax"),
	LSE(0x5000, "smin"),
	LSE(0x6000, "umax"),
	LSE(0x7000, "umin"),
	{ 0x3ffffc00, 0x38bfc000, "ldapr{Z30.2}", "{R30.1,0.5}, [{S5.5}]" },
	{ 0xffe00c00, 0xd9600000, "ldg", "{X0.5}, [{S5.5}{O12.9}]" },
	TAGS(0xd9200000, "stg"),
	TAGS(0xd9600000, "stzg"),
	TAGS(0xd9a00000, "st2g"),
	TAGS(0xd9e00000, "stz2g"),
	{ 0xffe0fc00, 0x9ac01400, "gmi", "{X0.5}, {S5.5}, {X16.5}" },
	{ 0xfffffc00, 0x9adf1000, "irg", "{S0.5}, {S5.5}" },
	{ 0xffe0fc00, 0x9ac01000, "irg", "{S0.5}, {S5.5}, {X16.5}" },
	{ 0xffffffe0, 0xd50b7460, "dc", "gva, {X0.5}" },
	{ 0xffffffe0, 0xd50b7480, "dc", "gzva, {X0.5}" },
	{ 0xfffffc00, 0x2f20a400, "uxtl", "v{u0.5}.2d, v{u5.5}.2s" },
	{ 0xfffffc00, 0x2f10a400, "uxtl", "v{u0.5}.4s, v{u5.5}.4h" },
	{ 0xfffffc00, 0x2f08a400, "uxtl", "v{u0.5}.8h, v{u5.5}.8b" },
	{ 0xfffffc00, 0x6f20a400, "uxtl2", "v{u0.5}.2d, v{u5.5}.4s" },
	{ 0xfffffc00, 0x6f10a400, "uxtl2", "v{u0.5}.4s, v{u5.5}.8h" },
	{ 0xfffffc00, 0x6f08a400, "uxtl2", "v{u0.5}.8h, v{u5.5}.16b" },
	{ 0xfffffc00, 0x0f20a400, "sxtl", "v{u0.5}.2d, v{u5.5}.2s" },
	{ 0xfffffc00, 0x0f10a400, "sxtl", "v{u0.5}.4s, v{u5.5}.4h" },
	{ 0xfffffc00, 0x0f08a400, "sxtl", "v{u0.5}.8h, v{u5.5}.8b" },
	{ 0xfffffc00, 0x4f20a400, "sxtl2", "v{u0.5}.2d, v{u5.5}.4s" },
	{ 0xfffffc00, 0x4f10a400, "sxtl2", "v{u0.5}.4s, v{u5.5}.8h" },
	{ 0xfffffc00, 0x4f08a400, "sxtl2", "v{u0.5}.8h, v{u5.5}.16b" },
};

bool disasm_arm64_form(uint32_t word, struct disasm_insn *ret)
{
	static const struct disasm_forms forms = { arm64_forms, ARRAY_SIZE(arm64_forms), put_field };
	return disasm_forms_put(&forms, word, ret);
}

void disasm_arm64_text(const cs_insn *insn, struct disasm_insn *ret)
{
	uint32_t word = (uint32_t)insn->bytes[0] | (uint32_t)insn->bytes[1] << 8 | (uint32_t)insn->bytes[2] << 16 |
			(uint32_t)insn->bytes[3] << 24;
	if (disasm_arm64_form(word, ret) || put_constant(insn, word, ret)) return;
	bool is_lane = strcmp(insn->mnemonic, "ins") == 0; /* into a vector */
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), "%s", is_lane ? "mov" : insn->mnemonic);
	if (put_float(insn, ret)) return;
	put_arguments(insn->op_str, insn->mnemonic, ret);
	if (ret->has_target) put_address(ret->target, ret);
	else if (ret->has_data) put_address(ret->data_vaddr, ret);
	put_condition(ret);
}
