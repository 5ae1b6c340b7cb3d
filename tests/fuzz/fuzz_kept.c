/* What is kept in the cache, without the checksums around it: the first byte says what the rest is. Every answer of it must be within bounds. */
#include "symbol/cfi_flat.h"
#include "symbol/symbol_table_flat.h"
#include "tests/fuzz/fuzz.h"

static void read_symbols(const uint8_t *data, size_t size)
{
	struct symbol_table table;
	uint64_t nr_found;
	if (symbol_table_unflatten(&table, data, size, &nr_found) < 0) return;
	size_t nr_bytes = 0;
	for (size_t i = 0; i < table.nr_symbols; i++) {
		struct raw_symbol s = symbol_table_get(&table, i);
		nr_bytes += strlen(s.name);
		for (uint64_t addr = s.start - 1; addr != s.start + 2; addr++) {
			int64_t found = symbol_table_find(&table, addr);
			if (found < -1 || found >= (int64_t)table.nr_symbols) abort();
		}
		(void)symbol_table_find(&table, s.end);
	}
	for (unsigned i = 0; i < 64; i++) {
		int64_t found = symbol_table_find(&table, table.low + (table.high - table.low) / 64 * i);
		if (found >= (int64_t)table.nr_symbols) abort();
	}
	if (nr_bytes > size * (table.nr_symbols + 1)) abort();
	symbol_table_done(&table);
}

static void read_rules(const uint8_t *data, size_t size)
{
	struct cfi *cfi;
	if (cfi_unflatten(data, size, &cfi) < 0) return;
	size_t nr_bytes = 0;
	for (size_t i = 0; i < cfi_nr_rows(cfi); i++) {
		uint64_t address;
		const struct cfi_rule *rule = cfi_row(cfi, i, &address);
		(void)cfi_find(cfi, address);
		if (!rule) continue;
		if (rule->cfa_column >= CFI_COLUMNS || rule->return_column >= CFI_COLUMNS) abort();
		if (rule->flags & CFI_CFA_IS_EXPR) nr_bytes += cfi_expression(cfi, rule->cfa_value).size;
		for (unsigned j = 0; j < rule->nr_saved; j++) {
			const struct cfi_saved *saved = &cfi_saved(cfi, rule)[j];
			if (saved->column >= CFI_COLUMNS || saved->where > CFI_IS_EXPR) abort();
			if (saved->where == CFI_REGISTER && saved->value >= CFI_COLUMNS) abort();
			if (saved->where < CFI_AT_EXPR) continue;
			struct bytes expression = cfi_expression(cfi, saved->value);
			for (size_t k = 0; k < expression.size; k++) nr_bytes += expression.data[k] & 1;
		}
	}
	if (nr_bytes == SIZE_MAX) abort();
	cfi_free(cfi);
}

FUZZ(data, size)
{
	if (!size) return;
	/* as aligned as in the cache, and of its exact size for sanitizers */
	uint8_t *bytes = malloc(size - 1);
	if (size > 1) memcpy(bytes, data + 1, size - 1);
	if (data[0] & 1) read_rules(bytes, size - 1);
	else read_symbols(bytes, size - 1);
	free(bytes);
}
