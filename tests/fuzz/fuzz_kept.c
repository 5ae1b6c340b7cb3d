/* What is kept in the cache, without the checksums around it: the first byte says what the rest is. Every answer of it
 * must be within bounds. */
#include <errno.h>
#include "symbol/cfi/cfi_flat.h"
#include "symbol/kept/kept_lines.h"
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

static void read_lines(const uint8_t *data, size_t size)
{
	struct kept_lines lines, again;
	struct kept_lines_maker maker = { 0 };
	kept_frame_list frames = VEC_INIT;
	kept_dependency_list dependencies = VEC_INIT;
	size_t new_size = 0;
	if (kept_lines_open(data, size, &lines) < 0) return;
	kept_lines_put_all(&maker, &lines, &dependencies);
	void *bytes = kept_lines_make(&maker, &dependencies, &new_size);
	if (bytes && kept_lines_open(bytes, new_size, &again) == -EBADMSG) abort();
	for (size_t i = 0; i < lines.nr_pieces && i < 1000; i++) {
		for (uint64_t vaddr = lines.pieces[i].start - 1; vaddr != lines.pieces[i].start + 2; vaddr++) {
			struct kept_frame innermost = { 0 };
			frames.count = 0;
			if (!kept_lines_find(&lines, vaddr, &frames)) continue;
			if (frames.count > KEPT_FRAMES_MAX || !kept_lines_find_innermost(&lines, vaddr, &innermost))
				abort();
			if (frames.count && innermost.line != frames.items[0].line) abort();
			for (size_t j = 0; j < frames.count; j++)
				if ((frames.items[j].function && strlen(frames.items[j].function) > size) ||
				    (frames.items[j].file && strlen(frames.items[j].file) > size))
					abort();
		}
	}
	vec_done(&frames);
	vec_done(&dependencies);
	kept_lines_maker_done(&maker);
	free(bytes);
}

FUZZ(data, size)
{
	if (!size) return;
	/* as aligned as in the cache, and of its exact size for sanitizers */
	uint8_t *bytes = malloc(size - 1);
	if (size > 1) memcpy(bytes, data + 1, size - 1);
	switch (data[0] % 3) {
	case 0: read_symbols(bytes, size - 1); break;
	case 1: read_rules(bytes, size - 1); break;
	default: read_lines(bytes, size - 1); break;
	}
	free(bytes);
}
