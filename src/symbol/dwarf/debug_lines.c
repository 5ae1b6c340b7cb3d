/* The lines of a unit as pieces by address, and its files as paths, each made when it is first asked for. The table
 * is read by debug_line_header.c (names) and debug_line_program.c (pieces).
 *
 *   piece    starts  line  file
 *   0        0       10    1       base + 0  .. base + 8
 *   1        8       12    1       base + 8  .. base + 20
 *   2        20      0     none    a gap */
#include "symbol/dwarf/debug_lines.h"

#include "symbol/dwarf/debug_line_header.h"
#include "symbol/dwarf/debug_line_program.h"

/* Reads the table at an offset of .debug_line, within the file's budget; empty when that is spent. The table is read up
 * to its own length, which its header says. */
static struct debug_lines *read_lines(struct debug_unit *unit, uint64_t offset)
{
	struct debug_file *file = unit->file;
	struct debug_section *section = debug_file_section(file, DEBUG_LINE);
	struct debug_lines *lines = xcalloc(1, sizeof(*lines));
	struct debug_line_header header = { 0 };

	lines->names = file->names;
	lines->comp_dir = unit->comp_dir;
	debug_section_need(section, offset, 12);
	struct cursor c = debug_section_cursor(section, offset, UINT64_MAX, file->swap);
	uint64_t length = debug_initial_length(&c, &header.encoding.offset_size);
	if (!cursor_ok(&c) || length > cursor_left(&c)) return lines;
	int64_t budget = atomic_fetch_sub_explicit(&file->line_budget, (int64_t)length, memory_order_relaxed);
	if (budget <= 0) return lines;
	debug_section_need(section, offset, length + 12);
	c = debug_section_cursor(section, offset, UINT64_MAX, file->swap);
	if (debug_line_header_read(unit, &c, &header, lines)) debug_line_program_run(file, &c, &header, lines);
	return lines;
}

/* Units may share a table (type units do), so tables are by offset. Of two threads that read the same one, the first
 * wins. */
struct debug_lines *debug_lines_of_unit(struct debug_unit *unit)
{
	struct debug_file *file = unit->file;
	uint64_t key = unit->has_lines ? unit->line_start + unit->line_off : UINT64_MAX;

	pthread_mutex_lock(&file->map_lock);
	uint64_t *known = u64map_find(&file->lines, key);
	struct debug_lines *lines = known ? (struct debug_lines *)(uintptr_t)*known : NULL;
	pthread_mutex_unlock(&file->map_lock);
	if (lines) return lines;
	struct debug_lines *made = read_lines(unit, key);
	pthread_mutex_lock(&file->map_lock);
	uint64_t *value = u64map_put(&file->lines, key, NULL);
	if (!*value) *value = (uintptr_t)take(made);
	lines = (struct debug_lines *)(uintptr_t)*value;
	pthread_mutex_unlock(&file->map_lock);
	debug_lines_free(made);
	return lines;
}

void debug_lines_free(struct debug_lines *lines)
{
	if (!lines) return;
	vec_done(&lines->directories);
	vec_done(&lines->files);
	free(lines->starts);
	free(lines->line_numbers);
	free(lines->file_numbers);
	free(lines);
}

/* How many pieces begin at or before vaddr. */
static size_t pieces_before(const struct debug_lines *lines, uint64_t vaddr)
{
	uint64_t at = vaddr - lines->base;
	size_t low = 0, high = lines->nr_pieces;
	if (vaddr < lines->base) return 0;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (lines->starts[middle] <= at) low = middle + 1;
		else high = middle;
	}
	return low;
}

uint64_t debug_lines_piece_end(const struct debug_lines *lines, uint64_t vaddr)
{
	size_t before = pieces_before(lines, vaddr);
	return before < lines->nr_pieces ? lines->base + lines->starts[before] : UINT64_MAX;
}

/* Used to keep an answer for all addresses it holds for. */
void debug_lines_narrow(const struct debug_lines *lines, uint64_t vaddr, struct debug_range *range)
{
	size_t before = pieces_before(lines, vaddr);
	if (before) range->start = MAX(range->start, lines->base + lines->starts[before - 1]);
	if (before < lines->nr_pieces) range->end = MIN(range->end, lines->base + lines->starts[before]);
}

int64_t debug_lines_find(const struct debug_lines *lines, uint64_t vaddr)
{
	size_t low = pieces_before(lines, vaddr);
	return low && lines->file_numbers[low - 1] != DEBUG_NO_FILE ? (int64_t)low - 1 : -1;
}

/* Working directory, directory, name, without what lies before an absolute one. A relative working directory
 * (-fdebug-prefix-map) is given twice by DWARF 5, where it also is directory 0; binutils and LLVM print it twice. Up to
 * DWARF 4 directory 0 stands for the working directory, and is not repeated. */
static const char *make_path(struct debug_lines *lines, const struct debug_line_file *file)
{
	const char *comp_dir = lines->comp_dir, *directory = NULL;
	if (*file->name == '/') return debug_names_text(lines->names, file->name);
	if (file->directory < lines->directories.count) directory = lines->directories.items[file->directory];
	if (file->directory == 0 && lines->version < 5) directory = NULL;
	if (directory && (*directory == '/' || !*directory)) comp_dir = NULL;
	if (directory && !*directory) directory = NULL;
	_free_ char *path = xasprintf("%s%s%s%s%s", comp_dir ? comp_dir : "", comp_dir ? "/" : "",
				      directory ? directory : "", directory ? "/" : "", file->name);
	return debug_names_text(lines->names, path);
}

const char *debug_lines_path(struct debug_lines *lines, uint64_t number)
{
	if (number >= lines->files.count) return NULL;
	struct debug_line_file *file = &lines->files.items[number];
	if (!file->name) return NULL;
	const char *path = atomic_load_explicit(&file->path, memory_order_acquire);
	if (path) return path;
	path = make_path(lines, file); /* of two threads at it, both get the same */
	atomic_store_explicit(&file->path, path, memory_order_release);
	return path;
}

void debug_lines_ranges(const struct debug_lines *lines, debug_range_list *list)
{
	for (size_t i = 0; i + 1 < lines->nr_pieces; i++) {
		if (lines->file_numbers[i] == DEBUG_NO_FILE) continue;
		struct debug_range range = { lines->base + lines->starts[i], lines->base + lines->starts[i + 1] };
		struct debug_range *last = list->count ? vec_last(list) : NULL;
		if (last && last->end == range.start) last->end = range.end;
		else vec_push(list, range);
	}
}
