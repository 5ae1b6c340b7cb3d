/* Answers for object_types.h: per object its types and what is known of its functions, made on first use. Two threads
 * that ask about one function at once both follow it; the first answer is kept. */
#include "symbol/object_types.h"

#include <string.h>
#include "base/hash.h"
#include "base/intern.h"
#include "symbol/code/disasm.h"
#include "symbol/image_symbols.h"
#include "symbol/object_types_private.h"
#include "symbol/types/code_facts_debug.h"
#include "symbol/types/code_flow.h"

/* Accesses of one function, by address. */
struct function_types {
	struct arena arena; /* mnemonics */
	type_access_list list;
};

#define SEVERAL UINT64_MAX

static void add_data_symbol(void *ctx, const char *name, uint64_t value, unsigned type,
			    const struct image_section *section)
{
	struct data_symbols *data = ctx;
	size_t length = strcspn(name, "@"); /* "stdout@GLIBC_2.2.5" */
	bool is_new;
	bool is_data = type == STT_OBJECT || type == STT_NOTYPE || type == STT_COMMON;
	if (!section || (!is_data && type != STT_TLS)) return;
	struct u64map *map = type == STT_TLS ? &data->of_thread : &data->addresses;
	uint64_t *known = u64map_put(map, hash_bytes(name, length), &is_new);
	if (is_new) *known = value;
	else if (type == STT_TLS && *known != value) *known = SEVERAL;
}

static bool types_symbol_address(void *ctx, const char *name, uint64_t *ret_vaddr, bool *ret_thread)
{
	struct object_types *types = ctx;
	pthread_mutex_lock(&types->lock);
	if (!types->has_data) {
		const struct image *image = types->file ? &types->file->file.image : object_code_image(types->object);
		if (image) image_symbols_visit(image, SHT_SYMTAB, add_data_symbol, &types->data);
		if (image) image_symbols_visit(image, SHT_DYNSYM, add_data_symbol, &types->data);
		types->has_data = true;
	}
	uint64_t key = hash_bytes(name, strlen(name));
	const uint64_t *known = u64map_find(&types->data.addresses, key);
	*ret_thread = !known;
	if (!known) known = u64map_find(&types->data.of_thread, key);
	if (known && *known == SEVERAL) known = NULL;
	if (known) *ret_vaddr = *known;
	pthread_mutex_unlock(&types->lock);
	return known;
}

/* Linux: per-CPU variables of a CPU are at their own addresses + __per_cpu_offset[cpu]. */
static void find_cpu_offsets(struct object_types *types)
{
	bool is_thread;
	if (types->object->identity.kind != OBJECT_KERNEL) return;
	(void)types_symbol_address(types, "__per_cpu_offset", &types->cpu_offsets, &is_thread);
	(void)types_symbol_address(types, "this_cpu_off", &types->own_cpu_offset, &is_thread);
}

/* From where code reaches data: of a RISC-V program (shared objects have none of their own) small data; the middle of
 * the table of contents of Power, 64-bit ELF V2 ABI, section 3.3. */
static void find_global_pointer(struct object_types *types)
{
	const struct image *image = types->file ? &types->file->file.image : NULL;
	const struct image *loaded = image ? object_code_image(types->object) : NULL;
	if (!image || types->object->identity.kind == OBJECT_KERNEL) return;
	if (image->machine == EM_RISCV) (void)image_symbol_value(image, "__global_pointer$", &types->global_pointer);
	if (image->machine != EM_PPC64) return;
	const struct image_section *table = loaded ? image_section(loaded, ".got") : NULL;
	if (table) types->global_pointer = table->vaddr + 0x8000;
}

/* Where the block of thread's variables is, from where the thread register points: ELF Handling For Thread-Local
 * Storage, section 3, variants 1 (behind two words) and 2 (in front). */
static void find_thread_start(struct object_types *types)
{
	const struct image *image = types->file ? &types->file->file.image : NULL;
	uint64_t align = 1, size_bytes = 0;
	for (size_t i = 0; image && i < image->nr_sections; i++)
		if (image->sections[i].flags & SHF_TLS) align = MAX(align, image->sections[i].align);
	for (size_t i = 0; image && i < image->nr_segments; i++)
		if (image->segments[i].type == PT_TLS) size_bytes = image->segments[i].mem_size_bytes;
	if (!size_bytes || align > 1u << 20) return;
	bool is_in_front = image->machine == EM_X86_64 || image->machine == EM_386 || image->machine == EM_S390;
	/* RISC-V's and Power's points behind the words */
	uint64_t words = image->is64 ? 16 : 8;
	if (image->machine == EM_RISCV || image->machine == EM_PPC64) words = 0;
	uint64_t distance = is_in_front ? size_bytes : words;
	distance += (align - distance % align) % align;
	types->thread_start = is_in_front ? (int64_t)(0 - distance) : (int64_t)distance;
	/* Power's points behind what its instructions reach half of */
	if (image->machine == EM_PPC64) types->thread_start = -0x7000;
}

static struct object_types *types_new(struct object *object)
{
	struct object_types *types = xcalloc(1, sizeof(*types));
	types->object = object;
	types->types = data_types_new();
	types->file = object_lines_debug_file(object);
	types->globals = unit_globals_new(types->types, types_symbol_address, types);
	pthread_mutex_init(&types->lock, NULL);
	if (!types->file) object_types_open_btf(types);
	find_cpu_offsets(types);
	find_global_pointer(types);
	find_thread_start(types);
	types->code = object_code_image(object);
	if (types->file) image_got_read(types->code, &types->got);
	return types;
}

static void function_free(struct function_types *function)
{
	vec_done(&function->list);
	arena_done(&function->arena);
	free(function);
}

void object_types_free(struct object_types *types)
{
	uint64_t key, value;
	size_t pos = 0;
	if (!types) return;
	while (u64map_next(&types->functions, &pos, &key, &value))
		function_free((struct function_types *)(uintptr_t)value);
	u64map_done(&types->functions);
	u64map_done(&types->data.addresses);
	u64map_done(&types->data.of_thread);
	unit_globals_free(types->globals);
	file_globals_free(types->file_globals);
	image_got_done(&types->got);
	btf_names_free(types->names);
	btf_walk_done(&types->walk);
	bytes_done(&types->btf_bytes);
	btf_walk_done(&types->base_walk);
	bytes_done(&types->base_bytes);
	free(types->moved);
	data_types_free(types->types);
	pthread_mutex_destroy(&types->lock);
	free(types);
}

struct object_types *object_types_need(struct object *object)
{
	struct object_types *types = atomic_load_explicit(&object->types, memory_order_acquire);
	if (likely(types)) return types;
	struct object_types *made = types_new(object);
	if (atomic_compare_exchange_strong(&object->types, &types, made)) return made;
	object_types_free(made);
	return types;
}

/* Questions of the flow are in vaddrs; the function's code is all in one piece, so one distance leads back to addresses
 * of the object. */
struct function_place {
	struct object *object;
	uint64_t distance; /* vaddr - addr */
	const struct object_types *types;
};

static bool types_frame_rule(void *ctx, uint64_t vaddr, unsigned *ret_register, int64_t *ret_distance)
{
	const struct function_place *place = ctx;
	const struct cfi *cfi;
	const struct cfi_rule *rule = object_cfi_find(place->object, vaddr - place->distance, &cfi);
	if (!rule || rule->flags & CFI_CFA_IS_EXPR) return false;
	*ret_register = rule->cfa_column;
	*ret_distance = rule->cfa_value;
	return true;
}

/* "malloc@plt" is interned with the object's names: what is in front of the sign is asked for. */
static const char *types_linked_name(void *ctx, uint64_t target)
{
	const struct function_place *place = ctx;
	const struct symbol *symbol = object_find(place->object, target - place->distance);
	if (!symbol || !symbol->is_plt) return NULL;
	_free_ char *name = xstrndup(symbol->name, strcspn(symbol->name, "@"));
	return debug_names_text(&place->object->store->root->file_names, name);
}

static bool types_linked_word(void *ctx, uint64_t vaddr, struct code_linked_word *ret)
{
	const struct function_place *place = ctx;
	if (image_got_word(&place->types->got, vaddr, ret)) return true;
	if (!place->types->code || !image_constant(place->types->code, vaddr, &ret->value)) return false;
	ret->kind = CODE_LINKED_ADDRESS;
	ret->name = NULL;
	return true;
}

static const char *types_symbol_at(void *ctx, uint64_t address, uint64_t *ret_offset)
{
	const struct function_place *place = ctx;
	const struct symbol *symbol = object_find(place->object, address - place->distance);
	if (symbol) *ret_offset = address - place->distance - symbol->start;
	return symbol ? symbol->name : NULL;
}

static struct code_facts_debug *debug_facts(struct object_types *types, struct function_place *place, uint64_t vaddr)
{
	const struct code_facts_debug_options options = {
		.file = types->file,
		.types = types->types,
		.globals = types->globals,
		.cpu_offsets = types->cpu_offsets,
		.own_cpu_offset = types->own_cpu_offset,
		.global_pointer = types->global_pointer,
		.thread_start = types->thread_start,
		.frame_rule = types_frame_rule,
		.linked_name = types_linked_name,
		.linked_word = types_linked_word,
		.ctx = place,
	};
	return code_facts_debug_new(&options, vaddr);
}

static void follow_debug(struct object_types *types, struct function_place *place, struct code_flow_input *input,
			 struct function_types *function)
{
	struct code_facts_debug *facts = debug_facts(types, place, input->vaddr);
	input->facts = code_facts_debug_get(facts);
	code_flow_run(input, &function->arena, &function->list);
	code_facts_debug_free(facts);
}

static void follow_btf(struct object_types *types, const struct symbol *symbol, struct function_place *place,
		       struct code_flow_input *input, struct function_types *function)
{
	const struct code_facts_btf_options options = {
		.names = types->names,
		.function = symbol->name,
		.cpu_offsets = types->cpu_offsets,
		.own_cpu_offset = types->own_cpu_offset,
		.symbol_at = types_symbol_at,
		.frame_rule = types_frame_rule,
		.ctx = place,
	};
	struct code_facts_btf facts;
	code_facts_btf_init(&facts, &options);
	input->facts = &facts.facts;
	code_flow_run(input, &function->arena, &function->list);
}

/* How far the addresses that code and description use are from those that are asked about. */
static uint64_t distance_of(const struct object_types *types, uint64_t addr)
{
	struct object_code_place place;
	if (types->file || !object_code_place(types->object, addr, &place))
		return object_lines_vaddr(types->object, addr) - addr;
	return place.vaddr - addr;
}

static struct function_types *follow(struct object_types *types, const struct symbol *symbol)
{
	struct object *object = types->object;
	struct function_types *function = xcalloc(1, sizeof(*function));
	struct function_place place = { object, distance_of(types, symbol->start), types };
	struct code_flow_input input = { .vaddr = symbol->start + place.distance };
	struct disasm *disasm = NULL;
	struct err err = { 0 };
	arena_init(&function->arena);
	size_t size = (size_t)MIN(symbol->end - symbol->start, (uint64_t)CODE_FLOW_MAX_BYTES);
	_free_ uint8_t *code = xmalloc(size);
	input.size_bytes = object_code(object, symbol->start, code, size, &input.set);
	if (!input.size_bytes) return function;
	if (disasm_open(&(struct disasm_options){ .set = input.set }, &disasm, &err) < 0) {
		warnings_add(object->store->options.warnings, "code is not followed",
			     "types of data cannot be found: %s%s%s", err.message, err.hint ? ". " : "",
			     err.hint ? err.hint : "");
		err_done(&err);
		return function;
	}
	input.code = code;
	input.is_kernel = object->identity.kind == OBJECT_KERNEL || object->identity.kind == OBJECT_MODULE;
	input.disasm = disasm;
	disasm_set_global_pointer(disasm, object_global_pointer(object));
	if (types->names) follow_btf(types, symbol, &place, &input, function);
	else follow_debug(types, &place, &input, function);
	disasm_close(disasm);
	return function;
}

static const struct function_types *function_of(struct object_types *types, const struct symbol *symbol)
{
	pthread_mutex_lock(&types->lock);
	const uint64_t *known = u64map_find(&types->functions, symbol->start);
	struct function_types *function = known ? (struct function_types *)(uintptr_t)*known : NULL;
	pthread_mutex_unlock(&types->lock);
	if (function) return function;
	struct function_types *made = follow(types, symbol);
	pthread_mutex_lock(&types->lock);
	uint64_t *value = u64map_put(&types->functions, symbol->start, NULL);
	if (!*value) *value = (uintptr_t)take(made);
	function = (struct function_types *)(uintptr_t)*value;
	pthread_mutex_unlock(&types->lock);
	if (made) function_free(made);
	return function;
}

size_t object_type_accesses(struct object *object, uint64_t addr, const struct type_access **ret)
{
	const struct symbol *symbol = object_find(object, addr);
	if (!symbol || symbol->is_plt) return 0;
	const struct function_types *function = function_of(object_types_need(object), symbol);
	*ret = function->list.items;
	return function->list.count;
}

void object_type_access(struct object *object, uint64_t addr, struct type_access *ret)
{
	const struct type_access *accesses;
	const struct symbol *symbol = object_find(object, addr);
	*ret = (struct type_access){ .vaddr = object_elf_addr(object, addr),
				     .state = symbol ? TYPE_ACCESS_NO_INSTRUCTION : TYPE_ACCESS_NO_SYMBOL,
				     .mnemonic = "" };
	size_t low = 0, high = object_type_accesses(object, addr, &accesses), nr = high;
	uint64_t vaddr = nr ? accesses[0].vaddr + (addr - symbol->start) : 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (accesses[middle].vaddr < vaddr) low = middle + 1;
		else high = middle;
	}
	if (low < nr && accesses[low].vaddr == vaddr) *ret = accesses[low];
}

/* The frame's own rule tells the register that variables may be counted from. */
void object_type_in_frame(struct object *object, uint64_t addr, int64_t frame_off, struct type_access *ret)
{
	struct object_types *types = object_types_need(object);
	struct function_place place = { object, distance_of(types, addr), types };
	struct held_value registers[CODE_REGISTERS];
	uint64_t vaddr = addr + place.distance;
	struct code_object found;
	unsigned number;
	int64_t distance;
	*ret = (struct type_access){ .vaddr = vaddr, .mnemonic = "", .state = TYPE_ACCESS_NO_VARIABLE };
	if (!types->file) {
		ret->state = TYPE_ACCESS_NO_DEBUG_INFO;
		return;
	}
	for (unsigned i = 0; i < CODE_REGISTERS; i++) registers[i] = held_unknown();
	if (types_frame_rule(&place, vaddr, &number, &distance) && number < CODE_REGISTERS)
		registers[number] = (struct held_value){ .kind = HELD_FRAME, .offset = -distance };
	struct code_facts_debug *facts = debug_facts(types, &place, vaddr);
	const struct code_facts *asked = code_facts_debug_get(facts);
	if (asked->on_stack(asked->ctx, vaddr, registers, frame_off, &found))
		type_access_of_variable(found.type, found.offset, ret);
	code_facts_debug_free(facts);
}
