/* What is made of a unit when it is asked for: its lines, its functions, its split unit; and what it refers to. Each
 * part is made under the unit's lock and published by an atomic pointer or flag, which later askers look at without
 * the lock. */
#include "symbol/dwarf/debug_file.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/dwarf/debug_tree.h"

struct debug_lines *debug_unit_lines(struct debug_unit *unit)
{
	/* DWARF 5, 3.1.3: the files of a split unit are those of the skeleton's table */
	if (unit->skeleton && !unit->has_lines) {
		debug_unit_need_root(unit->skeleton);
		return debug_unit_lines(unit->skeleton);
	}
	struct debug_lines *lines = atomic_load_explicit(&unit->lines, memory_order_acquire);
	if (likely(lines)) return lines;
	pthread_mutex_lock(&unit->lock);
	lines = atomic_load_explicit(&unit->lines, memory_order_relaxed);
	if (!lines) {
		lines = debug_lines_of_unit(unit);
		atomic_store_explicit(&unit->lines, lines, memory_order_release);
	}
	pthread_mutex_unlock(&unit->lock);
	return lines;
}

/* Neither id nor name: an ordinary unit. Looked for once, also in vain: a missing .dwo file costs opens of several
 * paths. */
struct debug_unit *debug_unit_full(struct debug_unit *unit)
{
	if (!unit->dwo_name || !unit->has_dwo_id || unit->file->kind == DEBUG_FILE_SPLIT) return unit;
	if (!atomic_load_explicit(&unit->split_ready, memory_order_acquire)) {
		pthread_mutex_lock(&unit->lock);
		if (!atomic_load_explicit(&unit->split_ready, memory_order_relaxed)) {
			unit->split = debug_split_find(unit);
			atomic_store_explicit(&unit->split_ready, true, memory_order_release);
		}
		pthread_mutex_unlock(&unit->lock);
	}
	return unit->split ? unit->split : unit;
}

/* The tree is kept at the skeleton, but its entries are those of the split unit. */
struct debug_tree *debug_unit_tree(struct debug_unit *unit)
{
	struct debug_tree *tree = atomic_load_explicit(&unit->tree, memory_order_acquire);
	if (likely(tree)) return tree;
	struct debug_unit *full = debug_unit_full(unit);
	debug_unit_need_root(full);
	pthread_mutex_lock(&unit->lock);
	tree = atomic_load_explicit(&unit->tree, memory_order_relaxed);
	if (!tree) {
		tree = debug_tree_new(full);
		atomic_store_explicit(&unit->tree, tree, memory_order_release);
	}
	pthread_mutex_unlock(&unit->lock);
	return tree;
}

/* References are within the unit (ref1 to ref8, ref_udata), to a type unit by signature (ref_sig8), anywhere in
 * .debug_info (ref_addr), or into the file that dwz made (alt, sup). The same unit is given back as the caller has it,
 * not as the file's list has it: an adopted split unit (debug_split.c) is another struct with the same place. */
bool debug_unit_reference(struct debug_unit *unit, const struct debug_value *value, struct debug_unit **ret_unit,
			  uint64_t *ret_info_off)
{
	struct debug_file *file = unit->file;
	struct debug_unit *type;
	switch (value->form) {
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
	case DW_FORM_ref_udata:
		if (value->number >= unit->end_off - unit->info_off) return false;
		*ret_unit = unit;
		*ret_info_off = unit->info_off + value->number;
		return true;
	case DW_FORM_ref_sig8:
		type = debug_file_type_unit(file, value->number);
		if (!type || type->type_off >= type->end_off - type->info_off) return false;
		*ret_unit = type;
		*ret_info_off = type->info_off + type->type_off;
		return true;
	case DW_FORM_ref_addr: break;
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_ref_sup4:
	case DW_FORM_ref_sup8: file = debug_file_alt(file); break;
	default: return false;
	}
	struct debug_unit *other = file ? debug_file_unit(file, value->number) : NULL;
	if (!other) return false;
	if (other->info_off == unit->info_off && file == unit->file) other = unit;
	*ret_unit = other;
	*ret_info_off = value->number;
	return true;
}
