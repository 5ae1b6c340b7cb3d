/* Which of several overlapping symbols answers for an address?
 *
 * Upstream keeps symbols in a red-black tree ordered by start and goes down from the root: left when the address is
 * before the symbol, right when it is at or behind its end, else found. Where symbols overlap, whichever of them is
 * nearer to the root answers, and behind the end of a nested symbol the enclosing one is often not found at all. People
 * compare reports of both tools, so the same tree is built here (textbook insertion and deletion: Cormen et al.,
 * "Introduction to Algorithms", chapter 13) and read off as disjoint ranges. Observed in 6.12 with random overlapping
 * symbols: no difference. Only objects that have overlapping symbols pay for it. */
#ifndef SYMBOL_OVERLAP_H
#define SYMBOL_OVERLAP_H

#include <stddef.h>
#include <stdint.h>

struct raw_symbol;

/* Addresses [start, end) are answered by symbols[symbol]. */
struct overlap_range {
	uint64_t start, end;
	uint32_t symbol;
};

/* symbols in order of insertion, then erased[] taken out in that order. Writes at most count ranges to ret (caller's),
 * in order of address; returns their number. */
size_t overlap_flatten(const struct raw_symbol *symbols, uint32_t count, const uint32_t *erased, uint32_t nr_erased,
		       struct overlap_range *ret);

#endif
