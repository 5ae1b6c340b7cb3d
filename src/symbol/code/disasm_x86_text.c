/* x86 as objdump writes it, in AT&T's and Intel's syntax. The library's mnemonics are Intel's; operands are written
 * here from their values, because the library's own AT&T text differs from objdump's nearly everywhere. */
#include "symbol/code/disasm_x86.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#define PUT(...) disasm_put(ret->arguments, sizeof(ret->arguments), __VA_ARGS__)

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
static bool is_string_operation(const cs_insn *insn)
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

static void put_mnemonic(const cs_insn *insn, bool is_att, struct disasm_insn *ret)
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
	if (is_string_operation(insn)) {
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

/* As wide as the operand that it is used with: -1 of a 4-byte operation is 0xffffffff. */
static uint64_t masked(const cs_insn *insn, const cs_x86_op *immediate)
{
	const cs_x86 *x86 = &insn->detail->x86;
	unsigned size = x86->operands[0].type == X86_OP_IMM ? immediate->size : x86->operands[0].size;
	if (insn->id == X86_INS_XABORT) size = 1;
	if (size >= 8 || size == 0 || insn->id == X86_INS_MOVABS) return (uint64_t)immediate->imm;
	return (uint64_t)immediate->imm & ((UINT64_C(1) << size * 8) - 1);
}

static bool has_displacement(const cs_x86 *x86, const x86_op_mem *memory)
{
	return x86->encoding.disp_offset || x86->encoding.disp_size || memory->disp ||
	       (!memory->base && !memory->index);
}

static void put_signed(int64_t number, bool is_absolute, bool is64, struct disasm_insn *ret)
{
	if (is_absolute) PUT("0x%llx", (unsigned long long)(is64 ? number : (uint32_t)number));
	else PUT("%s0x%llx", number < 0 ? "-" : "", (unsigned long long)(number < 0 ? -(uint64_t)number : number));
}

static void put_segment(const struct disasm *disasm, const cs_insn *insn, const x86_op_mem *memory, bool is_att,
			struct disasm_insn *ret)
{
	const char *name = disasm->names[memory->segment];
	/* The ones that count where none is given: es for the destination. */
	if (!memory->segment && is_string_operation(insn))
		name = strstr(disasm->names[memory->base], "di") ? "es" : "ds";
	if (name[0] && ret->kind != DISASM_NOP) PUT("%s%s:", is_att ? "%" : "", name);
}

/* A SIB byte without an index, where none is needed: an index that is zero is shown. */
static bool has_empty_index(const cs_x86 *x86, const x86_op_mem *memory)
{
	bool has_sib = (x86->modrm & 7) == 4 && x86->modrm < 0xc0 && x86->encoding.modrm_offset;
	if (!has_sib || memory->index || (x86->sib >> 3 & 7) != 4) return false;
	return (x86->sib & 7) != 4 || x86->sib >> 6;
}

static void put_att_memory(const struct disasm *disasm, const cs_insn *insn, const x86_op_mem *memory,
			   struct disasm_insn *ret)
{
	const char *base = disasm->names[memory->base], *index = disasm->names[disasm_x86_index(insn, memory)];
	const cs_x86 *x86 = &insn->detail->x86;
	put_segment(disasm, insn, memory, true, ret);
	if (has_displacement(x86, memory))
		put_signed(memory->disp, !memory->base && !memory->index, disasm->options.set.is64, ret);
	if (!memory->base && !memory->index) return;
	PUT("(%s%s", memory->base ? "%" : "", base);
	if (memory->index) PUT(",%%%s,%d", index, memory->scale);
	else if (memory->base && has_empty_index(x86, memory))
		PUT(",%%%s,%d", base[0] == 'r' ? "riz" : "eiz", 1 << (x86->sib >> 6));
	PUT(")");
}

static const char *intel_size(unsigned size_bytes)
{
	switch (size_bytes) {
	case 1: return "BYTE PTR ";
	case 2: return "WORD PTR ";
	case 4: return "DWORD PTR ";
	case 6: return "FWORD PTR ";
	case 8: return "QWORD PTR ";
	case 10: return "TBYTE PTR ";
	case 16: return "XMMWORD PTR ";
	case 32: return "YMMWORD PTR ";
	case 64: return "ZMMWORD PTR ";
	default: return "";
	}
}

static void put_intel_memory(const struct disasm *disasm, const cs_insn *insn, const x86_op_mem *memory, unsigned size,
			     struct disasm_insn *ret)
{
	uint8_t opcode = insn->detail->x86.opcode[0];
	bool is_absolute = opcode >= 0xa0 && opcode <= 0xa3; /* of the accumulator: without a size */
	if (insn->id != X86_INS_LEA && !is_absolute) PUT("%s", intel_size(size));
	if (memory->segment || is_string_operation(insn)) put_segment(disasm, insn, memory, false, ret);
	else if (!memory->base && !memory->index) PUT("ds:");
	if (!memory->base && !memory->index) {
		put_signed(memory->disp, true, disasm->options.set.is64, ret);
		return;
	}
	PUT("[%s", disasm->names[memory->base]);
	if (!memory->index && memory->base && has_empty_index(&insn->detail->x86, memory))
		PUT("+%s*%d", disasm->names[memory->base][0] == 'r' ? "riz" : "eiz", 1 << (insn->detail->x86.sib >> 6));
	if (memory->index)
		PUT("%s%s*%d", memory->base ? "+" : "", disasm->names[disasm_x86_index(insn, memory)], memory->scale);
	if (has_displacement(&insn->detail->x86, memory)) {
		bool is_pc = memory->base == X86_REG_RIP; /* as an unsigned number */
		if (memory->disp >= 0 || is_pc) PUT("+");
		put_signed(memory->disp, is_pc, true, ret);
	}
	PUT("]");
}

/* d0, d1 shift by one, which objdump leaves out in AT&T's syntax and writes as "1" in Intel's. */
static bool is_shift_by_one(const cs_insn *insn)
{
	uint8_t opcode = insn->detail->x86.opcode[0];
	return (opcode == 0xd0 || opcode == 0xd1) && insn->detail->x86.op_count == 2;
}

/* in, out, ins, outs: the port is written like memory. */
static bool is_port_operation(const cs_insn *insn)
{
	uint8_t opcode = insn->detail->x86.opcode[0];
	return (opcode >= 0x6c && opcode <= 0x6f) || (opcode >= 0xec && opcode <= 0xef);
}

/* size: of what is read or written, for memory. */
static void put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_x86_op *operand, unsigned size,
			struct disasm_insn *ret)
{
	bool is_att = disasm->options.syntax == DISASM_ATT;
	switch (operand->type) {
	case X86_OP_REG: {
		const char *name = disasm->names[operand->reg];
		if (is_att && operand->reg == X86_REG_DX && is_port_operation(insn)) {
			PUT("(%%dx)");
			break;
		}
		PUT("%s%s", is_att ? "%" : "", strcmp(name, "st(0)") == 0 ? "st" : name);
		break;
	}
	case X86_OP_IMM:
		if (ret->has_target) PUT("%llx", (unsigned long long)ret->target);
		else if (is_shift_by_one(insn)) PUT("1");
		else PUT("%s0x%llx", is_att ? "$" : "", (unsigned long long)masked(insn, operand));
		break;
	case X86_OP_MEM:
		if (is_att) put_att_memory(disasm, insn, &operand->mem, ret);
		else put_intel_memory(disasm, insn, &operand->mem, size, ret);
		break;
	default: break;
	}
}

/* AVX-512 (Intel SDM volume 2, 2.7.1): which mask register an EVEX prefix names, and whether it zeroes. */
static unsigned mask_of(const cs_insn *insn, bool *ret_zeroes)
{
	if (insn->bytes[0] != 0x62 || insn->size < 6) return 0;
	*ret_zeroes = insn->bytes[3] & 0x80;
	return insn->bytes[3] & 7;
}

static void put_mask(const cs_insn *insn, bool is_att, struct disasm_insn *ret)
{
	bool zeroes = false;
	unsigned mask = mask_of(insn, &zeroes);
	if (!mask) return;
	PUT("{%sk%u}", is_att ? "%" : "", mask);
	if (zeroes) PUT("{z}");
}

/* The library has the mask among the operands, where objdump has it behind the destination. */
static bool is_mask_operand(const cs_insn *insn, unsigned i)
{
	bool zeroes;
	unsigned mask = mask_of(insn, &zeroes);
	const cs_x86_op *operand = &insn->detail->x86.operands[i];
	return mask && i == 1 && operand->type == X86_OP_REG && operand->reg == X86_REG_K0 + mask;
}

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
	unsigned count = is_att && is_shift_by_one(insn) ? 1 : x86->op_count;

	if (put_x87(insn, is_att, ret)) return;
	if (insn->size == 2 && insn->bytes[0] == 0x66 && insn->bytes[1] == 0x90) {
		disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "xchg");
		PUT(is_att ? "%%ax,%%ax" : "ax,ax");
		return;
	}
	/* capstone 5 names this prefix, too */
	if (is_indirect && insn->bytes[0] == 0x3e && !strstr(insn->mnemonic, "notrack"))
		disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "notrack ");
	put_mnemonic(insn, is_att, ret);
	if (is_att && is_indirect && count) PUT("*");
	for (unsigned n = 0; n < count; n++) {
		unsigned i = reversed ? count - 1 - n : n;
		if (is_mask_operand(insn, i)) continue;
		if (ret->arguments[0] && ret->arguments[strlen(ret->arguments) - 1] != '*') PUT(",");
		put_operand(disasm, insn, &x86->operands[i], i < ret->nr_operands ? ret->operands[i].size_bytes : 0,
			    ret);
		if (x86->operands[i].avx_bcast) PUT("{1to%u}", 1u << x86->operands[i].avx_bcast);
		if (i == 0) put_mask(insn, is_att, ret);
	}
}
