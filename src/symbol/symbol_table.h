/* The symbols of one object, final: sorted by address, one per address, with a search index.
 *
 * Rules, observed in upstream 6.12 (tests/unit/symbol/test_symbol_table.c has each):
 * - A symbol without a size ends where the next one in order of address starts; the last one ends a page after its own.
 * - Of several symbols at one address one is kept: with a size before without (another symbol at the same address does
 * not give one), global or local before weak, global before local, fewer leading underscores, longer name, "sys_"
 * before "SyS_" and "compat_sys_" before "compat_SyS_", the earlier in the source. Underscores and lengths are those of
 * the readable name.
 * - Where symbols overlap, the answer depends on how the source ordered them; see overlap.h. */
#ifndef SYMBOL_SYMBOL_TABLE_H
#define SYMBOL_SYMBOL_TABLE_H

#include "symbol/file/symbol_list.h"

struct symbol_range {
	uint64_t start, end;
};

/* Sections of the kernel's text for code in which tasks wait (.sched.text, .spinlock.text). Symbols mark where they
 * begin and end; those are read before aliases are dropped, because a function mostly begins at the same address and
 * its name is kept. */
enum symbol_section { SYMBOL_SECTION_SCHED, SYMBOL_SECTION_LOCK, NR_SYMBOL_SECTIONS };

/* What a flat symbol (symbol_table_flat.h) is besides where it is. */
struct symbol_mark {
	uint32_t name;
	uint8_t binding, type, flags, reserved;
};

/* Final form. Either it owns its arrays (symbol_table_init), or all of them point into bytes of the cache
 * (flat.marks is set; symbol_table_flat.h). Immutable after it was made: any number of threads may search it. */
struct symbol_table {
	size_t nr_symbols;
	struct raw_symbol
		*symbols; /* by start; starts are distinct but for linkage table entries. NULL: they are flat */
	struct {
		const struct symbol_range *spans;
		const struct symbol_mark *marks;
		const char *names;
		size_t names_size;
	} flat;
	/* Disjoint ranges by start. Without overlaps range i is symbol i, and range_symbols is NULL. */
	size_t nr_ranges;
	const struct symbol_range *ranges;
	const uint32_t *range_symbols;
	/* The search starts at a bucket of 1 << bucket_shift bytes of the addresses low..high that hold most symbols:
	 * buckets[b] is the number of ranges that start before it */
	uint64_t low, high;
	unsigned bucket_shift;
	size_t nr_buckets; /* with the one that only ends the last */
	const uint32_t *buckets;
	struct symbol_range sections[NR_SYMBOL_SECTIONS]; /* empty: not known */
	struct symbol_list list;                          /* keeps the names */
};

enum symbol_ends {
	SYMBOL_ENDS_ELF,      /* sizes are known, 0 is not */
	SYMBOL_ENDS_KALLSYMS, /* no sizes at all */
	SYMBOL_ENDS_GIVEN,    /* sizes are what they are; a symbol of size 0 covers its own address only */
};

/* Makes the table. Takes the list over (it is empty afterwards); free with symbol_table_done. demangle: names are
 * going to be shown readable, so that aliases are compared by their readable names. */
void symbol_table_init(struct symbol_table *table, struct symbol_list *list, enum symbol_ends ends, bool demangle);
void symbol_table_done(struct symbol_table *table);
/* Index of the symbol at addr, or -1. Constant time on average. */
int64_t symbol_table_find(const struct symbol_table *table, uint64_t addr);
/* The same, and the range of addresses around with the same answer, of which there may be more. */
int64_t symbol_table_find_range(const struct symbol_table *table, uint64_t addr, struct symbol_range *ret);
/* The i-th of nr_symbols; its name lives as long as the table. */
struct raw_symbol symbol_table_get(const struct symbol_table *table, size_t i);
/* Of two symbols at one address, a before b in the source: is b the better name? */
bool symbol_table_prefers(const struct raw_symbol *a, const struct raw_symbol *b, bool demangle);

#endif
