/* Look-ups of symbols in one object (object_find and relatives), and loading on first use.
 *
 *   object_need -> object_load -> loader of the kind -> object_symbols -> symbol_table -> object_find
 *
 * Loading happens once, under the object's lock; `loaded` is then stored with release order, so that readers need no
 * lock. A struct symbol is made from a table entry when it is first asked for (symbol_make), because demangling all
 * names of a large program takes longer than a report. A new kind of object gets its loader in the table of
 * object_load. */
#include "symbol/object_private.h"

#include <errno.h>
#include <string.h>
#include "base/strbuf.h"
#include "symbol/demangle/demangle.h"
#include "symbol/object_kept.h"

/* Runs the loader of the object's kind. A failure leaves an empty table: it is not tried again. */
static void object_load(struct object *object)
{
	static int (*const loaders[])(const struct object *, struct object_symbols *) = {
		[OBJECT_USER] = object_load_elf,          [OBJECT_VDSO] = object_load_elf,
		[OBJECT_KERNEL] = object_load_kernel,     [OBJECT_MODULE] = object_load_module,
		[OBJECT_PERF_MAP] = object_load_perf_map, [OBJECT_JITDUMP] = object_load_jitdump,
		[OBJECT_BPF] = object_load_bpf,
	};
	struct object_symbols found = { .origin_letter = '!' };

	symbol_list_init(&found.list);
	if ((size_t)object->identity.kind < ARRAY_SIZE(loaders) && loaders[object->identity.kind](object, &found) < 0)
		symbol_list_done(&found.list);
	size_t nr_found = found.list.symbols.count;
	if (found.is_kept) object->table = found.table;
	else symbol_table_init(&object->table, &found.list, found.ends, object->demangle);
	if (!found.is_kept && object_kept_is_worth(object->store, nr_found, KEPT_SYMBOLS_MIN)) {
		object->kept->symbols_key = found.key;
		object->kept->nr_symbols_found = nr_found;
	}
	object->made = xcalloc(object->table.nr_symbols + 1, sizeof(*object->made));
	object->jitdump = found.jitdump;
	object->source_path = found.source_path;
	object->source_name = found.source_name;
	object->origin_letter = found.origin_letter;
	object->told_unproved = found.told_unproved;
	object->segments = found.segments;
	object->nr_segments = found.nr_segments;
}

static void object_need_slow(struct object *object)
{
	pthread_mutex_lock(&object->lock);
	if (!atomic_load_explicit(&object->loaded, memory_order_relaxed)) {
		object_load(object);
		atomic_store_explicit(&object->loaded, true, memory_order_release);
	}
	pthread_mutex_unlock(&object->lock);
}

static inline void object_need(struct object *object)
{
	if (unlikely(!atomic_load_explicit(&object->loaded, memory_order_acquire))) object_need_slow(object);
}

/* Makes the public symbol of table entry i, or returns the one that another thread made first. The pointer never
 * changes. */
static struct symbol *symbol_make(struct object *object, size_t i)
{
	pthread_mutex_lock(&object->lock);
	struct symbol *symbol = atomic_load_explicit(&object->made[i], memory_order_relaxed);
	if (!symbol) {
		struct raw_symbol raw = symbol_table_get(&object->table, i);
		_free_ char *readable = object->demangle ? demangle_symbol(raw.name, raw.flags & RAW_PLT) : NULL;
		symbol = arena_alloc(&object->arena, sizeof(*symbol));
		*symbol = (struct symbol){
			.start = raw.start,
			.end = raw.end,
			.name = readable ? arena_strdup(&object->arena, readable) : raw.name,
			.binding = raw.binding,
			.type = raw.type,
			.is_plt = raw.flags & RAW_PLT,
			.id = atomic_fetch_add_explicit(&object->store->root->next_symbol_id, 1, memory_order_relaxed),
		};
		atomic_store_explicit(&object->made[i], symbol, memory_order_release);
	}
	pthread_mutex_unlock(&object->lock);
	return symbol;
}

static inline const struct symbol *symbol_at(struct object *object, size_t i)
{
	struct symbol *symbol = atomic_load_explicit(&object->made[i], memory_order_acquire);
	return likely(symbol) ? symbol : symbol_make(object, i);
}

const struct symbol *object_find(struct object *object, uint64_t addr)
{
	object_need(object);
	int64_t i = symbol_table_find(&object->table, addr);
	return i < 0 ? NULL : symbol_at(object, (size_t)i);
}

const struct symbol *object_find_around(struct object *object, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end)
{
	struct symbol_range range;
	object_need(object);
	int64_t i = symbol_table_find_range(&object->table, addr, &range);
	*ret_start = range.start;
	*ret_end = range.end;
	return i < 0 ? NULL : symbol_at(object, (size_t)i);
}

/* Linear, and twice: the names as linked first, which costs no demangling; then readable names, only of symbols that
 * begin with '_' (those of C++, Rust and D). */
const struct symbol *object_find_name(struct object *object, const char *name)
{
	object_need(object);
	for (size_t i = 0; i < object->table.nr_symbols; i++)
		if (strcmp(symbol_table_get(&object->table, i).name, name) == 0) return symbol_at(object, i);
	if (!object->demangle) return NULL;
	for (size_t i = 0; i < object->table.nr_symbols; i++) {
		if (symbol_table_get(&object->table, i).name[0] != '_') continue;
		const struct symbol *symbol = symbol_at(object, i);
		if (strcmp(symbol->name, name) == 0) return symbol;
	}
	return NULL;
}

bool object_waits_at(struct object *object, uint64_t addr)
{
	object_need(object);
	for (size_t i = 0; i < NR_SYMBOL_SECTIONS; i++)
		if (addr >= object->table.sections[i].start && addr < object->table.sections[i].end) return true;
	return false;
}

bool object_is_loaded(const struct object *object)
{
	return atomic_load_explicit(&object->loaded, memory_order_acquire);
}

size_t object_nr_symbols(struct object *object)
{
	object_need(object);
	return object->table.nr_symbols;
}

const struct symbol *object_symbol(struct object *object, size_t i)
{
	object_need(object);
	return i < object->table.nr_symbols ? symbol_at(object, i) : NULL;
}

const char *object_source_path(struct object *object)
{
	object_need(object);
	return object->source_path;
}

const char *object_source_name(struct object *object)
{
	object_need(object);
	return object->source_name;
}

const struct jitdump *object_jitdump(struct object *object)
{
	object_need(object);
	return object->jitdump;
}

char object_origin_letter(struct object *object)
{
	object_need(object);
	return object->origin_letter;
}

/* Without segments (kernel, modules, generated code) addresses are already those that tools print. */
uint64_t object_elf_addr(struct object *object, uint64_t addr)
{
	object_need(object);
	for (size_t i = 0; i < object->nr_segments; i++) {
		const struct image_segment *s = &object->segments[i];
		if (s->type == PT_LOAD && addr - s->file_off < s->file_size_bytes) return addr - s->file_off + s->vaddr;
	}
	return addr;
}
