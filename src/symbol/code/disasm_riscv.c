/* RISC-V: finds the rows of instructions. Numbers of registers: RISC-V DWARF Specification, table 1. */
#include "symbol/code/disasm_riscv.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct riscv_row plain_rows[] = {
#define RISCV(mask, match, bits, mnemonic, arguments, kind, memory_bytes) \
	{ mask, match, bits, mnemonic, arguments, DISASM_##kind, memory_bytes },
#include "symbol/code/disasm_riscv.def"
#undef RISCV
};

/* In order of the major opcode, as the others. */
static const struct riscv_row vector_rows[] = {
#define RISCV(mask, match, bits, mnemonic, arguments, kind, memory_bytes) \
	{ mask, match, bits, mnemonic, arguments, DISASM_##kind, memory_bytes },
#include "symbol/code/disasm_riscv_vector.def"
#undef RISCV
};

/* "=": of those that are only where both sources are the same register, "==": all three; "@": of those whose elements
 * have a width. */
static bool is_row_of(const struct riscv_row *row, uint32_t word, bool is64)
{
	if ((word & row->mask) != row->match || (row->bits && (row->bits == 64) != is64)) return false;
	if (strchr(row->mnemonic, '@') && !riscv_element_bits(word)) return false;
	if (strstr(row->arguments, "==") && (word >> 7 & 31) != (word >> 15 & 31)) return false;
	return !strchr(row->arguments, '=') || (word >> 15 & 31) == (word >> 20 & 31);
}

/* The first row of a major opcode, or one behind it where there is none: rows are in their order. */
static size_t first_of(const struct riscv_row *rows, size_t count, uint32_t opcode)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if ((rows[middle].match & 0x7f) < opcode) low = middle + 1;
		else high = middle;
	}
	return low;
}

static const struct riscv_row *find_in(const struct riscv_row *rows, size_t count, uint32_t word, bool is64)
{
	uint32_t opcode = word & 0x7f;
	for (size_t i = first_of(rows, count, opcode); i < count && (rows[i].match & 0x7f) == opcode; i++)
		if (is_row_of(&rows[i], word, is64)) return &rows[i];
	return NULL;
}

const struct riscv_row *riscv_find(uint32_t word, bool is64)
{
	const struct riscv_row *row = find_in(plain_rows, ARRAY_SIZE(plain_rows), word, is64);
	return row ? row : find_in(vector_rows, ARRAY_SIZE(vector_rows), word, is64);
}

static bool riscv_is_for(const struct insn_set *set) { return set->machine == EM_RISCV; }

/* The RISC-V Instruction Set Manual, volume I, 1.5: how long instructions are. */
static unsigned length_of(uint32_t half)
{
	if ((half & 3) != 3) return 2;
	if ((half & 0x1f) != 0x1f) return 4;
	if ((half & 0x3f) != 0x3f) return 6;
	return (half & 0x7f) == 0x3f ? 8 : 2;
}

static uint64_t bytes_of(const uint8_t *code, unsigned length)
{
	uint64_t value = 0;
	for (unsigned i = 0; i < length; i++) value |= (uint64_t)code[i] << 8 * i;
	return value;
}

/* "2, 0x0004": what objdump writes of what is no instruction, four digits or eight. */
static void put_bad(const uint8_t *code, unsigned length, struct disasm_insn *ret)
{
	uint64_t value = bytes_of(code, length);
	ret->kind = DISASM_BAD;
	ret->length = (uint8_t)length;
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), length == 1 ? ".byte" : ".insn");
	if (length == 1) snprintf(ret->arguments, sizeof(ret->arguments), "0x%02x", code[0]);
	else
		snprintf(ret->arguments, sizeof(ret->arguments), "%u, 0x%0*" PRIx64, length, value > 0xffff ? 8 : 4,
			 value);
}

static void riscv_read(struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	bool is64 = disasm->options.set.is64;
	if (size_bytes < 2) return put_bad(code, 1, ret);
	unsigned length = length_of((uint32_t)bytes_of(code, 2));
	if (length > size_bytes) return put_bad(code, 2, ret);
	uint32_t word = (uint32_t)bytes_of(code, MIN(length, 4));
	ret->length = (uint8_t)length;
	uint32_t expanded = length == 2 ? riscv_expand((uint16_t)word, is64) : word;
	if (!expanded && riscv_hint((uint16_t)word, ret)) return;
	const struct riscv_row *row = length <= 4 ? riscv_find(expanded, is64) : NULL;
	if (!row) return put_bad(code, length, ret);
	ret->kind = row->kind;
	riscv_put_arguments(disasm, row, expanded, ret);
}

const struct disasm_arch disasm_arch_riscv = {
	.name = "RISC-V",
	.is_for = riscv_is_for,
	.read = riscv_read,
	.comment = " # ",
	.dump_width = 24,
	.mnemonic_end = '\t',
};
