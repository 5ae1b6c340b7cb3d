/* Which unit has the code at an address. The first entries of the units say it; where one does not, .debug_aranges
 * (DWARF 5, section 6.1.2) does; where nothing does, the unit's lines and functions are read once an address is asked
 * that no other unit has.
 *
 * .debug_aranges alone would be less to read, but not all compilers write it, assemblers' units are often missing from
 * it, and it may cover less than the units do. */
#include "symbol/dwarf/debug_lines.h"
#include "symbol/dwarf/debug_ranges.h"
#include "symbol/dwarf/debug_tree.h"

typedef VEC(struct debug_unit_range) unit_ranges;

/* Of ranges with one start, that of the unit that comes first in the file is first, so that the result does not depend
 * on qsort. */
static int compare_unit_ranges(const void *a, const void *b)
{
	const struct debug_unit_range *x = a, *y = b;
	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	return x->unit->info_off < y->unit->info_off ? -1 : x->unit->info_off > y->unit->info_off;
}

/* Makes them disjoint and ordered. Where two overlap, the one that begins later holds from its begin on, and the other
 * one again behind it. `open` is a stack of ranges that hold at `at`. Each range is pushed and popped once: O(n log n)
 * with the sort. */
static void settle(unit_ranges *ranges, unit_ranges *ret)
{
	unit_ranges open = VEC_INIT;
	uint64_t at = 0;
	if (ranges->count) qsort(ranges->items, ranges->count, sizeof(*ranges->items), compare_unit_ranges);
	for (size_t i = 0; i <= ranges->count; i++) {
		uint64_t next = i < ranges->count ? ranges->items[i].start : UINT64_MAX;
		while (open.count && at < next) {
			struct debug_unit_range *top = vec_last(&open);
			uint64_t end = MIN(top->end, next);
			if (end > at) {
				struct debug_unit_range *last = ret->count ? vec_last(ret) : NULL;
				if (last && last->end == at && last->unit == top->unit) last->end = end;
				else vec_push(ret, ((struct debug_unit_range){ at, end, top->unit }));
				at = end;
			}
			if (top->end <= at) open.count--;
		}
		at = next;
		if (i < ranges->count) {
			/* of equal ones the first in the file */
			if (open.count && vec_last(&open)->start == next &&
			    vec_last(&open)->end == ranges->items[i].end)
				continue;
			vec_push(&open, ranges->items[i]);
		}
	}
	vec_done(&open);
}

static void add_all(struct debug_unit *unit, const debug_range_list *list, unit_ranges *ranges)
{
	for (size_t i = 0; i < list->count; i++)
		vec_push(ranges, ((struct debug_unit_range){ list->items[i].start, list->items[i].end, unit }));
}

/* .debug_aranges for units that said nothing. Sets of a damaged header are passed over; the next one begins where the
 * length says. */
static void read_aranges(struct debug_file *file, unit_ranges *ranges)
{
	struct debug_section *section = debug_file_section(file, DEBUG_ARANGES);
	struct cursor c = debug_section_cursor(section, 0, UINT64_MAX, file->swap);
	debug_section_need(section, 0, section->size_bytes);
	while (cursor_ok(&c) && cursor_left(&c)) {
		size_t start = c.pos;
		struct debug_encoding e = { 0 };
		uint64_t length = debug_initial_length(&c, &e.offset_size);
		struct cursor set = cursor_sub(&c, length);
		e.version = (uint8_t)cursor_u16(&set);
		uint64_t info_off = debug_offset(&set, &e);
		unsigned address_size = cursor_u8(&set), segment_size = cursor_u8(&set);
		struct debug_unit *unit = debug_file_unit(file, info_off);
		if (!cursor_ok(&set) || e.version != 2 || (address_size != 4 && address_size != 8) || segment_size ||
		    !unit || unit->info_off != info_off)
			continue;
		if (unit->has_low_pc && unit->high.form) continue;
		if (unit->has_ranges) continue;
		size_t tuple = 2 * address_size,
		       in_section = c.pos - set.size - start + set.pos; /* tuples are aligned from the set's start */
		cursor_skip(&set, (tuple - in_section % tuple) % tuple);
		while (cursor_left(&set) >= tuple) {
			uint64_t from = debug_number(&set, address_size), size = debug_number(&set, address_size);
			if (!from && !size) break;
			if (size && from + size > from && debug_file_is_code(file, from))
				vec_push(ranges, ((struct debug_unit_range){ from, from + size, unit }));
		}
	}
}

/* By pointer: only used to find equal ones. */
static int compare_units(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t) * (struct debug_unit *const *)a, y = (uintptr_t) * (struct debug_unit *const *)b;
	return x < y ? -1 : x > y;
}

/* Makes the index from first entries, then .debug_aranges for units that said nothing; the rest becomes `unplaced`. */
static void build(struct debug_file *file)
{
	unit_ranges ranges = VEC_INIT;
	VEC(struct debug_unit *) silent = VEC_INIT;
	debug_range_list list = VEC_INIT;

	for (size_t i = 0; i < file->units.count; i++) {
		struct debug_unit *unit = file->units.items[i];
		/* Partial units are imported by others; they hold no code of their own. */
		if (unit->type == DW_UT_partial) continue;
		debug_unit_need_root(unit);
		list.count = 0;
		debug_ranges_add(unit, &unit->low, &unit->high, &unit->ranges, &list);
		add_all(unit, &list, &ranges);
		if (!list.count && unit->has_lines && !unit->ranges.form && !(unit->low.form && unit->high.form))
			vec_push(&silent, unit);
	}
	vec_done(&list);
	if (silent.count) {
		size_t before = ranges.count;
		VEC(struct debug_unit *) placed = VEC_INIT;
		read_aranges(file, &ranges);
		for (size_t i = before; i < ranges.count; i++) vec_push(&placed, ranges.items[i].unit);
		if (placed.count) qsort(placed.items, placed.count, sizeof(*placed.items), compare_units);
		for (size_t i = 0; i < silent.count; i++)
			if (!placed.count || !bsearch(&silent.items[i], placed.items, placed.count,
						      sizeof(*placed.items), compare_units))
				vec_push(&file->unplaced, silent.items[i]);
		vec_done(&placed);
	}
	vec_done(&silent);
	unit_ranges settled = VEC_INIT;
	settle(&ranges, &settled);
	vec_done(&ranges);
	file->index.items = settled.items;
	file->index.count = settled.count;
	file->index.capacity = settled.capacity;
}

/* Reads lines and functions of all unplaced units: expensive, but only when an address is in no other unit. */
static void build_unplaced(struct debug_file *file)
{
	unit_ranges ranges = VEC_INIT, settled = VEC_INIT;
	for (size_t i = 0; i < file->unplaced.count; i++) {
		struct debug_unit *unit = file->unplaced.items[i];
		debug_range_list list = VEC_INIT;
		debug_lines_ranges(debug_unit_lines(unit), &list);
		debug_tree_ranges(debug_unit_tree(unit), &list);
		add_all(unit, &list, &ranges);
		vec_done(&list);
	}
	settle(&ranges, &settled);
	vec_done(&ranges);
	file->unplaced_index.items = settled.items;
	file->unplaced_index.count = settled.count;
	file->unplaced_index.capacity = settled.capacity;
}

/* How many ranges begin at or before vaddr. */
static size_t ranges_before(const struct debug_unit_range *ranges, size_t count, uint64_t vaddr)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (ranges[middle].start <= vaddr) low = middle + 1;
		else high = middle;
	}
	return low;
}

/* The unit of the range that holds vaddr; NULL: none does. */
static struct debug_unit *search(const struct debug_unit_range *ranges, size_t count, uint64_t vaddr)
{
	size_t before = ranges_before(ranges, count, vaddr);
	return before && vaddr < ranges[before - 1].end ? ranges[before - 1].unit : NULL;
}

/* Where that range ends, or the gap between ranges that vaddr is in. */
static uint64_t search_end(const struct debug_unit_range *ranges, size_t count, uint64_t vaddr)
{
	size_t before = ranges_before(ranges, count, vaddr);
	if (before && vaddr < ranges[before - 1].end) return ranges[before - 1].end;
	return before < count ? ranges[before].start : UINT64_MAX;
}

/* Runs make once, under the lock; readers afterwards only look at the flag. */
static void need(struct debug_file *file, _Atomic bool *ready, void (*make)(struct debug_file *file))
{
	if (likely(atomic_load_explicit(ready, memory_order_acquire))) return;
	pthread_mutex_lock(&file->lock);
	if (!atomic_load_explicit(ready, memory_order_relaxed)) {
		make(file);
		atomic_store_explicit(ready, true, memory_order_release);
	}
	pthread_mutex_unlock(&file->lock);
}

struct debug_unit *debug_file_unit_at(struct debug_file *file, uint64_t vaddr)
{
	debug_file_need_units(file);
	need(file, &file->index_ready, build);
	struct debug_unit *unit = search(file->index.items, file->index.count, vaddr);
	if (unit || !file->unplaced.count) return unit;
	need(file, &file->unplaced_ready, build_unplaced);
	return search(file->unplaced_index.items, file->unplaced_index.count, vaddr);
}

/* Of unplaced units nothing is said: their ranges may lie in those of others. */
bool debug_file_unit_range(struct debug_file *file, uint64_t vaddr, struct debug_range *ret)
{
	(void)debug_file_unit_at(file, vaddr);
	size_t before = ranges_before(file->index.items, file->index.count, vaddr);
	if (!before || vaddr >= file->index.items[before - 1].end) return false;
	*ret = (struct debug_range){ file->index.items[before - 1].start, file->index.items[before - 1].end };
	return true;
}

uint64_t debug_file_unit_end(struct debug_file *file, uint64_t vaddr)
{
	(void)debug_file_unit_at(file, vaddr);
	uint64_t end = search_end(file->index.items, file->index.count, vaddr);
	if (!file->unplaced.count || search(file->index.items, file->index.count, vaddr)) return end;
	need(file, &file->unplaced_ready, build_unplaced);
	return MIN(end, search_end(file->unplaced_index.items, file->unplaced_index.count, vaddr));
}
