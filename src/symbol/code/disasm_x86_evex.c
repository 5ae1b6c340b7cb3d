/* AVX-512BW and what else of AVX-512 version 4 of the library takes for no instruction, as objdump writes it:
 * operations on mask registers, comparisons into them, tests. Intel SDM volume 2, 2.7 (EVEX) and 2.3 (VEX). 64-bit code
 * alone. */
#include "symbol/code/disasm_x86.h"

#include <stdio.h>
#include "symbol/code/disasm_x86_prefix.h"

#define PUT(...) disasm_put(ret->arguments, sizeof(ret->arguments), __VA_ARGS__)

enum form {
	MASK_MASK,    /* two mask registers */
	MASK_3,       /* three */
	MASK_RM,      /* a mask register from another, or from memory */
	RM_MASK,      /* memory from a mask register */
	MASK_GENERAL, /* from a general register */
	GENERAL_MASK, /* a general register from a mask register */
	TO_MASK,      /* a mask register from two vectors */
	COMPARE,      /* likewise, with how to compare as a constant */
	VECTORS_IMM,  /* three vectors and a constant */
};

/* Mnemonics have a letter behind them: the first without W, the second with it. */
static const struct row {
	uint8_t map, pp, opcode;
	bool is_evex;
	enum form form;
	char name[12], letters[3];
} rows[] = {
	{ 1, 0, 0x90, false, MASK_RM, "kmov", "wq" },
	{ 1, 1, 0x90, false, MASK_RM, "kmov", "bd" },
	{ 1, 0, 0x91, false, RM_MASK, "kmov", "wq" },
	{ 1, 1, 0x91, false, RM_MASK, "kmov", "bd" },
	{ 1, 0, 0x92, false, MASK_GENERAL, "kmov", "w" },
	{ 1, 1, 0x92, false, MASK_GENERAL, "kmov", "b" },
	{ 1, 3, 0x92, false, MASK_GENERAL, "kmov", "dq" },
	{ 1, 0, 0x93, false, GENERAL_MASK, "kmov", "w" },
	{ 1, 1, 0x93, false, GENERAL_MASK, "kmov", "b" },
	{ 1, 3, 0x93, false, GENERAL_MASK, "kmov", "dq" },
	{ 1, 0, 0x98, false, MASK_MASK, "kortest", "wq" },
	{ 1, 1, 0x98, false, MASK_MASK, "kortest", "bd" },
	{ 1, 0, 0x99, false, MASK_MASK, "ktest", "wq" },
	{ 1, 1, 0x99, false, MASK_MASK, "ktest", "bd" },
	{ 1, 0, 0x44, false, MASK_MASK, "knot", "wq" },
	{ 1, 1, 0x44, false, MASK_MASK, "knot", "bd" },
	{ 1, 0, 0x41, false, MASK_3, "kand", "wq" },
	{ 1, 1, 0x41, false, MASK_3, "kand", "bd" },
	{ 1, 0, 0x42, false, MASK_3, "kandn", "wq" },
	{ 1, 1, 0x42, false, MASK_3, "kandn", "bd" },
	{ 1, 0, 0x45, false, MASK_3, "kor", "wq" },
	{ 1, 1, 0x45, false, MASK_3, "kor", "bd" },
	{ 1, 0, 0x46, false, MASK_3, "kxnor", "wq" },
	{ 1, 1, 0x46, false, MASK_3, "kxnor", "bd" },
	{ 1, 0, 0x47, false, MASK_3, "kxor", "wq" },
	{ 1, 1, 0x47, false, MASK_3, "kxor", "bd" },
	{ 1, 0, 0x4a, false, MASK_3, "kadd", "wq" },
	{ 1, 1, 0x4a, false, MASK_3, "kadd", "bd" },
	{ 1, 0, 0x4b, false, MASK_3, "kunpck", "wd" },
	{ 1, 1, 0x4b, false, MASK_3, "kunpckbw", "" },
	{ 1, 1, 0x74, true, TO_MASK, "vpcmpeqb", "" },
	{ 1, 1, 0x75, true, TO_MASK, "vpcmpeqw", "" },
	{ 1, 1, 0x64, true, TO_MASK, "vpcmpgtb", "" },
	{ 1, 1, 0x65, true, TO_MASK, "vpcmpgtw", "" },
	{ 2, 1, 0x26, true, TO_MASK, "vptestm", "bw" },
	{ 2, 1, 0x27, true, TO_MASK, "vptestm", "dq" },
	{ 2, 2, 0x26, true, TO_MASK, "vptestnm", "bw" },
	{ 2, 2, 0x27, true, TO_MASK, "vptestnm", "dq" },
	{ 3, 1, 0x3e, true, COMPARE, "u", "bw" },
	{ 3, 1, 0x3f, true, COMPARE, "", "bw" },
	{ 3, 1, 0x1e, true, COMPARE, "u", "dq" },
	{ 3, 1, 0x1f, true, COMPARE, "", "dq" },
	{ 3, 1, 0x25, true, VECTORS_IMM, "vpternlog", "dq" },
};

static const struct row *find_row(const struct disasm_x86_prefixes *prefixes)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].is_evex == prefixes->is_evex && rows[i].map == prefixes->map &&
		    rows[i].pp == prefixes->pp && rows[i].opcode == *prefixes->opcode)
			return &rows[i];
	return NULL;
}

static const char *general_name(unsigned number, bool is_wide, char *to, size_t size_bytes)
{
	static const char old[8][3] = { "ax", "cx", "dx", "bx", "sp", "bp", "si", "di" };
	if (number < 8) snprintf(to, size_bytes, "%c%s", is_wide ? 'r' : 'e', old[number]);
	else snprintf(to, size_bytes, "r%u%s", number & 15, is_wide ? "" : "d");
	return to;
}

static void put_att_memory(const struct disasm_x86_place *place, struct disasm_insn *ret)
{
	char name[8];
	int64_t number = place->displacement;
	bool has_number = number || !place->has_base;
	if (has_number) PUT("%s0x%llx", number < 0 ? "-" : "", (unsigned long long)(number < 0 ? -number : number));
	if (place->is_relative) {
		PUT("(%%rip)");
		return;
	}
	PUT("(");
	if (place->has_base) PUT("%%%s", general_name(place->base, true, name, sizeof(name)));
	if (place->has_index) PUT(",%%%s,%u", general_name(place->index, true, name, sizeof(name)), place->scale);
	PUT(")");
}

static void put_intel_memory(const struct disasm_x86_place *place, struct disasm_insn *ret)
{
	char name[8];
	int64_t number = place->displacement;
	PUT("[");
	if (place->is_relative) PUT("rip");
	if (place->has_base) PUT("%s", general_name(place->base, true, name, sizeof(name)));
	if (place->has_index) {
		PUT("%s%s*%u", place->has_base ? "+" : "", general_name(place->index, true, name, sizeof(name)),
		    place->scale);
	}
	if (place->is_relative) PUT("+0x%llx", (unsigned long long)number);
	else if (number || !place->has_base)
		PUT("%c0x%llx", number < 0 ? '-' : '+', (unsigned long long)(number < 0 ? -number : number));
	PUT("]");
}

/* What is put together: operands in Intel's order. */
struct writer {
	const struct disasm_x86_prefixes *prefixes;
	const struct row *row;
	const struct disasm_x86_place *place;
	bool is_att;
	struct disasm_insn *ret;
	char operands[4][64];
	unsigned count;
};

static void add_register(struct writer *writer, const char *kind, unsigned number)
{
	if (writer->count == ARRAY_SIZE(writer->operands)) return;
	snprintf(writer->operands[writer->count++], sizeof(writer->operands[0]), "%s%s%u", writer->is_att ? "%" : "",
		 kind, number);
}

static void add_general(struct writer *writer, unsigned number, bool is_wide)
{
	char name[8];
	snprintf(writer->operands[writer->count++], sizeof(writer->operands[0]), "%s%s", writer->is_att ? "%" : "",
		 general_name(number, is_wide, name, sizeof(name)));
}

static void add_vector(struct writer *writer, unsigned number)
{
	static const char kinds[3][4] = { "xmm", "ymm", "zmm" };
	add_register(writer, kinds[writer->prefixes->length_code], number);
}

static void add_memory(struct writer *writer, const char *size)
{
	struct disasm_insn text = { 0 };
	if (writer->is_att) put_att_memory(writer->place, &text);
	else put_intel_memory(writer->place, &text);
	snprintf(writer->operands[writer->count++], sizeof(writer->operands[0]), "%s%.48s", writer->is_att ? "" : size,
		 text.arguments);
}

/* The last vector, or memory in its place. */
static void add_vector_or_memory(struct writer *writer)
{
	static const char sizes[3][16] = { "XMMWORD PTR ", "YMMWORD PTR ", "ZMMWORD PTR " };
	const struct disasm_x86_prefixes *prefixes = writer->prefixes;
	if (writer->place->is_register) {
		add_vector(writer, writer->place->number + prefixes->rm_vector_high);
		return;
	}
	const char *element = prefixes->w ? "QWORD BCST " : "DWORD BCST ";
	add_memory(writer, prefixes->is_broadcast ? element : sizes[prefixes->length_code]);
	char *text = writer->operands[writer->count - 1];
	unsigned elements = (16u << prefixes->length_code) / (prefixes->w ? 8 : 4);
	if (prefixes->is_broadcast && writer->is_att)
		disasm_put(text, sizeof(writer->operands[0]), "{1to%u}", elements);
}

static void add_mask(struct writer *writer)
{
	const struct disasm_x86_prefixes *prefixes = writer->prefixes;
	char *text = writer->operands[writer->count - 1];
	if (prefixes->mask)
		disasm_put(text, sizeof(writer->operands[0]), "{%sk%u}", writer->is_att ? "%" : "", prefixes->mask);
	if (prefixes->mask && prefixes->zeroes) disasm_put(text, sizeof(writer->operands[0]), "{z}");
}

static void add_operands(struct writer *writer, unsigned reg)
{
	const struct disasm_x86_prefixes *prefixes = writer->prefixes;
	const struct disasm_x86_place *place = writer->place;
	bool is_quad = prefixes->w;
	switch (writer->row->form) {
	case MASK_RM:
	case MASK_MASK:
		add_register(writer, "k", reg & 7);
		if (place->is_register) add_register(writer, "k", place->number);
		else add_memory(writer, is_quad ? "QWORD PTR " : "");
		break;
	case MASK_3:
		add_register(writer, "k", reg & 7);
		add_register(writer, "k", prefixes->vector & 7);
		add_register(writer, "k", place->number);
		break;
	case RM_MASK:
		add_memory(writer, is_quad ? "QWORD PTR " : "");
		add_register(writer, "k", reg & 7);
		break;
	case MASK_GENERAL:
		add_register(writer, "k", reg & 7);
		add_general(writer, place->number + prefixes->base_high, is_quad);
		break;
	case GENERAL_MASK:
		add_general(writer, reg, is_quad);
		add_register(writer, "k", place->number);
		break;
	case TO_MASK:
	case COMPARE:
	case VECTORS_IMM:
		if (writer->row->form == VECTORS_IMM) add_vector(writer, reg);
		else add_register(writer, "k", reg & 7);
		add_mask(writer);
		add_vector(writer, prefixes->vector);
		add_vector_or_memory(writer);
	}
}

/* Comparisons have their constant in the name, where that has one. True: it is said. */
static bool put_name(const struct row *row, bool w, unsigned constant, struct disasm_insn *ret)
{
	static const char predicates[8][4] = { "eq", "lt", "le", "", "neq", "nlt", "nle", "" };
	char letter[2] = { row->letters[0] ? row->letters[w] : 0, 0 };
	bool is_compare = row->form == COMPARE, is_said = is_compare && constant < 8 && predicates[constant][0];
	disasm_put(ret->mnemonic, sizeof(ret->mnemonic), "%s%s%s%s", is_compare ? "vpcmp" : "",
		   is_said ? predicates[constant] : "", row->name, letter);
	if (row->opcode == 0x4b && letter[0]) disasm_put(ret->mnemonic, sizeof(ret->mnemonic), w ? "q" : "d");
	return is_said;
}

bool disasm_x86_evex(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	struct disasm_x86_prefixes prefixes;
	struct disasm_x86_place place;
	if (!disasm->options.set.is64) return false;
	if (!disasm_x86_prefixes(code, size_bytes, &prefixes)) return false;
	const struct row *row = find_row(&prefixes);
	if (!row || prefixes.left < 2 || (row->letters[0] && prefixes.w && !row->letters[1])) return false;
	unsigned unit = prefixes.is_evex ? 16u << prefixes.length_code : 1;
	if (prefixes.is_evex && prefixes.is_broadcast) unit = prefixes.w ? 8 : 4;
	if (!disasm_x86_place(&prefixes, unit, &place)) return false;
	bool needs_register = row->form == MASK_MASK || row->form == MASK_3 || row->form == MASK_GENERAL ||
			      row->form == GENERAL_MASK;
	if ((needs_register && !place.is_register) || (row->form == RM_MASK && place.is_register)) return false;
	bool has_constant = row->form == COMPARE || row->form == VECTORS_IMM;
	size_t length = (size_t)(prefixes.opcode - code) + 1 + place.size + has_constant;
	if (length > size_bytes) return false;
	unsigned constant = has_constant ? code[length - 1] : 0;
	bool is_att = disasm->options.syntax == DISASM_ATT;
	struct writer writer = { .prefixes = &prefixes, .row = row, .place = &place, .is_att = is_att, .ret = ret };
	unsigned reg = (prefixes.opcode[1] >> 3 & 7) + prefixes.reg_high;
	ret->length = (uint8_t)length;
	ret->kind = DISASM_OTHER;
	if (!place.is_register && place.is_relative) {
		ret->has_data = true;
		ret->data_vaddr = ret->vaddr + length + (uint64_t)place.displacement;
	}
	bool is_said = put_name(row, prefixes.w, constant, ret);
	add_operands(&writer, reg);
	bool shows_constant = has_constant && !is_said;
	if (shows_constant && is_att) PUT("$0x%x", constant);
	for (unsigned i = 0; i < writer.count; i++)
		PUT("%s%s", ret->arguments[0] ? "," : "", writer.operands[is_att ? writer.count - 1 - i : i]);
	if (shows_constant && !is_att) PUT(",0x%x", constant);
	return true;
}
