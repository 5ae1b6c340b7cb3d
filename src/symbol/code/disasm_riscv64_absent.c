/* RISC-V, with headers of capstone before version 5, which do not know it: disasm_open says so. */
#include "symbol/code/disasm_arch.h"

#include <elf.h>

static bool riscv_is_for(const struct insn_set *set) { return set->machine == EM_RISCV; }

static void riscv_mode(const struct disasm_options *options, cs_arch *ret_arch, cs_mode *ret_mode)
{
	*ret_arch = CS_ARCH_MAX; /* the library supports no such machine */
	*ret_mode = 0;
}

const struct disasm_arch disasm_arch_riscv64 = {
	.name = "RISC-V",
	.is_for = riscv_is_for,
	.mode = riscv_mode,
	.comment = "#",
	.unit_bytes = 2,
	.mnemonic_end = '\t',
};
