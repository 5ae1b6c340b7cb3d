/* Stores in the user's cache what this run derived (symbol_store_keep), one object a worker. Sections with a key are
 * written: the symbol table, rules for unwinding by source, lines, inlined calls. A key of 0 means that there is
 * nothing new. */
#include <string.h>
#include "base/threads.h"
#include "symbol/cfi/cfi_flat.h"
#include "symbol/object_kept.h"
#include "symbol/object_private.h"
#include "symbol/symbol_table_flat.h"

/* Runs on a worker of threads_for, for one object; nobody else uses the object then. */
static void store_object(void *ctx, unsigned worker, size_t item)
{
	struct symbol_store *store = ctx;
	struct object *object = store->objects.items[item];
	struct object_kept *kept = object->kept;
	struct cache_section sections[3 + NR_CFI_SOURCES];
	size_t count = 0;

	(void)worker;
	if (kept->symbols_key) {
		struct cache_section *s = &sections[count];
		*s = (struct cache_section){ .kind = CACHE_SYMBOLS, .key = kept->symbols_key };
		s->data = symbol_table_flatten(&object->table, kept->nr_symbols_found, &s->size_bytes);
		if (s->data) count++;
	}
	for (unsigned i = 0; i < NR_CFI_SOURCES; i++) {
		struct cache_section *s = &sections[count];
		if (!kept->cfi_keys[i]) continue;
		*s = (struct cache_section){ .kind = CACHE_CFI, .part = i, .key = kept->cfi_keys[i] };
		s->data = cfi_flatten(object->cfi[i], &s->size_bytes);
		if (s->data) count++;
	}
	for (unsigned lines_only = 0; lines_only < 2; lines_only++) {
		struct cache_section *s = &sections[count];
		*s = (struct cache_section){ .kind = lines_only ? CACHE_LINES : CACHE_INLINES };
		s->data = object_lines_make_kept(object, lines_only, &s->key, &s->size_bytes);
		if (s->data) count++;
	}
	struct cache_name name = object_kept_name(object);
	/* a cache that cannot be written to is no reason to bother anybody */
	if (count) (void)!cache_store(store->cache, &name, object->identity.path, sections, count);
	for (size_t i = 0; i < count; i++) free((void *)sections[i].data);
	kept->symbols_key = 0;
	memset(kept->cfi_keys, 0, sizeof(kept->cfi_keys));
}

void symbol_store_keep(struct symbol_store *store)
{
	if (!store || !store->cache) return;
	threads_for(threads_default(), store->objects.count, store_object, store);
	for (size_t i = 0; i < store->kernels.count; i++)
		threads_for(threads_default(), store->kernels.items[i]->objects.count, store_object,
			    store->kernels.items[i]);
	cache_settle(store->cache);
}
