/* Variables. A fetch begins where the variable is (a register, memory, a constant); each member, index or string of the
 * argument then adds a distance, or goes through a pointer, which puts what there is into parentheses:
 *
 *     record       %di                  a pointer, in a register
 *     ->next       +0(%di)              what is 0 bytes from where it points: a pointer again
 *     ->name       +8(+0(%di))          and 8 bytes from there
 *     :string      +0(+8(+0(%di)))      the characters that this points at
 *
 * So a fetch is kept as the list of its distances, the innermost first. */
#include "probe/search/probe_variable.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "probe/search/image_variable.h"
#include "symbol/dwarf/debug_type.h"
#include "symbol/image_symbols.h"

/* Functions and blocks within each other; deeper ones are not looked into. */
enum { SCOPES_MAX = 64 };

/* scopes are innermost first. Without a function's name the nearest declaration in front of the line decides, in its
 * file; a copy from a header is passed over that way. */
bool probe_place_at(struct debug_unit *unit, uint64_t vaddr, const char *function, const char *path, uint32_t line,
		    struct probe_place *ret)
{
	struct debug_entry scopes[SCOPES_MAX];
	unsigned nr = debug_scopes_at(unit, vaddr, scopes, SCOPES_MAX), best = nr ? nr - 1 : 0;
	uint64_t nearest = UINT64_MAX, declared;
	if (!nr) return false;
	for (unsigned i = 0; i < nr; i++) {
		if (function) {
			const char *name = debug_entry_name(&scopes[i]);
			if (!name || strcmp(name, function) != 0) continue;
			best = i;
			break;
		}
		if (debug_entry_file(&scopes[i], DW_AT_decl_file) != path ||
		    !debug_entry_number(&scopes[i], DW_AT_decl_line, &declared) || declared >= line)
			continue;
		if (line - declared >= nearest) continue;
		nearest = line - declared;
		best = i;
	}
	*ret = (struct probe_place){ .unit = unit, .vaddr = vaddr, .function = scopes[nr - 1], .scope = scopes[best] };
	return true;
}

/* What the expression needs to know of the place. The frame base's list lives in storage. The call frame is only looked
 * up when the frame base is needed. */
static void expression_at(struct probe_source *source, const struct probe_place *place,
			  const struct debug_location *location, debug_location_list *storage,
			  struct probe_expression *ret)
{
	const struct image *image = source->runtime.path ? &source->runtime.image : &source->file->file.image;
	*ret = (struct probe_expression){
		.machine = image->machine,
		.swap = place->unit->file->swap,
		.address_size = place->unit->encoding.address_size,
		.offset_size = place->unit->encoding.offset_size,
		.data = location->data,
		.size_bytes = location->size_bytes,
	};
	if (!location->size_bytes || location->data[0] != DW_OP_fbreg) return;
	(void)debug_locations_add(&place->function, DW_AT_frame_base, storage);
	const struct debug_location *base = debug_location_find(storage, place->vaddr);
	if (!base) return;
	ret->frame_base = base->data;
	ret->frame_base_bytes = base->size_bytes;
	const struct cfi *cfi;
	const struct cfi_rule *rule = probe_source_cfi(source, place->vaddr, &cfi);
	if (!rule || rule->flags & CFI_CFA_IS_EXPR) return;
	ret->has_cfa = true;
	ret->cfa_register = rule->cfa_column;
	ret->cfa_offset = rule->cfa_value;
}

/* Where the variable is, by one entry of its location list, in the kernel's words. Addresses by index (DWARF 5,
 * .debug_addr) are looked up. */
static int translate_at(struct probe_source *source, const struct probe_place *place,
			const struct debug_location *location, struct probe_where *ret)
{
	debug_location_list storage = VEC_INIT;
	struct probe_expression expression;
	expression_at(source, place, location, &storage, &expression);
	int r = probe_expression_translate(&expression, ret);
	if (r == 0 && ret->is_indexed && !debug_unit_indexed_vaddr(place->unit, ret->address_index, &ret->vaddr))
		r = -ENOTSUP;
	vec_done(&storage);
	return r;
}

/* Does the kernel have a word for its first operation? What else there is decides only whether it can be fetched.
 * Addresses, registers, and memory at a register: DW_OP_reg0 to DW_OP_breg31 are one range of numbers. */
static bool begins_well(struct probe_source *source, const struct probe_place *place,
			const struct debug_location *location)
{
	if (!location->size_bytes) return false;
	unsigned op = location->data[0];
	return op == DW_OP_addr || op == DW_OP_addrx || op == DW_OP_GNU_addr_index || op == DW_OP_fbreg ||
	       op == DW_OP_bregx || op == DW_OP_regx || (op >= DW_OP_reg0 && op <= DW_OP_breg31);
}

/* Not whether a fetch would succeed: only the first operation of the location counts. */
enum probe_variable_state probe_variable_state(struct probe_source *source, const struct probe_place *place,
					       const struct debug_entry *variable, const struct debug_entry *around)
{
	debug_location_list list = VEC_INIT;
	struct debug_value value;
	enum probe_variable_state state = PROBE_VARIABLE_UNSUPPORTED;
	if (debug_entry_value_all(variable, DW_AT_const_value, NULL, &value)) return PROBE_VARIABLE_CONSTANT;
	if (debug_variable_is_declaration(variable))
		return debug_entry_flag(variable, DW_AT_external) ? PROBE_VARIABLE_VALID : state;
	if (!debug_locations_add(variable, DW_AT_location, &list) || !list.count) return state;
	const struct debug_location *here = debug_location_find(&list, place->vaddr);
	if (here) {
		if (begins_well(source, place, here)) state = PROBE_VARIABLE_VALID;
	} else if (probe_variable_is_param(variable)) {
		/* where a function begins, what is inlined there has its parameters, if only some instructions on */
		const struct debug_location *there = NULL;
		uint64_t entry_pc, around_pc;
		if (around && debug_entry_entry_pc(&place->function, &entry_pc) && entry_pc == place->vaddr &&
		    debug_entry_entry_pc(around, &around_pc))
			there = debug_location_find(&list, around_pc);
		if (there && begins_well(source, place, there)) state = PROBE_VARIABLE_VALID;
	} else {
		/* the next place it will be at */
		const struct debug_location *next = NULL;
		for (size_t i = 0; i < list.count && !next; i++)
			if (list.items[i].start > place->vaddr) next = &list.items[i];
		if (next && begins_well(source, place, next)) state = PROBE_VARIABLE_ELSEWHERE;
	}
	vec_done(&list);
	return state;
}

/* The variable that a name means, while variables are visited. */
struct search {
	struct probe_source *source;
	const struct probe_place *place;
	const char *name;
	struct debug_entry found;
	bool is_found, is_usable; /* usable: it has a value at the address */
};

/* Of those with one name, the innermost that has a value here; it comes last. */
static void check_variable(void *ctx, const struct debug_entry *variable, const struct debug_entry *around)
{
	struct search *search = ctx;
	const char *name = debug_entry_name(variable);
	struct debug_value value;
	if (!name || strcmp(name, search->name) != 0) return;
	debug_location_list list = VEC_INIT;
	bool usable = debug_entry_value_all(variable, DW_AT_const_value, NULL, &value) ||
		      (debug_variable_is_declaration(variable) && debug_entry_flag(variable, DW_AT_external));
	if (!usable && debug_locations_add(variable, DW_AT_location, &list))
		usable = debug_location_find(&list, search->place->vaddr);
	vec_done(&list);
	if (search->is_found && !usable && search->is_usable) return;
	search->found = *variable;
	search->is_found = true;
	search->is_usable = usable;
}

/* Variables of the place, then those of its unit. */
static bool find_variable(struct probe_source *source, const struct probe_place *place, const char *name,
			  struct search *ret)
{
	*ret = (struct search){ .source = source, .place = place, .name = name };
	debug_variables_visit(&place->scope, place->vaddr, check_variable, ret);
	if (!ret->is_found) debug_globals_visit(place->unit, check_variable, ret);
	return ret->is_found;
}

/* An argument on its way: where its value is. loads is empty while the value is in a register: a distance cannot be
 * added to that. */
struct fetch {
	struct probe_source *source;
	const struct probe_place *place;
	const struct probe_argument *argument;
	struct err *err;
	struct probe_where where;
	char *symbol;            /* of a variable with an address, in the kernel; owned */
	VEC(int64_t) loads;      /* distances, each from what the one before loaded; with the first from where.base */
	struct debug_entry type; /* of what is there now */
	bool has_type;
	struct debug_entry member; /* the last one taken, unit NULL: none */
};

/* The user's words do not fit the program's types; text has one %s. */
static int semantic(struct fetch *f, const char *text, const char *name)
{
	return err_set(f->err, -EINVAL, text, name);
}

/* Goes through the pointer; further by `distance`. */
static void load(struct fetch *f, int64_t distance) { vec_push(&f->loads, distance); }

/* Further within what is in memory. */
static void advance(struct fetch *f, int64_t distance)
{
	int64_t *last = vec_last(&f->loads);
	*last = (int64_t)((uint64_t)*last + (uint64_t)distance);
}

/* ".name" or "->name": checks that it is written as the type asks for, and goes there. load() where the type is a
 * pointer, then advance() by the member's offset. */
static int take_member(struct fetch *f, const struct probe_field *field, const char *parent)
{
	struct debug_entry type = f->type, member;
	uint64_t outer, offset;
	if (!f->has_type) return semantic(f, "Failed to get the type of %s.", parent);
	if (debug_type_is_pointer(&type)) {
		struct debug_entry pointee;
		if (!debug_type_of(&type, false, &pointee)) return semantic(f, "Failed to get the type of %s.", parent);
		if (!debug_type_is_struct(debug_entry_tag(&pointee)))
			return semantic(f, "%s is not a data structure nor a union.", parent);
		/* a reference is written with a dot */
		bool is_reference = debug_entry_tag(&type) != DW_TAG_pointer_type;
		if (!field->by_pointer && !is_reference)
			return semantic(f, "Semantic error: %s must be referred by '->'", field->name);
		type = pointee;
		load(f, 0);
	} else {
		if (!debug_type_is_struct(debug_entry_tag(&type)))
			return semantic(f, "%s is not a data structure nor a union.", parent);
		if (parent[0] != '[' && field->by_pointer)
			return semantic(f, "Semantic error: %s must be referred by '.'", field->name);
		if (!f->loads.count) return err_set(f->err, -ENOTSUP, "Structure on a register is not supported yet.");
	}
	if (!debug_type_find_member(&type, field->name, &member, &outer)) {
		const char *name = debug_entry_name(&type);
		return err_set(f->err, -EINVAL, "%s(type:%s) has no member %s.", parent, name ? name : "(null)",
			       field->name);
	}
	if (!debug_type_member_offset(&member, &offset))
		return semantic(f, "Failed to get the offset of %s.", field->name);
	advance(f, (int64_t)(outer + offset));
	f->member = member;
	f->has_type = debug_type_of(&member, false, &f->type);
	return 0;
}

/* Takes `count` indexes at once, as many as the array has dimensions; a single one of several counts elements, as if
 * there were one dimension. */
static int take_indexes(struct fetch *f, const struct probe_field *fields, size_t max, const char *parent,
			size_t *ret_taken)
{
	struct debug_entry element;
	uint64_t size, counts[8];
	*ret_taken = 1;
	if (!f->has_type) return semantic(f, "Failed to get the type of %s.", parent);
	unsigned tag = debug_entry_tag(&f->type);
	if (tag != DW_TAG_array_type && !debug_type_is_pointer(&f->type))
		return err_set(f->err, -EINVAL, "%s is not an array nor a pointer.", parent);
	if (!debug_type_of(&f->type, false, &element)) return semantic(f, "Failed to get the type of %s.", parent);
	if (!debug_type_full_size(&element, &size))
		return semantic(f, "Failed to get the size of what %s holds.", parent);
	/* row-major, as C has arrays: index = (i * n1 + j) * n2 + k */
	int64_t index = fields[0].index;
	if (tag == DW_TAG_array_type) {
		unsigned nr = debug_type_dimensions(&f->type, counts, ARRAY_SIZE(counts));
		size_t given = 0;
		while (given < max && fields[given].is_index) given++;
		for (unsigned i = 1; i < nr && given >= nr; i++)
			index = (int64_t)((uint64_t)index * counts[i] + (uint64_t)fields[i].index);
		if (nr > 1 && given >= nr) *ret_taken = nr;
	}
	int64_t distance = (int64_t)((uint64_t)index * size);
	if (debug_type_is_pointer(&f->type)) load(f, distance);
	else if (f->loads.count) advance(f, distance);
	else return err_set(f->err, -ENOTSUP, "Array on a register is not supported yet.");
	f->type = element;
	f->member = (struct debug_entry){ 0 };
	return 0;
}

/* All members and indexes of the argument, from the variable outwards. */
static int take_fields(struct fetch *f)
{
	const struct probe_argument *argument = f->argument;
	const char *parent = argument->variable;
	size_t taken = 1;
	for (size_t i = 0; i < argument->fields.count; i += taken) {
		const struct probe_field *field = &argument->fields.items[i];
		taken = 1;
		int r = field->is_index ? take_indexes(f, field, argument->fields.count - i, parent, &taken)
					: take_member(f, field, parent);
		if (r < 0) return r;
		parent = argument->fields.items[i + taken - 1].name;
	}
	return 0;
}

/* "b3@0/32": width, distance from the lowest bit, size of what is loaded, as the kernel counts
 * (Documentation/trace/kprobetrace). DWARF 3 counts from the highest bit. */
static bool bit_field(const struct fetch *f, char *ret, size_t size)
{
	uint64_t width, offset, bytes;
	if (!f->member.unit || !debug_entry_number(&f->member, DW_AT_bit_size, &width) || !width) return false;
	if (!debug_type_size(&f->member, &bytes) && (!f->has_type || !debug_type_full_size(&f->type, &bytes)))
		return false;
	if (!bytes || bytes > 8 || width > bytes * 8) return false;
	uint64_t bits = bytes * 8;
	bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != f->place->unit->file->swap;
	if (debug_entry_number(&f->member, DW_AT_data_bit_offset, &offset)) {
		offset %= bits;
		if (big) offset = bits - width - offset;
	} else if (debug_entry_number(&f->member, DW_AT_bit_offset, &offset)) {
		offset = bits - width - offset;
	} else {
		return false;
	}
	if (offset > bits - width) return false;
	(void)!snprintf(ret, size, "b%" PRIu64 "@%" PRIu64 "/%" PRIu64, width, offset, bits);
	return true;
}

static bool is_string(const char *type) { return strcmp(type, "string") == 0 || strcmp(type, "ustring") == 0; }

/* A string is what a pointer to characters points at, or an array of them. A pointer is followed once more, an array is
 * there already. */
static int as_string(struct fetch *f, const char *name)
{
	struct debug_entry element, type = f->type;
	if (!f->has_type) return err_set(f->err, -ENOENT, "Failed to get a type information.");
	unsigned tag = debug_entry_tag(&type);
	if (tag != DW_TAG_array_type && !debug_type_is_pointer(&type)) {
		const char *type_name = debug_entry_name(&type);
		return err_set(f->err, -EINVAL, "Failed to cast into string: %s(%s) is not a pointer nor array.", name,
			       type_name ? type_name : "(null)");
	}
	if (!debug_type_of(&type, false, &element))
		return err_set(f->err, -ENOENT, "Failed to get a type information.");
	if (!debug_type_is_character(&element))
		return err_set(f->err, -EINVAL, "Failed to cast into string: %s is not (unsigned) char *.", name);
	if (debug_type_is_pointer(&type)) load(f, 0);
	else if (!f->loads.count) return err_set(f->err, -ENOTSUP, "Array on a register is not supported yet.");
	return 0;
}

/* The kernel's word for the type. The user's type if it is a whole one; a bit field's; else the letter (the user's, or
 * s for signed types and x) and the size. NULL leaves the choice to the kernel. */
static int final_type(struct fetch *f, char **ret)
{
	const char *wanted = f->argument->type, *name = f->argument->variable;
	char bits[48], letter;
	uint64_t size;
	for (size_t i = 0; i < f->argument->fields.count; i++)
		if (!f->argument->fields.items[i].is_index) name = f->argument->fields.items[i].name;
	if (wanted && is_string(wanted)) {
		int r = as_string(f, name);
		if (r < 0) return r;
	}
	bool letter_only = wanted && (strcmp(wanted, "u") == 0 || strcmp(wanted, "s") == 0 || strcmp(wanted, "x") == 0);
	if (wanted && !letter_only) {
		*ret = xstrdup(wanted);
		return 0;
	}
	if (bit_field(f, bits, sizeof(bits))) {
		*ret = xstrdup(bits);
		return 0;
	}
	*ret = NULL;
	if (!f->has_type || !debug_type_size(&f->type, &size)) return 0;
	if (!size) return 0;
	letter = debug_type_is_signed(&f->type) ? 's' : 'x';
	if (letter_only) letter = *wanted;
	if (size > 8) {
		const char *type_name = debug_entry_name(&f->type);
		probe_source_say(f->source, 0, "%s exceeds max-bitwidth. Cut down to %d bits.\n",
				 type_name ? type_name : "(null)", 64);
		size = 8;
	}
	if (size & (size - 1)) return 0; /* structs of 3, 5, ... bytes: the kernel has no type for them */
	*ret = xasprintf("%c%" PRIu64, letter, size * 8);
	return 0;
}

/* "+8(+0(%di))": the innermost is loaded first. */
static char *format_fetch(const struct fetch *f)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	size_t first = 0;
	if (f->where.base) {
		strbuf_str(&text, f->where.base);
	} else {
		/* an address takes the first distance in */
		int64_t distance = f->loads.items[0];
		if (f->symbol) {
			strbuf_printf(&text, "@%s%+" PRId64, f->symbol, distance);
		} else {
			strbuf_printf(&text, "@+0x%" PRIx64, f->where.vaddr + (uint64_t)distance);
		}
		first = 1;
	}
	for (size_t i = first; i < f->loads.count; i++) {
		_strbuf_done_ struct strbuf outer = STRBUF_INIT;
		bool down = f->loads.items[i] < 0;
		uint64_t distance = down ? -(uint64_t)f->loads.items[i] : (uint64_t)f->loads.items[i];
		strbuf_printf(&outer, "%c%s%" PRIu64 "(%s)", down ? '-' : '+', f->argument->is_user ? "u" : "",
			      distance, strbuf_text(&text));
		strbuf_clear(&text);
		strbuf_str(&text, strbuf_text(&outer));
	}
	return strbuf_take(&text);
}

static int unsupported(struct err *err)
{
	return err_set(err, -ENOTSUP, "Sorry, we don't support this variable location yet.");
}

/* "\5": the compiler knows the value. */
static int fetch_constant(struct fetch *f, const struct debug_value *value, struct probe_fetch *ret)
{
	if (f->argument->fields.count) return -ENOENT; /* what a constant points at: other copies may know */
	if (value->text) return unsupported(f->err);   /* blocks and texts */
	struct err *err = f->err;
	char *type = NULL;
	if (f->argument->type && is_string(f->argument->type)) return unsupported(err);
	int r = final_type(f, &type);
	if (r < 0) return r;
	*ret = (struct probe_fetch){ .text = xasprintf("\\%" PRId64, (int64_t)value->number), .type = type };
	return 0;
}

/* A variable of another source file: the symbol table has it. Of the kernel no address is needed: it looks the symbol
 * up itself. */
static int find_elsewhere(struct probe_source *source, const struct debug_entry *variable, struct probe_where *ret)
{
	const char *name = debug_entry_linkage_name(variable);
	uint64_t vaddr = 0;
	if (!name && !(name = debug_entry_name(variable))) return -ENOENT;
	if (!source->is_kernel && !image_symbol_value(&source->runtime.image, name, &vaddr)) return -ENOENT;
	*ret = (struct probe_where){ .in_memory = true, .vaddr = vaddr };
	return 0;
}

/* The kernel looks variables up by the names of its symbols. */
static int set_symbol(struct fetch *f, const struct debug_entry *variable)
{
	const struct probe_source *source = f->source;
	struct image_variable symbol;
	const char *name = debug_entry_linkage_name(variable);
	const struct image *image = image_has_symbols(&source->file->file.image, SHT_SYMTAB) ? &source->file->file.image
											     : &source->runtime.image;
	/* data of modules is not anywhere yet */
	bool has_vaddr = !debug_variable_is_declaration(variable) && !source->is_module;
	if (!name && !(name = debug_entry_name(variable))) return unsupported(f->err);
	if (!image_variable_find(image, name, has_vaddr ? &f->where.vaddr : NULL, &symbol)) {
		f->symbol = xstrdup(name);
		return 0;
	}
	f->symbol = symbol.symbol;
	f->where.offset = (int64_t)((uint64_t)f->where.offset + symbol.offset);
	if (symbol.is_per_cpu)
		return err_set(f->err, -ENOTSUP,
			       "Variable '%s' is of each CPU (DEFINE_PER_CPU): the kernel has no word for where it is.",
			       name);
	return 0;
}

/* uprobes count places in the file from where the probe is: the distance of addresses, not of bytes in the file, is
 * what holds when it runs. */
static int set_address(struct fetch *f, const struct debug_entry *variable)
{
	struct probe_source *source = f->source;
	uint64_t file_off;
	if (source->is_kernel) return set_symbol(f, variable);
	if (!image_file_off(&source->runtime.image, f->place->vaddr, &file_off)) return unsupported(f->err);
	f->where.vaddr -= f->place->vaddr - file_off;
	return 0;
}

/* Find the variable, say where it is (translate_at, find_elsewhere), go along the fields, choose the type, write it
 * down. *ret is written on success alone; its texts are the caller's. */
int probe_variable_fetch(struct probe_source *source, const struct probe_place *place,
			 const struct probe_argument *argument, struct probe_fetch *ret, struct err *err)
{
	struct fetch f = { .source = source, .place = place, .argument = argument, .err = err };
	struct search search;
	struct debug_value value;
	debug_location_list list = VEC_INIT;
	char *type = NULL;

	if (!find_variable(source, place, argument->variable, &search) || !search.is_usable) return -ENOENT;
	f.has_type = debug_type_of(&search.found, false, &f.type);
	if (debug_entry_value_all(&search.found, DW_AT_const_value, NULL, &value))
		return fetch_constant(&f, &value, ret);
	int r = debug_variable_is_declaration(&search.found) ? find_elsewhere(source, &search.found, &f.where)
							     : -ENOENT;
	if (r == -ENOENT && debug_locations_add(&search.found, DW_AT_location, &list)) {
		const struct debug_location *location = debug_location_find(&list, place->vaddr);
		if (location) r = translate_at(source, place, location, &f.where);
	}
	if (r == -ENOENT && debug_variable_is_declaration(&search.found))
		r = err_set(err, -ENOTSUP, "Variable '%s' is defined in another file than the one that is probed.",
			    argument->variable);
	if (r == -ENOENT) {
		vec_done(&list);
		return -ENOENT;
	}
	if (r < 0 && !(err && err->code)) r = unsupported(err);
	if (r == 0 && !f.where.base) r = set_address(&f, &search.found);
	if (r == 0 && f.where.in_memory) load(&f, f.where.offset);
	if (r == 0) r = take_fields(&f);
	if (r == 0) r = final_type(&f, &type);
	if (r == 0) *ret = (struct probe_fetch){ .text = format_fetch(&f), .type = type };
	vec_done(&f.loads);
	vec_done(&list);
	free(f.symbol);
	return r;
}

/* For the hint of an error: at which addresses and lines the variable could be fetched, the first eight. Entries that
 * the kernel has no words for are not listed. */
bool probe_variable_describe(struct probe_source *source, const struct probe_place *place, const char *name,
			     struct strbuf *out)
{
	struct search search;
	debug_location_list list = VEC_INIT;
	uint64_t entry_pc;
	const char *function = debug_entry_name(&place->function);
	if (!find_variable(source, place, name, &search)) return false;
	if (!debug_locations_add(&search.found, DW_AT_location, &list) ||
	    !debug_entry_entry_pc(&place->function, &entry_pc)) {
		strbuf_printf(out, " '%s' has been optimized out everywhere in this function.", name);
		vec_done(&list);
		return true;
	}
	size_t shown = 0;
	for (size_t i = 0; i < list.count && shown < 8; i++) {
		const struct debug_location *location = &list.items[i];
		struct probe_place there = *place;
		struct probe_where where;
		const char *file;
		uint32_t first, last;
		if (location->everywhere) continue;
		there.vaddr = location->start;
		if (translate_at(source, &there, location, &where) < 0) continue;
		if (!probe_source_line_at(source, place->unit, location->start, &file, &first)) first = last = 0;
		else if (!probe_source_line_at(source, place->unit, location->end - 1, &file, &last)) last = first;
		strbuf_printf(out, "%s %s+[%" PRIu64 "-%" PRIu64 "]", shown ? "," : " It can be fetched at",
			      function ? function : "?", location->start - entry_pc, location->end - entry_pc);
		if (first && first == last) strbuf_printf(out, " (line %u)", first);
		else if (first) strbuf_printf(out, " (lines %u to %u)", MIN(first, last), MAX(first, last));
		shown++;
	}
	if (shown) strbuf_char(out, '.');
	vec_done(&list);
	return shown;
}
