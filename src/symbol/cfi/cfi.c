/* From a section of call frame information to a table by address:
 *
 *   cfi_read_entries (cfi_entry.c)    all CIEs and FDEs; addresses become file offsets
 *   sort by address
 *   cfi_run_function (cfi_program.c)  each FDE's program: rows at the end of the table
 *
 * Rows are two arrays side by side: addresses relative to base, and rule numbers; a row holds up to the next one's
 * address. */
#include "symbol/cfi/cfi_private.h"

#include <errno.h>

/* How many registers matter for going on to a caller; the others are never asked for. DWARF's numbers of general
 * registers come first, up to the program counter or return address; what is behind them (vectors, conditions) is not
 * kept. */
static unsigned columns_of(uint16_t machine)
{
	switch (machine) {
	case EM_X86_64: return 17;
	case EM_386: return 9;
	case EM_ARM: return 16;
	case EM_AARCH64: return 33;
	case EM_RISCV: return 32;
	default: return CFI_COLUMNS;
	}
}

static int by_start(const void *a, const void *b)
{
	const struct cfi_fde *x = a, *y = b;
	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	return x->program < y->program ? -1 : x->program > y->program; /* the one that comes later in the file wins */
}

/* Sections often are sorted already, so that is looked at first. put_row relies on the order. Damage costs what it is
 * about, not the table: an entry that cannot be read is left out, and a program that cannot be run makes a gap. */
int cfi_new(const struct cfi_input *input, struct cfi **ret)
{
	struct cfi *cfi = xcalloc(1, sizeof(*cfi));
	struct cfi_compiler compiler = {
		.input = input, .cfi = cfi, .nr_columns = columns_of(input->machine), .last_rule = CFI_NO_RULE
	};
	cfi->is64 = input->is64;
	cfi->swap = input->swap;
	cfi_read_entries(&compiler);
	if (compiler.fdes.count) {
		bool sorted = true;
		for (size_t i = 1; i < compiler.fdes.count && sorted; i++)
			sorted = compiler.fdes.items[i - 1].start <= compiler.fdes.items[i].start;
		if (!sorted) qsort(compiler.fdes.items, compiler.fdes.count, sizeof(*compiler.fdes.items), by_start);
		cfi->base = compiler.fdes.items[0].start;
	}
	for (size_t i = 0; i < compiler.fdes.count; i++) cfi_run_function(&compiler, &compiler.fdes.items[i]);
	return cfi_finish(&compiler, ret);
}

void cfi_set_head(struct cfi *cfi)
{
	static const struct cfi_saved
		nothing; /* rules without saved registers have an offset into it, too: that of 0 */
	cfi->head.saved = cfi->saved.items ? cfi->saved.items : &nothing;
}

int cfi_finish(struct cfi_compiler *compiler, struct cfi **ret)
{
	struct cfi *cfi = compiler->cfi;
	vec_done(&compiler->cies);
	vec_done(&compiler->fdes);
	u64map_done(&compiler->cie_at);
	u64map_done(&compiler->rule_heads);
	cfi_set_head(cfi);
	if (!cfi->rules.count) {
		cfi_free(cfi);
		return -ENODATA;
	}
	*ret = cfi;
	return 0;
}

void cfi_free(struct cfi *cfi)
{
	if (!cfi) return;
	if (!cfi->rows_are_borrowed) {
		vec_done(&cfi->addresses);
		vec_done(&cfi->row_rules);
	}
	vec_done(&cfi->rules);
	vec_done(&cfi->saved);
	vec_done(&cfi->expressions);
	vec_done(&cfi->expression_bytes);
	free(cfi);
}

/* Written so that the compiler can choose `low` without a branch, which would often be mispredicted. O(log n) over an
 * array of 4-byte addresses; rules are looked at only at the end. */
const struct cfi_rule *cfi_find(const struct cfi *cfi, uint64_t address)
{
	uint64_t from_base = address - cfi->base;
	const uint32_t *rows = cfi->addresses.items;
	size_t low = 0, count = cfi->addresses.count;
	if (from_base > UINT32_MAX || !count || rows[0] > from_base) return NULL;
	/* rows[low] <= address all the time */
	while (count > 1) {
		size_t half = count / 2;
		low = rows[low + half] <= from_base ? low + half : low;
		count -= half;
	}
	uint32_t rule = cfi->row_rules.items[low];
	return rule < cfi->rules.count ? &cfi->rules.items[rule] : NULL; /* CFI_NO_RULE, too */
}

/* Borrowed from the cfi. Empty for a number that it does not have. */
struct bytes cfi_expression(const struct cfi *cfi, int32_t number)
{
	if (number < 0 || (size_t)number >= cfi->expressions.count) return (struct bytes)BYTES_INIT;
	struct cfi_span span = cfi->expressions.items[number];
	return (struct bytes){ .data = span.size ? cfi->expression_bytes.items + span.offset : (const uint8_t *)"",
			       .size = span.size };
}

bool cfi_is64(const struct cfi *cfi) { return cfi->is64; }
bool cfi_swapped(const struct cfi *cfi) { return cfi->swap; }
size_t cfi_nr_rows(const struct cfi *cfi) { return cfi->addresses.count; }
size_t cfi_nr_rules(const struct cfi *cfi) { return cfi->rules.count; }

const struct cfi_rule *cfi_row(const struct cfi *cfi, size_t i, uint64_t *ret_address)
{
	uint32_t rule = cfi->row_rules.items[i];
	*ret_address = cfi->base + cfi->addresses.items[i];
	return rule < cfi->rules.count ? &cfi->rules.items[rule] : NULL;
}
