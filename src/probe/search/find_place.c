/* Where the source has an address: the other way round than place_search.c.
 *
 *     address -> unit -> functions there (innermost first) -> a line of one of them, or an offset from the outermost
 *
 * The line is that of a row which starts a statement, or, where a copy begins, of the call; it belongs to the innermost
 * function that was not itself called in this line. Without such a line the place is FUNCTION+OFFSET. */
#include <string.h>
#include "probe/search/probe_find.h"
#include "probe/search/probe_source.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/dwarf/debug_variable.h"
#include "symbol/image_symbols.h"

/* Inlined calls in each other at one address. */
enum { SCOPES_MAX = 32 };

/* The event's address as the debug information counts it. Programs: the event has an offset in the file. Modules and
 * the kernel: a distance from a symbol, which their file has, too. */
static bool find_vaddr(struct probe_source *source, const struct probe_event *event, uint64_t *ret)
{
	uint64_t base;
	if (!source->is_kernel) return image_vaddr(&source->runtime.image, event->place, ret);
	if (!event->symbol) return false;
	if (source->is_module) {
		if (!image_functions_start(probe_source_functions(source), event->symbol, &base)) return false;
		*ret = base + event->sym_off;
		return true;
	}
	if (!source->runtime.path || !image_symbol_value(&source->runtime.image, event->symbol, &base)) return false;
	*ret = base + event->sym_off;
	return true;
}

/* A line of a file, by the number it has in the unit. */
struct source_place {
	uint64_t file, line;
};

/* The line of the first row of just that address, else of the one that it is covered by, if that starts a statement.
 * Rows that begin with the function stand for its beginning, which is not what an address behind it is at. */
static bool row_place(struct probe_source *source, struct debug_unit *unit, uint64_t vaddr, uint64_t entry_pc,
		      uint64_t declared, struct source_place *ret)
{
	const struct debug_rows *rows = probe_source_rows(source, unit);
	size_t i = debug_rows_first_at(rows, vaddr);
	if (i == SIZE_MAX) i = debug_rows_last_at(rows, vaddr);
	if (i == SIZE_MAX) return false;
	const struct debug_row *row = &rows->items.items[i];
	/* of several rows there the first that starts a statement */
	for (size_t k = i; k < rows->items.count && rows->items.items[k].vaddr == vaddr && !row->is_stmt; k++)
		if (rows->items.items[k].is_stmt) row = &rows->items.items[k];
	if (!row->is_stmt || row->is_end || !row->line || (row->vaddr == entry_pc && row->line != declared))
		return false;
	*ret = (struct source_place){ row->file, row->line };
	return true;
}

/* Code that a call was inlined for begins in the line of the call. */
static bool call_place(const struct debug_entry *call, uint64_t vaddr, struct source_place *ret)
{
	uint64_t entry_pc;
	return debug_entry_tag(call) == DW_TAG_inlined_subroutine && debug_entry_entry_pc(call, &entry_pc) &&
	       entry_pc == vaddr && debug_entry_number(call, DW_AT_call_line, &ret->line) &&
	       debug_entry_number(call, DW_AT_call_file, &ret->file);
}

/* Which function has the line: of a call, the caller. */
static const struct debug_entry *owner_of(const struct debug_entry *scopes, unsigned nr, uint64_t wanted)
{
	uint64_t line;
	for (unsigned i = 0; i + 1 < nr; i++)
		if (!debug_entry_number(&scopes[i], DW_AT_call_line, &line) || line != wanted) return &scopes[i];
	return &scopes[nr - 1];
}

/* A function's own code goes by the linker's name, a copy by the source's. */
static const char *shown_name(const struct debug_entry *function)
{
	const char *linkage_name = debug_entry_tag(function) == DW_TAG_inlined_subroutine
					   ? NULL
					   : debug_entry_linkage_name(function);
	return linkage_name ? linkage_name : debug_entry_name(function);
}

/* The path as it was given to the compiler, where that was run in a directory of which only a relative path is known.
 * The caller frees; NULL: no such file. */
static char *shown_path(const struct debug_entry *function)
{
	uint64_t number;
	struct debug_lines *lines = debug_unit_lines(probe_source_line_unit(function->unit));
	const char *path = debug_entry_file(function, DW_AT_decl_file), *directory;
	if (!path || path[0] == '/' || !debug_entry_number(function, DW_AT_decl_file, &number) ||
	    number >= lines->files.count)
		return path ? xstrdup(path) : NULL;
	const struct debug_line_file *file = &lines->files.items[number];
	directory = file->directory < lines->directories.count ? lines->directories.items[file->directory] : NULL;
	return directory && file->name ? xasprintf("%s/%s", directory, file->name) : xstrdup(path);
}

/* False: the line is not one of the function, as the source has it. The line is written as a distance from the
 * declaration, as points are. */
static bool set_line(struct debug_unit *unit, const struct debug_entry *function, const struct source_place *place,
		     struct probe_point *point)
{
	uint64_t declared;
	const char *file = debug_entry_file(function, DW_AT_decl_file), *name = shown_name(function);
	const char *path = debug_lines_path(debug_unit_lines(probe_source_line_unit(unit)), place->file);
	if (!name || !file || !path || strcmp(file, path) != 0 ||
	    !debug_entry_number(function, DW_AT_decl_line, &declared) || place->line < declared)
		return false;
	if (place->line - declared > INT32_MAX) return false;
	point->function = xstrdup(name);
	point->file = shown_path(function);
	point->line = (int32_t)(place->line - declared);
	return true;
}

bool probe_find_place(struct probe_source *source, const struct probe_event *event, struct probe_point *ret)
{
	struct probe_point point = { 0 };
	struct debug_entry scopes[SCOPES_MAX];
	struct source_place place;
	uint64_t vaddr, entry_pc, declared = 0;
	if (!source->file || !find_vaddr(source, event, &vaddr)) return false;
	debug_file_need_units(source->file);
	struct debug_unit *unit = debug_file_unit_at(source->file, vaddr);
	if (!unit) return false;
	debug_unit_need_root(unit);
	struct debug_unit *full = debug_unit_full(unit);
	debug_unit_need_root(full);
	unsigned nr = debug_scopes_at(full, vaddr, scopes, SCOPES_MAX);
	if (!nr) return false;
	const struct debug_entry *function = &scopes[nr - 1];
	const char *name = shown_name(function);
	if (!name || !debug_entry_entry_pc(function, &entry_pc)) return false;
	(void)debug_entry_number(function, DW_AT_decl_line, &declared);
	bool has_line = vaddr != entry_pc && (call_place(&scopes[0], vaddr, &place) ||
					      row_place(source, full, vaddr, entry_pc, declared, &place));
	if (!has_line || !set_line(full, owner_of(scopes, nr, place.line), &place, &point)) {
		if (vaddr < entry_pc) return false; /* in a part of it that is elsewhere: its symbol says more */
		point.function = xstrdup(name);
		point.file = shown_path(function);
		point.offset = vaddr - entry_pc;
	}
	*ret = point;
	return true;
}
