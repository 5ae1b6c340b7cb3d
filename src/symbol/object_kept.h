/* What was derived from an object's files and is kept in the user's cache: looked for before it is derived again, and
 * stored when the work that somebody waits for is done.
 *
 * A key is made of all that the result depends on: the form, the program that made it (its own build-id: another one
 * may know better), the identities of the files it was read from (device, inode, size, times: whichever places were
 * searched, these are what was found), and options. What was read from a file without an identity has no key, and is
 * not kept. */
#ifndef SYMBOL_OBJECT_KEPT_H
#define SYMBOL_OBJECT_KEPT_H

#include "cache/cache.h"
#include "symbol/file/target_file.h"

struct object;
struct symbol_store;

/* Symbols and rows from which on a table is kept: smaller ones are made as quickly as they are read back.
 * KEPT_CFI_MAX: at least NR_CFI_SOURCES. */
enum { KEPT_SYMBOLS_MIN = 1000, KEPT_CFI_ROWS_MIN = 2000, KEPT_CFI_MAX = 3 };
/* Is there a cache, and are count items enough to be stored? With cache->keep_small everything is. */
bool object_kept_is_worth(const struct symbol_store *store, size_t count, size_t min);

/* An object's side of the cache; under the object's lock. */
struct object_kept {
	bool looked_for;
	struct cache_file *file; /* NULL: there is none */
	/* Keys under which symbol_store_keep stores what was derived; 0: nothing to store. */
	uint64_t symbols_key, cfi_keys[KEPT_CFI_MAX];
	/* How many symbols the source had, aliases included. */
	uint64_t nr_symbols_found;
};

/* Where keys begin: what made the results, and their form. */
uint64_t object_kept_form(const struct symbol_store *store, uint64_t version);
/* With a file's identity; 0, whatever the key was, when it is not known, or may not tell a change because the file is
 * so new. A key of 0 stays 0. */
uint64_t object_kept_add_file(uint64_t key, const struct file_identity *identity);
/* With a number. A key of 0 stays 0. */
static inline uint64_t object_kept_add(uint64_t key, uint64_t value) { return key ? cache_key_add_u64(key, value) : 0; }

/* The name of the object's file in the cache: one file holds all sections of an object. */
struct cache_name object_kept_name(const struct object *object);
/* The section with that key, if there is a cache that has it. Its bytes live as long as the object. Under the object's
 * lock. */
bool object_kept_find(const struct object *object, enum cache_kind kind, uint64_t part, uint64_t key,
		      struct cache_section *ret);
/* Closes the file. What was found in it is not valid any more. */
void object_kept_done(struct object_kept *kept);

#endif
