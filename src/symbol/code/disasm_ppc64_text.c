/* POWER as objdump writes it: what the library has no or another name for, as rows of bits. */
#include "symbol/code/disasm_ppc64.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "symbol/code/disasm_form.h"

/* Power ISA 3.1, appendix of opcodes. Bits are counted from the lowest: RT stands at 21, RA at 16, RB at 11. */
#define MASK_X 0xfc0007ff
#define X(opcode, xo, rc) ((uint64_t)(opcode) << 26 | (uint64_t)(xo) << 1 | (rc))
#define ROW_X(xo, rc, name, arguments)                 \
	{                                              \
		MASK_X, X(31, xo, rc), name, arguments \
	}
#define ROW_VX(xo, name, arguments)                               \
	{                                                         \
		MASK_X, (uint64_t)4 << 26 | (xo), name, arguments \
	}
#define ROW_VC(xo, name) ROW_VX(xo, name, VVV), ROW_VX((xo) | 0x400, name ".", VVV)
#define ROW_QP(xo, name, arguments)                   \
	{                                             \
		MASK_X, X(63, xo, 0), name, arguments \
	}
#define ROW_QP_TO(ra, name)                                                       \
	{                                                                         \
		0xfc1f07ff, X(63, 836, 0) | (ra) << 16, name, "v{u21.5},v{u11.5}" \
	}
#define VS_TAB VS_T ",vs{u2.1,16.5},vs{u1.1,11.5}"
#define ROW_CR(xo, name)                                              \
	{                                                             \
		MASK_X, X(19, xo, 0), name, "{C21.5},{C16.5},{C11.5}" \
	}
#define VVV "v{u21.5},v{u16.5},v{u11.5}"
#define RVV "r{u21.5},r{u16.5},v{u11.5}"
#define VS_T "vs{u0.1,21.5}"
#define INDEXED "{Z16.5},r{u11.5}"

static const struct disasm_form ppc64_forms[] = {
	{ 0xffffffff, 0x44000001, "scv", "0" },
	{ 0xfffff01f, 0x44000001, "scv", "{u5.7}" },
	{ 0xffff0003, 0x429f0001, "bcl", "20,4*cr7+so,{t2.14*4}", DISASM_CALL },
	ROW_X(20, 1, "lwarx", "r{u21.5}," INDEXED ",1"),
	ROW_X(84, 1, "ldarx", "r{u21.5}," INDEXED ",1"),
	ROW_X(52, 1, "lbarx", "r{u21.5}," INDEXED ",1"),
	ROW_X(116, 1, "lharx", "r{u21.5}," INDEXED ",1"),
	ROW_X(26, 0, "cntlzw", "r{u16.5},r{u21.5}"),
	ROW_X(26, 1, "cntlzw.", "r{u16.5},r{u21.5}"),
	ROW_X(538, 0, "cnttzw", "r{u16.5},r{u21.5}"),
	ROW_X(570, 0, "cnttzd", "r{u16.5},r{u21.5}"),
	ROW_X(252, 0, "bpermd", "r{u16.5},r{u21.5},r{u11.5}"),
	ROW_X(51, 0, "mffprd", "r{u16.5},f{u21.5}"),
	ROW_X(51, 1, "mfvrd", "r{u16.5},v{u21.5}"),
	ROW_X(115, 0, "mffprwz", "r{u16.5},f{u21.5}"),
	ROW_X(115, 1, "mfvrwz", "r{u16.5},v{u21.5}"),
	ROW_X(179, 0, "mtfprd", "f{u21.5},r{u16.5}"),
	ROW_X(179, 1, "mtvrd", "v{u21.5},r{u16.5}"),
	ROW_X(211, 0, "mtfprwa", "f{u21.5},r{u16.5}"),
	ROW_X(211, 1, "mtvrwa", "v{u21.5},r{u16.5}"),
	ROW_X(243, 0, "mtfprwz", "f{u21.5},r{u16.5}"),
	ROW_X(243, 1, "mtvrwz", "v{u21.5},r{u16.5}"),
	{ 0xfc0007fe, X(31, 435, 0), "mtvsrdd", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 403, 0), "mtvsrws", VS_T ",r{u16.5}" },
	{ 0xfc0007fe, X(31, 307, 0), "mfvsrld", "r{u16.5}," VS_T },
	{ 0xfc0007fe, X(31, 269, 0), "lxvl", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 301, 0), "lxvll", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 397, 0), "stxvl", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 429, 0), "stxvll", VS_T "," INDEXED },
	{ 0xfc0007be, X(31, 268, 0), "lxvx", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 396, 0), "stxvx", VS_T "," INDEXED },
	{ 0xfc000007, 0xf4000001, "lxv", "vs{u3.1,21.5},{i4.12*16}({Z16.5})" },
	{ 0xfc000007, 0xf4000005, "stxv", "vs{u3.1,21.5},{i4.12*16}({Z16.5})" },
	{ 0xfc00000f, 0x18000000, "lxvp", "vs{u21.1,22.4*2},{i4.12*16}({Z16.5})" },
	{ 0xfc00000f, 0x18000001, "stxvp", "vs{u21.1,22.4*2},{i4.12*16}({Z16.5})" },
	{ 0xffe007ff, 0x7c00022c, "dcbtct", INDEXED },
	{ 0xffe007ff, 0x7d00022c, "dcbtds", INDEXED },
	{ 0xff0007ff, 0x7d00022c, "dcbtds", INDEXED ",{u21.5}" },
	{ 0xffe007ff, 0x7c0001ec, "dcbtstct", INDEXED },
	{ 0xfc0007fe, 0x7c00001e, "isellt", "r{u21.5},{Z16.5},r{u11.5}" },
	{ 0xfc0007fe, 0x7c00005e, "iselgt", "r{u21.5},{Z16.5},r{u11.5}" },
	{ 0xfc0007fe, 0x7c00009e, "iseleq", "r{u21.5},{Z16.5},r{u11.5}" },
	{ 0xfc00003e, 0x7c00001e, "isel", "r{u21.5},{Z16.5},r{u11.5},{C6.5}" },
	{ 0xfc1fffff, 0x7c0043a6, "mtvrsave", "r{u21.5}" },
	{ 0xfc1fffff, 0x7c0042a6, "mfvrsave", "r{u21.5}" },
	{ 0xfc1fffff, 0x7c0d02a6, "mfuamr", "r{u21.5}" },
	{ 0xfc1fffff, 0x7c0d03a6, "mtuamr", "r{u21.5}" },
	{ 0xfc1fffff, 0x7c0ff120, "mtcr", "r{u21.5}" },
	{ 0xffffffff, 0x7c0004ac, "hwsync", "" },
	{ 0xffffffff, 0x7c00051d, "tbegin.", "" },
	{ 0xffffffff, 0x7c00055d, "tend.", "" },
	{ 0xffe0ffff, 0x7c00071d, "tabort.", "r{u16.5}" },
	ROW_CR(449, "cror"),
	ROW_CR(417, "crorc"),
	ROW_CR(257, "crand"),
	ROW_CR(225, "crnand"),
	ROW_CR(129, "crandc"),
	{ 0xfe0107ff, 0xfe00058e, "mtfsf", "{u17.8},f{u11.5},1" },
	ROW_VX(1292, "vgbbd", "v{u21.5},v{u11.5}"),
	{ 0xfc1f07ff, 0x10010602, "vctzlsbb", "r{u21.5},v{u11.5}" },
	{ 0xfc1f07ff, 0x10000602, "vclzlsbb", "r{u21.5},v{u11.5}" },
	{ 0xfc1f07ff, 0x10080642, "vextractbm", "r{u21.5},v{u11.5}" },
	ROW_VX(1356, "vbpermq", VVV),
	ROW_VX(256, "vadduqm", VVV),
	ROW_VX(1280, "vsubuqm", VVV),
	ROW_VX(1102, "vpkudum", VVV),
	ROW_VX(1549, "vextublx", RVV),
	ROW_VX(1613, "vextuhlx", RVV),
	ROW_VX(1677, "vextuwlx", RVV),
	ROW_VX(1805, "vextubrx", RVV),
	ROW_VX(1869, "vextuhrx", RVV),
	ROW_VX(1933, "vextuwrx", RVV),
	ROW_VC(0x007, "vcmpneb"),
	ROW_VC(0x047, "vcmpneh"),
	ROW_VC(0x087, "vcmpnew"),
	ROW_VC(0x107, "vcmpnezb"),
	ROW_VC(0x147, "vcmpnezh"),
	ROW_VC(0x187, "vcmpnezw"),
	{ 0xfc1f07fc, 0xf000052c, "xscvspdpn", VS_T ",vs{u1.1,11.5}" },
	{ 0xfc1f07fc, 0xf000042c, "xscvdpspn", VS_T ",vs{u1.1,11.5}" },
	{ 0xfc1807fe, 0xf00002d0, "xxspltib", VS_T ",{u11.8}" },
	ROW_QP(4, "xsaddqp", VVV),
	ROW_QP(36, "xsmulqp", VVV),
	ROW_QP(516, "xssubqp", VVV),
	ROW_QP(548, "xsdivqp", VVV),
	ROW_QP(100, "xscpsgnqp", VVV),
	ROW_QP(228, "xscmpgtqp", VVV),
	ROW_QP(868, "xsiexpqp", VVV),
	ROW_QP(644, "xscmpuqp", "cr{u23.3},v{u16.5},v{u11.5}"),
	ROW_QP(132, "xscmpoqp", "cr{u23.3},v{u16.5},v{u11.5}"),
	ROW_QP(388, "xsmaddqp", VVV),
	ROW_QP(420, "xsmsubqp", VVV),
	ROW_QP(452, "xsnmaddqp", VVV),
	ROW_QP(484, "xsnmsubqp", VVV),
	ROW_QP_TO(1, "xscvqpuwz"),
	ROW_QP_TO(2, "xscvudqp"),
	ROW_QP_TO(9, "xscvqpswz"),
	ROW_QP_TO(10, "xscvsdqp"),
	ROW_QP_TO(17, "xscvqpudz"),
	ROW_QP_TO(20, "xscvqpdp"),
	ROW_QP_TO(22, "xscvdpqp"),
	ROW_QP_TO(25, "xscvqpsdz"),
	{ 0xfc1f07fc, 0xf00004a0, "xscvuxdsp", VS_T ",vs{u1.1,11.5}" },
	{ 0xfc1f07fc, 0xf00004e0, "xscvsxdsp", VS_T ",vs{u1.1,11.5}" },
	{ 0xfc1f07fc, 0xf0000464, "xsrsp", VS_T ",vs{u1.1,11.5}" },
	{ 0xfc0007f8, 0xf0000000, "xsaddsp", VS_TAB },
	{ 0xfc0007f8, 0xf0000040, "xssubsp", VS_TAB },
	{ 0xfc0007f8, 0xf0000080, "xsmulsp", VS_TAB },
	{ 0xfc0007f8, 0xf00000c0, "xsdivsp", VS_TAB },
	{ 0xfc0007f8, 0xf0000008, "xsmaddasp", VS_TAB },
	{ 0xfc0007f8, 0xf0000048, "xsmaddmsp", VS_TAB },
	{ 0xfc0007fe, X(31, 12, 0), "lxsiwzx", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 76, 0), "lxsiwax", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 140, 0), "stxsiwx", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 524, 0), "lxsspx", VS_T "," INDEXED },
	{ 0xfc0007fe, X(31, 652, 0), "stxsspx", VS_T "," INDEXED },
	ROW_X(52, 0, "lbarx", "r{u21.5}," INDEXED),
	ROW_X(116, 0, "lharx", "r{u21.5}," INDEXED),
	ROW_X(694, 1, "stbcx.", "r{u21.5}," INDEXED),
	ROW_X(726, 1, "sthcx.", "r{u21.5}," INDEXED),
	ROW_X(755, 0, "darn", "r{u21.5},{u16.2}"),
	{ 0xfc1f07ff, 0xfc16048e, "mffscrn", "f{u21.5},f{u11.5}" },
	{ 0xfc1f07ff, 0xfc17048e, "mffscrni", "f{u21.5},{u11.2}" },
	{ 0xfc1f07ff, 0xfc18048e, "mffsl", "f{u21.5}" },
	{ 0xfc0107ff, 0xfc00010c, "mtfsfi", "{u23.3},{u12.4}" },
	{ 0xfc1f07ff, 0xfc000648, "xsabsqp", "v{u21.5},v{u11.5}" },
	{ 0xfc1f07ff, 0xfc080648, "xsnabsqp", "v{u21.5},v{u11.5}" },
	{ 0xfc1f07ff, 0xfc100648, "xsnegqp", "v{u21.5},v{u11.5}" },
};

/* The same, where two operands are the same register. */
static const struct disasm_form same_forms[] = {
	ROW_X(444, 0, "mr", "r{u16.5},r{u21.5}"),
	ROW_X(444, 1, "mr.", "r{u16.5},r{u21.5}"),
	ROW_X(124, 0, "not", "r{u16.5},r{u21.5}"),
	ROW_X(124, 1, "not.", "r{u16.5},r{u21.5}"),
};
static const struct disasm_form same_vector_forms[] = {
	ROW_VX(1156, "vmr", "v{u21.5},v{u16.5}"),
	ROW_VX(1284, "vnot", "v{u21.5},v{u16.5}"),
	{ 0xfc0007fe, 0xf0000490, "xxmr", VS_T ",vs{u2.1,16.5}" },
	{ 0xfc0007fe, 0xf0000496, "xxmr", VS_T ",vs{u2.1,16.5}" },
	{ 0xfc0007fe, 0xf0000510, "xxlnot", VS_T ",vs{u2.1,16.5}" },
	{ 0xfc0007fe, 0xf0000516, "xxlnot", VS_T ",vs{u2.1,16.5}" },
};

static void put_field(char letter, uint64_t value, char *to, size_t size_bytes)
{
	static const char bits[4][3] = { "lt", "gt", "eq", "so" };
	if (letter == 'Z') /* a register; 0 is none */
		disasm_put(to, size_bytes, "%s%" PRIu64, value ? "r" : "", value);
	if (letter == 'C') { /* a bit of the condition register */
		if (value >> 2) disasm_put(to, size_bytes, "4*cr%" PRIu64 "+", value >> 2);
		disasm_put(to, size_bytes, "%s", bits[value & 3]);
	}
}

static bool forms_put(const struct disasm_form *rows, size_t count, uint32_t word, struct disasm_insn *ret)
{
	const struct disasm_forms forms = { rows, count, put_field };
	return disasm_forms_put(&forms, word, ret);
}

static void put_shift(const char *name, uint32_t word, unsigned count, struct disasm_insn *ret)
{
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), "%s%s", name, word & 1 ? "." : "");
	snprintf(ret->arguments, sizeof(ret->arguments), "r%u,r%u,%u", word >> 16 & 31, word >> 21 & 31, count);
}

/* Rotations that are shifts and masks. */
static bool put_rotation(uint32_t word, struct disasm_insn *ret)
{
	unsigned opcode = word >> 26, first = word >> 6 & 31, last = word >> 1 & 31, shift = word >> 11 & 31;
	if (opcode == 21) { /* rlwinm */
		if (shift || first || last == 31) return false;
		put_shift("clrrwi", word, 31 - last, ret);
		return true;
	}
	if (opcode != 30 || (word >> 2 & 7) > 1) return false;
	bool is_right = word >> 2 & 1; /* rldicr, else rldicl */
	unsigned bound = (word >> 5 & 1) << 5 | first;
	shift |= (word >> 1 & 1) << 5;
	if (is_right && !shift && bound != 63) put_shift("clrrdi", word, 63 - bound, ret);
	else if (is_right && shift && bound == 63 - shift) put_shift("sldi", word, shift, ret);
	else if (!is_right && bound && shift == 64 - bound) put_shift("srdi", word, bound, ret);
	else if (!is_right && bound && !shift) put_shift("clrldi", word, bound, ret);
	else return false;
	return true;
}

bool disasm_ppc64_form(uint32_t word, struct disasm_insn *ret)
{
	unsigned a = word >> 16 & 31, b = word >> 11 & 31;
	if ((word >> 21 & 31) == b && forms_put(same_forms, ARRAY_SIZE(same_forms), word, ret)) return true;
	if (a == b && forms_put(same_vector_forms, ARRAY_SIZE(same_vector_forms), word, ret)) return true;
	return put_rotation(word, ret) || forms_put(ppc64_forms, ARRAY_SIZE(ppc64_forms), word, ret);
}

/* VSX: operands of opcode 60, and of these loads and stores. */
static bool is_vsx(uint32_t word)
{
	static const uint16_t memory[] = { 332, 588, 716, 780, 812, 844, 876, 908, 940, 972, 1004 };
	if (word >> 26 == 60) return true;
	for (size_t i = 0; word >> 26 == 31 && i < ARRAY_SIZE(memory); i++)
		if ((word >> 1 & 1023) == memory[i]) return true;
	return false;
}

/* The library calls the lower half of the VSX registers f in scalar instructions, and the upper half v since
 * version 5. */
static void put_vsx_names(const char *from, struct disasm_insn *ret)
{
	for (const char *at = from; *at; at++) {
		bool is_name = (at == from || at[-1] == ',' || at[-1] == ' ') && at[1] >= '0' && at[1] <= '9';
		if (is_name && *at == 'f') disasm_put(ret->arguments, sizeof(ret->arguments), "vs");
		else if (is_name && *at == 'v') {
			char *end;
			unsigned long number = strtoul(at + 1, &end, 10);
			disasm_put(ret->arguments, sizeof(ret->arguments), "vs%lu", number + 32);
			at = end - 1;
		} else if (*at != ' ') disasm_put(ret->arguments, sizeof(ret->arguments), "%c", *at);
	}
}

bool disasm_ppc64_has_signed(uint32_t word)
{
	unsigned opcode = word >> 26; /* mulli, subfic, cmpi, addic, addic., addi, addis */
	return opcode == 7 || opcode == 8 || (opcode >= 11 && opcode <= 15);
}

void disasm_ppc64_text(const cs_insn *insn, uint32_t word, struct disasm_insn *ret)
{
	if (disasm_ppc64_form(word, ret)) return;
	if (is_vsx(word)) {
		snprintf(ret->mnemonic, sizeof(ret->mnemonic), "%s", insn->mnemonic);
		put_vsx_names(insn->op_str, ret);
		return;
	}
	disasm_put_library_text(insn, DISASM_DECIMAL, ret);
	disasm_squeeze(ret->arguments);
	char *last = strrchr(ret->arguments, ',');
	if (last && disasm_ppc64_has_signed(word)) snprintf(last + 1, 8, "%d", (int16_t)word);
}
