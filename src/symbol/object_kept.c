/* Keys and look-ups of an object's file in the user's cache (object_kept.h).
 *
 * A key is a 64-bit hash built up by cache_key_add; 0 is reserved for "not to be kept" and stays 0 through every
 * step, so that one input without an identity is enough to keep nothing. Files in the cache are named by build-id,
 * or by a hash of kind and path where there is none. */
#include "symbol/file/build_id.h"
#include "symbol/object_kept.h"

#include <link.h>
#include <string.h>
#include <time.h>
#include "base/threads.h"
#include "symbol/cfi/cfi_flat.h"
#include "symbol/object_private.h"
#include "symbol/symbol_table_flat.h"

/* File times have the resolution of the kernel's clock tick, 10 ms at CONFIG_HZ=100; twice that to be sure. */
#define TICK_NS 20000000

/* dl_iterate_phdr visits the program itself first; returning 1 ends the walk there. */
static int own_build_id(struct dl_phdr_info *info, size_t size, void *ctx)
{
	uint64_t *key = ctx;

	(void)size;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint8_t id[20];
		if (p->p_type != PT_NOTE) continue;
		int id_size = build_id_of_notes((const void *)(info->dlpi_addr + p->p_vaddr), p->p_memsz,
						id); /* NOLINT: the number is an address */
		if (id_size > 0) *key = cache_key_add(*key, id, (size_t)id_size);
	}
	return 1;
}

uint64_t object_kept_maker(void)
{
	uint64_t key = cache_key_add(1, PERF_VERSION, strlen(PERF_VERSION));
	(void)dl_iterate_phdr(own_build_id, &key);
	return key;
}

bool object_kept_is_worth(const struct symbol_store *store, size_t count, size_t min)
{
	return store->cache && count >= (store->cache->keep_small ? 1 : min);
}

uint64_t object_kept_form(const struct symbol_store *store, uint64_t version)
{
	return store->cache ? cache_key_add_u64(store->kept_maker, version) : 0;
}

/* Times of files have the resolution of a clock tick: one that was changed in this very tick may change again and look
 * the same. */
static bool may_change_unseen(const struct file_identity *identity)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	uint64_t now_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	return now_ns - identity->ctime_ns < TICK_NS && now_ns >= identity->ctime_ns;
}

uint64_t object_kept_add_file(uint64_t key, const struct file_identity *identity)
{
	return key && file_identity_known(identity) && !may_change_unseen(identity)
		       ? cache_key_add(key, identity, sizeof(*identity))
		       : 0;
}

struct cache_name object_kept_name(const struct object *object)
{
	const struct object_identity *identity = &object->identity;
	if (identity->build_id_size) return cache_name_of_build_id(object->build_id, identity->build_id_size);
	return cache_name_of_hash(cache_key_add(identity->kind, identity->path, strlen(identity->path)));
}

/* The file is looked for once an object. */
bool object_kept_find(const struct object *object, enum cache_kind kind, uint64_t part, uint64_t key,
		      struct cache_section *ret)
{
	struct object_kept *kept = object->kept;

	if (!key || !object->store->cache) return false;
	if (!kept->looked_for) {
		struct cache_name name = object_kept_name(object);
		kept->looked_for = true;
		if (cache_find(object->store->cache, &name, &kept->file) < 0) kept->file = NULL;
	}
	return kept->file && cache_file_find(kept->file, kind, part, key, ret);
}

bool object_symbols_find_kept(const struct object *object, struct object_symbols *ret)
{
	struct cache_section section;

	ret->is_kept = object_kept_find(object, CACHE_SYMBOLS, 0, ret->key, &section) &&
		       symbol_table_unflatten(&ret->table, section.data, section.size_bytes, &ret->nr_found) == 0;
	return ret->is_kept;
}

void object_kept_done(struct object_kept *kept) { cache_file_free(kept->file); }
