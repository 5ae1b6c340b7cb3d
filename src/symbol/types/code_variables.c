/* Reads places of variables: location lists, frame bases, blocks that say where a variable without a list lives. */
#include "symbol/types/code_variables.h"

#include <string.h>
#include "symbol/dwarf/debug_variable.h"
#include "symbol/types/data_type_debug.h"

enum {
	SCOPES_MAX = 64,          /* blocks in blocks that are told apart */
	VARIABLES_MAX = 1u << 20, /* of one function */
	PIECES_MAX = 16,          /* of one variable */
};

/* While the variables of a function are read. */
struct reading {
	struct data_types *types;
	struct debug_entry function;
	debug_location_list frame_base;
	bool is_late; /* places without a range are code_variable.is_late */
	code_variable_list *list;
};

static bool is_scope(unsigned tag)
{
	return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block ||
	       tag == DW_TAG_with_stmt || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram;
}

/* Optimising, gcc keeps of a place that lasts until the function ends only the place, and not where it begins, where
 * its assembler cannot number views of lines (as on RISC-V), or it is told not to (-gno-variable-location-views).
 * Without optimisation, and of clang and rustc, such a place holds for all of the variable's block. */
static bool omits_starts(struct debug_unit *unit)
{
	debug_unit_need_root(unit);
	const char *producer = unit->producer;
	if (!producer || strncmp(producer, "GNU ", 4) != 0) return false;
	const char *level = strstr(producer, " -O");
	return level ? level[3] != '0' : !strstr(producer, " -");
}

/* Of structs and arrays gcc does not follow where they are: of one that is handed over by reference, for all of the
 * function it says the register that had the address in the beginning. */
static void add_place(struct reading *r, const struct data_type *type, const struct debug_place *place, uint64_t start,
		      uint64_t end, bool is_late)
{
	bool is_whole = type && (type->kind == DATA_TYPE_STRUCT || type->kind == DATA_TYPE_ARRAY);
	bool is_early = is_late && is_whole && place->kind == DEBUG_PLACE_MEMORY && place->reg != DEBUG_REGISTER_CFA;
	if (start < end && r->list->count < VARIABLES_MAX)
		vec_push(r->list, ((struct code_variable){ start, end, *place, type, is_late && !is_early, is_early }));
}

/* Of a place that holds from start to end: the expression's places. The frame base is the one at start: functions have
 * one for all of their code, or a list whose entries say the same of the frame. */
static void add_location(struct reading *r, struct debug_unit *unit, const struct data_type *type,
			 const struct debug_location *location, uint64_t start, uint64_t end)
{
	struct debug_place places[PIECES_MAX];
	const struct debug_location *base = debug_location_find(&r->frame_base, start);
	const struct debug_expression expression = {
		.swap = unit->file->swap,
		.address_size = unit->encoding.address_size,
		.offset_size = unit->encoding.offset_size,
		.data = location->data,
		.size_bytes = location->size_bytes,
		.frame_base = base ? base->data : NULL,
		.frame_base_bytes = base ? base->size_bytes : 0,
	};
	unsigned nr = debug_places_read(&expression, places, PIECES_MAX);
	for (unsigned i = 0; i < nr; i++) {
		if (places[i].kind == DEBUG_PLACE_ADDRESS && places[i].is_indexed) {
			if (!debug_unit_indexed_vaddr(unit, places[i].vaddr, &places[i].vaddr)) continue;
			places[i].is_indexed = false;
		}
		add_place(r, type, &places[i], start, end, location->everywhere && r->is_late);
	}
}

/* scope_ranges: where a variable lives whose place is the same everywhere. */
static void add_variable(struct reading *r, const struct debug_entry *variable, const debug_range_list *scope_ranges)
{
	debug_location_list list = VEC_INIT;
	const struct data_type *type = data_type_of_debug(r->types, variable);
	if (!type || debug_variable_is_declaration(variable)) return;
	(void)debug_locations_add(variable, DW_AT_location, &list);
	for (size_t i = 0; i < list.count; i++) {
		const struct debug_location *location = &list.items[i];
		if (!location->everywhere) {
			add_location(r, variable->unit, type, location, location->start, location->end);
			continue;
		}
		for (size_t j = 0; j < scope_ranges->count; j++)
			add_location(r, variable->unit, type, location, scope_ranges->items[j].start,
				     scope_ranges->items[j].end);
	}
	vec_done(&list);
}

void code_variables_add(struct data_types *types, const struct debug_entry *function, code_variable_list *list)
{
	struct reading r = { .types = types, .function = *function, .list = list };
	debug_range_list ranges[SCOPES_MAX] = { 0 };
	struct debug_entry entry;
	struct debug_walk walk;
	(void)debug_locations_add(function, DW_AT_frame_base, &r.frame_base);
	r.is_late = omits_starts(function->unit);
	debug_entry_ranges(function, &ranges[0]);
	debug_walk_begin(&walk, function);
	while (debug_walk_next(&walk, &entry)) {
		unsigned tag = debug_entry_tag(&entry);
		/* walk.depth of what is directly below the function is 1 */
		unsigned around = entry.depth - 1 < SCOPES_MAX ? entry.depth - 1 : SCOPES_MAX - 1;
		if (tag == DW_TAG_formal_parameter || tag == DW_TAG_variable) add_variable(&r, &entry, &ranges[around]);
		if (is_scope(tag) && tag != DW_TAG_subprogram && entry.depth < SCOPES_MAX) {
			debug_range_list *own = &ranges[entry.depth];
			vec_clear(own);
			debug_entry_ranges(&entry, own);
		} else {
			debug_walk_skip(&walk);
		}
	}
	for (unsigned i = 0; i < SCOPES_MAX; i++) vec_done(&ranges[i]);
	vec_done(&r.frame_base);
}

bool code_variable_vaddr(const struct debug_entry *variable, uint64_t *ret, bool *ret_thread)
{
	debug_location_list list = VEC_INIT;
	code_variable_list places = VEC_INIT;
	struct reading r = { .list = &places };
	if (debug_locations_add(variable, DW_AT_location, &list) && list.count)
		add_location(&r, variable->unit, NULL, &list.items[0], 0, UINT64_MAX);
	const struct debug_place *place = places.count ? &places.items[0].place : NULL;
	bool found = place && (place->kind == DEBUG_PLACE_ADDRESS || place->kind == DEBUG_PLACE_THREAD);
	if (found) *ret = place->vaddr;
	if (found) *ret_thread = place->kind == DEBUG_PLACE_THREAD;
	vec_done(&places);
	vec_done(&list);
	return found;
}
