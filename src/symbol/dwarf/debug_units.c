/* The units of a file: found once, by going from header to header, and freed with what was read of them. Type units
 * (DWARF 5) are kept apart and found by signature. */
#include <errno.h>
#include "symbol/dwarf/debug_file.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/dwarf/debug_package.h"
#include "symbol/dwarf/debug_tree.h"

/* Units are in the arena; trees and lines are not. */
void debug_file_free(struct debug_file *file)
{
	uint64_t key, value;
	if (!file) return;
	for (size_t i = 0; i < file->splits.count; i++) debug_file_free(file->splits.items[i]);
	vec_done(&file->splits);
	debug_file_free(file->package);
	debug_package_free(file->package_index);
	debug_file_free(file->alt);
	for (size_t i = 0; i < file->units.count; i++) {
		debug_tree_free(file->units.items[i]->tree);
		pthread_mutex_destroy(&file->units.items[i]->lock);
	}
	for (size_t i = 0; i < file->type_units.count; i++) pthread_mutex_destroy(&file->type_units.items[i]->lock);
	vec_done(&file->units);
	vec_done(&file->type_units);
	u64map_done(&file->types);
	vec_done(&file->index);
	vec_done(&file->unplaced);
	vec_done(&file->unplaced_index);
	for (size_t pos = 0; u64map_next(&file->lines, &pos, &key, &value);)
		debug_lines_free((struct debug_lines *)(uintptr_t)value);
	u64map_done(&file->lines);
	debug_file_close(file);
}

/* Reads all headers; a unit of an unknown kind is passed over. Neither the entries nor abbreviations are touched. */
static void read_units(struct debug_file *file)
{
	struct debug_section *info = debug_file_section(file, DEBUG_INFO);
	for (uint64_t at = 0; at < info->size_bytes;) {
		struct debug_unit unit;
		int code = debug_unit_read(file, at, &unit);
		if (code == -EBADMSG) break;
		at = unit.end_off;
		if (code < 0) continue;
		struct debug_unit *kept = arena_memdup(&file->arena, &unit, sizeof(unit));
		if (code == 0) {
			vec_push(&file->units, kept);
		} else {
			*u64map_put(&file->types, kept->signature, NULL) = file->type_units.count;
			vec_push(&file->type_units, kept);
		}
	}
}

/* Where only the lines are left of debug information (gold's --strip-debug-non-line), each line table is a unit. Such a
 * unit has no entries and no first entry to be read: root_ready is set at once. The address size is the ELF file's, as
 * tables before DWARF 5 do not say theirs; the table's own version replaces the 4. */
static void read_line_units(struct debug_file *file)
{
	struct debug_section *section = debug_file_section(file, DEBUG_LINE);
	for (uint64_t at = 0; at < section->size_bytes;) {
		debug_section_need(section, at, 12);
		struct cursor c = debug_section_cursor(section, at, UINT64_MAX, file->swap);
		struct debug_unit unit = { .file = file,
					   .info_off = at,
					   .lock = PTHREAD_MUTEX_INITIALIZER,
					   .type = DW_UT_compile,
					   .has_lines = true,
					   .line_off = at };
		uint64_t length = debug_initial_length(&c, &unit.encoding.offset_size);
		if (!cursor_ok(&c) || length > cursor_left(&c)) break;
		unit.encoding.version = 4;
		unit.encoding.address_size = file->file.image.is64 ? 8 : 4;
		unit.first_entry_off = unit.end_off = at = c.pos + length; /* it has none */
		unit.root_ready = unit.entries_ready = true;
		vec_push(&file->units, arena_memdup(&file->arena, &unit, sizeof(unit)));
	}
}

/* Costs a look at 64 bytes of each unit. A file without units may have line tables alone. */
void debug_file_need_units(struct debug_file *file)
{
	if (likely(atomic_load_explicit(&file->units_ready, memory_order_acquire))) return;
	pthread_mutex_lock(&file->lock);
	if (!atomic_load_explicit(&file->units_ready, memory_order_relaxed)) {
		read_units(file);
		if (!file->units.count && file->kind == DEBUG_FILE_MAIN) read_line_units(file);
		atomic_store_explicit(&file->units_ready, true, memory_order_release);
	}
	pthread_mutex_unlock(&file->lock);
}

/* Of two units with one signature the later one holds; they describe the same type. */
struct debug_unit *debug_file_type_unit(struct debug_file *file, uint64_t signature)
{
	debug_file_need_units(file);
	const uint64_t *i = u64map_find(&file->types, signature);
	return i ? file->type_units.items[*i] : NULL;
}

/* Binary search: units are in the order of the section. */
struct debug_unit *debug_file_unit(struct debug_file *file, uint64_t info_off)
{
	debug_file_need_units(file);
	size_t low = 0, high = file->units.count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (file->units.items[middle]->info_off <= info_off) low = middle + 1;
		else high = middle;
	}
	struct debug_unit *unit = low ? file->units.items[low - 1] : NULL;
	return unit && info_off < unit->end_off ? unit : NULL;
}
