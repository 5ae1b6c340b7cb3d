/* Compressed instructions of RISC-V: what they stand for, and the names of those without effect. */
#include <stdlib.h>
#include "symbol/code/disasm_form.h"
#include "symbol/code/disasm_riscv.h"

/* Where a register stands: its lowest bit, and whether it has five bits or three. */
enum { IS_FULL = 0x20, IS_SHORT = 0x40 };
#define FULL(bit) ((bit) | IS_FULL)
#define SHORT(bit) ((bit) | IS_SHORT)

struct short_row {
	uint16_t mask, match;
	uint8_t bits;
	uint32_t word;
	uint8_t rd, rs1, rs2;
	char form;
	const char *immediate;
	char unless;
};

static const struct short_row rows[] = {
#define RISCV_SHORT(mask, match, bits, word, rd, rs1, rs2, form, immediate, unless) \
	{ mask, match, bits, word, rd, rs1, rs2, form, immediate, unless },
#include "symbol/code/disasm_riscv_short.def"
#undef RISCV_SHORT
};

static uint32_t register_at(uint16_t half, uint8_t place)
{
	if (place & IS_FULL) return half >> (place & 15) & 31;
	return place & IS_SHORT ? (half >> (place & 15) & 7) + 8 : 0;
}

static int32_t immediate_of(uint16_t half, const char *text)
{
	bool is_signed = *text == '-';
	uint32_t value = 0, width = 0;
	char *end = (char *)text + is_signed;
	while (*end && *end != '*') {
		unsigned lowest = (unsigned)strtoul(end, &end, 10);
		unsigned bits = (unsigned)strtoul(end + 1, &end, 10);
		value = value << bits | (half >> lowest & ((1U << bits) - 1));
		width += bits;
		if (*end == ',') end++;
	}
	uint32_t sign = is_signed ? 1U << (width - 1) : 0;
	int32_t number = (int32_t)((value ^ sign) - sign);
	return *end == '*' ? number * (int32_t)strtol(end + 1, NULL, 10) : number;
}

/* The immediate in its place in an instruction of 32 bits. */
static uint32_t immediate_bits(char form, int32_t number)
{
	uint32_t value = (uint32_t)number;
	switch (form) {
	case 'I':
	case 'H': return value << 20;
	case 'S': return (value & 0xfe0) << 20 | (value & 0x1f) << 7;
	case 'B': return (value & 0x1000) << 19 | (value & 0x7e0) << 20 | (value & 0x1e) << 7 | (value & 0x800) >> 4;
	case 'J': return (value & 0x100000) << 11 | (value & 0x7fe) << 20 | (value & 0x800) << 9 | (value & 0xff000);
	case 'U': return value << 12;
	default: return 0;
	}
}

static uint32_t expand(const struct short_row *row, uint16_t half)
{
	uint32_t rd = register_at(half, row->rd);
	int32_t number = immediate_of(half, row->immediate);
	if (!rd && (row->unless == 'r' || row->unless == 'x')) return 0;
	if (!number && (row->unless == 'i' || row->unless == 'x')) return 0;
	return row->word | rd << 7 | register_at(half, row->rs1) << 15 | register_at(half, row->rs2) << 20 |
	       immediate_bits(row->form, number);
}

uint32_t riscv_expand(uint16_t half, bool is64)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		bool is_other_size = rows[i].bits && (rows[i].bits == 64) != is64;
		if ((half & rows[i].mask) == rows[i].match && !is_other_size) return expand(&rows[i], half);
	}
	return 0;
}

static void put_field(char letter, uint64_t value, char *to, size_t size_bytes)
{
	if (letter == 'g') disasm_put(to, size_bytes, "%s", riscv_names[value & 31]);
	if (letter == 'G') disasm_put(to, size_bytes, "%s", riscv_names[(value & 7) + 8]);
	/* the upper 20 bits of a signed number */
	if (letter == 'l') disasm_put(to, size_bytes, "0x%x", (unsigned)((value ^ 0x20) - 0x20) & 0xfffff);
}

bool riscv_hint(uint16_t half, struct disasm_insn *ret)
{
	static const struct disasm_form forms[] = {
		{ 0xef83, 0x0001, "c.nop", "{i12.1,2.5}", DISASM_NOP },
		{ 0xef83, 0x4001, "c.li", "zero,{i12.1,2.5}", DISASM_NOP },
		{ 0xef83, 0x6001, "c.lui", "zero,{l12.1,2.5}", DISASM_NOP },
		{ 0xfc7f, 0x8001, "c.srli64", "{G7.3}", DISASM_NOP },
		{ 0xfc7f, 0x8401, "c.srai64", "{G7.3}", DISASM_NOP },
		{ 0xf07f, 0x0002, "c.slli64", "{g7.5}", DISASM_NOP },
		{ 0xff83, 0x0002, "c.slli", "zero,{x12.1,2.5}", DISASM_NOP },
		{ 0xff83, 0x1002, "c.slli", "zero,{x12.1,2.5}", DISASM_NOP },
		{ 0xff83, 0x8002, "c.mv", "zero,{g2.5}", DISASM_NOP },
		{ 0xff83, 0x9002, "c.add", "zero,{g2.5}", DISASM_NOP },
	};
	static const struct disasm_forms all = { forms, ARRAY_SIZE(forms), put_field };
	bool is_reserved = half == 0x6001 || half == 0x8002; /* c.lui of 0, c.jr of x0 */
	return !is_reserved && disasm_forms_put(&all, half, ret);
}
