/* Blocks of branches put together and into a listing: which beginning counts, sums, what has an IPC. */
#include "analysis/annotate/annotate_cycles.h"
#include "symbol/object.h"
#include "tests/unit/test.h"

/* Ends of blocks are addresses of lines plus this. */
#define BIAS 0x10000

static struct annotate_block block(uint64_t symbol_id, uint64_t end, uint64_t cycles)
{
	return (struct annotate_block){ .symbol_id = symbol_id,
					.end = BIAS + end,
					.count = 1,
					.cycles = cycles,
					.min_cycles = cycles,
					.max_cycles = cycles };
}

static struct annotate_block block_from(uint64_t start, uint64_t end, uint64_t cycles)
{
	struct annotate_block made = block(7, end, cycles);
	made.has_start = true;
	made.start = BIAS + start;
	made.block_count = 1;
	made.block_cycles = cycles;
	return made;
}

/* Ten instructions of two bytes, with a line of source between. */
static void make_lines(struct code_listing *listing)
{
	code_listing_init(listing);
	for (uint64_t i = 0; i < 10; i++) {
		if (i == 4) code_add_line(listing)->kind = CODE_SOURCE;
		struct code_line *line = code_add_line(listing);
		line->kind = CODE_INSN;
		line->vaddr = 0x100 + i * 2;
	}
}

static const struct code_cycles *cycles_at(const struct code_listing *listing, uint64_t vaddr)
{
	for (size_t i = 0; i < listing->lines.count; i++)
		if (listing->lines.items[i].kind == CODE_INSN && listing->lines.items[i].vaddr == vaddr)
			return listing->lines.items[i].cycles;
	return NULL;
}

static void check_listing(const struct annotate_cycles *all)
{
	struct symbol symbol = { .id = 7 };
	struct code_listing listing;
	make_lines(&listing);
	annotate_cycles_put(all, &symbol, BIAS, &listing);
	CHECK(listing.has_cycles);
	const struct code_cycles *cycles = cycles_at(&listing, 0x10a);
	CHECK(cycles != NULL);
	/* Of all, but the IPC of those that begin first: six instructions, twice in 12 cycles. */
	CHECK(cycles->cycles > 8.6 && cycles->cycles < 8.7);
	CHECK_INT(cycles->min_cycles, 4);
	CHECK_INT(cycles->max_cycles, 14);
	CHECK(cycles->ipc > 0.99 && cycles->ipc < 1.01);
	cycles = cycles_at(&listing, 0x112);
	CHECK(cycles && cycles->cycles > 2.9 && cycles->ipc == 0); /* its beginning is within an instruction */
	CHECK(cycles_at(&listing, 0x110) == NULL);
	CHECK(listing.ipc > 0.99 && listing.ipc < 1.01);
	CHECK(listing.coverage > 0.09 && listing.coverage < 0.11);
	code_listing_done(&listing);

	symbol.id = 8; /* no branches */
	make_lines(&listing);
	annotate_cycles_put(all, &symbol, BIAS, &listing);
	CHECK(!listing.has_cycles);
	code_listing_done(&listing);
}

/* Three workers in any order give the same. */
TEST(branches_of_workers_are_put_together_in_any_order)
{
	static const unsigned orders[][3] = { { 0, 1, 2 }, { 2, 1, 0 }, { 1, 2, 0 } };
	for (size_t order = 0; order < ARRAY_SIZE(orders); order++) {
		struct annotate_cycles workers[3] = { 0 }, all = { 0 };
		vec_push(&workers[0].blocks, block_from(0x104, 0x10a, 14)); /* a later beginning */
		vec_push(&workers[0].blocks, block(9, 0x10a, 1000));        /* another function */
		vec_push(&workers[1].blocks, block_from(0x100, 0x10a, 4));
		vec_push(&workers[1].blocks, block_from(0x105, 0x112, 3));
		vec_push(&workers[2].blocks, block_from(0x100, 0x10a, 8));
		vec_push(&workers[2].blocks, block(7, 0x111, 5)); /* within an instruction */
		for (size_t i = 0; i < 3; i++) annotate_cycles_append(&all, &workers[orders[order][i]]);
		annotate_cycles_merge(&all);
		CHECK_INT(all.blocks.count, 4);
		check_listing(&all);
		for (size_t i = 0; i < 3; i++) annotate_cycles_done(&workers[i]);
		annotate_cycles_done(&all);
	}
}

TEST(nothing_is_said_without_branches)
{
	struct annotate_cycles none = { 0 };
	struct symbol symbol = { .id = 7 };
	struct code_listing listing;
	annotate_cycles_merge(&none);
	make_lines(&listing);
	annotate_cycles_put(&none, &symbol, BIAS, &listing);
	CHECK(!listing.has_cycles);
	code_listing_done(&listing);
	annotate_cycles_done(&none);
}

TEST_MAIN
