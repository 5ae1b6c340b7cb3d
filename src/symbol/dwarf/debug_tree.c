/* The functions of a unit by address. One walk over the entries finds functions, their inlined calls and the address
 * ranges of both (intervals); sweeping over these in order of address, with a stack of what is open, cuts them into
 * pieces of which each belongs to the innermost one:
 *
 *     work   |-------------------------|
 *     twice        |----------|
 *     min             |---|
 *     pieces |work |tw|min|two|work    |
 *
 * An address is then found by a binary search; who inlined what is in the nodes' parents. */
#include "symbol/dwarf/debug_tree.h"

#include <string.h>

#define DEPTH_MAX 4096 /* below it, nothing is looked at any more */

/* A range of code of one node. */
struct interval {
	uint64_t start, end;
	uint32_t node, order;
};

/* An entry whose children are being walked, and what there was before it. Restored by leave() when the function turned
 * out to have no code. */
struct level {
	uint32_t node;     /* the function around */
	uint32_t nr_nodes; /* before it */
	size_t nr_intervals;
};

struct walk {
	struct debug_tree *tree;
	struct debug_unit *unit;
	const struct debug_abbrevs *abbrevs;
	VEC(struct level) levels;
	VEC(struct interval) intervals;
	debug_range_list ranges; /* of one entry */
	bool enter_types;        /* all of them: functions may be in them */
};

/* C and C++ compilers write only declarations into types, but for types within functions. Saves walking through
 * types, which are most entries of C++ units. */
static bool types_have_code(uint16_t language)
{
	switch (language) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14: return false;
	default: return true;
	}
}

/* Goes over an entry's attributes and reads those that are wanted. */
static inline void read_entry(const struct walk *w, struct cursor *c, const struct debug_abbrev *abbrev,
			      struct debug_value values[NR_DEBUG_SLOTS])
{
	if (!abbrev->nr_steps) return;
	const struct debug_step *step = &w->abbrevs->steps.items[abbrev->first_step], *end = step + abbrev->nr_steps;
	struct debug_value unwanted;
	for (; step < end; step++) {
		switch (step->kind) {
		case DEBUG_STEP_BYTES: cursor_skip(c, step->bytes); break;
		case DEBUG_STEP_ULEB:
			while (c->pos < c->size && c->data[c->pos] >= 0x80) c->pos++;
			cursor_skip(c, 1);
			break;
		case DEBUG_STEP_READ: debug_form_read(c, step->form, 0, &w->unit->encoding, &values[step->slot]); break;
		case DEBUG_STEP_CONSTANT:
			values[step->slot] = (struct debug_value){ .form = DW_FORM_implicit_const,
								   .number = step->bytes };
			break;
		default: debug_form_read(c, step->form, 0, &w->unit->encoding, &unwanted); break;
		}
	}
}

/* Makes the function's node and its intervals. */
static uint32_t add_function(struct walk *w, uint64_t info_off, bool is_inlined, uint32_t parent,
			     const struct debug_value values[NR_DEBUG_SLOTS])
{
	uint32_t node = (uint32_t)w->tree->nodes.count;
	uint64_t file = values[DEBUG_SLOT_CALL_FILE].number, line = values[DEBUG_SLOT_CALL_LINE].number;
	vec_push(&w->tree->nodes, ((struct debug_node){
					  .parent = is_inlined ? parent : DEBUG_NO_NODE,
					  .entry = (uint32_t)(info_off - w->unit->info_off),
					  .is_inlined = is_inlined,
					  .call_file = file <= UINT32_MAX ? (uint32_t)file : 0,
					  .call_line = line <= UINT32_MAX ? (uint32_t)line : 0,
				  }));
	if (!values[DEBUG_SLOT_LOW_PC].form && !values[DEBUG_SLOT_RANGES].form) return node;
	w->ranges.count = 0;
	debug_ranges_add(w->unit, &values[DEBUG_SLOT_LOW_PC], &values[DEBUG_SLOT_HIGH_PC], &values[DEBUG_SLOT_RANGES],
			 &w->ranges);
	for (size_t i = 0; i < w->ranges.count; i++)
		vec_push(&w->intervals,
			 ((struct interval){ w->ranges.items[i].start, w->ranges.items[i].end, node, node }));
	return node;
}

/* Leaves a level. A function that has no code, and none inlined into it, needs no node. */
static void leave(struct walk *w)
{
	const struct level *level = vec_last(&w->levels);
	if (w->intervals.count == level->nr_intervals) w->tree->nodes.count = level->nr_nodes;
	w->levels.count--;
}

/* Goes over all that is below an entry whose children come next, when it does not say where they end. */
static void skip_children(const struct walk *w, struct cursor *c)
{
	for (uint64_t depth = 1; depth && cursor_ok(c) && c->pos < c->size;) {
		uint64_t code = debug_uleb(c);
		if (!code) {
			depth--;
			continue;
		}
		const struct debug_abbrev *abbrev = debug_abbrev_find(w->abbrevs, code);
		if (!abbrev) {
			c->error = true;
			return;
		}
		if (abbrev->fixed_bytes != UINT32_MAX) {
			cursor_skip(c, abbrev->fixed_bytes);
			depth += abbrev->has_children;
			continue;
		}
		struct debug_value values[NR_DEBUG_SLOTS];
		values[DEBUG_SLOT_SIBLING].form = 0;
		read_entry(w, c, abbrev, values);
		if (!abbrev->has_children) continue;
		uint64_t next = w->unit->info_off + values[DEBUG_SLOT_SIBLING].number;
		if (values[DEBUG_SLOT_SIBLING].form && next > c->pos && next <= c->size) c->pos = next;
		else depth++;
	}
}

/* One pass over the unit. `around` is the innermost function, whose number inlined calls get as their parent. */
static void walk(struct walk *w)
{
	struct debug_unit *unit = w->unit;
	struct cursor c = debug_unit_cursor(unit, unit->first_entry_off);
	uint32_t around = DEBUG_NO_NODE;

	while (c.pos < c.size && cursor_ok(&c)) {
		uint64_t info_off = c.pos, code = debug_uleb(&c);
		if (!code) {
			if (!w->levels.count) continue;
			around = vec_last(&w->levels)->node;
			leave(w);
			continue;
		}
		const struct debug_abbrev *abbrev = debug_abbrev_find(w->abbrevs, code);
		if (!abbrev) break;
		if (!abbrev->has_children && abbrev->role < DEBUG_ROLE_FUNCTION && abbrev->fixed_bytes != UINT32_MAX) {
			cursor_skip(&c, abbrev->fixed_bytes);
			continue;
		}
		struct debug_value values[NR_DEBUG_SLOTS];
		for (int i = 0; i < NR_DEBUG_SLOTS; i++) values[i].form = 0, values[i].number = 0;
		read_entry(w, &c, abbrev, values);
		bool is_function = abbrev->role >= DEBUG_ROLE_FUNCTION;
		bool enter = is_function || abbrev->role == DEBUG_ROLE_ENTER ||
			     (abbrev->role == DEBUG_ROLE_TYPE && (w->enter_types || around != DEBUG_NO_NODE));
		struct level level = { .node = around,
				       .nr_nodes = (uint32_t)w->tree->nodes.count,
				       .nr_intervals = w->intervals.count };
		uint32_t node = around;
		if (is_function && cursor_ok(&c))
			node = add_function(w, info_off, abbrev->role == DEBUG_ROLE_INLINED, around, values);
		if (!abbrev->has_children) {
			if (w->intervals.count == level.nr_intervals) w->tree->nodes.count = level.nr_nodes;
		} else if (enter && w->levels.count < DEPTH_MAX) {
			vec_push(&w->levels, level);
			around = node;
		} else {
			uint64_t next = unit->info_off + values[DEBUG_SLOT_SIBLING].number;
			if (values[DEBUG_SLOT_SIBLING].form && next > c.pos && next <= c.size) c.pos = next;
			else skip_children(w, &c);
		}
	}
}

/* Does x come before y, of two that begin together? The larger does, and a function before what is inlined into it. */
static bool is_around(const struct interval *x, const struct interval *y)
{
	return x->end != y->end ? x->end > y->end : x->order < y->order;
}

/* Neither is around the other only when they are the same. */
static int compare_around(const void *a, const void *b) { return is_around(a, b) ? -1 : is_around(b, a); }

/* Drops intervals that are too far from the first to be a unit's, and puts the others in order: by start, the outer
 * ones first. They come in the order of the tree, where the outer ones are first already, so a stable sort by start
 * alone leaves little to do. A radix sort of three passes at most, 11 bits each; intervals of one start are put right
 * at the end. */
static void sort_intervals(struct walk *w)
{
	enum { BITS = 11, BUCKETS = 1 << BITS };
	struct interval *items = w->intervals.items;
	size_t count = w->intervals.count, kept = 0;
	uint64_t base = UINT64_MAX, highest = 0;
	for (size_t i = 0; i < count; i++) base = MIN(base, items[i].start);
	for (size_t i = 0; i < count; i++) {
		if (items[i].end - base > UINT32_MAX) continue; /* no unit has 4 GiB of code */
		highest = MAX(highest, items[i].start - base);
		items[kept++] = items[i];
	}
	w->tree->base = base;
	w->intervals.count = count = kept;
	struct interval *from = items, *to = xmalloc((count + 1) * sizeof(*to));
	for (unsigned shift = 0; shift < 32 && highest >> shift; shift += BITS) {
		uint32_t starts[BUCKETS] = { 0 }, before = 0;
		for (size_t i = 0; i < count; i++) starts[(from[i].start - base) >> shift & (BUCKETS - 1)]++;
		for (unsigned b = 0; b < BUCKETS; b++) {
			uint32_t size = starts[b];
			starts[b] = before;
			before += size;
		}
		for (size_t i = 0; i < count; i++)
			to[starts[(from[i].start - base) >> shift & (BUCKETS - 1)]++] = from[i];
		struct interval *other = from;
		from = to;
		to = other;
	}
	if (from != items) {
		memcpy(items, from, count * sizeof(*items));
		to = from;
	}
	free(to);
	for (size_t i = 1; i < count; i++) {
		if (items[i].start != items[i - 1].start || is_around(&items[i - 1], &items[i])) continue;
		size_t first = i - 1, end = i + 1;
		while (first && items[first - 1].start == items[i].start) first--;
		while (end < count && items[end].start == items[i].start) end++;
		qsort(&items[first], end - first, sizeof(*items), compare_around);
		i = end - 1;
	}
}

/* From vaddr on, up to the next piece, the code is the node's. Neighbours of one node become one piece. */
static void piece_add(struct debug_tree *tree, uint64_t vaddr, uint32_t node)
{
	uint32_t start = (uint32_t)(vaddr - tree->base);
	size_t n = tree->nr_pieces;
	if (n && tree->starts[n - 1] == start) n--;
	if (n && tree->piece_nodes[n - 1] == node) {
		tree->nr_pieces = n;
		return;
	}
	tree->starts[n] = start;
	tree->piece_nodes[n] = node;
	tree->nr_pieces = n + 1;
}

/* Intervals by start, the larger of two that begin together first: what is open is a stack with the innermost on top.
 */
static void make_pieces(struct walk *w)
{
	struct debug_tree *tree = w->tree;
	if (w->intervals.count) sort_intervals(w);
	size_t count = w->intervals.count;
	VEC(struct interval) open = VEC_INIT;
	if (!count) return;
	tree->starts = xmalloc((2 * count + 1) * sizeof(uint32_t));
	tree->piece_nodes = xmalloc((2 * count + 1) * sizeof(uint32_t));
	for (size_t i = 0; i <= count; i++) {
		const struct interval *next = i < count ? &w->intervals.items[i] : NULL;
		uint64_t at = next ? next->start : UINT64_MAX;
		while (open.count && vec_last(&open)->end <= at) {
			uint64_t end = vec_last(&open)->end;
			while (open.count && vec_last(&open)->end <= end) open.count--;
			piece_add(tree, end, open.count ? vec_last(&open)->node : DEBUG_NO_NODE);
		}
		if (!next) break;
		piece_add(tree, next->start, next->node);
		vec_push(&open, *next);
	}
	vec_done(&open);
}

/* Node entries are 32-bit offsets from the unit's start; larger units, which no compiler writes, get an empty tree. */
struct debug_tree *debug_tree_new(struct debug_unit *unit)
{
	struct debug_tree *tree = xcalloc(1, sizeof(*tree));
	struct walk w = { .tree = tree,
			  .unit = unit,
			  .abbrevs = debug_unit_abbrevs(unit),
			  .enter_types = types_have_code(unit->language) };
	tree->unit = unit;
	if (unit->end_off - unit->info_off <= UINT32_MAX) {
		walk(&w);
		make_pieces(&w);
	}
	vec_done(&w.levels);
	vec_done(&w.intervals);
	vec_done(&w.ranges);
	return tree;
}

void debug_tree_free(struct debug_tree *tree)
{
	if (!tree) return;
	vec_done(&tree->nodes);
	free(tree->starts);
	free(tree->piece_nodes);
	free(tree);
}

/* How many pieces begin at or before vaddr; 0 too where it is too far away. Binary search. */
static size_t pieces_before(const struct debug_tree *tree, uint64_t vaddr)
{
	uint64_t at = vaddr - tree->base;
	size_t low = 0, high = tree->nr_pieces;
	if (at > UINT32_MAX) return 0;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (tree->starts[middle] <= at) low = middle + 1;
		else high = middle;
	}
	return low;
}

uint32_t debug_tree_find(const struct debug_tree *tree, uint64_t vaddr)
{
	size_t before = pieces_before(tree, vaddr);
	return before ? tree->piece_nodes[before - 1] : DEBUG_NO_NODE;
}

void debug_tree_narrow(const struct debug_tree *tree, uint64_t vaddr, struct debug_range *range)
{
	size_t before = pieces_before(tree, vaddr);
	if (vaddr - tree->base > UINT32_MAX) { /* before all of it, or far behind */
		*range = (struct debug_range){ vaddr, vaddr + 1 };
		return;
	}
	if (before) range->start = MAX(range->start, tree->base + tree->starts[before - 1]);
	if (before < tree->nr_pieces) range->end = MIN(range->end, tree->base + tree->starts[before]);
}

void debug_tree_ranges(const struct debug_tree *tree, debug_range_list *list)
{
	for (size_t i = 0; i + 1 < tree->nr_pieces; i++)
		if (tree->piece_nodes[i] != DEBUG_NO_NODE)
			vec_push(list, ((struct debug_range){ tree->base + tree->starts[i],
							      tree->base + tree->starts[i + 1] }));
}
