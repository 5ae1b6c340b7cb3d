/* Cycles of branch stacks by instruction. Sums, minima and maxima, so that the result is the same for any number of
 * workers. */
#include "analysis/annotate/annotate_cycles.h"

#include <stdlib.h>
#include <string.h>
#include "analysis/branches/branch_blocks.h"

void annotate_cycles_done(struct annotate_cycles *cycles)
{
	u64map_done(&cycles->by_frame);
	vec_done(&cycles->blocks);
}

/* The block that a branch ends; NULL: it does not count. */
static struct annotate_block *block_of(struct annotate_cycles *cycles, const struct frame *end, const char *only)
{
	bool is_new;
	uint64_t *index_1 = u64map_put(&cycles->by_frame, (uintptr_t)end, &is_new);
	if (is_new && end->symbol && end->map && (!only || strcmp(end->symbol->name, only) == 0)) {
		vec_push(&cycles->blocks,
			 ((struct annotate_block){
				 .symbol_id = end->symbol->id, .end = end->object_addr, .min_cycles = UINT64_MAX }));
		*index_1 = cycles->blocks.count;
	}
	return *index_1 ? &cycles->blocks.items[*index_1 - 1] : NULL;
}

/* Of what begins at another place the one that begins first is kept. */
static void add_block(struct annotate_block *block, uint64_t start, uint64_t count, uint64_t cycles)
{
	if (block->has_start && block->start < start) return;
	if (!block->has_start || start < block->start) block->block_count = block->block_cycles = 0;
	block->has_start = true;
	block->start = start;
	block->block_count += count;
	block->block_cycles += cycles;
}

void annotate_cycles_add(struct annotate_cycles *cycles, struct resolver *resolver, const struct sample *sample,
			 const struct sample_task *task, const char *only)
{
	struct branch_blocks walk = branch_blocks_begin(resolver, task, sample);
	struct branch_block seen;

	/* A stack whose newest branch has no cycles does not count: upstream's rule. */
	if (!branch_cycles(&sample->branches[0])) return;
	while (branch_blocks_next(&walk, &seen)) {
		struct annotate_block *block = block_of(cycles, seen.end, only);
		if (!block) continue;
		block->count++;
		block->cycles += seen.cycles;
		block->min_cycles = MIN(block->min_cycles, seen.cycles);
		block->max_cycles = MAX(block->max_cycles, seen.cycles);
		/* A block of one instruction tells nothing: upstream's rule, too. */
		if (seen.start && seen.start->symbol == seen.end->symbol &&
		    seen.start->object_addr < seen.end->object_addr)
			add_block(block, seen.start->object_addr, 1, seen.cycles);
	}
}

void annotate_cycles_append(struct annotate_cycles *cycles, const struct annotate_cycles *from)
{
	for (size_t i = 0; i < from->blocks.count; i++) vec_push(&cycles->blocks, from->blocks.items[i]);
}

static int by_place(const void *pa, const void *pb)
{
	const struct annotate_block *a = pa, *b = pb;
	if (a->symbol_id != b->symbol_id) return a->symbol_id < b->symbol_id ? -1 : 1;
	return (a->end > b->end) - (a->end < b->end);
}

void annotate_cycles_merge(struct annotate_cycles *cycles)
{
	size_t kept = 0;
	if (!cycles->blocks.count) return;
	qsort(cycles->blocks.items, cycles->blocks.count, sizeof(*cycles->blocks.items), by_place);
	for (size_t i = 1; i < cycles->blocks.count; i++) {
		struct annotate_block *known = &cycles->blocks.items[kept];
		const struct annotate_block *block = &cycles->blocks.items[i];
		if (by_place(known, block) != 0) {
			cycles->blocks.items[++kept] = *block;
			continue;
		}
		known->count += block->count;
		known->cycles += block->cycles;
		known->min_cycles = MIN(known->min_cycles, block->min_cycles);
		known->max_cycles = MAX(known->max_cycles, block->max_cycles);
		if (block->has_start) add_block(known, block->start, block->block_count, block->block_cycles);
	}
	cycles->blocks.count = kept + 1;
}

/* ---- into a listing */

/* Lines of instructions, in order of address. */
struct insn_lines {
	VEC(uint32_t) lines;
	const struct code_listing *listing;
};

/* Which instruction begins at an address. False: none does. */
static bool find_insn(const struct insn_lines *insns, uint64_t vaddr, size_t *ret)
{
	size_t low = 0, high = insns->lines.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint64_t at = insns->listing->lines.items[insns->lines.items[middle]].vaddr;
		if (at == vaddr) {
			*ret = middle;
			return true;
		}
		if (at < vaddr) low = middle + 1;
		else high = middle;
	}
	return false;
}

/* What the function has together. */
struct cycle_sums {
	uint64_t insns, cycles; /* of all times that its blocks ran */
	size_t nr_measured;     /* instructions with an IPC of their own */
};

static void put_block(const struct annotate_block *block, const struct insn_lines *insns, uint64_t bias,
		      struct code_listing *listing, struct cycle_sums *sums)
{
	size_t end, start;
	if (!find_insn(insns, block->end - bias, &end)) return;
	struct code_cycles *cycles = arena_zalloc(&listing->arena, sizeof(*cycles));
	cycles->cycles = (double)block->cycles / (double)block->count;
	cycles->min_cycles = block->min_cycles;
	cycles->max_cycles = block->max_cycles;
	listing->lines.items[insns->lines.items[end]].cycles = cycles;
	if (!block->has_start || !find_insn(insns, block->start - bias, &start)) return;
	uint64_t nr_insns = (end - start + 1) * block->block_count;
	/* In single precision, so that it is rounded as upstream's. */
	cycles->ipc = (float)nr_insns / (float)block->block_cycles;
	sums->insns += nr_insns;
	sums->cycles += block->block_cycles;
	sums->nr_measured++;
}

/* Index of the first block of a function. */
static size_t first_block(const struct annotate_cycles *cycles, uint64_t symbol_id)
{
	size_t low = 0, high = cycles->blocks.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (cycles->blocks.items[middle].symbol_id < symbol_id) low = middle + 1;
		else high = middle;
	}
	return low;
}

bool annotate_cycles_any(const struct annotate_cycles *cycles, const struct symbol *symbol)
{
	size_t i = first_block(cycles, symbol->id);
	return i < cycles->blocks.count && cycles->blocks.items[i].symbol_id == symbol->id;
}

void annotate_cycles_put(const struct annotate_cycles *cycles, const struct symbol *symbol, uint64_t bias,
			 struct code_listing *listing)
{
	struct insn_lines insns = { .listing = listing };
	struct cycle_sums sums = { 0 };
	size_t i = first_block(cycles, symbol->id);

	if (!annotate_cycles_any(cycles, symbol)) return;
	for (uint32_t line = 0; line < listing->lines.count; line++)
		if (listing->lines.items[line].kind == CODE_INSN) vec_push(&insns.lines, line);
	for (; i < cycles->blocks.count && cycles->blocks.items[i].symbol_id == symbol->id; i++)
		put_block(&cycles->blocks.items[i], &insns, bias, listing, &sums);
	listing->has_cycles = true;
	if (sums.cycles) listing->ipc = (double)sums.insns / (double)sums.cycles;
	if (insns.lines.count) listing->coverage = (double)sums.nr_measured / (double)insns.lines.count;
	vec_done(&insns.lines);
}
