/* Units are walked on all processors, each into a list of its own; the lists are put together by address. */
#include "symbol/types/file_globals.h"

#include "base/threads.h"
#include "base/vec.h"
#include "symbol/dwarf/debug_variable.h"
#include "symbol/types/code_variables.h"
#include "symbol/types/data_type_debug.h"

struct file_variable {
	uint64_t vaddr, info_off;
	struct debug_unit *unit;
};
typedef VEC(struct file_variable) file_variable_list;

struct file_globals {
	struct data_types *types;
	file_variable_list list; /* by address */
};

/* While units are walked. */
struct walking {
	struct debug_file *file;
	file_variable_list *lists; /* [unit] */
};

/* Static variables of functions are in their subprograms and blocks. */
static bool has_variables(unsigned tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
	       tag == DW_TAG_inlined_subroutine || tag == DW_TAG_module;
}

static void add_variable(const struct debug_entry *entry, struct debug_unit *unit, file_variable_list *list)
{
	struct file_variable variable = { .info_off = entry->info_off, .unit = unit };
	bool is_thread;
	if (debug_variable_is_declaration(entry)) return;
	if (code_variable_vaddr(entry, &variable.vaddr, &is_thread) && !is_thread) vec_push(list, variable);
}

static void walk_unit(void *ctx, unsigned worker, size_t i)
{
	const struct walking *walking = ctx;
	struct debug_unit *unit = debug_unit_full(walking->file->units.items[i]);
	struct debug_entry root, entry;
	struct debug_walk walk;
	(void)worker;
	if (!debug_entry_root(unit, &root)) return;
	debug_walk_begin(&walk, &root);
	while (debug_walk_next(&walk, &entry)) {
		unsigned tag = debug_entry_tag(&entry);
		if (tag == DW_TAG_variable) add_variable(&entry, unit, &walking->lists[i]);
		if (!has_variables(tag)) debug_walk_skip(&walk);
	}
}

static int compare(const void *a, const void *b)
{
	const struct file_variable *x = a, *y = b;
	if (x->vaddr != y->vaddr) return x->vaddr < y->vaddr ? -1 : 1;
	return (x->info_off > y->info_off) - (x->info_off < y->info_off);
}

struct file_globals *file_globals_new(struct debug_file *file, struct data_types *types)
{
	struct file_globals *globals = xcalloc(1, sizeof(*globals));
	globals->types = types;
	debug_file_need_units(file);
	size_t nr = file->units.count;
	struct walking walking = { file, xcalloc(nr + 1, sizeof(*walking.lists)) };
	threads_for(threads_default(), nr, walk_unit, &walking);
	for (size_t i = 0; i < nr; i++) {
		for (size_t j = 0; j < walking.lists[i].count; j++) vec_push(&globals->list, walking.lists[i].items[j]);
		vec_done(&walking.lists[i]);
	}
	free(walking.lists);
	if (globals->list.count) qsort(globals->list.items, globals->list.count, sizeof(*globals->list.items), compare);
	return globals;
}

void file_globals_free(struct file_globals *globals)
{
	if (!globals) return;
	vec_done(&globals->list);
	free(globals);
}

/* The last that begins at or in front of the address; of several at one address the first that is long enough. */
const struct data_type *file_globals_find(const struct file_globals *globals, uint64_t vaddr, uint64_t *ret_offset)
{
	const file_variable_list *list = &globals->list;
	size_t low = 0, high = list->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (list->items[middle].vaddr <= vaddr) low = middle + 1;
		else high = middle;
	}
	if (!low) return NULL;
	uint64_t start = list->items[low - 1].vaddr;
	while (low > 1 && list->items[low - 2].vaddr == start) low--;
	for (size_t i = low - 1; i < list->count && list->items[i].vaddr == start; i++) {
		struct debug_entry entry;
		const struct data_type *type = NULL;
		if (debug_entry_at(list->items[i].unit, list->items[i].info_off, &entry))
			type = data_type_of_debug(globals->types, &entry);
		if (!type || vaddr - start >= type->size_bytes) continue;
		*ret_offset = vaddr - start;
		return type;
	}
	return NULL;
}
