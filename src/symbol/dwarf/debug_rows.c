/* Rows of line tables, put in order of address. Reading costs more than debug_lines does, so it is for one unit at a
 * time. */
#include "symbol/dwarf/debug_rows.h"

#include "symbol/dwarf/debug_line_header.h"
#include "symbol/dwarf/debug_line_program.h"
#include "symbol/dwarf/debug_lines.h"

/* A cursor at the unit's line table, within the file's budget. The initial length is read first, to read no more of the
 * section than this table. */
static bool table_of(struct debug_unit *unit, struct cursor *ret)
{
	struct debug_file *file = unit->file;
	struct debug_section *section = debug_file_section(file, DEBUG_LINE);
	uint64_t offset = unit->line_start + unit->line_off;
	uint8_t offset_size;
	if (!unit->has_lines) return false;
	debug_section_need(section, offset, 12);
	struct cursor c = debug_section_cursor(section, offset, UINT64_MAX, file->swap);
	uint64_t length = debug_initial_length(&c, &offset_size);
	if (!cursor_ok(&c) || length > cursor_left(&c)) return false;
	if (atomic_fetch_sub_explicit(&file->line_budget, (int64_t)length, memory_order_relaxed) <= 0) return false;
	debug_section_need(section, offset, length + 12);
	*ret = debug_section_cursor(section, offset, UINT64_MAX, file->swap);
	return true;
}

/* By address in the original array last, which keeps the program's order. */
static int compare_rows(const void *a, const void *b)
{
	const struct debug_row *const *x = a, *const *y = b;
	if ((*x)->vaddr != (*y)->vaddr) return (*x)->vaddr < (*y)->vaddr ? -1 : 1;
	if ((*x)->is_end != (*y)->is_end) return (*x)->is_end ? -1 : 1;
	return *x < *y ? -1 : *x > *y;
}

/* They mostly are in order, but for the sequences. Checks in one pass whether there is anything to do. */
static void sort_rows(struct debug_rows *rows)
{
	size_t count = rows->items.count, i = 1;
	while (i < count && (rows->items.items[i - 1].vaddr < rows->items.items[i].vaddr ||
			     (rows->items.items[i - 1].vaddr == rows->items.items[i].vaddr &&
			      rows->items.items[i - 1].is_end >= rows->items.items[i].is_end)))
		i++;
	if (i >= count) return;
	_free_ const struct debug_row **order = xcalloc(count, sizeof(*order));
	struct debug_row *sorted = xcalloc(count, sizeof(*sorted));
	for (i = 0; i < count; i++) order[i] = &rows->items.items[i];
	qsort(order, count, sizeof(*order), compare_rows);
	for (i = 0; i < count; i++) sorted[i] = *order[i];
	free(rows->items.items);
	rows->items.items = sorted;
	rows->items.capacity = count;
}

/* Names are read only because the header has to be passed, and freed again. */
void debug_rows_read(struct debug_unit *unit, struct debug_rows *ret)
{
	struct debug_rows rows = { 0 };
	struct debug_lines *names = xcalloc(1, sizeof(*names));
	struct debug_line_header header = { 0 };
	struct cursor c;
	debug_unit_need_root(unit);
	names->names = unit->file->names;
	names->comp_dir = unit->comp_dir;
	if (table_of(unit, &c) && debug_line_header_read(unit, &c, &header, names))
		debug_line_program_rows(unit->file, &c, &header, names, &rows);
	debug_lines_free(names);
	sort_rows(&rows);
	*ret = rows;
}

void debug_rows_done(struct debug_rows *rows) { vec_done(&rows->items); }

/* How many rows are before vaddr. */
static size_t rows_before(const struct debug_rows *rows, uint64_t vaddr)
{
	size_t low = 0, high = rows->items.count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (rows->items.items[middle].vaddr < vaddr) low = middle + 1;
		else high = middle;
	}
	return low;
}

size_t debug_rows_first_at(const struct debug_rows *rows, uint64_t vaddr)
{
	size_t i = rows_before(rows, vaddr);
	while (i < rows->items.count && rows->items.items[i].vaddr == vaddr && rows->items.items[i].is_end) i++;
	return i < rows->items.count && rows->items.items[i].vaddr == vaddr ? i : SIZE_MAX;
}

/* Ends of sequences come first among rows of one address, so that a row behind one at the same address is found. */
size_t debug_rows_last_at(const struct debug_rows *rows, uint64_t vaddr)
{
	size_t i = vaddr == UINT64_MAX ? rows->items.count : rows_before(rows, vaddr + 1);
	return i && !rows->items.items[i - 1].is_end ? i - 1 : SIZE_MAX;
}

/* Reads only the header of the table. */
bool debug_rows_visit_files(struct debug_unit *unit,
			    bool (*visit)(void *ctx, uint32_t number, const char *name, struct debug_lines *lines),
			    void *ctx)
{
	struct debug_lines *names = xcalloc(1, sizeof(*names));
	struct debug_line_header header = { 0 };
	struct cursor c;
	bool found = false;
	debug_unit_need_root(unit);
	names->names = unit->file->names;
	names->comp_dir = unit->comp_dir;
	if (table_of(unit, &c) && debug_line_header_read(unit, &c, &header, names))
		for (size_t i = 0; i < names->files.count && !found; i++)
			if (names->files.items[i].name)
				found = visit(ctx, (uint32_t)i, names->files.items[i].name, names);
	debug_lines_free(names);
	return found;
}
