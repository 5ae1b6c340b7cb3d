/* Call frame information made by hand: entries, instructions, the table, and expressions. */
#include <errno.h>
#include "symbol/cfi/cfi.h"
#include "symbol/cfi/cfi_flat.h"
#include "symbol/cfi/cfi_expr.h"
#include "../test.h"

/* Bytes under construction, in either order. */
struct maker {
	uint8_t data[4096];
	size_t size;
	bool big;
};

static void u8(struct maker *m, unsigned v) { m->data[m->size++] = (uint8_t)v; }
static void number(struct maker *m, uint64_t v, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++) u8(m, (unsigned)(v >> 8 * (m->big ? bytes - 1 - i : i)) & 0xff);
}
static void patch32(struct maker *m, size_t at, uint32_t v)
{
	size_t end = m->size;
	m->size = at;
	number(m, v, 4);
	m->size = end;
}
static void raw(struct maker *m, const void *bytes, size_t size)
{
	memcpy(m->data + m->size, bytes, size);
	m->size += size;
}
#define RAW(m, ...) raw(m, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

static size_t begin(struct maker *m)
{
	number(m, 0, 4);
	return m->size;
}
static void end(struct maker *m, size_t begun)
{
	while (m->size % 8) u8(m, 0);
	patch32(m, begun - 4, (uint32_t)(m->size - begun));
}

/* "zR" with 32-bit distances; on entry CFA = r7+8, r16 (the return address) at CFA-8. */
static size_t cie_x86(struct maker *m, const char *augmentation)
{
	size_t at = m->size, begun = begin(m);
	number(m, 0, 4);
	u8(m, 1);
	raw(m, augmentation, strlen(augmentation) + 1);
	RAW(m, 1, 0x78, 16, 1, 0x1b); /* code 1, data -8, return column 16, one byte of data: pcrel sdata4 */
	RAW(m, 0x0c, 7, 8, 0x90, 1);  /* def_cfa r7+8; offset r16 at cfa-8 */
	end(m, begun);
	return at;
}

#define VADDR 0x10000
static size_t fde_begin(struct maker *m, size_t cie, uint64_t start, uint32_t size)
{
	size_t begun = begin(m);
	number(m, m->size - cie, 4);
	number(m, (uint32_t)(start - (VADDR + m->size)), 4);
	number(m, size, 4);
	u8(m, 0);
	return begun;
}

static struct cfi *compile(const struct maker *m, uint16_t machine, bool debug_frame)
{
	struct cfi_input input = { .data = m->data,
				   .size = m->size,
				   .vaddr = VADDR,
				   .is64 = true,
				   .machine = machine,
				   .debug_frame = debug_frame,
				   .swap = m->big == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) };
	struct cfi *cfi = NULL;
	return cfi_new(&input, &cfi) < 0 ? NULL : cfi;
}

static const struct cfi_saved *saved_of(const struct cfi *cfi, const struct cfi_rule *rule, unsigned column)
{
	for (unsigned i = 0; rule && i < rule->nr_saved; i++)
		if (cfi_saved(cfi, rule)[i].column == column) return &cfi_saved(cfi, rule)[i];
	return NULL;
}
static int offset_of(const struct cfi *cfi, uint64_t address, unsigned column)
{
	const struct cfi_saved *saved = saved_of(cfi, cfi_find(cfi, address), column);
	return saved && saved->where == CFI_AT_CFA ? saved->value : 0;
}

static void make_function(struct maker *m)
{
	size_t cie = cie_x86(m, "zR"), fde = fde_begin(m, cie, 0x1000, 0x40);
	RAW(m, 0x41, 0x0e, 16, 0x86, 2);                        /* +1: cfa r7+16, r6 at cfa-16 */
	RAW(m, 0x43, 0x0d, 6);                                  /* +4: cfa r6+16 */
	RAW(m, 0x0a, 0x02, 0x10, 0x0c, 7, 8, 0xc6, 0x41, 0x0b); /* +20: remember, cfa r7+8, r6 restored; +21: restore */
	end(m, fde);
}

static void check_function(const struct cfi *cfi)
{
	CHECK(cfi);
	if (!cfi) return;
	CHECK(!cfi_find(cfi, 0xfff));
	CHECK(!cfi_find(cfi, 0x1040));
	const struct cfi_rule *rule = cfi_find(cfi, 0x1000);
	CHECK(rule && rule->cfa_column == 7 && rule->cfa_value == 8 && rule->return_column == 16 &&
	      rule->flags == CFI_SIMPLE);
	CHECK_INT(offset_of(cfi, 0x1000, 16), -8);
	CHECK_INT(cfi_find(cfi, 0x1001)->cfa_value, 16);
	CHECK_INT(offset_of(cfi, 0x1003, 6), -16);
	CHECK_INT(cfi_find(cfi, 0x1004)->cfa_column, 6);
	CHECK_INT(cfi_find(cfi, 0x1013)->cfa_column, 6);
	CHECK(cfi_find(cfi, 0x1014) == rule); /* the same rule is kept once */
	CHECK_INT(cfi_find(cfi, 0x103f)->cfa_column, 6);
	CHECK_INT(cfi_nr_rules(cfi), 3);
}

TEST(eh_frame)
{
	for (int big = 0; big < 2; big++) {
		struct maker m = { .big = big };
		make_function(&m);
		struct cfi *cfi = compile(&m, EM_X86_64, false);
		check_function(cfi);
		cfi_free(cfi);
	}
}

TEST(end_mark_and_other_order)
{
	/* functions are not in the order of addresses, and an end mark stands between them */
	struct maker m = { 0 };
	size_t cie = cie_x86(&m, "zR"), fde = fde_begin(&m, cie, 0x3000, 0x10);
	end(&m, fde);
	number(&m, 0, 4);
	make_function(&m);
	struct cfi *cfi = compile(&m, EM_X86_64, false);
	check_function(cfi);
	CHECK(cfi_find(cfi, 0x3000) && !cfi_find(cfi, 0x2fff) && !cfi_find(cfi, 0x3010));
	cfi_free(cfi);
}

/* A function whose common entry is of no use is left out; the one in front of it is not. */
TEST(common_entries_of_unknown_versions)
{
	static const uint8_t versions[] = { 0, 2, 5, 255 };
	for (size_t i = 0; i < ARRAY_SIZE(versions); i++) {
		struct maker m = { 0 };
		make_function(&m);
		size_t cie = cie_x86(&m, "zR");
		m.data[cie + 8] = versions[i];
		size_t fde = fde_begin(&m, cie, 0x3000, 0x10);
		end(&m, fde);
		struct cfi *cfi = compile(&m, EM_X86_64, false);
		check_function(cfi);
		CHECK(cfi && !cfi_find(cfi, 0x3000));
		cfi_free(cfi);
	}
}

TEST(debug_frame_of_both_widths)
{
	for (int wide = 0; wide < 2; wide++) {
		struct maker m = { 0 };
		for (int entry = 0; entry < 2; entry++) {
			size_t length_at = m.size;
			if (wide) number(&m, 0xffffffff, 4);
			number(&m, 0, wide ? 8 : 4);
			size_t begun = m.size;
			if (!entry) {
				number(&m, wide ? UINT64_MAX : UINT32_MAX, wide ? 8 : 4);
				RAW(&m, 4, 0, 8, 0, 1, 0x78, 16, 0x0c, 7, 8, 0x90,
				    1); /* version 4: address and segment sizes */
			} else {
				number(&m, 0, wide ? 8 : 4);
				number(&m, 0x1000, 8);
				number(&m, 0x40, 8);
				RAW(&m, 0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x0a, 0x02, 0x10, 0x0c, 7, 8, 0xc6,
				    0x41, 0x0b);
			}
			patch32(&m, length_at + (wide ? 4 : 0), (uint32_t)(m.size - begun));
		}
		struct cfi *cfi = compile(&m, EM_X86_64, true);
		check_function(cfi);
		cfi_free(cfi);
	}
}

TEST(signal_frames_and_signed_addresses)
{
	struct maker m = { 0 };
	size_t cie = cie_x86(&m, "zRS"), fde = fde_begin(&m, cie, 0x1000, 8);
	end(&m, fde);
	struct cfi *cfi = compile(&m, EM_X86_64, false);
	CHECK(cfi && cfi_find(cfi, 0x1000) && (cfi_find(cfi, 0x1000)->flags & CFI_SIGNAL_FRAME));
	cfi_free(cfi);
	m = (struct maker){ 0 };
	cie = cie_x86(&m, "zR"), fde = fde_begin(&m, cie, 0x1000, 0x10);
	RAW(&m, 0x44, 0x2d, 0x44, 0x2d);
	end(&m, fde);
	cfi = compile(&m, EM_AARCH64, false);
	CHECK(cfi && !(cfi_find(cfi, 0x1000)->flags & CFI_SIGNED) && (cfi_find(cfi, 0x1004)->flags & CFI_SIGNED) &&
	      !(cfi_find(cfi, 0x1008)->flags & CFI_SIGNED));
	cfi_free(cfi);
}

TEST(all_register_rules)
{
	struct maker m = { 0 };
	size_t cie = cie_x86(&m, "zR"), fde = fde_begin(&m, cie, 0x1000, 0x10);
	RAW(&m, 0x05, 3, 3, 0x11, 12, 0x7e, 0x14, 13, 2, 0x15, 14, 0x7f, 0x09, 15, 0, 0x07, 1, 0x2f, 2, 2, 0x2e, 32);
	RAW(&m, 0x10, 4, 2, 0x77, 8, 0x16, 5, 2, 0x77, 8, 0x0f, 2, 0x76, 16, 0x05, 40,
	    1); /* r40 is no register that matters */
	end(&m, fde);
	struct cfi *cfi = compile(&m, EM_X86_64, false);
	const struct cfi_rule *rule = cfi ? cfi_find(cfi, 0x1000) : NULL;
	static const struct cfi_saved want[] = { { 1, CFI_UNDEFINED, 0 }, { 2, CFI_AT_CFA, 16 },
						 { 3, CFI_AT_CFA, -24 },  { 4, CFI_AT_EXPR, 0 },
						 { 5, CFI_IS_EXPR, 0 },   { 12, CFI_AT_CFA, 16 },
						 { 13, CFI_IS_CFA, -16 }, { 14, CFI_IS_CFA, 8 },
						 { 15, CFI_REGISTER, 0 }, { 16, CFI_AT_CFA, -8 } };
	CHECK(rule);
	if (rule) {
		CHECK_INT(rule->flags, CFI_CFA_IS_EXPR);
		CHECK_INT(rule->nr_saved, sizeof(want) / sizeof(*want));
		for (unsigned i = 0; i < rule->nr_saved && i < sizeof(want) / sizeof(*want); i++) {
			const struct cfi_saved *got = &cfi_saved(cfi, rule)[i];
			CHECK_INT(got->column, want[i].column);
			CHECK_INT(got->where, want[i].where);
			CHECK_INT(got->value, want[i].value);
		}
		CHECK_INT(cfi_expression(cfi, rule->cfa_value).size, 2);
		CHECK_INT(cfi_expression(cfi, rule->cfa_value).data[0], 0x76);
		CHECK_INT(cfi_expression(cfi, 99).size, 0);
	}
	cfi_free(cfi);
}

/* The table as bytes, as a cache gives it back: no rule may refer to what is not there. */
TEST(damaged_bytes_of_tables)
{
	struct maker m = { 0 };
	size_t cie = cie_x86(&m, "zR"), fde = fde_begin(&m, cie, 0x1000, 0x10), size = 0;
	RAW(&m, 0x16, 5, 2, 0x77, 8, 0x0f, 2, 0x76, 16); /* two expressions: r5's, and the call frame's */
	end(&m, fde);
	struct cfi *cfi = compile(&m, EM_X86_64, false), *again = NULL;
	const struct cfi_rule *rule = cfi ? cfi_find(cfi, 0x1000) : NULL;
	void *bytes = cfi ? cfi_flatten(cfi, &size) : NULL;
	struct cfi_rule *flat = bytes && rule ? memmem(bytes, size, rule, sizeof(*rule)) : NULL;
	struct cfi_saved *saved = flat ? memmem(bytes, size, cfi_saved(cfi, rule), sizeof(*saved)) : NULL;
	CHECK(flat && saved);
	if (flat && saved) {
		const struct cfi_rule good = *flat;
		const struct cfi_saved good_saved = *saved;
		const int32_t values[] = { -1, 2, 3 };
		CHECK_INT(good.cfa_value, 1);
		CHECK_INT(cfi_unflatten(bytes, size, &again), 0);
		cfi_free(again);
		for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
			flat->cfa_value = values[i];
			CHECK_INT(cfi_unflatten(bytes, size, &again), -EBADMSG);
			*flat = good;
			saved->where = CFI_IS_EXPR;
			saved->value = values[i];
			CHECK_INT(cfi_unflatten(bytes, size, &again), -EBADMSG);
			*saved = good_saved;
		}
		flat->cfa_column = CFI_COLUMNS;
		CHECK_INT(cfi_unflatten(bytes, size, &again), -EBADMSG);
		*flat = good;
		flat->nr_saved++;
		CHECK_INT(cfi_unflatten(bytes, size, &again), -EBADMSG);
		*flat = good;
		CHECK_INT(cfi_unflatten(bytes, size - 1, &again), -EBADMSG);
	}
	free(bytes);
	cfi_free(cfi);
}

/* The last register there is room for, and the first for which there is none. */
TEST(registers_of_the_call_frame)
{
	struct maker m = { 0 };
	size_t cie = cie_x86(&m, "zR"), fde = fde_begin(&m, cie, 0x1000, 0x10);
	RAW(&m, 0x0c, CFI_COLUMNS - 1, 8, 0x44, 0x0c, CFI_COLUMNS, 8); /* at +4 */
	end(&m, fde);
	struct cfi *cfi = compile(&m, EM_X86_64, false);
	const struct cfi_rule *rule = cfi ? cfi_find(cfi, 0x1003) : NULL;
	CHECK_INT(rule ? rule->cfa_column : 0, CFI_COLUMNS - 1);
	CHECK(cfi && !cfi_find(cfi, 0x1004));
	cfi_free(cfi);

	struct maker other = { 0 };
	cie = cie_x86(&other, "zR");
	fde = fde_begin(&other, cie, 0x1000, 0x10);
	RAW(&other, 0x09, 3, CFI_COLUMNS - 1, 0x09, 12, CFI_COLUMNS); /* r3 and r12 are in those registers */
	end(&other, fde);
	cfi = compile(&other, EM_X86_64, false);
	rule = cfi ? cfi_find(cfi, 0x1000) : NULL;
	const struct cfi_saved *known = rule ? saved_of(cfi, rule, 3) : NULL,
			       *unknown = rule ? saved_of(cfi, rule, 12) : NULL;
	CHECK(known && known->where == CFI_REGISTER && known->value == CFI_COLUMNS - 1);
	CHECK(unknown && unknown->where == CFI_UNDEFINED);
	cfi_free(cfi);
}

TEST(rules_that_save_nothing)
{
	struct maker m = { 0 };
	size_t begun = begin(&m);
	number(&m, 0, 4);
	u8(&m, 1);
	raw(&m, "zR", 3);
	RAW(&m, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x08, 16); /* def_cfa r7+8; same_value r16 */
	end(&m, begun);
	size_t fde = fde_begin(&m, 0, 0x1000, 0x10);
	end(&m, fde);
	struct cfi *cfi = compile(&m, EM_X86_64, false);
	CHECK(cfi);
	if (!cfi) return;
	const struct cfi_rule *rule = cfi_find(cfi, 0x1000);
	CHECK(rule && rule->nr_saved == 0);
	CHECK(rule && cfi_saved(cfi, rule)); /* nothing is read there, but an offset is added to it */
	cfi_free(cfi);
}

TEST(damage_ends_a_function_only)
{
	struct maker m = { 0 };
	size_t cie = cie_x86(&m, "zR"), fde = fde_begin(&m, cie, 0x2000, 0x20);
	RAW(&m, 0x44, 0x3f); /* +4: no such instruction */
	end(&m, fde);
	make_function(&m);
	struct cfi *cfi = compile(&m, EM_X86_64, false);
	check_function(cfi);
	CHECK(cfi_find(cfi, 0x2003) && !cfi_find(cfi, 0x2004) && !cfi_find(cfi, 0x201f));
	cfi_free(cfi);
	/* every truncation and every flipped bit: nothing but rows in order may come of it */
	struct maker whole = { 0 };
	make_function(&whole);
	for (size_t at = 0; at < whole.size * 9; at++) {
		m = whole;
		if (at < whole.size) m.size = at;
		else m.data[at / 9] ^= (uint8_t)(1u << at % 8);
		cfi = compile(&m, EM_X86_64, false);
		uint64_t address, before = 0;
		for (size_t i = 0; cfi && i < cfi_nr_rows(cfi); i++, before = address) {
			(void)cfi_row(cfi, i, &address);
			CHECK(!i || address > before);
		}
		cfi_free(cfi);
	}
}

static void arm_entry(struct maker *m, uint64_t vaddr, uint32_t function, uint32_t word, bool is_place)
{
	number(m, (function - (uint32_t)(vaddr + m->size)) & 0x7fffffff, 4);
	number(m, is_place ? (word - (uint32_t)(vaddr + m->size)) & 0x7fffffff : word, 4);
}

TEST(arm_tables)
{
	for (int big = 0; big < 2; big++) {
		struct maker index = { .big = big }, table = { .big = big };
		bool swap = big == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
		number(&table, 0x809b8480, 4); /* vsp = r11; pop r11, r14 */
		number(&table, 0x12345678, 4); /* a routine of its own */
		number(&table, 0x01a9b201, 4); /* and one more word: pop r4, r5, r14; vsp += 0x204 + 4 */
		number(&table, 0x81b0b0b0, 4); /* pop r8, r9, r11, r12; finish */
		number(&table, 0x8101af80, 4); /* long: pop r4 to r11, r14; 8000: refuse to unwind */
		number(&table, 0x00b0b0b0, 4);
		arm_entry(&index, VADDR, 0x1001, 0x80a8b0b0, false); /* pop r4, r14; Thumb */
		arm_entry(&index, VADDR, 0x1100, 1, false);
		arm_entry(&index, VADDR, 0x1200, 0x20000, true);
		arm_entry(&index, VADDR, 0x1280, 0x20004, true);
		arm_entry(&index, VADDR, 0x1300, 0x20010, true);
		arm_entry(&index, VADDR, 0x1400, 0x8001ab8f, false); /* vsp += 8; pop r4 to r7, r14; cut off */
		arm_entry(&index, VADDR, 0x1500, 0x30000, true);     /* nowhere */
		arm_entry(&index, VADDR, 0x1600, 0x8084008f, false); /* pop r14 alone; cut off */
		arm_entry(&index, VADDR, 0x1700, 0x808800b0, false); /* pop r15 */
		struct cfi_input exidx = {
			.data = index.data, .size = index.size, .vaddr = VADDR, .swap = swap, .machine = EM_ARM
		};
		struct cfi_input extab = {
			.data = table.data, .size = table.size, .vaddr = 0x20000, .swap = swap, .machine = EM_ARM
		};
		struct cfi *cfi = NULL;
		CHECK_INT(cfi_new_arm(&exidx, &extab, &cfi), 0);
		if (!cfi) continue;
		const struct cfi_rule *rule = cfi_find(cfi, 0x1000);
		CHECK(rule && rule->cfa_column == 13 && rule->cfa_value == 8 && rule->return_column == 14);
		CHECK_INT(offset_of(cfi, 0x10ff, 4), -8);
		CHECK_INT(offset_of(cfi, 0x10ff, 14), -4);
		CHECK(saved_of(cfi, cfi_find(cfi, 0x1100), 14) &&
		      saved_of(cfi, cfi_find(cfi, 0x1100), 14)->where == CFI_UNDEFINED);
		rule = cfi_find(cfi, 0x1200);
		CHECK(rule && rule->cfa_column == 11 && rule->cfa_value == 8 && offset_of(cfi, 0x1200, 11) == -8 &&
		      offset_of(cfi, 0x1200, 14) == -4);
		rule = cfi_find(cfi, 0x1280);
		CHECK(rule && rule->cfa_column == 13 && rule->cfa_value == 548 && offset_of(cfi, 0x1280, 14) == -540 &&
		      offset_of(cfi, 0x1280, 12) == -4);
		CHECK(!cfi_find(cfi, 0x1300));
		CHECK(!cfi_find(cfi, 0x1400));
		CHECK(!cfi_find(cfi, 0x1500));
		CHECK(!cfi_find(cfi, 0x1600));
		rule = cfi_find(cfi, 0x1700);
		CHECK(rule && rule->return_column == 15 && offset_of(cfi, 0x1700, 15) == -4);
		cfi_free(cfi);
	}
}

/* What is popped of registers that have no column moves the stack pointer all the same: each instruction, and how far.
 */
TEST(arm_instructions)
{
	static const struct {
		uint8_t program[3];
		int32_t bytes;
	} rows[] = {
		{ { 0x00, 0xb0, 0xb0 }, 4 },         /* vsp + 4 */
		{ { 0x3f, 0xb0, 0xb0 }, 256 },       /* vsp + 256 */
		{ { 0x3f, 0x40, 0xb0 }, 252 },       /* and 4 back */
		{ { 0xb1, 0x0f, 0xb0 }, 16 },        /* r0 to r3 */
		{ { 0xb1, 0x08, 0xb0 }, 4 },         /* r3 */
		{ { 0xb2, 0x02, 0xb0 }, 0x204 + 8 }, /* vsp + 0x204 + (2 << 2) */
		{ { 0xb3, 0x83, 0xb0 }, 4 * 8 + 4 }, /* d8 to d11, FSTMFDX */
		{ { 0xb4, 0xb0, 0xb0 }, 4 },         /* a return address's authentication code */
		{ { 0xb8, 0xb0, 0xb0 }, 12 },        /* d8, FSTMFDX */
		{ { 0xbf, 0xb0, 0xb0 }, 68 },        /* d8 to d15 */
		{ { 0xc0, 0xb0, 0xb0 }, 8 },         /* wR10 */
		{ { 0xc5, 0xb0, 0xb0 }, 48 },        /* wR10 to wR15 */
		{ { 0xc6, 0x31, 0xb0 }, 16 },        /* wR3, wR4 */
		{ { 0xc7, 0x0b, 0xb0 }, 12 },        /* wCGR0, 1 and 3 */
		{ { 0xc8, 0x02, 0xb0 }, 24 },        /* d16 to d18 */
		{ { 0xc9, 0x80, 0xb0 }, 8 },         /* d8 */
		{ { 0xd0, 0xb0, 0xb0 }, 8 },         /* d8, VPUSH */
		{ { 0xd7, 0xb0, 0xb0 }, 64 },        /* d8 to d15 */
		{ { 0xb5, 0xb0, 0xb0 }, -1 },        /* spare ones */
		{ { 0xb7, 0xb0, 0xb0 }, -1 },        { { 0xca, 0x00, 0xb0 }, -1 }, { { 0xd8, 0xb0, 0xb0 }, -1 },
		{ { 0xff, 0xb0, 0xb0 }, -1 },        { { 0x9d, 0xb0, 0xb0 }, -1 }, /* vsp = r13, r15 */
		{ { 0x9f, 0xb0, 0xb0 }, -1 },        { { 0x82, 0x00, 0xb0 }, -1 }, /* r13 out of memory */
	};
	struct maker index = { .big = false };
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const uint8_t *p = rows[i].program;
		uint32_t word = 0x80000000u | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
		arm_entry(&index, VADDR, (uint32_t)(0x1000 + 0x100 * i), word, false);
	}
	struct cfi_input exidx = { .data = index.data,
				   .size = index.size,
				   .vaddr = VADDR,
				   .swap = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
				   .machine = EM_ARM };
	const struct cfi_input extab = { .machine = EM_ARM };
	struct cfi *cfi = NULL;
	CHECK_INT(cfi_new_arm(&exidx, &extab, &cfi), 0);
	for (size_t i = 0; cfi && i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct cfi_rule *rule = cfi_find(cfi, 0x1080 + 0x100 * i);
		CHECK_INT(rule ? rule->cfa_value : -1, rows[i].bytes);
		if (rule) CHECK_INT(rule->cfa_column, 13);
	}
	cfi_free(cfi);
}

static bool read_register(void *ctx, uint64_t column, uint64_t *ret)
{
	*ret = 0x1000 * column;
	return column < 20;
}
static bool read_memory(void *ctx, uint64_t vaddr, unsigned size_bytes, uint64_t *ret)
{
	*ret = vaddr + size_bytes;
	return vaddr < 0x100000;
}

static bool is64 = true;

static int evaluate(const void *bytes, size_t size, uint64_t *ret)
{
	const struct cfi_expr_machine machine = { .read_register = read_register,
						  .read_memory = read_memory,
						  .is64 = is64,
						  .swap = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };
	return cfi_expr_evaluate(&machine, (struct bytes){ .data = bytes, .size = size }, NULL, ret);
}
#define EVALUATE(ret, ...) evaluate((const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }), ret)

TEST(expressions)
{
	uint64_t v = 0;
	/* what GNU ld writes for procedure linkage tables: rsp + 8 + ((rip & 15) >= 11) << 3 */
	CHECK_INT(EVALUATE(&v, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22), 0);
	CHECK_INT(v, 0x7008);
	CHECK(EVALUATE(&v, 0x39, 0x32, 0x1b) == 0 && v == 4);                        /* 9 / 2 */
	CHECK(EVALUATE(&v, 0x09, 0xf8, 0x32, 0x1b) == 0 && (int64_t)v == -4);        /* -8 / 2 */
	CHECK(EVALUATE(&v, 0x31, 0x32, 0x33, 0x17, 0x1c) == 0 && v == (uint64_t)-1); /* rot: 3 1 2, 1 - 2 */
	CHECK(EVALUATE(&v, 0x31, 0x28, 1, 0, 0x96, 0x35) == 0 && v == 5);            /* a jump over one byte */
	CHECK(EVALUATE(&v, 0x77, 0, 0x06) == 0 && v == 0x7008);
	CHECK(EVALUATE(&v, 0x77, 0, 0x94, 4) == 0 && v == 0x7004);
	CHECK(EVALUATE(&v, 0x38, 0x1f) == 0 && (int64_t)v == -8);
	CHECK(EVALUATE(&v, 0x31, 0x30, 0x1b) == -EBADMSG); /* division by zero */
	CHECK(EVALUATE(&v, 0x22) == -EBADMSG);             /* nothing to add */
	CHECK(EVALUATE(&v, 0x08) == -EBADMSG);             /* cut off */
	CHECK(EVALUATE(&v, 0x2f, 0xfd, 0xff) == -ELOOP);
	CHECK(EVALUATE(&v, 0x31, 0x12, 0x2f, 0xfc, 0xff) == -EBADMSG); /* grows without end */
	CHECK(EVALUATE(&v, 0x8d, 0) == -EFAULT);                       /* r29 is not known */
	CHECK(EVALUATE(&v, 0x0e, 0, 0, 0, 0, 0, 0, 0, 1, 0x06) == -EFAULT);
	CHECK(EVALUATE(&v, 0xe0) == -EBADMSG);
}

/* Two operands, of which one is negative: what each operation makes of them. */
TEST(operators)
{
	static const struct {
		uint8_t op;
		int64_t of_minus_7_and_2, of_2_and_2, of_9_and_64;
	} rows[] = {
		{ 0x1a, 0, 2, 0 },        /* and */
		{ 0x1b, -3, 1, 0 },       /* div */
		{ 0x1c, -9, 0, -55 },     /* minus */
		{ 0x1d, 1, 0, 9 },        /* mod, without a sign */
		{ 0x1e, -14, 4, 9 * 64 }, /* mul */
		{ 0x21, -5, 2, 73 },      /* or: ...11001 | 10 = ...11011 */
		{ 0x22, -5, 4, 73 },      /* plus */
		{ 0x24, -28, 8, 0 },      /* shl: further than there are bits */
		{ 0x25, INT64_C(0x3ffffffffffffffe), 0, 0 },
		{ 0x26, -2, 0, 0 }, /* shra */
		{ 0x27, -5, 0, 73 },
		{ 0x29, 0, 1, 0 }, /* eq */
		{ 0x2a, 0, 1, 0 }, /* ge */
		{ 0x2b, 0, 0, 0 }, /* gt */
		{ 0x2c, 1, 1, 1 }, /* le */
		{ 0x2d, 1, 0, 1 }, /* lt */
		{ 0x2e, 1, 0, 1 }, /* ne */
	};
	uint64_t v = 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CHECK_INT(EVALUATE(&v, 0x09, 0xf9, 0x32, rows[i].op), 0);
		CHECK_INT((int64_t)v, rows[i].of_minus_7_and_2);
		CHECK_INT(EVALUATE(&v, 0x32, 0x32, rows[i].op), 0);
		CHECK_INT((int64_t)v, rows[i].of_2_and_2);
		CHECK_INT(EVALUATE(&v, 0x39, 0x08, 64, rows[i].op), 0);
		CHECK_INT((int64_t)v, rows[i].of_9_and_64);
	}
	CHECK(EVALUATE(&v, 0x09, 0xf9, 0x09, 0xff, 0x1b) == 0 && v == 7);
	CHECK(EVALUATE(&v, 0x31, 0x30, 0x1d) == -EBADMSG);
	CHECK(EVALUATE(&v, 0x09, 0x80, 0x08, 200, 0x26) == 0 && (int64_t)v == -1);
	CHECK(EVALUATE(&v, 0x30, 0x20) == 0 && (int64_t)v == -1); /* not */
	CHECK(EVALUATE(&v, 0x09, 0xf9, 0x19) == 0 && v == 7);     /* abs */
	CHECK(EVALUATE(&v, 0x37, 0x19) == 0 && v == 7);
	CHECK(EVALUATE(&v, 0x31, 0x23, 0x80, 0x02) == 0 && v == 257); /* plus_uconst */
	is64 = false;
	CHECK(EVALUATE(&v, 0x09, 0xf9, 0x32, 0x25) == 0 && v == 0x3ffffffe);
	CHECK(EVALUATE(&v, 0x31, 0x08, 32, 0x24) == 0 && v == 0);
	CHECK(EVALUATE(&v, 0x30, 0x20) == 0 && v == UINT32_MAX);
	CHECK(EVALUATE(&v, 0x09, 0xf9, 0x30, 0x2d) == 0 && v == 1); /* -7 < 0 */
	CHECK(EVALUATE(&v, 0x03, 0x78, 0x56, 0x34, 0x12) == 0 && v == 0x12345678);
	is64 = true;
	CHECK(EVALUATE(&v, 0x03, 0x78, 0x56, 0x34, 0x12, 0, 0, 0, 1) == 0 && v == 0x0100000012345678);
}

TEST(constants_and_the_stack)
{
	uint64_t v = 0;
	CHECK(EVALUATE(&v, 0x0a, 0xfe, 0xff) == 0 && v == 0xfffe);
	CHECK(EVALUATE(&v, 0x0b, 0xfe, 0xff) == 0 && (int64_t)v == -2);
	CHECK(EVALUATE(&v, 0x0c, 0xfe, 0xff, 0xff, 0xff) == 0 && v == 0xfffffffe);
	CHECK(EVALUATE(&v, 0x0d, 0xfe, 0xff, 0xff, 0xff) == 0 && (int64_t)v == -2);
	CHECK(EVALUATE(&v, 0x0f, 1, 0, 0, 0, 0, 0, 0, 0x80) == 0 && v == 0x8000000000000001);
	CHECK(EVALUATE(&v, 0x10, 0xff, 0x01) == 0 && v == 255);
	CHECK(EVALUATE(&v, 0x11, 0x7f) == 0 && (int64_t)v == -1);
	CHECK(EVALUATE(&v, 0x31, 0x32, 0x13) == 0 && v == 1);          /* drop */
	CHECK(EVALUATE(&v, 0x35, 0x32, 0x14) == 0 && v == 5);          /* over */
	CHECK(EVALUATE(&v, 0x35, 0x36, 0x37, 0x15, 2) == 0 && v == 5); /* pick */
	CHECK(EVALUATE(&v, 0x35, 0x36, 0x37, 0x15, 3) == -EBADMSG);
	CHECK(EVALUATE(&v, 0x35, 0x32, 0x16, 0x1c) == 0 && (int64_t)v == -3); /* swap: 2 - 5 */
	CHECK(EVALUATE(&v, 0x92, 7, 0x08) == 0 && v == 0x7008);               /* bregx */
	CHECK(EVALUATE(&v, 0x92, 29, 0) == -EFAULT);
	CHECK(EVALUATE(&v, 0x13) == -EBADMSG);
}

TEST_MAIN
