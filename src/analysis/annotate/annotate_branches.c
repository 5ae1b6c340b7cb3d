/* How often a place was passed is a sum over the ranges that cover it: those that begin at or before it, without those
 * that end before it. Sums are taken from two sorted arrays. */
#include "analysis/annotate/annotate_branches.h"

#include <stdlib.h>
#include <string.h>
#include "analysis/branches/branch_blocks.h"

/* Shares below that are not told: upstream's limit. */
#define MIN_PERCENT 0.1

void annotate_branches_done(struct annotate_branches *branches)
{
	u64map_done(&branches->by_frames);
	vec_done(&branches->ranges);
}

static bool is_wanted(const struct frame *start, const struct frame *end, const char *only)
{
	return start->symbol && start->map && end->map && start->symbol == end->symbol &&
	       start->object_addr <= end->object_addr && (!only || strcmp(end->symbol->name, only) == 0);
}

static struct annotate_range *range_of(struct annotate_branches *branches, const struct frame *start,
				       const struct frame *end, const char *only)
{
	bool is_new;
	uint64_t *index_1 = u64map_put(&branches->by_frames, (uint64_t)start->id << 32 | end->id, &is_new);
	if (is_new && is_wanted(start, end, only)) {
		struct annotate_range range = { start->symbol->id, start->object_addr, end->object_addr, 0, 0 };
		vec_push(&branches->ranges, range);
		*index_1 = branches->ranges.count;
	}
	return *index_1 ? &branches->ranges.items[*index_1 - 1] : NULL;
}

/* Whether the CPU says that it had foreseen the branch (struct perf_branch_entry: predicted). */
static bool is_predicted(const struct branch_entry *branch) { return branch->flags & 2; }

void annotate_branches_add(struct annotate_branches *branches, struct resolver *resolver, const struct sample *sample,
			   const struct sample_task *task, const char *only)
{
	const struct branch_blocks walk = branch_blocks_begin(resolver, task, sample);
	for (uint64_t i = 1; i < sample->nr_branches; i++) {
		const struct branch_entry *newer = &sample->branches[i - 1];
		const struct frame *start = branch_frame(&walk, sample->branches[i].to);
		struct annotate_range *range = range_of(branches, start, branch_frame(&walk, newer->from), only);
		if (!range) continue;
		range->count++;
		range->predicted += is_predicted(newer);
	}
}

void annotate_branches_append(struct annotate_branches *branches, const struct annotate_branches *from)
{
	for (size_t i = 0; i < from->ranges.count; i++) vec_push(&branches->ranges, from->ranges.items[i]);
}

static int by_start(const void *pa, const void *pb)
{
	const struct annotate_range *a = pa, *b = pb;
	if (a->symbol_id != b->symbol_id) return a->symbol_id < b->symbol_id ? -1 : 1;
	return (a->start > b->start) - (a->start < b->start);
}

static int by_end(const void *pa, const void *pb)
{
	const struct annotate_range *a = pa, *b = pb;
	return (a->end > b->end) - (a->end < b->end);
}

void annotate_branches_sort(struct annotate_branches *branches)
{
	if (branches->ranges.count)
		qsort(branches->ranges.items, branches->ranges.count, sizeof(*branches->ranges.items), by_start);
}

/* ---- into a listing */

/* Ranges of one function, in both orders; sums: of the counts of all before. */
struct cover {
	const struct annotate_range *starts;
	struct annotate_range *ends;
	uint64_t *start_sums, *end_sums; /* [count + 1] */
	size_t count;
};

static uint64_t start_of(const struct annotate_range *range) { return range->start; }
static uint64_t end_of(const struct annotate_range *range) { return range->end; }

/* How many of the sorted ranges are before addr. */
static size_t count_before(const struct annotate_range *ranges, size_t count,
			   uint64_t (*addr_of)(const struct annotate_range *range), uint64_t addr)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (addr_of(&ranges[middle]) < addr) low = middle + 1;
		else high = middle;
	}
	return low;
}

static double percent_of(uint64_t part, uint64_t all)
{
	double percent = all ? 100 * (double)part / (double)all : 0;
	return percent > MIN_PERCENT ? percent : 0;
}

/* How often addr was passed. */
static uint64_t passes(const struct cover *cover, uint64_t addr)
{
	return cover->start_sums[count_before(cover->starts, cover->count, start_of, addr + 1)] -
	       cover->end_sums[count_before(cover->ends, cover->count, end_of, addr)];
}

/* What was entered is a share of what reached the next branch. */
static struct code_branches branches_at(const struct cover *cover, uint64_t addr)
{
	struct code_branches found = { 0 };
	size_t s = count_before(cover->starts, cover->count, start_of, addr),
	       e = count_before(cover->ends, cover->count, end_of, addr);
	uint64_t entered = cover->start_sums[count_before(cover->starts, cover->count, start_of, addr + 1)] -
			   cover->start_sums[s],
		 taken = 0, predicted = 0;
	if (entered && e < cover->count) found.entered = percent_of(entered, passes(cover, cover->ends[e].end));
	for (; e < cover->count && cover->ends[e].end == addr; e++) {
		taken += cover->ends[e].count;
		predicted += cover->ends[e].predicted;
	}
	if (taken) {
		found.taken = percent_of(taken, passes(cover, addr));
		found.predicted = 100 * (double)predicted / (double)taken;
	}
	return found;
}

static void cover_make(const struct annotate_range *ranges, size_t count, struct cover *ret)
{
	*ret = (struct cover){ .starts = ranges, .count = count };
	ret->ends = xmalloc(count * sizeof(*ranges));
	memcpy(ret->ends, ranges, count * sizeof(*ranges));
	qsort(ret->ends, count, sizeof(*ret->ends), by_end);
	ret->start_sums = xcalloc(count + 1, sizeof(uint64_t));
	ret->end_sums = xcalloc(count + 1, sizeof(uint64_t));
	for (size_t i = 0; i < count; i++) {
		ret->start_sums[i + 1] = ret->start_sums[i] + ranges[i].count;
		ret->end_sums[i + 1] = ret->end_sums[i] + ret->ends[i].count;
	}
}

static void cover_done(struct cover *cover)
{
	free(cover->ends);
	free(cover->start_sums);
	free(cover->end_sums);
}

void annotate_branches_put(const struct annotate_branches *branches, const struct symbol *symbol, uint64_t bias,
			   struct code_listing *listing)
{
	size_t first = 0, end = branches->ranges.count;
	struct cover cover;
	for (size_t high = end; first < high;) {
		size_t middle = first + (high - first) / 2;
		if (branches->ranges.items[middle].symbol_id < symbol->id) first = middle + 1;
		else high = middle;
	}
	for (end = first; end < branches->ranges.count && branches->ranges.items[end].symbol_id == symbol->id;) end++;
	if (end == first) return;
	cover_make(&branches->ranges.items[first], end - first, &cover);
	for (size_t i = 0; i < listing->lines.count; i++) {
		struct code_line *line = &listing->lines.items[i];
		if (line->kind != CODE_INSN) continue;
		struct code_branches found = branches_at(&cover, line->vaddr + bias);
		if (found.entered > 0 || found.taken > 0)
			line->branches = arena_memdup(&listing->arena, &found, sizeof(found));
	}
	cover_done(&cover);
}
