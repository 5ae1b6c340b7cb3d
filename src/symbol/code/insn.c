/* Instructions by machine: x86 in insn_x86.c; the others have fixed sizes, or sizes that the first bits tell. Words
 * of code are little endian on arm64 and RISC-V whatever the data's byte order is. */
#include "symbol/code/insn.h"
#include <elf.h>

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258
#endif

/* Only x86 has to be decoded. RISC-V: the low two bits of 16-bit instructions are not 11; s390x: the upper two bits
 * tell. */
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
	case EM_S390:
		length = code[0] < 0xc0 ? 4 : 6;
		if (code[0] < 0x40) length = 2;
		break;
	}
	return length <= size_bytes ? length : 0;
}

bool insn_leaves(const struct insn_set *set, const uint8_t *code, unsigned length)
{
	return (set->machine == EM_386 || set->machine == EM_X86_64) && insn_x86_leaves(set->is64, code, length);
}

struct insn_step insn_step(const struct insn_set *set, const uint8_t *code, size_t size_bytes)
{
	if (set->machine != EM_386 && set->machine != EM_X86_64) return (struct insn_step){ 0 };
	return insn_x86_step(set->is64, code, size_bytes);
}

/* The word that ends at `end`. */
static uint32_t little_word(const uint8_t *end)
{
	return (uint32_t)end[-4] | (uint32_t)end[-3] << 8 | (uint32_t)end[-2] << 16 | (uint32_t)end[-1] << 24;
}
static uint32_t big_word(const uint8_t *end)
{
	return (uint32_t)end[-1] | (uint32_t)end[-2] << 8 | (uint32_t)end[-3] << 16 | (uint32_t)end[-4] << 24;
}

/* Arm Architecture Reference Manual for A-profile, C6.2: BL; BLR, BLRAA, BLRAAZ, BLRAB, BLRABZ. Distances are counted
 * from the instruction, and here from its end: 4 less. */
static enum insn_call arm64_call(uint32_t word, int64_t *ret_distance)
{
	if (word >> 26 == 0x25) {
		*ret_distance = ((int64_t)((uint64_t)word << 38) >> 36) - 4;
		return INSN_CALL_DIRECT;
	}
	return (word & 0xfefff000) == 0xd63f0000 ? INSN_CALL_INDIRECT : INSN_NO_CALL;
}

/* RISC-V Instruction Set Manual, volume I, 2.5.1 and chapter 27: JAL and JALR that link to x1, C.JALR. */
static enum insn_call riscv_call(const uint8_t *end, size_t size_bytes, int64_t *ret_distance)
{
	uint32_t word = size_bytes >= 4 ? little_word(end) : 0;
	if ((word & 0xfff) == 0xef) {
		uint32_t distance = (word >> 31 & 1) << 20 | (word >> 12 & 0xff) << 12 | (word >> 20 & 1) << 11 |
				    (word >> 21 & 0x3ff) << 1;
		*ret_distance = ((int64_t)((uint64_t)distance << 43) >> 43) - 4;
		return INSN_CALL_DIRECT;
	}
	if ((word & 0x7fff) == 0xe7) return INSN_CALL_INDIRECT;
	unsigned half = end[-2] | (unsigned)end[-1] << 8;
	return (half & 0xf07f) == 0x9002 && half != 0x9002 ? INSN_CALL_INDIRECT : INSN_NO_CALL;
}

/* z/Architecture Principles of Operation, chapter 7: BRASL, BRAS, BASR; as calls they link to register 14. */
static enum insn_call s390_call(const uint8_t *end, size_t size_bytes, int64_t *ret_distance)
{
	if (size_bytes >= 6 && end[-6] == 0xc0 && end[-5] == 0xe5) {
		*ret_distance = (int64_t)(int32_t)big_word(end) * 2 - 6;
		return INSN_CALL_DIRECT;
	}
	if (size_bytes >= 4 && end[-4] == 0xa7 && end[-3] == 0xe5) {
		*ret_distance = (int64_t)(int16_t)big_word(end) * 2 - 4;
		return INSN_CALL_DIRECT;
	}
	return end[-2] == 0x0d && end[-1] >> 4 == 14 && end[-1] & 15 ? INSN_CALL_INDIRECT : INSN_NO_CALL;
}

/* Reads backwards from the end: instructions of x86 cannot be decoded in that direction, so that bytes which look like
 * a call may be taken for one. */
enum insn_call insn_call_before(const struct insn_set *set, const uint8_t *code, size_t size_bytes,
				int64_t *ret_distance)
{
	const uint8_t *end = code + size_bytes;
	if (size_bytes < 2) return INSN_NO_CALL;
	switch (set->machine) {
	case EM_386:
	case EM_X86_64: return insn_x86_call_before(set->is64, code, size_bytes, ret_distance);
	case EM_AARCH64: return size_bytes >= 4 ? arm64_call(little_word(end), ret_distance) : INSN_NO_CALL;
	case EM_RISCV: return riscv_call(end, size_bytes, ret_distance);
	case EM_S390: return s390_call(end, size_bytes, ret_distance);
	default: return INSN_CALL_UNKNOWN;
	}
}

/* jmp rel32 and rel8; B of arm64. */
bool insn_jump(const struct insn_set *set, const uint8_t *code, unsigned length, int64_t *ret_distance)
{
	bool is_x86 = set->machine == EM_386 || set->machine == EM_X86_64;
	if (is_x86 && length == 5 && code[0] == 0xe9) *ret_distance = 5 + (int64_t)(int32_t)little_word(code + 5);
	else if (is_x86 && length == 2 && code[0] == 0xeb) *ret_distance = 2 + (int8_t)code[1];
	else if (set->machine == EM_AARCH64 && length == 4 && little_word(code + 4) >> 26 == 5)
		*ret_distance = (int64_t)((uint64_t)little_word(code + 4) << 38) >> 36;
	else return false;
	return true;
}
