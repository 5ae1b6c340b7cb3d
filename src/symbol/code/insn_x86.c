/* How long an instruction of x86 is and what kind it is (Intel SDM volume 2, appendix A: opcode maps).
 *
 *   [prefixes] [REX | VEX | EVEX | XOP] opcode [ModR/M [SIB] [displacement]] [immediate]
 *
 * decode() walks along this; the tables say what follows each opcode. It does not tell invalid opcodes from valid ones
 * where that does not change the length. Calls in front of a return address are looked for without decoding what is
 * before them (insn_x86_call_before). */
#include "symbol/code/insn.h"

/* What follows each opcode, 16 to a row of two strings:
 *
 *   M  ModR/M and what it asks for          B N  ModR/M and then b, z
 *   b w z  immediate of 1, 2, 2 or 4 bytes (z by operand size)
 *   v  immediate of 2, 4 or 8 bytes         e  3 bytes (ENTER)
 *   r  branch distance                      A  address, by address size
 *   p  far pointer                          I J  b, z only where ModR/M.reg is 0 or 1
 *   P  prefix                               x  escape to another map, or VEX, EVEX, XOP
 *   -  nothing */
static const char one_byte[256] = "MMMMbz--"
				  "MMMMbz-x"
				  "MMMMbz--"
				  "MMMMbz--"
				  "MMMMbzP-"
				  "MMMMbzP-"
				  "MMMMbzP-"
				  "MMMMbzP-" /* 00 */
				  "--------"
				  "--------"
				  "--------"
				  "--------"
				  "--xMPPPP"
				  "zNbB----"
				  "bbbbbbbb"
				  "bbbbbbbb" /* 40: REX and 62 are handled apart */
				  "BNBBMMMM"
				  "MMMMMMMM"
				  "--------"
				  "--p-----"
				  "AAAA----"
				  "bz------"
				  "bbbbbbbb"
				  "vvvvvvvv" /* 80 */
				  "BBw-xxBN"
				  "e-w--b--"
				  "MMMMbb--"
				  "MMMMMMMM"
				  "bbbbbbbb"
				  "rrpb----"
				  "P-PP--IJ"
				  "------MM"; /* C0 */
/* The same of opcodes behind 0F. */
static const char two_bytes[256] = "MMMM----"
				   "-----M-B"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMM----"
				   "MMMMMMMM"
				   "--------"
				   "x-x-----" /* 0F 00 */
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "BBBBMMM-"
				   "MM--MMMM" /* 0F 40 */
				   "rrrrrrrr"
				   "rrrrrrrr"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "---MBMMM"
				   "---MBMMM"
				   "MMMMMMMM"
				   "MMBMMMMM" /* 0F 80 */
				   "MMBMBBBM"
				   "--------"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMMMMMM"
				   "MMMMMMM-"; /* 0F C0 */

/* One instruction. Fields are set as its parts are met. */
struct decoder {
	const uint8_t *code;
	unsigned at, size; /* at > size: it does not fit */
	bool is64, operand16, address_other, rex_w;
	bool vector; /* VEX, EVEX or XOP in front */
	uint8_t opcode;
	/* 1 one byte, 2 0F, 3 0F 38, 4 0F 3A, 0 none: not an instruction. */
	unsigned map;
	uint8_t modrm;
	int reg; /* ModR/M.reg, -1 without */
};

/* Bytes beyond the end read as 0; that the instruction does not fit shows in at > size. */
static unsigned peek(const struct decoder *d, unsigned ahead)
{
	return d->at + ahead < d->size ? d->code[d->at + ahead] : 0;
}

/* Moves on also beyond the end, which decode() notices. */
static unsigned next(struct decoder *d)
{
	unsigned byte = peek(d, 0);
	d->at++;
	return byte;
}

/* ModR/M with what it asks for: SIB and displacement (SDM volume 2, tables 2-1 to 2-3). 16-bit addresses have no
 * SIB. */
static void skip_modrm(struct decoder *d)
{
	unsigned modrm = next(d), mod = modrm >> 6, rm = modrm & 7;
	d->modrm = (uint8_t)modrm;
	d->reg = (int)(modrm >> 3 & 7);
	if (mod == 3) return;
	if (!d->is64 && d->address_other) {
		if (mod == 1) d->at += 1;
		else if (mod == 2 || rm == 6) d->at += 2;
		return;
	}
	unsigned base = rm == 4 ? next(d) & 7 : rm;
	if (mod == 1) d->at += 1;
	else if (mod == 2 || base == 5) d->at += 4;
}

/* Bytes of what follows ModR/M, by the letter of the tables. */
static unsigned immediate_size(const struct decoder *d, char what)
{
	unsigned operand = d->operand16 && !d->rex_w ? 2 : 4;
	switch (what) {
	case 'b':
	case 'B': return 1;
	case 'w': return 2;
	case 'e': return 3;
	case 'z':
	case 'N': return operand;
	case 'v': return d->rex_w ? 8 : operand;
	case 'r': return d->is64 ? 4 : operand; /* as Intel's processors have it */
	case 'p': return d->is64 ? 6 : operand + 2;
	case 'A': {
		unsigned address_bytes = d->is64 ? 8 : 4;
		return d->address_other ? address_bytes / 2 : address_bytes;
	}
	case 'I': return d->reg < 2 ? 1 : 0;
	case 'J': return d->reg < 2 ? operand : 0;
	default: return 0;
	}
}

/* Legacy prefixes in any order; REX counts only right in front of the opcode. */
static void read_prefixes(struct decoder *d)
{
	for (; d->at < d->size && one_byte[d->code[d->at]] == 'P'; d->at++) {
		if (d->code[d->at] == 0x66) d->operand16 = true;
		else if (d->code[d->at] == 0x67) d->address_other = true;
	}
	if (d->is64 && (peek(d, 0) & 0xf0) == 0x40) d->rex_w = next(d) & 8;
}

/* VEX, EVEX and XOP: prefixes that tell the map. True when there was one; the opcode is then the next byte. */
static bool read_vector_prefix(struct decoder *d)
{
	unsigned first = peek(d, 0), second = peek(d, 1);
	bool may = d->is64 || second >= 0xc0; /* else LES, LDS, BOUND, POP */
	if (first == 0xc5 && may) {
		d->map = 2;
		d->at += 2;
	} else if (first == 0xc4 && may) {
		d->map = second & 31 && (second & 31) < 4 ? (second & 31) + 1 : 0;
		d->at += 3;
	} else if (first == 0x62 && may) {
		static const uint8_t maps[8] = { 0, 2, 3, 4, 0, 3 /* as 0F 38: no immediates */, 3, 0 };
		d->map = second & 8 || !(peek(d, 2) & 4) ? 0 : maps[second & 7];
		d->at += 4;
	} else if (first == 0x8f && (second & 31) >= 8) {
		static const uint8_t maps[32] = { [8] = 4, [9] = 3, [10] = 5 };
		d->map = maps[second & 31];
		d->at += 3;
	} else {
		return false;
	}
	return true;
}

/* Reads up to the end of the instruction; false: there is none. In 32-bit mode 40 to 4F are INC and DEC, and 62, C4 and
 * C5 may be old instructions: their second byte tells. */
static bool decode(struct decoder *d)
{
	d->reg = -1;
	read_prefixes(d);
	bool vector = read_vector_prefix(d);
	d->vector = vector;
	if (vector && !d->map) return false;
	if (!vector) d->map = 1;
	d->opcode = (uint8_t)next(d);
	if (!vector && d->opcode == 0x0f) {
		d->map = 2;
		d->opcode = (uint8_t)next(d);
		if (d->opcode == 0x38 || d->opcode == 0x3a) {
			d->map = d->opcode == 0x38 ? 3 : 4;
			d->opcode = (uint8_t)next(d);
		}
	}
	char what = 'N';
	if (d->map == 1) what = one_byte[d->opcode];
	else if (d->map == 2) what = two_bytes[d->opcode];
	else if (d->map == 3 || d->map == 4) what = d->map == 3 ? 'M' : 'B';
	if (d->map == 1 && what == 'x') what = 'M'; /* LES, LDS, BOUND */
	if (d->map == 1 && !d->is64 && d->opcode >= 0x40 && d->opcode < 0x50) what = '-';
	if (vector && what == '-' && !(d->map == 2 && d->opcode == 0x77)) what = 'M';
	if (what == 'M' || what == 'B' || what == 'N' || what == 'I' || what == 'J') skip_modrm(d);
	d->at += immediate_size(d, what);
	return d->at <= d->size;
}

static struct decoder start(bool is64, const uint8_t *code, size_t size_bytes)
{
	return (struct decoder){ .code = code,
				 .size = size_bytes < INSN_MAX_BYTES ? (unsigned)size_bytes : INSN_MAX_BYTES,
				 .is64 = is64 };
}

unsigned insn_x86_length(bool is64, const uint8_t *code, size_t size_bytes)
{
	struct decoder d = start(is64, code, size_bytes);
	return decode(&d) ? d.at : 0;
}

/* 0F 01 with ModR/M that names an instruction; rep: F3 stands in front, repne: F2. */
static enum insn_flow flow_of_system(const struct decoder *d)
{
	unsigned modrm = d->modrm;
	bool rep = false, repne = false;
	for (unsigned i = 0; i < d->at && one_byte[d->code[i]] == 'P'; i++) {
		rep |= d->code[i] == 0xf3;
		repne |= d->code[i] == 0xf2;
	}
	if (modrm == 0xc2 || modrm == 0xc3) return INSN_FLOW_VM_ENTRY;
	if (modrm == 0xca && (rep || repne)) return INSN_FLOW_SYSRET;
	if (modrm == 0xec && rep) return INSN_FLOW_INTERRUPT_RETURN;
	return INSN_FLOW_NEXT;
}

static enum insn_flow flow_of_two_bytes(const struct decoder *d)
{
	if (d->opcode >= 0x80 && d->opcode <= 0x8f) return INSN_FLOW_CONDITIONAL;
	switch (d->opcode) {
	case 0x01: return flow_of_system(d);
	case 0x05:
	case 0x34: return INSN_FLOW_SYSCALL;
	case 0x07:
	case 0x35: return INSN_FLOW_SYSRET;
	default: return INSN_FLOW_NEXT;
	}
}

static enum insn_flow flow_of_group5(const struct decoder *d)
{
	static const uint8_t flows[8] = { [2] = INSN_FLOW_CALL_INDIRECT,
					  [3] = INSN_FLOW_CALL_FAR,
					  [4] = INSN_FLOW_JUMP_INDIRECT,
					  [5] = INSN_FLOW_JUMP_FAR };
	return flows[d->reg & 7];
}

/* Opcodes of one byte that pass control on; those not named go to the next instruction. */
static const uint8_t one_byte_flows[256] = {
	[0x70 ... 0x7f] = INSN_FLOW_CONDITIONAL,
	[0x9a] = INSN_FLOW_CALL_FAR,
	[0xc2 ... 0xc3] = INSN_FLOW_RETURN,
	[0xca ... 0xcb] = INSN_FLOW_RETURN_FAR,
	[0xcc ... 0xce] = INSN_FLOW_INTERRUPT,
	[0xcf] = INSN_FLOW_INTERRUPT_RETURN,
	[0xe0 ... 0xe3] = INSN_FLOW_CONDITIONAL,
	[0xe8] = INSN_FLOW_CALL,
	[0xe9] = INSN_FLOW_JUMP,
	[0xea] = INSN_FLOW_JUMP_FAR,
	[0xeb] = INSN_FLOW_JUMP,
	[0xf1] = INSN_FLOW_INTERRUPT,
};

/* The distance stands at the end of the instruction: 1, 2 or 4 bytes. */
static int32_t distance_of(const struct decoder *d)
{
	bool near_form = d->map == 2 || d->opcode == 0xe8 || d->opcode == 0xe9;
	if (!near_form) return (int8_t)d->code[d->at - 1];
	const uint8_t *end = d->code + d->at;
	if (immediate_size(d, 'r') == 2) return (int16_t)(end[-2] | end[-1] << 8);
	return (int32_t)((uint32_t)end[-4] | (uint32_t)end[-3] << 8 | (uint32_t)end[-2] << 16 |
			 (uint32_t)end[-1] << 24);
}

struct insn_step insn_x86_step(bool is64, const uint8_t *code, size_t size_bytes)
{
	struct decoder d = start(is64, code, size_bytes);
	struct insn_step step = { 0 };
	if (!decode(&d)) return step;
	step.length = (uint8_t)d.at;
	if (d.vector) return step;
	if (d.map == 2) step.flow = (uint8_t)flow_of_two_bytes(&d);
	else if (d.map == 1) step.flow = (uint8_t)(d.opcode == 0xff ? flow_of_group5(&d) : one_byte_flows[d.opcode]);
	if (step.flow == INSN_FLOW_CONDITIONAL || step.flow == INSN_FLOW_JUMP || step.flow == INSN_FLOW_CALL)
		step.distance = distance_of(&d);
	return step;
}

/* SYSCALL, SYSRET, SYSENTER, SYSEXIT; calls, jumps and returns near and far, INT, IRET; FF /2 to /5. */
bool insn_x86_leaves(bool is64, const uint8_t *code, unsigned length)
{
	struct decoder d = start(is64, code, length);
	if (!decode(&d)) return false;
	if (d.map == 2) return d.opcode == 0x05 || d.opcode == 0x07 || d.opcode == 0x34 || d.opcode == 0x35;
	if (d.map != 1) return false;
	switch (d.opcode) {
	case 0x9a:
	case 0xc2:
	case 0xc3:
	case 0xca:
	case 0xcb:
	case 0xcc:
	case 0xcd:
	case 0xce:
	case 0xcf:
	case 0xe8:
	case 0xe9:
	case 0xea:
	case 0xeb: return true;
	case 0xff: return d.reg >= 2 && d.reg <= 5;
	default: return false;
	}
}

/* E8 has precedence: a call of 5 bytes is far more frequent than an indirect one whose end looks like it. */
enum insn_call insn_x86_call_before(bool is64, const uint8_t *code, size_t size_bytes, int64_t *ret_distance)
{
	const uint8_t *end = code + size_bytes;
	if (size_bytes >= 5 && end[-5] == 0xe8) {
		*ret_distance = (int32_t)((uint32_t)end[-4] | (uint32_t)end[-3] << 8 | (uint32_t)end[-2] << 16 |
					  (uint32_t)end[-1] << 24);
		return INSN_CALL_DIRECT;
	}
	/* FF /2 with a register or memory, perhaps behind a prefix, which does not matter here */
	for (unsigned length = 2; length <= 7 && length <= size_bytes; length++) {
		const uint8_t *at = end - length;
		if (at[0] == 0xff && (at[1] >> 3 & 7) == 2 && insn_x86_length(is64, at, length) == length)
			return INSN_CALL_INDIRECT;
	}
	return INSN_NO_CALL;
}
