/* Facts of a function out of DWARF. Variables are sorted by what their places speak of, so that a question about a
 * register looks at the variables of that register alone. Where several hold at an address the last one counts: it is
 * the innermost; but an object says more than the member of it that an inlined function has. */
#include "symbol/types/code_facts_debug.h"

#include <string.h>
#include "symbol/dwarf/debug_variable.h"
#include "symbol/types/code_variables.h"
#include "symbol/types/data_type_debug.h"

enum { SCOPES_MAX = 64 };

struct code_facts_debug {
	struct code_facts_debug_options options;
	struct code_facts facts;
	struct debug_unit *unit;                         /* with the entries; NULL: none has the code */
	code_variable_list in_registers[CODE_REGISTERS]; /* REGISTER, VALUE, and MEMORY that it points at */
	code_variable_list in_memory;                    /* MEMORY, of CFA or a register */
	uint64_t start;                                  /* of the function */
};

/* The pointer of word_bytes that is in a variable from off on; false: something else is. A struct of one pointer is
 * that pointer to the machine. */
static bool pointer_in(const struct data_type *type, uint64_t off, unsigned word_bytes, struct held_value *ret)
{
	bool is_only;
	if (data_type_is_erased(type, off)) return false;
	const struct data_type *pointer = data_type_read_at(type, off, word_bytes, &is_only);
	if (!pointer) {
		*ret = held_pointer(data_type_choice_at(type, off, word_bytes));
		return !held_is_unknown(ret);
	}
	if (pointer->kind != DATA_TYPE_POINTER) return false;
	*ret = held_pointer(data_type_target(pointer));
	ret->own_type = is_only ? pointer : NULL;
	return !held_is_unknown(ret);
}

static bool holds_at(const struct code_variable *variable, uint64_t vaddr)
{
	return vaddr >= variable->start && vaddr < variable->end;
}

static bool is_in(const struct code_variable *variable, const struct code_register *reg)
{
	if (!holds_at(variable, reg->vaddr) || variable->is_early != reg->is_start) return false;
	return !variable->is_late || reg->lasts;
}

/* A variable at the very address that a register holds tells of the register, too: an argument passed by reference. */
static bool value_of(const struct code_facts_debug *f, const struct code_variable *variable, bool by_reference,
		     struct held_value *ret)
{
	const struct debug_place *place = &variable->place;
	if (by_reference != (place->kind == DEBUG_PLACE_MEMORY)) return false;
	if (by_reference) {
		*ret = held_pointer(variable->type);
		return !place->offset && !place->piece_off && !held_is_unknown(ret);
	}
	if (!pointer_in(variable->type, place->piece_off, f->unit->encoding.address_size, ret)) return false;
	if (place->kind == DEBUG_PLACE_VALUE) ret->offset = (int64_t)(0 - (uint64_t)place->offset);
	if (ret->offset) ret->own_type = NULL;
	return true;
}

/* Of a number that a register has only the type is known. */
static bool number_of(const struct code_variable *variable, struct held_value *ret)
{
	const struct data_type *type = variable->type;
	if (variable->place.kind != DEBUG_PLACE_REGISTER || variable->place.piece_off || variable->place.piece_bytes)
		return false;
	if (type->kind != DATA_TYPE_NUMBER || type->is_float) return false;
	*ret = held_unknown();
	ret->own_type = type;
	return true;
}

static bool facts_in_register(void *ctx, const struct code_register *reg, struct held_value *ret)
{
	const struct code_facts_debug *f = ctx;
	struct held_value told;
	bool found = false, is_number = false;
	if (reg->number >= CODE_REGISTERS || (reg->is_start && reg->vaddr != f->start)) return false;
	const code_variable_list *list = &f->in_registers[reg->number];
	for (size_t i = list->count; i-- > 0;) {
		const struct code_variable *variable = &list->items[i];
		if (!is_in(variable, reg)) continue;
		if (!value_of(f, variable, reg->by_reference, &told)) {
			if (!found && !reg->by_reference && !is_number) is_number = number_of(variable, ret);
			continue;
		}
		if (!found || held_is_around(&told, ret)) *ret = told;
		found = true;
	}
	return found || is_number;
}

/* Where a variable begins, from the CFA. False: its register does not hold the frame's address. */
static bool frame_start(const struct debug_place *place, const struct held_value *registers, int64_t *ret)
{
	int64_t base = 0;
	if (place->reg != DEBUG_REGISTER_CFA) {
		if (place->reg >= CODE_REGISTERS) return false;
		const struct held_value *held = &registers[place->reg];
		if (held->kind != HELD_FRAME || held->stride) return false;
		base = held->offset;
	}
	*ret = (int64_t)((uint64_t)base + (uint64_t)place->offset);
	return true;
}

static bool facts_on_stack(void *ctx, uint64_t vaddr, const struct held_value *registers, int64_t frame_off,
			   struct code_object *ret)
{
	const struct code_facts_debug *f = ctx;
	for (size_t i = f->in_memory.count; i-- > 0;) {
		const struct code_variable *variable = &f->in_memory.items[i];
		uint64_t size = variable->place.piece_bytes ? variable->place.piece_bytes : variable->type->size_bytes;
		int64_t start;
		if (!holds_at(variable, vaddr) || !frame_start(&variable->place, registers, &start)) continue;
		uint64_t off = (uint64_t)frame_off - (uint64_t)start;
		if (off >= size) continue;
		*ret = (struct code_object){ variable->type, (int64_t)(off + variable->place.piece_off) };
		return true;
	}
	return false;
}

static bool facts_at_address(void *ctx, uint64_t address, struct code_object *ret)
{
	const struct code_facts_debug *f = ctx;
	uint64_t offset;
	const struct data_type *type = f->unit ? unit_globals_variable(f->options.globals, f->unit, address, &offset)
					       : NULL;
	if (!type) return false;
	*ret = (struct code_object){ type, (int64_t)offset };
	return true;
}

static bool facts_in_thread(void *ctx, uint64_t offset, struct code_object *ret)
{
	const struct code_facts_debug *f = ctx;
	uint64_t rest;
	const struct data_type *type =
		f->unit ? unit_globals_thread_variable(f->options.globals, f->unit, offset, &rest) : NULL;
	if (!type) return false;
	*ret = (struct code_object){ type, (int64_t)rest };
	return true;
}

static enum code_lookup lookup_of(const struct code_linked_word *word)
{
	switch (word->kind) {
	case CODE_LINKED_THREAD_PAIR: return CODE_LOOKUP_PAIR;
	case CODE_LINKED_DESCRIPTOR: return CODE_LOOKUP_DESCRIPTOR;
	default: return CODE_LOOKUP_WORD;
	}
}

/* Of what another object has the declaration tells, but not how far that is from the thread's register. */
static bool facts_linked(void *ctx, uint64_t address, enum code_lookup lookup, struct held_value *ret)
{
	const struct code_facts_debug *f = ctx;
	struct code_linked_word word;
	if (!f->unit || !f->options.linked_word) return false;
	if (!f->options.linked_word(f->options.ctx, address, &word) || lookup != lookup_of(&word)) return false;
	if (word.name) {
		if (word.kind == CODE_LINKED_THREAD || word.kind == CODE_LINKED_DESCRIPTOR) return false;
		*ret = held_pointer(unit_globals_declared(f->options.globals, f->unit, word.name));
		ret->offset = held_is_unknown(ret) ? 0 : (int64_t)word.value;
	} else if (word.kind == CODE_LINKED_ADDRESS) {
		*ret = held_constant((int64_t)word.value);
	} else {
		*ret = held_constant((int64_t)(word.value + (uint64_t)f->options.thread_start));
		if (word.kind == CODE_LINKED_THREAD_PAIR) ret->kind = HELD_THREAD;
	}
	ret->is_followed = true;
	return true;
}

static bool facts_finds_thread(void *ctx, uint64_t target, bool is_word)
{
	const struct code_facts_debug *f = ctx;
	struct code_linked_word word = { .name = NULL };
	if (is_word && f->options.linked_word) (void)f->options.linked_word(f->options.ctx, target, &word);
	if (!is_word && f->options.linked_name) word.name = f->options.linked_name(f->options.ctx, target);
	return word.name && strcmp(word.name, "__tls_get_addr") == 0;
}

/* A function of the program, or one that the linkage table leads to, as the caller's unit declares it. */
static const struct data_type *facts_returned(void *ctx, uint64_t target)
{
	const struct code_facts_debug *f = ctx;
	struct debug_entry scopes[SCOPES_MAX];
	const struct data_type *function = NULL;
	/* no file: an object without debug information */
	struct debug_unit *unit = f->options.file ? debug_file_unit_at(f->options.file, target) : NULL;
	unsigned nr = unit ? debug_scopes_at(debug_unit_full(unit), target, scopes, SCOPES_MAX) : 0;
	if (nr) {
		function = data_type_of_debug_function(f->options.types, &scopes[nr - 1]);
	} else if (f->unit && f->options.linked_name) {
		const char *name = f->options.linked_name(f->options.ctx, target);
		if (name) function = unit_globals_function(f->options.globals, f->unit, name);
	}
	return function ? data_type_target(function) : NULL;
}

static bool facts_frame_rule(void *ctx, uint64_t vaddr, unsigned *ret_register, int64_t *ret_distance)
{
	const struct code_facts_debug *f = ctx;
	return f->options.frame_rule && f->options.frame_rule(f->options.ctx, vaddr, ret_register, ret_distance);
}

static void sort_variables(struct code_facts_debug *f, const code_variable_list *all)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct code_variable *variable = &all->items[i];
		const struct debug_place *place = &variable->place;
		if (place->kind == DEBUG_PLACE_MEMORY) vec_push(&f->in_memory, *variable);
		if (place->kind != DEBUG_PLACE_ADDRESS && place->kind != DEBUG_PLACE_CONSTANT &&
		    place->kind != DEBUG_PLACE_THREAD && place->reg < CODE_REGISTERS) {
			vec_push(&f->in_registers[place->reg], *variable);
			if (variable->is_late) f->facts.late_registers |= 1u << place->reg;
		}
	}
}

/* Of a function that is not optimised: all its parameters are on the stack, for all of its code. Then it is called as
 * the ABI has it, and the first instructions find them in registers. A struct or number of another kind ends the list,
 * as it may take more registers than one, or none. */
static void read_parameters(struct code_facts_debug *f, const struct debug_entry *function)
{
	struct code_parameters *parameters = &f->facts.parameters;
	struct debug_walk walk;
	struct debug_entry entry;
	bool is_plain = true, is_open = true;
	debug_walk_begin(&walk, function);
	while (is_plain && debug_walk_next(&walk, &entry)) {
		debug_location_list list = VEC_INIT;
		debug_walk_skip(&walk);
		if (debug_entry_tag(&entry) != DW_TAG_formal_parameter) continue;
		(void)debug_locations_add(&entry, DW_AT_location, &list);
		is_plain = list.count == 1 && list.items[0].everywhere && list.items[0].size_bytes &&
			   list.items[0].data[0] == DW_OP_fbreg;
		vec_done(&list);
		const struct data_type *type = data_type_of_debug(f->options.types, &entry);
		is_open = is_open && type && type->size_bytes <= 8 &&
			  (type->kind == DATA_TYPE_POINTER || (type->kind == DATA_TYPE_NUMBER && !type->is_float));
		if (is_open && parameters->nr < ARRAY_SIZE(parameters->types))
			parameters->types[parameters->nr++] = type;
	}
	if (!is_plain) parameters->nr = 0;
}

/* A function's parts may be apart: it begins with the first and ends with the last. */
static void read_extent(struct code_facts_debug *f, const struct debug_entry *function)
{
	debug_range_list ranges = VEC_INIT;
	debug_entry_ranges(function, &ranges);
	if (ranges.count) {
		f->start = ranges.items[0].start;
		f->facts.end = vec_last(&ranges)->end;
	}
	vec_done(&ranges);
}

/* The outermost function at the address has the variables of all that is inlined in it. */
struct code_facts_debug *code_facts_debug_new(const struct code_facts_debug_options *options, uint64_t vaddr)
{
	struct code_facts_debug *f = xcalloc(1, sizeof(*f));
	struct debug_entry scopes[SCOPES_MAX];
	code_variable_list all = VEC_INIT;
	f->options = *options;
	struct debug_unit *unit = options->file ? debug_file_unit_at(options->file, vaddr) : NULL;
	if (unit) f->unit = debug_unit_full(unit);
	unsigned nr = unit ? debug_scopes_at(f->unit, vaddr, scopes, SCOPES_MAX) : 0;
	f->facts = (struct code_facts){
		.has_description = options->file,
		.has_unit = f->unit,
		.cpu_offsets = options->cpu_offsets,
		.own_cpu_offset = options->own_cpu_offset,
		.global_pointer = options->global_pointer,
		.in_register = facts_in_register,
		.on_stack = facts_on_stack,
		.at_address = facts_at_address,
		.in_thread = facts_in_thread,
		.thread_start = options->thread_start,
		.linked = facts_linked,
		.finds_thread = facts_finds_thread,
		.returned = facts_returned,
		.frame_rule = facts_frame_rule,
		.ctx = f,
	};
	if (nr) code_variables_add(options->types, &scopes[nr - 1], &all);
	if (nr) read_extent(f, &scopes[nr - 1]);
	sort_variables(f, &all);
	vec_done(&all);
	if (nr) read_parameters(f, &scopes[nr - 1]);
	return f;
}

void code_facts_debug_free(struct code_facts_debug *facts)
{
	if (!facts) return;
	for (unsigned i = 0; i < CODE_REGISTERS; i++) vec_done(&facts->in_registers[i]);
	vec_done(&facts->in_memory);
	free(facts);
}

const struct code_facts *code_facts_debug_get(const struct code_facts_debug *facts) { return &facts->facts; }
