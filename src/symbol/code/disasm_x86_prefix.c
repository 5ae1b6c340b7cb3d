/* VEX and EVEX (Intel SDM volume 2, 2.3 and 2.7), ModRM and SIB (2.1). 64-bit code alone. */
#include "symbol/code/disasm_x86_prefix.h"

static bool parse_vex(const uint8_t *code, size_t size, struct disasm_x86_prefixes *ret)
{
	bool is_short = code[0] == 0xc5;
	if (size < (is_short ? 4 : 5) || (code[0] != 0xc4 && !is_short)) return false;
	const uint8_t *last = code + (is_short ? 1 : 2);
	*ret = (struct disasm_x86_prefixes){ .map = is_short ? 1 : code[1] & 31,
					     .pp = *last & 3,
					     .length_code = *last >> 2 & 1,
					     .w = !is_short && *last & 0x80,
					     .reg_high = code[1] & 0x80 ? 0 : 8,
					     .index_high = is_short || code[1] & 0x40 ? 0 : 8,
					     .base_high = is_short || code[1] & 0x20 ? 0 : 8,
					     .vector = ~*last >> 3 & 15,
					     .opcode = last + 1,
					     .left = size - (size_t)(last + 1 - code) };
	return true;
}

/* Bits of register numbers stand inverted. */
static unsigned cleared(uint8_t byte, unsigned bit, unsigned value) { return byte & bit ? 0 : value; }

static bool parse_evex(const uint8_t *code, size_t size, struct disasm_x86_prefixes *ret)
{
	if (size < 6 || code[0] != 0x62) return false;
	bool x = !(code[1] & 0x40), b = !(code[1] & 0x20);
	*ret = (struct disasm_x86_prefixes){ .is_evex = true,
					     .map = code[1] & 3,
					     .pp = code[2] & 3,
					     .w = code[2] & 0x80,
					     .length_code = code[3] >> 5 & 3,
					     .zeroes = code[3] & 0x80,
					     .is_broadcast = code[3] & 0x10,
					     .mask = code[3] & 7,
					     .reg_high = cleared(code[1], 0x80, 8) + cleared(code[1], 0x10, 16),
					     .index_high = x ? 8 : 0,
					     .base_high = b ? 8 : 0,
					     .rm_vector_high = cleared(code[1], 0x40, 16) + cleared(code[1], 0x20, 8),
					     .vector = (~code[2] >> 3 & 15) + (code[3] & 8 ? 0 : 16),
					     .opcode = code + 4,
					     .left = size - 4 };
	return ret->length_code < 3;
}

bool disasm_x86_prefixes(const uint8_t *code, size_t size_bytes, struct disasm_x86_prefixes *ret)
{
	return parse_vex(code, size_bytes, ret) || parse_evex(code, size_bytes, ret);
}

bool disasm_x86_place(const struct disasm_x86_prefixes *prefixes, unsigned unit, struct disasm_x86_place *ret)
{
	const uint8_t *at = prefixes->opcode + 1;
	size_t left = prefixes->left - 1, size = 1;
	unsigned mod = at[0] >> 6, rm = at[0] & 7;
	*ret = (struct disasm_x86_place){ .is_register = mod == 3, .number = rm, .size = 1 };
	if (mod == 3) return true;
	ret->has_base = true;
	ret->base = rm + prefixes->base_high;
	if (rm == 4) {
		if (left < ++size) return false;
		ret->index = (at[1] >> 3 & 7) + prefixes->index_high;
		ret->has_index = ret->index != 4;
		ret->scale = 1u << (at[1] >> 6);
		ret->base = (at[1] & 7) + prefixes->base_high;
		ret->has_base = mod || (at[1] & 7) != 5;
	} else if (rm == 5 && !mod) {
		ret->is_relative = true;
		ret->has_base = false;
	}
	unsigned bytes = mod == 1 ? 1 : 4;
	if (!mod && ret->has_base) bytes = 0;
	if (left < size + bytes) return false;
	if (bytes == 1) ret->displacement = (int8_t)at[size] * (int64_t)unit;
	uint32_t word = 0;
	for (unsigned i = 0; bytes == 4 && i < 4; i++) word |= (uint32_t)at[size + i] << 8 * i;
	if (bytes == 4) ret->displacement = (int32_t)word;
	ret->size = size + bytes;
	return true;
}
