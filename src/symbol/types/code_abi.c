/* Calling conventions: System V ABI for AMD64 (3.2) and i386 (2.3), AAPCS64 (6), the RISC-V ELF psABI, the s390x ELF
 * ABI, the 64-bit ELF V2 ABI for Power. To add a machine: a row. */
#include "symbol/types/code_abi.h"

#include <elf.h>
#include "base/compiler.h"

#ifndef EM_RISCV
#define EM_RISCV 243
#endif

#define BIT(n) (1u << (n))

static const struct code_abi rows[] = {
	{ EM_X86_64, true, 7, 0, 8, BIT(0) | BIT(1), 6, { 5, 4, 1, 2, 8, 9 }, 54, 55, 0x28 },
	{ EM_386, false, 4, 0, 4, BIT(0) | BIT(2), 0, { 0 }, 44, 45, 0x14 },
	{ EM_AARCH64, true, 31, 0, 0, BIT(0) | BIT(1), 8, { 0, 1, 2, 3, 4, 5, 6, 7 }, 0, 0, 0 },
	{ EM_RISCV, true, 2, 10, 0, BIT(10) | BIT(11), 8, { 10, 11, 12, 13, 14, 15, 16, 17 }, 0, 0, 0, 4, 3, true },
	{ EM_S390, true, 15, 2, 160, BIT(2) | BIT(3), 5, { 2, 3, 4, 5, 6 }, 0, 0, 0 },
	{ EM_PPC64, true, 1, 3, 0, BIT(3) | BIT(4), 8, { 3, 4, 5, 6, 7, 8, 9, 10 }, 0, 0, 0, 13, 2 },
};

const struct code_abi *code_abi_of(const struct insn_set *set)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].machine == set->machine && rows[i].is64 == set->is64) return &rows[i];
	return NULL;
}
