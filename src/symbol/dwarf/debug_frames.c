/* From an address to its functions and line: the unit (debug_index), its tree of functions (debug_tree) and its lines.
 */
#include "symbol/dwarf/debug_frames.h"

#include "symbol/dwarf/debug_lines.h"
#include "symbol/dwarf/debug_tree.h"

/* Bound on how deep functions are inlined into each other; kept_lines.h has room for one more. */
#define INLINED_MAX 1000

/* The unit's lines decide alone; functions are not read for it, which is cheaper by far. */
bool debug_frames_line(struct debug_file *file, uint64_t vaddr, const char **ret_file, uint32_t *ret_line)
{
	struct debug_unit *unit = debug_file_unit_at(file, vaddr);
	if (!unit) return false;
	struct debug_lines *lines = debug_unit_lines(unit);
	int64_t piece = debug_lines_find(lines, vaddr);
	if (piece < 0) return false;
	*ret_file = debug_lines_path(lines, lines->file_numbers[piece]);
	*ret_line = lines->line_numbers[piece];
	return true;
}

/* Goes from the innermost function outwards: the line of each outer frame is where the inner one was inlined
 * (DW_AT_call_line). */
bool debug_frames_find(struct debug_file *file, uint64_t vaddr, debug_frame_list *list)
{
	struct debug_unit *unit = debug_file_unit_at(file, vaddr);
	struct debug_frame frame = { 0 };
	bool has_line = debug_frames_line(file, vaddr, &frame.file, &frame.line);
	if (!unit) return false;
	struct debug_tree *tree = debug_unit_tree(unit);
	struct debug_lines *lines = debug_unit_lines(unit);
	uint32_t node = debug_tree_find(tree, vaddr);
	if (node == DEBUG_NO_NODE && !has_line) return false;
	for (size_t i = 0; node != DEBUG_NO_NODE && i < INLINED_MAX; i++) {
		const struct debug_node *n = &tree->nodes.items[node];
		frame.unit = tree->unit;
		frame.entry = tree->unit->info_off + n->entry;
		vec_push(list, frame);
		if (!n->is_inlined || n->parent == DEBUG_NO_NODE) return true;
		frame = (struct debug_frame){ .file = debug_lines_path(lines, n->call_file), .line = n->call_line };
		node = n->parent;
	}
	if (!list->count || frame.unit) vec_push(list, frame);
	return true;
}

/* Narrows the unit's range by the line's piece and the function's piece: the answer is the same in all that is left.
 * One address when nothing is known: the answer may differ at the next one. */
struct debug_range debug_frames_extent(struct debug_file *file, uint64_t vaddr, bool with_functions)
{
	struct debug_range range = { vaddr, vaddr + 1 };
	struct debug_unit *unit = debug_file_unit_at(file, vaddr);
	if (!unit || !debug_file_unit_range(file, vaddr, &range)) return range;
	debug_lines_narrow(debug_unit_lines(unit), vaddr, &range);
	if (with_functions) debug_tree_narrow(debug_unit_tree(unit), vaddr, &range);
	return range;
}

/* Gaps between units and between pieces count as well: the answer is "nothing" up to their end. */
uint64_t debug_frames_line_end(struct debug_file *file, uint64_t vaddr, uint64_t limit)
{
	uint64_t unit_end = debug_file_unit_end(file, vaddr);
	struct debug_unit *unit = debug_file_unit_at(file, vaddr);
	uint64_t end = MIN(limit, unit_end);
	return unit ? MIN(end, debug_lines_piece_end(debug_unit_lines(unit), vaddr)) : end;
}
