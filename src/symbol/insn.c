#include "symbol/insn.h"
#include <elf.h>

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258
#endif

unsigned insn_length(const struct insn_set *set, const uint8_t *code, size_t size_bytes)
{
	unsigned length = 0;
	if (!size_bytes) return 0;
	switch (set->machine) {
	case EM_386:
	case EM_X86_64: return insn_x86_length(set->is64, code, size_bytes);
	case EM_AARCH64:
	case EM_ARM: /* Thumb code is not told apart */
	case EM_PPC:
	case EM_PPC64:
	case EM_MIPS:
	case EM_SPARC:
	case EM_SPARCV9:
	case EM_LOONGARCH: length = 4; break;
	case EM_RISCV: length = (code[0] & 3) == 3 ? 4 : 2; break;
	case EM_S390: length = code[0] < 0x40 ? 2 : code[0] < 0xc0 ? 4 : 6; break;
	}
	return length <= size_bytes ? length : 0;
}

bool insn_leaves(const struct insn_set *set, const uint8_t *code, unsigned length)
{
	return (set->machine == EM_386 || set->machine == EM_X86_64) && insn_x86_leaves(set->is64, code, length);
}
