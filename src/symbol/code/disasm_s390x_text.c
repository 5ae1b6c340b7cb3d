/* s390x as objdump writes it: what the library has no or another name for, as rows of bits. */
#include "symbol/code/disasm_s390x.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "symbol/code/disasm_form.h"

/* Principles of Operation (SA22-7832), appendix B. An instruction of 2, 4 or 6 bytes stands at the upper end of 48
 * bits, so that fields of the formats are at the same place whatever its length. */
#define DISTANCE_2 "{u16.12}{B28.4}"     /* D2(B2), of RS and S; D1(B1) of SS */
#define DISTANCE_Y "{i8.8,16.12}{B28.4}" /* of RSY: 20 bits, signed */
#define INDEXED "{u16.12}{Y32.4,28.4}"   /* D2(X2,B2), of RX and RXE */
#define INDEXED_Y "{i8.8,16.12}{Y32.4,28.4}"
#define RRE(code, name, arguments)                                      \
	{                                                               \
		0xffff00000000, (uint64_t)(code) << 32, name, arguments \
	}
#define RS(code, name, arguments)                                       \
	{                                                               \
		0xff0000000000, (uint64_t)(code) << 40, name, arguments \
	}
#define RX(code, name) RS(code, name, "%r{u36.4}," INDEXED)
#define SIX(first, last, name, arguments)                                         \
	{                                                                         \
		0xff00000000ff, (uint64_t)(first) << 40 | (last), name, arguments \
	}

static const struct disasm_form s390x_forms[] = {
	{ 0xffff00000000, 0x070000000000, "nopr", "", DISASM_NOP },
	{ 0xfff000000000, 0x070000000000, "nopr", "%r{u32.4}", DISASM_NOP },
	{ 0xfff000000000, 0x47f000000000, "b", INDEXED, DISASM_JUMP },
	{ 0xfff000000000, 0x470000000000, "nop", INDEXED, DISASM_NOP },
	{ 0xff0000000000, 0x470000000000, "b{C36.4}", INDEXED, DISASM_CONDITIONAL_JUMP },
	{ 0xff0000000000, 0x840000000000, "brxh", "%r{u36.4},%r{u32.4},{t16.16*2}", DISASM_CONDITIONAL_JUMP },
	{ 0xff0000000000, 0x850000000000, "brxle", "%r{u36.4},%r{u32.4},{t16.16*2}", DISASM_CONDITIONAL_JUMP },
	{ 0xff00000000ff, 0xec0000000044, "brxhg", "%r{u36.4},%r{u32.4},{t16.16*2}", DISASM_CONDITIONAL_JUMP },
	{ 0xff00000000ff, 0xec0000000045, "brxlg", "%r{u36.4},%r{u32.4},{t16.16*2}", DISASM_CONDITIONAL_JUMP },
	{ 0xff0f00000000, 0xc60000000000, "exrl", "%r{u36.4},{d0.32*2}" },
	RS(0x0a, "svc", "{u32.8}"),
	{ 0xff00008000ff, 0xec0000800055, "risbgz", "%r{u36.4},%r{u32.4},{u24.8},{u16.7},{u8.8}" },
	RS(0xbf, "icm", "%r{u36.4},{u32.4}," DISTANCE_2),
	RS(0xbd, "clm", "%r{u36.4},{u32.4}," DISTANCE_2),
	RS(0xbe, "stcm", "%r{u36.4},{u32.4}," DISTANCE_2),
	RS(0xa8, "mvcle", "%r{u36.4},%r{u32.4}," DISTANCE_2),
	RS(0xa9, "clcle", "%r{u36.4},%r{u32.4}," DISTANCE_2),
	RS(0x9a, "lam", "%a{u36.4},%a{u32.4}," DISTANCE_2),
	RS(0x9b, "stam", "%a{u36.4},%a{u32.4}," DISTANCE_2),
	RX(0x44, "ex"),
	RRE(0xb38c, "efpc", "%r{u20.4}"),
	RRE(0xb384, "sfpc", "%r{u20.4}"),
	RRE(0xb348, "kxbr", "%f{u20.4},%f{u16.4}"),
	RRE(0xb318, "kdbr", "%f{u20.4},%f{u16.4}"),
	RRE(0xb308, "kebr", "%f{u20.4},%f{u16.4}"),
	RRE(0xb917, "llgtr", "%r{u20.4},%r{u16.4}"),
	{ 0xfffff0000000, 0xb9e100000000, "popcnt", "%r{u20.4},%r{u16.4}" },
	RRE(0xb2b0, "stfle", DISTANCE_2),
	RRE(0xb2b1, "stfl", DISTANCE_2),
	RRE(0xb299, "srnm", DISTANCE_2),
	RRE(0xb370, "lpdfr", "%f{u20.4},%f{u16.4}"),
	RRE(0xb371, "lndfr", "%f{u20.4},%f{u16.4}"),
	RRE(0xb373, "lcdfr", "%f{u20.4},%f{u16.4}"),
	RRE(0xb29c, "stfpc", DISTANCE_2),
	RRE(0xb29d, "lfpc", DISTANCE_2),
	RRE(0xb2fc, "tabort", DISTANCE_2),
	RRE(0xb2f8, "tend", ""),
	RRE(0xb2ec, "etnd", "%r{u20.4}"),
	RRE(0xb2e8, "ppa", "%r{u20.4},%r{u16.4},{u28.4}"),
	RRE(0xe560, "tbegin", DISTANCE_2 ",{u0.16}"),
	RRE(0xe561, "tbeginc", DISTANCE_2 ",{u0.16}"),
	SIX(0xed, 0x10, "tceb", "%f{u36.4}," INDEXED),
	SIX(0xed, 0x11, "tcdb", "%f{u36.4}," INDEXED),
	SIX(0xed, 0x12, "tcxb", "%f{u36.4}," INDEXED),
	SIX(0xed, 0x08, "keb", "%f{u36.4}," INDEXED),
	SIX(0xed, 0x18, "kdb", "%f{u36.4}," INDEXED),
	SIX(0xe3, 0x17, "llgt", "%r{u36.4}," INDEXED_Y),
	SIX(0xe3, 0x1f, "lrvh", "%r{u36.4}," INDEXED_Y),
	SIX(0xe3, 0x3f, "strvh", "%r{u36.4}," INDEXED_Y),
	SIX(0xeb, 0x20, "clmh", "%r{u36.4},{u32.4}," DISTANCE_Y),
	SIX(0xeb, 0x21, "clmy", "%r{u36.4},{u32.4}," DISTANCE_Y),
	SIX(0xeb, 0x2c, "stcmh", "%r{u36.4},{u32.4}," DISTANCE_Y),
	SIX(0xeb, 0x2d, "stcmy", "%r{u36.4},{u32.4}," DISTANCE_Y),
	SIX(0xeb, 0x80, "icmh", "%r{u36.4},{u32.4}," DISTANCE_Y),
	SIX(0xeb, 0x81, "icmy", "%r{u36.4},{u32.4}," DISTANCE_Y),
	SIX(0xeb, 0x4c, "ecag", "%r{u36.4},%r{u32.4}," DISTANCE_Y),
	RS(0xd2, "mvc", "{u16.12}({L32.8},%r{u28.4}),{u0.12}{B12.4}"),
	RS(0xf0, "srp", "{u16.12}({L36.4},%r{u28.4}),{u0.12}{B12.4},{u32.4}"),
};

static void put_field(char letter, uint64_t value, char *to, size_t size_bytes)
{
	static const char conditions[16][4] = { "",  "o",   "h",  "nle", "l",  "nhe", "lh", "ne",
						"e", "nlh", "he", "nl",  "le", "nh",  "no", "" };
	unsigned base = value & 15, index = value >> 4 & 15;
	switch (letter) {
	case 'B': /* a base; register 0 is none */
		if (base) disasm_put(to, size_bytes, "(%%r%u)", base);
		break;
	case 'Y': /* an index and a base */
		if (index && base) disasm_put(to, size_bytes, "(%%r%u,%%r%u)", index, base);
		else if (index) disasm_put(to, size_bytes, "(%%r%u,%%r0)", index);
		else if (base) disasm_put(to, size_bytes, "(%%r%u)", base);
		break;
	case 'C': disasm_put(to, size_bytes, "%s", conditions[value & 15]); break;
	case 'L': disasm_put(to, size_bytes, "%" PRIu64, value + 1); break; /* a length */
	default: break;
	}
}

bool disasm_s390x_form(const uint8_t *code, unsigned length, struct disasm_insn *ret)
{
	static const struct disasm_forms forms = { s390x_forms, ARRAY_SIZE(s390x_forms), put_field };
	uint64_t word = 0;
	for (unsigned i = 0; i < 6; i++) word = word << 8 | (i < length ? code[i] : 0);
	return disasm_forms_put(&forms, word, ret);
}

/* Compare-and-jump is called by another name of its condition. */
static void put_condition(struct disasm_insn *ret)
{
	size_t length = strlen(ret->mnemonic);
	if (ret->mnemonic[0] != 'c' || length < 5) return;
	char *end = ret->mnemonic + length;
	if (strcmp(end - 4, "jnlh") == 0) memcpy(end - 3, "e", 2);
	else if (strcmp(end - 3, "jlh") == 0) memcpy(end - 2, "ne", 3);
}

void disasm_s390x_text(const cs_insn *insn, struct disasm_insn *ret)
{
	if (disasm_s390x_form(insn->bytes, insn->size, ret)) return;
	disasm_put_library_text(insn, DISASM_DECIMAL, ret);
	disasm_squeeze(ret->arguments);
	put_condition(ret);
	if (!ret->has_data) return;
	char *last = strrchr(ret->arguments, ',');
	if (last) snprintf(last + 1, 24, "%" PRIx64, ret->data_vaddr);
}
