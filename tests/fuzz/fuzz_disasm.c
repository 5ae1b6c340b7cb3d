/* Disassembly of any bytes, for all machines: the first byte chooses the machine and the syntax. Each step goes on,
 * texts end, and operands are as many as were said. */
#include <elf.h>
#include "symbol/code/disasm.h"
#include "tests/fuzz/fuzz.h"

static const struct disasm_options machines[] = {
	{ .set = { EM_X86_64, true } },
	{ .set = { EM_X86_64, true }, .syntax = DISASM_INTEL },
	{ .set = { EM_386, false } },
	{ .set = { EM_AARCH64, true } },
	{ .set = { EM_ARM, false } },
	{ .set = { EM_ARM, false }, .is_thumb = true },
	{ .set = { EM_S390, true }, .is_big_endian = true },
	{ .set = { EM_PPC64, true } },
	{ .set = { EM_PPC64, true }, .is_big_endian = true },
	{ .set = { EM_RISCV, true } },
	{ .set = { EM_RISCV, false } },
};

FUZZ(data, size)
{
	static struct disasm *opened[ARRAY_SIZE(machines)]; /* kept: opening is much of the time */
	struct disasm_insn insn;
	char text[64];

	if (!size) return;
	size_t i = data[0] % ARRAY_SIZE(machines);
	if (!opened[i] && disasm_open(&machines[i], &opened[i], NULL) < 0) return;
	for (size_t at = 1; disasm_next(opened[i], data + at, size - at, 0x401000 + at, &insn); at += insn.length) {
		if (!insn.length || insn.length > size - at || insn.nr_operands > DISASM_MAX_OPERANDS) abort();
		if (disasm_format(opened[i], &insn, text, sizeof(text)) >= sizeof(text)) abort();
		if (strnlen(insn.arguments, sizeof(insn.arguments)) == sizeof(insn.arguments)) abort();
	}
}
