/* Mnemonics of x86 as objdump writes them. The library's are Intel's. */
#include "symbol/code/disasm_x86_text.h"

#include <stdio.h>
#include <string.h>

/* Mnemonics that objdump calls otherwise, in both syntaxes or in AT&T's alone. */
static const struct {
	const char *from, *to;
} both_names[] = {
	{ "pushfq", "pushf" }, { "popfq", "popf" }, { "retf", "lret" },	 { "wait", "fwait" },
	{ "pushfd", "pushf" }, { "popfd", "popf" }, { "xlatb", "xlat" }, { "retfq", "lretq" },
}, att_names[] = {
	{ "cdqe", "cltq" },	 { "cwde", "cwtl" },	   { "cbw", "cbtw" },	  { "cdq", "cltd" },
	{ "cqo", "cqto" },	 { "cwd", "cwtd" },	   { "ljmp", "ljmp" },	  { "iretd", "iret" },
	{ "movsxd", "movslq" },
};

/* AT&T: an operation on memory and constants alone says the size behind its name. */
static const char *const sized[] = {
	"adc", "add", "and", "bt",  "btc", "btr",  "bts", "cmp",      "dec",      "div",       "idiv",      "imul",
	"inc", "mov", "mul", "neg", "nop", "not",  "or",  "rcl",      "rcr",      "rol",       "ror",       "sal",
	"sar", "sbb", "shl", "shr", "sub", "test", "xor", "cvtsi2sd", "cvtsi2ss", "vcvtsi2sd", "vcvtsi2ss", "ptwrite",
};
/* The x87 instructions on memory, where sizes have other letters. */
static const char *const x87_floats[] = { "fadd", "fsub",  "fsubr", "fmul", "fdiv", "fdivr",
					  "fcom", "fcomp", "fld",   "fst",  "fstp" };
static const char *const x87_integers[] = {
	"fiadd", "fisub", "fisubr", "fimul", "fidiv", "fidivr", "ficom", "ficomp", "fild", "fist", "fistp", "fisttp",
};

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(name, names[i]) == 0) return true;
	return false;
}

static const cs_x86_op *memory_of(const cs_x86 *x86)
{
	for (unsigned i = 0; i < x86->op_count; i++)
		if (x86->operands[i].type == X86_OP_MEM) return &x86->operands[i];
	return NULL;
}

static char size_letter(unsigned size_bytes)
{
	switch (size_bytes) {
	case 1: return 'b';
	case 2: return 'w';
	case 4: return 'l';
	case 8: return 'q';
	default: return 0;
	}
}

/* Whether a register says how large the operands are; the count of a shift does not. */
static bool register_says_size(const cs_insn *insn, const char *name)
{
	const cs_x86 *x86 = &insn->detail->x86;
	for (unsigned i = 0; i < x86->op_count; i++) {
		bool is_count = i == 1 && x86->operands[1].reg == X86_REG_CL &&
				(strncmp(name, "sh", 2) == 0 || strncmp(name, "sa", 2) == 0 || name[0] == 'r');
		if (x86->operands[i].type == X86_OP_REG && !is_count) return true;
	}
	return false;
}

static char suffix_of(const cs_insn *insn, const char *name)
{
	const cs_x86 *x86 = &insn->detail->x86;
	const cs_x86_op *memory = memory_of(x86);
	if (strcmp(name, "crc32") == 0 && x86->op_count == 2) return size_letter(x86->operands[1].size);
	if (!memory) return 0;
	if (is_one_of(name, x87_floats, ARRAY_SIZE(x87_floats))) {
		if (memory->size == 4) return 's';
		return memory->size == 8 ? 'l' : 't';
	}
	if (is_one_of(name, x87_integers, ARRAY_SIZE(x87_integers))) {
		if (memory->size == 2) return 's';
		return memory->size == 4 ? 'l' : 'q'; /* of 8: fildll */
	}
	if (!is_one_of(name, sized, ARRAY_SIZE(sized))) return 0;
	bool converts = strstr(name, "cvtsi2") != NULL;
	if (!converts && register_says_size(insn, name)) return 0;
	return size_letter(memory->size);
}

/* movzx and movsx name both sizes: movzbl. */
static bool put_extension(const cs_insn *insn, const char *name, struct disasm_insn *ret)
{
	const cs_x86 *x86 = &insn->detail->x86;
	bool is_zero = strcmp(name, "movzx") == 0;
	if ((!is_zero && strcmp(name, "movsx") != 0) || x86->op_count != 2) return false;
	disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "mov%c%c%c", is_zero ? 'z' : 's',
		   size_letter(x86->operands[1].size), size_letter(x86->operands[0].size));
	return true;
}

static const char *prefix_name(const char *word, size_t length)
{
	if (length == 4 && strncmp(word, "repe", 4) == 0) return "repz ";
	if (length == 5 && strncmp(word, "repne", 5) == 0) return "repnz ";
	return NULL;
}

/* The many spellings of what only fills space: "nopw 0x0(%rax,%rax,1)", "cs nopw ...", "data16 cs nopw ...". */
static void put_nop_prefixes(const cs_insn *insn, struct disasm_insn *ret)
{
	unsigned nr_size = 0, at = 0;
	bool has_segment = false;
	for (; at + 1 < insn->size && strchr("\x66\x2e\x3e\x26\x36", insn->bytes[at]) && insn->bytes[at]; at++) {
		if (insn->bytes[at] == 0x66) nr_size++;
		else has_segment = insn->bytes[at] == 0x2e;
	}
	for (unsigned i = 1; i < nr_size; i++) disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "data16 ");
	if (has_segment) disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "cs ");
}

/* movs, cmps, stos, lods, scas, ins, outs: their operands are always shown with segments, and AT&T names their size
 * only where no register does. */
bool x86_is_string_operation(const cs_insn *insn)
{
	uint8_t opcode = insn->detail->x86.opcode[0];
	return (opcode >= 0x6c && opcode <= 0x6f) || (opcode >= 0xa4 && opcode <= 0xa7) ||
	       (opcode >= 0xaa && opcode <= 0xaf);
}

static void put_string_mnemonic(const cs_insn *insn, const char *name, bool is_att, struct disasm_insn *ret)
{
	const cs_x86 *x86 = &insn->detail->x86;
	int letters = (int)strlen(name) - 1; /* without the library's own suffix */
	bool has_register = false;
	for (unsigned i = 0; i < x86->op_count; i++)
		if (x86->operands[i].type == X86_OP_REG && x86->operands[i].reg != X86_REG_DX) has_register = true;
	disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%.*s", letters, name);
	if (is_att && !has_register && x86->op_count)
		disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%c", size_letter(x86->operands[0].size));
}

void x86_put_mnemonic(const cs_insn *insn, bool is_att, struct disasm_insn *ret)
{
	const char *name = insn->mnemonic;
	/* capstone 5 names this prefix itself, 4 does not */
	if (insn->id == X86_INS_RET && insn->bytes[0] == 0xf3 && !strchr(name, ' '))
		disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "repz ");
	for (const char *space; (space = strchr(name, ' ')) != NULL; name = space + 1) {
		const char *other = prefix_name(name, (size_t)(space - name));
		if (other) disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%s", other);
		else disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%.*s ", (int)(space - name), name);
	}
	if (insn->id == X86_INS_NOP && insn->size > 2) put_nop_prefixes(insn, ret);
	if (x86_is_string_operation(insn)) {
		put_string_mnemonic(insn, name, is_att, ret);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(both_names); i++)
		if (strcmp(name, both_names[i].from) == 0) name = both_names[i].to;
	for (size_t i = 0; is_att && i < ARRAY_SIZE(att_names); i++)
		if (strcmp(name, att_names[i].from) == 0) name = att_names[i].to;
	if (is_att && put_extension(insn, name, ret)) return;
	disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%s", name);
	char letter = is_att ? suffix_of(insn, name) : 0;
	if (!letter) return;
	disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%c", letter);
	if (letter == 'q' && is_one_of(name, x87_integers, ARRAY_SIZE(x87_integers))) {
		size_t length = strlen(ret->mnemonic);
		memcpy(ret->mnemonic + length - 1, "ll", 3);
	}
}
