/* Call frame information: the first byte says of what kind the rest is; then every row, rule and expression of it. */
#include "symbol/cfi/cfi.h"
#include "symbol/cfi/cfi_expr.h"
#include "tests/fuzz/fuzz.h"

static bool read_register(void *ctx, uint64_t column, uint64_t *ret)
{
	(void)ctx;
	*ret = column << 12;
	return column < 32;
}

static bool read_memory(void *ctx, uint64_t vaddr, unsigned size_bytes, uint64_t *ret)
{
	(void)ctx;
	*ret = vaddr ^ size_bytes;
	return !(vaddr & 1);
}

static void expression(const struct cfi *cfi, int32_t expression_number)
{
	const struct cfi_expr_machine machine = { .read_register = read_register,
						  .read_memory = read_memory,
						  .is64 = cfi_is64(cfi),
						  .swap = cfi_swapped(cfi) };
	uint64_t initial = 0x7000, value;
	if (cfi_expr_evaluate(&machine, cfi_expression(cfi, expression_number), &initial, &value) > 0) abort();
}

FUZZ(data, size)
{
	static const uint16_t machines[] = { EM_X86_64, EM_386, EM_AARCH64, EM_S390 };
	static const struct image_segment segments[] = {
		{ .type = PT_LOAD, .flags = PF_X, .vaddr = 0x1000, .file_off = 0x400, .file_size_bytes = 1 << 20 }
	};
	if (!size) return;
	struct cfi_input input = { .data = data + 1,
				   .size = size - 1,
				   .vaddr = 0x10000,
				   .debug_frame = data[0] & 1,
				   .is64 = data[0] & 2,
				   .swap = data[0] & 4,
				   .machine = machines[data[0] >> 3 & 3],
				   .segments = data[0] & 32 ? segments : NULL,
				   .nr_segments = data[0] & 32 ? 1 : 0 };
	struct cfi *cfi;
	if (data[0] & 64) {
		/* the tables of ARM: one half the index, one what it points to */
		struct cfi_input extab = input;
		input.size = extab.size / 2;
		extab.data += input.size;
		extab.vaddr += input.size;
		extab.size -= input.size;
		if (cfi_new_arm(&input, &extab, &cfi) < 0) return;
	} else if (cfi_new(&input, &cfi) < 0) {
		return;
	}
	uint64_t before = 0, address;
	for (size_t i = 0; i < cfi_nr_rows(cfi); i++, before = address) {
		const struct cfi_rule *rule = cfi_row(cfi, i, &address);
		if ((i && address <= before) || cfi_find(cfi, address) != rule) abort();
		if (!rule) continue;
		if (rule->flags & CFI_CFA_IS_EXPR) expression(cfi, rule->cfa_value);
		const struct cfi_saved *saved = cfi_saved(cfi, rule); /* also of a rule that has none */
		for (unsigned j = 0; j < rule->nr_saved; j++, saved++) {
			if (saved->column >= CFI_COLUMNS || saved->where > CFI_IS_EXPR) abort();
			if (saved->where >= CFI_AT_EXPR) expression(cfi, saved->value);
		}
	}
	cfi_free(cfi);
}
