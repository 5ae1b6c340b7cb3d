/* One walk over a unit makes both tables. Types of variables are looked up when one is asked for. */
#include "symbol/types/unit_globals.h"

#include <pthread.h>
#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "symbol/dwarf/debug_variable.h"
#include "symbol/types/code_variables.h"
#include "symbol/types/data_type_debug.h"

struct global_variable {
	uint64_t vaddr, info_off;
	bool is_defined;
};
typedef VEC(struct global_variable) global_variable_list;
/* Tables of one unit. */
struct unit_table {
	global_variable_list variables; /* by address, definitions first */
	global_variable_list of_thread; /* by offset */
	struct u64map functions;        /* hash of the name -> info_off */
	struct u64map elsewhere;        /* the same of variables that other objects have */
};

struct unit_globals {
	struct data_types *types;
	bool (*symbol_address)(void *ctx, const char *name, uint64_t *ret_vaddr, bool *ret_thread);
	void *ctx;
	pthread_mutex_t lock; /* of making tables; a table that is there is constant */
	struct u64map tables; /* unit -> struct unit_table * */
};

struct unit_globals *unit_globals_new(struct data_types *types,
				      bool (*symbol_address)(void *ctx, const char *name, uint64_t *ret_vaddr,
							     bool *ret_thread),
				      void *ctx)
{
	struct unit_globals *globals = xcalloc(1, sizeof(*globals));
	*globals = (struct unit_globals){ .types = types, .symbol_address = symbol_address, .ctx = ctx };
	pthread_mutex_init(&globals->lock, NULL);
	return globals;
}

void unit_globals_free(struct unit_globals *globals)
{
	uint64_t key, value;
	size_t pos = 0;
	if (!globals) return;
	while (u64map_next(&globals->tables, &pos, &key, &value)) {
		struct unit_table *table = (struct unit_table *)(uintptr_t)value;
		vec_done(&table->variables);
		vec_done(&table->of_thread);
		u64map_done(&table->functions);
		u64map_done(&table->elsewhere);
		free(table);
	}
	u64map_done(&globals->tables);
	pthread_mutex_destroy(&globals->lock);
	free(globals);
}

static uint64_t hash_name(const char *name) { return hash_bytes(name, strlen(name)); }

static const char *symbol_name(const struct debug_entry *entry)
{
	const char *name = debug_entry_linkage_name(entry);
	return name ? name : debug_entry_name(entry);
}

/* Where the symbol of the variable's name is. */
static bool symbol_of(const struct unit_globals *globals, const struct debug_entry *entry, uint64_t *ret,
		      bool *ret_thread)
{
	const char *name = symbol_name(entry);
	return name && globals->symbol_address && globals->symbol_address(globals->ctx, name, ret, ret_thread);
}

/* Variables of other units have a name alone, and so have those of threads where compilers do not say where they are
 * (gcc for arm64). */
static void add_variable(const struct unit_globals *globals, struct unit_table *table, const struct debug_entry *entry)
{
	struct global_variable variable = { .info_off = entry->info_off, .is_defined = true };
	bool is_thread = false;
	if (debug_variable_is_declaration(entry)) {
		variable.is_defined = false;
		if (!symbol_of(globals, entry, &variable.vaddr, &is_thread)) {
			const char *name = symbol_name(entry);
			if (name) *u64map_put(&table->elsewhere, hash_name(name), NULL) = entry->info_off;
			return;
		}
	} else if (!code_variable_vaddr(entry, &variable.vaddr, &is_thread)) {
		if (!symbol_of(globals, entry, &variable.vaddr, &is_thread) || !is_thread) return;
	}
	vec_push(is_thread ? &table->of_thread : &table->variables, variable);
}

static int compare_variables(const void *a, const void *b)
{
	const struct global_variable *x = a, *y = b;
	if (x->vaddr != y->vaddr) return x->vaddr < y->vaddr ? -1 : 1;
	if (x->is_defined != y->is_defined) return x->is_defined ? -1 : 1;
	return (x->info_off > y->info_off) - (x->info_off < y->info_off);
}

static void sort_variables(global_variable_list *list)
{
	if (list->count) qsort(list->items, list->count, sizeof(*list->items), compare_variables);
}

/* Static variables of functions are in their subprograms and blocks: those are entered, types are not. */
static bool has_variables(unsigned tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
	       tag == DW_TAG_inlined_subroutine || tag == DW_TAG_module;
}

static struct unit_table *read_unit(const struct unit_globals *globals, struct debug_unit *unit)
{
	struct unit_table *table = xcalloc(1, sizeof(*table));
	struct debug_entry root, entry;
	struct debug_walk walk;
	if (!debug_entry_root(unit, &root)) return table;
	debug_walk_begin(&walk, &root);
	while (debug_walk_next(&walk, &entry)) {
		unsigned tag = debug_entry_tag(&entry);
		if (tag == DW_TAG_variable) add_variable(globals, table, &entry);
		if (tag == DW_TAG_subprogram) {
			const char *name = symbol_name(&entry);
			if (name) *u64map_put(&table->functions, hash_name(name), NULL) = entry.info_off;
		}
		if (!has_variables(tag)) debug_walk_skip(&walk);
	}
	sort_variables(&table->variables);
	sort_variables(&table->of_thread);
	return table;
}

static const struct unit_table *table_of(struct unit_globals *globals, struct debug_unit *unit)
{
	pthread_mutex_lock(&globals->lock);
	const uint64_t *known = u64map_find(&globals->tables, (uintptr_t)unit);
	struct unit_table *table = known ? (struct unit_table *)(uintptr_t)*known : NULL;
	if (!table) {
		table = read_unit(globals, unit);
		*u64map_put(&globals->tables, (uintptr_t)unit, NULL) = (uintptr_t)table;
	}
	pthread_mutex_unlock(&globals->lock);
	return table;
}

/* The last that begins at or before the address; of several at one address the first that is long enough. An array
 * whose declaration has no size is as long as it needs to be. */
static const struct data_type *find_variable(const struct unit_globals *globals, struct debug_unit *unit,
					     const global_variable_list *list, uint64_t vaddr, uint64_t *ret_offset)
{
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
		if (debug_entry_at(unit, list->items[i].info_off, &entry))
			type = data_type_of_debug(globals->types, &entry);
		if (!type || (type->size_bytes ? vaddr - start >= type->size_bytes : type->kind != DATA_TYPE_ARRAY))
			continue;
		*ret_offset = vaddr - start;
		return type;
	}
	return NULL;
}

const struct data_type *unit_globals_variable(struct unit_globals *globals, struct debug_unit *unit, uint64_t vaddr,
					      uint64_t *ret_offset)
{
	return find_variable(globals, unit, &table_of(globals, unit)->variables, vaddr, ret_offset);
}

const struct data_type *unit_globals_thread_variable(struct unit_globals *globals, struct debug_unit *unit,
						     uint64_t offset, uint64_t *ret_offset)
{
	return find_variable(globals, unit, &table_of(globals, unit)->of_thread, offset, ret_offset);
}

/* The entry of that name: a hash alone is no proof. */
static bool entry_of_name(struct debug_unit *unit, const struct u64map *map, const char *name, struct debug_entry *ret)
{
	const uint64_t *info_off = u64map_find(map, hash_name(name));
	if (!info_off || !debug_entry_at(unit, *info_off, ret)) return false;
	const char *own = symbol_name(ret);
	return own && strcmp(own, name) == 0;
}

const struct data_type *unit_globals_declared(struct unit_globals *globals, struct debug_unit *unit, const char *name)
{
	struct debug_entry entry;
	if (!entry_of_name(unit, &table_of(globals, unit)->elsewhere, name, &entry)) return NULL;
	return data_type_of_debug(globals->types, &entry);
}

const struct data_type *unit_globals_function(struct unit_globals *globals, struct debug_unit *unit, const char *name)
{
	struct debug_entry entry;
	if (!entry_of_name(unit, &table_of(globals, unit)->functions, name, &entry)) return NULL;
	return data_type_of_debug_function(globals->types, &entry);
}
