#include "symbol/symbol_table.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include "symbol/demangle.h"
#include "symbol/overlap.h"

#define PAGE_BYTES 4096 /* upstream's rounding, whatever the machine's pages are */
#define TOP_STEP 16     /* two cache lines of starts below each top */
#define SYMBOLS_MAX (UINT32_MAX / 2)

struct sort_key { uint64_t start; uint32_t index; };

/* Least significant digit first, stable; only over the bits in which the starts differ. Sources are often sorted already. */
static struct sort_key *keys_sorted(const struct raw_symbol *symbols, size_t count)
{
	struct sort_key *keys = xreallocarray(NULL, count + 1, sizeof(*keys));
	uint64_t low = 0, high = 0;
	bool sorted = true;

	for (size_t i = 0; i < count; i++) {
		keys[i] = (struct sort_key){ symbols[i].start, (uint32_t)i };
		low = i ? MIN(low, symbols[i].start) : symbols[i].start;
		high = MAX(high, symbols[i].start);
		if (i && symbols[i].start < symbols[i - 1].start) sorted = false;
	}
	if (sorted) return keys;
	_free_ struct sort_key *other = xreallocarray(NULL, count, sizeof(*other));
	for (unsigned shift = 0; shift < 64 && (high - low) >> shift; shift += 11) {
		size_t at[2048] = { 0 }, sum = 0;
		for (size_t i = 0; i < count; i++) at[(keys[i].start - low) >> shift & 2047]++;
		for (size_t d = 0; d < 2048; d++) {
			size_t n = at[d];
			at[d] = sum;
			sum += n;
		}
		for (size_t i = 0; i < count; i++) other[at[(keys[i].start - low) >> shift & 2047]++] = keys[i];
		struct sort_key *swap = keys;
		keys = other;
		other = swap;
	}
	return keys;
}

static bool starts_with(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

/* Do names differ only in which variant of a constructor or destructor they are ("C1" and "C2")? Those read alike, and are by far the
   most frequent aliases in C++ programs. */
static bool same_but_variant(const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] && a[i] == b[i]) i++;
	return i && a[i] && b[i] && (a[i - 1] == 'C' || a[i - 1] == 'D') && a[i] <= '5' && a[i] >= '0' && b[i] <= '5' && b[i] >= '0' &&
	       strcmp(a + i + 1, b + i + 1) == 0;
}

static bool prefers_name(const char *a, const char *b)
{
	size_t a_underscores = strspn(a, "_"), b_underscores = strspn(b, "_");
	if (a_underscores != b_underscores) return b_underscores < a_underscores;
	size_t a_length = strlen(a), b_length = strlen(b);
	if (a_length != b_length) return b_length > a_length;
	return starts_with(a, "SyS") || starts_with(a, "compat_SyS");
}

bool symbol_table_prefers(const struct raw_symbol *a, const struct raw_symbol *b, bool demangle)
{
	bool a_sized = a->end > a->start, b_sized = b->end > b->start;
	if (a_sized != b_sized) return b_sized;
	bool a_weak = a->binding == STB_WEAK, b_weak = b->binding == STB_WEAK;
	if (a_weak != b_weak) return a_weak;
	bool a_global = a->binding == STB_GLOBAL, b_global = b->binding == STB_GLOBAL;
	if (a_global != b_global) return b_global;
	if (strcmp(a->name, b->name) == 0 || (demangle && same_but_variant(a->name, b->name))) return false;
	_free_ char *a_readable = demangle ? demangle_symbol(a->name, a->flags & RAW_PLT) : NULL;
	_free_ char *b_readable = demangle ? demangle_symbol(b->name, b->flags & RAW_PLT) : NULL;
	return prefers_name(a_readable ? a_readable : a->name, b_readable ? b_readable : b->name);
}

static uint64_t page_after(uint64_t vaddr)
{
	return ((vaddr + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1)) + PAGE_BYTES;
}

static void fix_ends(struct raw_symbol *symbols, const struct sort_key *order, size_t count, enum symbol_ends ends)
{
	for (size_t i = 0; i + 1 < count; i++) {
		struct raw_symbol *s = &symbols[order[i].index];
		const struct raw_symbol *next = &symbols[order[i + 1].index];
		if (s->end != s->start) continue;
		/* behind the kernel's last symbol there is a hole, not half the address space */
		bool hole = ends == SYMBOL_ENDS_KALLSYMS && (next->flags & RAW_MODULE) && !(s->flags & RAW_MODULE);
		s->end = hole ? page_after(s->start) : next->start;
	}
	if (!count) return;
	struct raw_symbol *last = &symbols[order[count - 1].index];
	if (last->end == last->start) last->end = page_after(last->start);
	if (last->end < last->start) last->end = UINT64_MAX;
}

/* Marks all but the best symbol of each address; returns how many. erased gets them in the order in which upstream drops them. */
static uint32_t drop_aliases(struct raw_symbol *symbols, const struct sort_key *order, size_t count, bool demangle, uint32_t *erased)
{
	uint32_t nr_erased = 0, kept = count ? order[0].index : 0;

	for (size_t i = 1; i < count; i++) {
		uint32_t loser, other = order[i].index;
		if (symbols[kept].start != symbols[other].start) {
			kept = other;
			continue;
		}
		if (symbol_table_prefers(&symbols[kept], &symbols[other], demangle)) {
			loser = kept;
			kept = other;
		} else {
			loser = other;
		}
		symbols[loser].flags |= RAW_DROPPED;
		erased[nr_erased++] = loser;
	}
	return nr_erased;
}

/* The kept symbols in order of address; *ret_overlap when one reaches into another. new_index: old index -> new. */
static void keep_sorted(struct symbol_table *table, const struct sort_key *order, size_t count, uint32_t *new_index, bool *ret_overlap)
{
	const struct raw_symbol *symbols = table->list.symbols.items;
	uint64_t covered = 0;

	*ret_overlap = false;
	for (size_t i = 0; i < count; i++) {
		const struct raw_symbol *s = &symbols[order[i].index];
		if (s->flags & RAW_DROPPED) continue;
		if (table->nr_symbols && s->start < covered) *ret_overlap = true;
		covered = MAX(covered, s->end);
		new_index[order[i].index] = (uint32_t)table->nr_symbols;
		table->symbols[table->nr_symbols++] = *s;
	}
}

static void index_plain(struct symbol_table *table)
{
	table->nr_ranges = table->nr_symbols;
	table->starts = xreallocarray(NULL, table->nr_ranges + 1, sizeof(*table->starts));
	for (size_t i = 0; i < table->nr_ranges; i++) table->starts[i] = table->symbols[i].start;
}

static void index_overlapping(struct symbol_table *table, size_t count, const uint32_t *erased, uint32_t nr_erased, const uint32_t *new_index)
{
	_free_ struct overlap_range *ranges = xreallocarray(NULL, count, sizeof(*ranges));

	table->nr_ranges = overlap_flatten(table->list.symbols.items, (uint32_t)count, erased, nr_erased, ranges);
	table->starts = xreallocarray(NULL, table->nr_ranges + 1, sizeof(*table->starts));
	table->range_ends = xreallocarray(NULL, table->nr_ranges + 1, sizeof(*table->range_ends));
	table->range_symbols = xreallocarray(NULL, table->nr_ranges + 1, sizeof(*table->range_symbols));
	for (size_t i = 0; i < table->nr_ranges; i++) {
		table->starts[i] = ranges[i].start;
		table->range_ends[i] = ranges[i].end;
		table->range_symbols[i] = new_index[ranges[i].symbol];
	}
}

void symbol_table_init(struct symbol_table *table, struct symbol_list *list, enum symbol_ends ends, bool demangle)
{
	*table = (struct symbol_table){ .list = *list };
	symbol_list_init(list);
	struct raw_symbol *symbols = table->list.symbols.items;
	size_t count = MIN(table->list.symbols.count, SYMBOLS_MAX);
	_free_ struct sort_key *order = keys_sorted(symbols, count);
	_free_ uint32_t *erased = xreallocarray(NULL, count + 1, sizeof(*erased));
	_free_ uint32_t *new_index = xreallocarray(NULL, count + 1, sizeof(*new_index));
	bool overlap;

	fix_ends(symbols, order, count, ends);
	uint32_t nr_erased = drop_aliases(symbols, order, count, demangle, erased);
	table->symbols = xreallocarray(NULL, count + 1, sizeof(*table->symbols));
	keep_sorted(table, order, count, new_index, &overlap);
	if (overlap) index_overlapping(table, count, erased, nr_erased, new_index);
	else index_plain(table);
	vec_done(&table->list.symbols);

	table->nr_tops = (table->nr_ranges + TOP_STEP - 1) / TOP_STEP;
	table->tops = xreallocarray(NULL, table->nr_tops + 1, sizeof(*table->tops));
	for (size_t i = 0; i < table->nr_tops; i++) table->tops[i] = table->starts[i * TOP_STEP];
}

void symbol_table_done(struct symbol_table *table)
{
	free(table->symbols);
	free(table->starts);
	free(table->tops);
	free(table->range_ends);
	free(table->range_symbols);
	symbol_list_done(&table->list);
	*table = (struct symbol_table){ 0 };
}

/* Number of leading values <= addr; the comparison becomes a conditional move, so there is no misprediction to pay. */
static inline size_t upper_bound(const uint64_t *values, size_t count, uint64_t addr)
{
	const uint64_t *base = values;

	while (count > 1) {
		size_t half = count / 2;
		base = base[half - 1] <= addr ? base + half : base;
		count -= half;
	}
	return (size_t)(base - values) + (count && *base <= addr);
}

int64_t symbol_table_find(const struct symbol_table *table, uint64_t addr)
{
	size_t top = upper_bound(table->tops, table->nr_tops, addr);
	if (!top) return -1;
	size_t from = (top - 1) * TOP_STEP;
	size_t range = from + upper_bound(table->starts + from, MIN(TOP_STEP, table->nr_ranges - from), addr) - 1;
	if (!table->range_ends) return addr < table->symbols[range].end ? (int64_t)range : -1;
	return addr < table->range_ends[range] ? (int64_t)table->range_symbols[range] : -1;
}
