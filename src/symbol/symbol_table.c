/* Makes a symbol_table from a list, and searches it. The steps of symbol_table_init:
 *
 *   find_sections    reads the marks of the kernel's sections
 *   order_sort       by start; equal starts stay in the source's order
 *   fix_ends         sizes for symbols that have none
 *   drop_aliases     one symbol an address
 *   index_...        disjoint ranges, by overlap.c where symbols overlap
 *   keep_sorted      the symbols that are left, in order
 *   make_buckets     an index for the search
 *
 * A look-up is one bucket and a short search in it: about constant, as buckets hold two ranges on average. */
#include "symbol/symbol_table.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "symbol/demangle/demangle.h"
#include "symbol/overlap.h"

/* Upstream's rounding, whatever the machine's pages are. */
#define PAGE_BYTES 4096
#define SYMBOLS_MAX (UINT32_MAX / 2)

/* What is sorted instead of whole symbols: start relative to the lowest, index in the source. */
struct sort_key {
	uint64_t start;
	uint32_t index;
};

/* Symbols in order of start, equal starts in the source's order; sources are often sorted already. */
struct order {
	struct raw_symbol *symbols;
	size_t count;
	struct sort_key *keys; /* NULL: in order as they are */
};

static inline uint32_t order_index(const struct order *order, size_t i)
{
	return order->keys ? order->keys[i].index : (uint32_t)i;
}
static inline struct raw_symbol *order_at(const struct order *order, size_t i)
{
	return &order->symbols[order_index(order, i)];
}

/* Radix sort, least significant digit first, only over the bits in which the starts differ. 11 bits a pass, so that
 * the counters fit into the first-level cache; passes where all digits are equal are left out. */
static void order_sort(struct order *order)
{
	struct raw_symbol *symbols = order->symbols;
	size_t count = order->count;
	uint64_t low = UINT64_MAX, high = 0, last = 0;
	bool sorted = true;

	for (size_t i = 0; i < count; i++) {
		uint64_t start = symbols[i].start;
		sorted &= start >= last;
		last = start;
		low = MIN(low, start);
		high = MAX(high, start);
	}
	if (sorted) return;
	struct sort_key *keys = xreallocarray(NULL, count, sizeof(*keys)),
			*other = xreallocarray(NULL, count, sizeof(*other));
	for (size_t i = 0; i < count; i++) keys[i] = (struct sort_key){ symbols[i].start - low, (uint32_t)i };
	for (unsigned shift = 0; shift < 64 && (high - low) >> shift; shift += 11) {
		size_t at[2048] = { 0 }, sum = 0;
		for (size_t i = 0; i < count; i++) at[keys[i].start >> shift & 2047]++;
		if (at[keys[0].start >> shift & 2047] == count) continue;
		for (size_t d = 0; d < 2048; d++) {
			size_t n = at[d];
			at[d] = sum;
			sum += n;
		}
		for (size_t i = 0; i < count; i++) other[at[keys[i].start >> shift & 2047]++] = keys[i];
		struct sort_key *swap = keys;
		keys = other;
		other = swap;
	}
	free(other);
	order->keys = keys;
}

/* Do names differ only in which variant of a constructor or destructor they are ("C1" and "C2")? Those read alike, and
 * are by far the most frequent aliases in C++ programs. */
static bool same_but_variant(const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] && a[i] == b[i]) i++;
	return i && a[i] && b[i] && (a[i - 1] == 'C' || a[i - 1] == 'D') && a[i] <= '5' && a[i] >= '0' && b[i] <= '5' &&
	       b[i] >= '0' && strcmp(a + i + 1, b + i + 1) == 0;
}

/* Upstream's choice between names that are equal in every other way; false keeps a. */
static bool prefers_name(const char *a, const char *b)
{
	size_t a_underscores = strspn(a, "_"), b_underscores = strspn(b, "_");
	if (a_underscores != b_underscores) return b_underscores < a_underscores;
	size_t a_length = strlen(a), b_length = strlen(b);
	if (a_length != b_length) return b_length > a_length;
	return text_starts_with(a, "SyS") || text_starts_with(a, "compat_SyS");
}

/* In the order of the rules in symbol_table.h. Demangles only where nothing cheaper decides. */
bool symbol_table_prefers(const struct raw_symbol *a, const struct raw_symbol *b, bool demangle)
{
	bool a_sized = a->end > a->start, b_sized = b->end > b->start;
	if (a_sized != b_sized) return b_sized;
	bool a_weak = a->binding == STB_WEAK, b_weak = b->binding == STB_WEAK;
	if (a_weak != b_weak) return a_weak;
	bool a_global = a->binding == STB_GLOBAL, b_global = b->binding == STB_GLOBAL;
	if (a_global != b_global) return b_global;
	if (a->name == b->name || strcmp(a->name, b->name) == 0 || (demangle && same_but_variant(a->name, b->name)))
		return false;
	_free_ char *a_readable = demangle ? demangle_symbol(a->name, a->flags & RAW_PLT) : NULL;
	_free_ char *b_readable = demangle ? demangle_symbol(b->name, b->flags & RAW_PLT) : NULL;
	return prefers_name(a_readable ? a_readable : a->name, b_readable ? b_readable : b->name);
}

static uint64_t page_after(uint64_t vaddr)
{
	return ((vaddr + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1)) + PAGE_BYTES;
}

/* Sets ends of symbols without a size: the start of the next symbol, or a page behind the last. Equal starts give no
 * size here: drop_aliases prefers the ones that have one. */
static void fix_ends(const struct order *order, enum symbol_ends ends)
{
	for (size_t i = 0; i + 1 < order->count; i++) {
		struct raw_symbol *s = order_at(order, i);
		const struct raw_symbol *next = order_at(order, i + 1);
		if (s->end != s->start) continue;
		/* behind the kernel's last symbol there is a hole, not half the address space */
		bool hole = ends == SYMBOL_ENDS_KALLSYMS && (next->flags & RAW_MODULE) && !(s->flags & RAW_MODULE);
		s->end = hole ? page_after(s->start) : next->start;
	}
	if (!order->count) return;
	struct raw_symbol *last = order_at(order, order->count - 1);
	if (last->end == last->start) last->end = page_after(last->start);
	if (last->end < last->start) last->end = UINT64_MAX;
}

/* Symbols of size 0 cover one byte, as object.h promises that none is empty. */
static void widen_empty(const struct order *order)
{
	for (size_t i = 0; i < order->count; i++)
		if (order->symbols[i].end <= order->symbols[i].start && order->symbols[i].start < UINT64_MAX)
			order->symbols[i].end = order->symbols[i].start + 1;
}

/* Indexes of aliases that lost, in the order in which upstream drops them; overlap_flatten needs the order. */
struct erased {
	VEC(uint32_t) indexes;
};

/* Names are compared up to this many bytes in all, then the earlier symbol is kept: enough for any program, and an end
 * for files that are made to waste time. */
#define ALIAS_NAMES_BYTES (64u << 20)

/* Of each run of symbols with one start, keeps the best (symbol_table_prefers) and marks the others RAW_DROPPED. */
static void drop_aliases(const struct order *order, bool demangle, struct erased *erased)
{
	uint64_t name_bytes = 0;
	struct raw_symbol *symbols = order->symbols;
	uint32_t kept = order->count ? order_index(order, 0) : 0;

	for (size_t i = 1; i < order->count; i++) {
		uint32_t loser, other = order_index(order, i);
		if (symbols[kept].start != symbols[other].start) {
			kept = other;
			continue;
		}
		if (symbols[kept].name != symbols[other].name && name_bytes < ALIAS_NAMES_BYTES)
			name_bytes += strlen(symbols[kept].name) + strlen(symbols[other].name);
		if (name_bytes < ALIAS_NAMES_BYTES && symbol_table_prefers(&symbols[kept], &symbols[other], demangle)) {
			loser = kept;
			kept = other;
		} else {
			loser = other;
		}
		symbols[loser].flags |= RAW_DROPPED;
		vec_push(&erased->indexes, loser);
	}
}

static bool has_overlaps(const struct order *order)
{
	uint64_t covered = 0;

	for (size_t i = 0; i < order->count; i++) {
		const struct raw_symbol *s = order_at(order, i);
		if (s->flags & RAW_DROPPED) continue;
		if (s->start < covered) return true;
		covered = s->end;
	}
	return false;
}

/* ranges of overlapping symbols; range_symbols are indexes of the unsorted symbols, to be translated. */
static void index_overlapping(struct symbol_table *table, const struct order *order, const struct erased *erased,
			      uint32_t **ret_range_symbols)
{
	_free_ struct overlap_range *ranges = xreallocarray(NULL, order->count, sizeof(*ranges));

	table->nr_ranges = overlap_flatten(order->symbols, (uint32_t)order->count, erased->indexes.items,
					   (uint32_t)erased->indexes.count, ranges);
	struct symbol_range *to = xreallocarray(NULL, table->nr_ranges + 1, sizeof(*to));
	uint32_t *symbols = xreallocarray(NULL, table->nr_ranges + 1, sizeof(*symbols));
	for (size_t i = 0; i < table->nr_ranges; i++) {
		to[i] = (struct symbol_range){ ranges[i].start, ranges[i].end };
		symbols[i] = ranges[i].symbol;
	}
	table->ranges = to;
	*ret_range_symbols = symbols;
}

static void index_plain(struct symbol_table *table)
{
	table->nr_ranges = table->nr_symbols;
	struct symbol_range *ranges = xreallocarray(NULL, table->nr_ranges + 1, sizeof(*ranges));
	for (size_t i = 0; i < table->nr_ranges; i++)
		ranges[i] = (struct symbol_range){ table->symbols[i].start, table->symbols[i].end };
	table->ranges = ranges;
}

/* Moves the kept symbols to the table in order of address; range_symbols (may be NULL) become their new indexes. */
static void keep_sorted(struct symbol_table *table, const struct order *order, uint32_t *range_symbols)
{
	_free_ uint32_t *new_index = range_symbols ? xreallocarray(NULL, order->count, sizeof(*new_index)) : NULL;

	if (order->keys) {
		table->symbols = xreallocarray(NULL, order->count + 1, sizeof(*table->symbols));
	} else {
		table->symbols = take(table->list.symbols.items); /* squeezed in place */
		table->list.symbols.count = table->list.symbols.capacity = 0;
	}
	for (size_t i = 0; i < order->count; i++) {
		const struct raw_symbol *s = order_at(order, i);
		if (s->flags & RAW_DROPPED) continue;
		if (new_index) new_index[order_index(order, i)] = (uint32_t)table->nr_symbols;
		table->symbols[table->nr_symbols++] = *s;
	}
	vec_done(&table->list.symbols);
	for (size_t i = 0; range_symbols && i < table->nr_ranges; i++) range_symbols[i] = new_index[range_symbols[i]];
	table->range_symbols = range_symbols;
}

/* About one bucket for two ranges, over the addresses that hold all but the outermost sixteenths (per-CPU offsets and
 * modules are far from the kernel's text). */
static void make_buckets(struct symbol_table *table)
{
	size_t n = table->nr_ranges;

	if (!n) return;
	table->low = table->ranges[n / 16].start;
	table->high = table->ranges[n - 1 - n / 16].end;
	while ((table->high - table->low) >> table->bucket_shift > MAX(n / 2, 1)) table->bucket_shift++;
	size_t nr_buckets = ((table->high - table->low) >> table->bucket_shift) + 1;
	uint32_t *buckets = xreallocarray(NULL, nr_buckets + 1, sizeof(*buckets));
	for (size_t b = 0, i = 0; b <= nr_buckets; b++) {
		uint64_t base = table->low + ((uint64_t)b << table->bucket_shift);
		if (base < table->low) base = UINT64_MAX;
		while (i < n && table->ranges[i].start < base) i++;
		buckets[b] = (uint32_t)i;
	}
	table->buckets = buckets;
	table->nr_buckets = nr_buckets + 1;
}

/* A section counts only with both marks, in order. */
static void find_sections(struct symbol_table *table)
{
	static const struct {
		const char *start, *end;
	} marks[NR_SYMBOL_SECTIONS] = {
		[SYMBOL_SECTION_SCHED] = { "__sched_text_start", "__sched_text_end" },
		[SYMBOL_SECTION_LOCK] = { "__lock_text_start", "__lock_text_end" },
	};
	for (size_t i = 0; i < table->list.symbols.count; i++) {
		const struct raw_symbol *symbol = &table->list.symbols.items[i];
		if (!text_starts_with(symbol->name, "__") || !strstr(symbol->name, "_text_")) continue;
		for (size_t k = 0; k < NR_SYMBOL_SECTIONS; k++) {
			if (strcmp(symbol->name, marks[k].start) == 0) table->sections[k].start = symbol->start;
			else if (strcmp(symbol->name, marks[k].end) == 0) table->sections[k].end = symbol->start;
		}
	}
	for (size_t k = 0; k < NR_SYMBOL_SECTIONS; k++)
		if (!table->sections[k].start || table->sections[k].end <= table->sections[k].start)
			table->sections[k] = (struct symbol_range){ 0, 0 };
}

/* GIVEN lists keep their sizes, and are widened only after aliases are dropped: size decides between aliases. */
void symbol_table_init(struct symbol_table *table, struct symbol_list *list, enum symbol_ends ends, bool demangle)
{
	*table = (struct symbol_table){ .list = *list };
	symbol_list_init(list);
	struct order order = { .symbols = table->list.symbols.items,
			       .count = MIN(table->list.symbols.count, SYMBOLS_MAX) };
	struct erased erased = { VEC_INIT };
	uint32_t *range_symbols = NULL;

	find_sections(table);
	order_sort(&order);
	if (ends != SYMBOL_ENDS_GIVEN) fix_ends(&order, ends);
	drop_aliases(&order, demangle, &erased);
	if (ends == SYMBOL_ENDS_GIVEN) widen_empty(&order);
	if (has_overlaps(&order)) index_overlapping(table, &order, &erased, &range_symbols);
	keep_sorted(table, &order, range_symbols);
	if (!table->ranges) index_plain(table);
	make_buckets(table);
	vec_done(&erased.indexes);
	free(order.keys);
}

void symbol_table_done(struct symbol_table *table)
{
	if (!table->flat.marks) {
		free(table->symbols);
		free((void *)table->ranges);
		free((void *)table->range_symbols);
		free((void *)table->buckets);
	}
	symbol_list_done(&table->list);
	*table = (struct symbol_table){ 0 };
}

/* How many ranges start at or before addr. Addresses outside low..high, which hold few symbols, are searched for in all
 * ranges. */
static inline size_t ranges_until(const struct symbol_table *table, uint64_t addr)
{
	size_t from = 0, to = table->nr_ranges;

	if (likely(addr - table->low < table->high - table->low)) {
		size_t bucket = (addr - table->low) >> table->bucket_shift;
		from = table->buckets[bucket];
		to = table->buckets[bucket + 1];
		if (unlikely(to > table->nr_ranges || from > to)) return 0; /* flat and damaged */
	}
	/* the number is between from and to */
	while (to - from > 8) {
		size_t middle = from + (to - from) / 2;
		if (table->ranges[middle].start <= addr) from = middle + 1;
		else to = middle;
	}
	while (from < to && table->ranges[from].start <= addr) from++;
	return from;
}

static inline int64_t symbol_of_range(const struct symbol_table *table, size_t range)
{
	size_t i = table->range_symbols ? table->range_symbols[range] : range;
	return likely(i < table->nr_symbols) ? (int64_t)i : -1;
}

int64_t symbol_table_find(const struct symbol_table *table, uint64_t addr)
{
	size_t nr_before = ranges_until(table, addr);
	if (!nr_before || addr >= table->ranges[nr_before - 1].end) return -1;
	return symbol_of_range(table, nr_before - 1);
}

/* Ranges of flat tables may be damaged, or change while they are looked at: addr is in what is returned, always. */
int64_t symbol_table_find_range(const struct symbol_table *table, uint64_t addr, struct symbol_range *ret)
{
	size_t nr_before = ranges_until(table, addr);
	struct symbol_range range = { 0, 0 };
	if (nr_before) range = table->ranges[nr_before - 1];
	if (addr < range.end) {
		*ret = (struct symbol_range){ MIN(range.start, addr), range.end };
		return symbol_of_range(table, nr_before - 1);
	}
	uint64_t next = nr_before < table->nr_ranges ? table->ranges[nr_before].start : UINT64_MAX;
	*ret = (struct symbol_range){ range.end, next > addr ? next : addr + 1 };
	return -1;
}

struct raw_symbol symbol_table_get(const struct symbol_table *table, size_t i)
{
	if (table->symbols) return table->symbols[i];
	struct symbol_range span = table->flat.spans[i];
	struct symbol_mark mark = table->flat.marks[i];
	const char *name = "";
	/* a name that goes on to the end of the names is damaged: nothing says that there is a NUL behind them */
	if (mark.name < table->flat.names_size &&
	    memchr(table->flat.names + mark.name, 0, table->flat.names_size - mark.name))
		name = table->flat.names + mark.name;
	return (struct raw_symbol){ .start = span.start,
				    .end = span.end,
				    .name = name,
				    .binding = mark.binding,
				    .type = mark.type,
				    .flags = mark.flags };
}
