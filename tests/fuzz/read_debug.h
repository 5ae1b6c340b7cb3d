/* Asks debug information everything that can be asked of it. */
#ifndef TESTS_FUZZ_READ_DEBUG_H
#define TESTS_FUZZ_READ_DEBUG_H

#include "symbol/dwarf/debug_frames.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/dwarf/debug_tree.h"

enum { READ_DEBUG_UNITS = 32, READ_DEBUG_EACH = 64 };

static inline void read_debug_unit(struct debug_unit *unit)
{
	struct debug_lines *lines = debug_unit_lines(unit);
	struct debug_tree *tree = debug_unit_tree(unit);
	for (size_t i = 0; i < lines->nr_pieces; i++)
		if (i && lines->starts[i] <= lines->starts[i - 1]) abort();
	for (size_t i = 0; i < tree->nr_pieces; i++) {
		if (i && tree->starts[i] <= tree->starts[i - 1]) abort();
		if (tree->piece_nodes[i] != DEBUG_NO_NODE && tree->piece_nodes[i] >= tree->nodes.count) abort();
	}
	for (size_t i = 0; i < tree->nodes.count; i++)
		if (tree->nodes.items[i].parent != DEBUG_NO_NODE && tree->nodes.items[i].parent >= i) abort();
	for (size_t i = 0; i < lines->files.count && i < READ_DEBUG_EACH; i++) (void)debug_lines_path(lines, i);
	for (size_t i = 0; i < tree->nodes.count && i < READ_DEBUG_EACH; i++)
		(void)debug_unit_function_name(tree->unit, tree->unit->info_off + tree->nodes.items[i].entry);
}

static inline void read_debug(struct debug_file *file)
{
	debug_frame_list frames = VEC_INIT;
	debug_file_need_units(file);
	(void)debug_file_unit_at(file, 0);
	for (size_t i = 1; i < file->index.count; i++)
		if (file->index.items[i].start < file->index.items[i - 1].end) abort();
	for (size_t i = 0; i < file->index.count && i < READ_DEBUG_EACH; i++) {
		uint64_t start = file->index.items[i].start;
		frames.count = 0;
		(void)debug_frames_find(file, start, &frames);
		(void)debug_frames_find(file, start + 3, &frames);
		if (debug_frames_line_end(file, start, UINT64_MAX) <= start) abort();
		for (size_t j = 0; j < frames.count; j++)
			if (frames.items[j].unit)
				(void)debug_unit_function_name(frames.items[j].unit, frames.items[j].entry);
	}
	for (size_t i = 0; i < file->units.count && i < READ_DEBUG_UNITS; i++) {
		debug_unit_need_root(file->units.items[i]);
		read_debug_unit(file->units.items[i]);
	}
	vec_done(&frames);
}

#endif
