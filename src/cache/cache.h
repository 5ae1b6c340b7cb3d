/* The user's cache of what was derived from object files: a directory with one file an object.
 *
 * Safe with any number of processes: a file comes into being by rename, and is only ever replaced or removed as a
 * whole. Nobody waits: of two who store for one object at the same time, the later one wins, and what was lost is
 * derived again some day.
 *
 * A directory that belongs to another user, or that others may write to, is not used: neither believed nor written. So
 * a program run as root with a user's HOME leaves the user's directory alone. */
#ifndef CACHE_CACHE_H
#define CACHE_CACHE_H

#include "base/err.h"
#include "base/vec.h"
#include "cache/cache_file.h"

/* How large the cache may get where the configuration says nothing: 1 GiB. */
#define CACHE_USUAL_BYTES ((uint64_t)1 << 30)

/* An open cache: only a path and bounds, no descriptor and no lock. Several threads may use one at a time. cache_new
 * sets the members; keep_small is the caller's to switch on. */
struct cache {
	char *directory; /* ".../perf/objects" */
	uint64_t max_bytes;
	bool keep_small;               /* also what is made as quickly as it is found: for tests */
	_Atomic uint64_t stored_bytes; /* by this process, since the cache was last found small enough */
};

/* $XDG_CACHE_HOME/perf or ~/.cache/perf; caller frees. NULL: there is no home. */
char *cache_default_directory(void);
/* directory: below which it is or is to be made when something is stored. max_bytes: how large it may get. Never NULL;
 * nothing is opened yet. Freed by cache_free. */
struct cache *cache_new(const char *directory, uint64_t max_bytes);
void cache_free(struct cache *cache); /* NULL is fine */

/* An object's file: hexadecimal digits of its build-id, or of the hash of what else it is known by, and a suffix
 * without which no file in the directory is looked at or removed. */
struct cache_name {
	char text[64];
};
#define CACHE_SUFFIX ".perf-object"
/* The first 20 bytes of a build-id count. Names of build-ids and of hashes never meet: those of hashes begin with
 * "file-". */
struct cache_name cache_name_of_build_id(const uint8_t *build_id, size_t size_bytes);
struct cache_name cache_name_of_hash(uint64_t hash);

/* Keys are made of all that content depends on, one after the other, from a constant on that stands for its form. Only
 * equal keys find each other, so that what depends on something else is never found by mistake (but for a collision of
 * 64-bit hashes). */
uint64_t cache_key_add(uint64_t key, const void *data, size_t size_bytes);
static inline uint64_t cache_key_add_u64(uint64_t key, uint64_t value)
{
	return cache_key_add(key, &value, sizeof(value));
}

/* The object's file, mapped; the file counts as used. 0, -ENOENT, -EPERM when it or the directory is somebody else's,
 * -EBADMSG, -ESTALE as cache_file_init, or what reading failed with: all of them mean that there is nothing to be had.
 * Freed by cache_file_free. */
int cache_find(struct cache *cache, const struct cache_name *name, struct cache_file **ret) _warn_unused_;
void cache_file_free(struct cache_file *file); /* NULL is fine */

/* Stores sections of an object beside what is there of it; sections of equal kind and part with older keys go when
 * there are more than CACHE_KEYS_KEPT. 0, -EPERM as above, -EFBIG when it does not fit the bounds, -ENOSPC when the
 * file system is nearly full, or what writing failed with; the file that was there is then as it was. */
int cache_store(struct cache *cache, const struct cache_name *name, const char *label,
		const struct cache_section *sections, size_t count) _warn_unused_;
/* Makes the cache small enough if this process stored much since it last was. Cheap otherwise. */
void cache_settle(struct cache *cache);

/* One file of the cache. Owned by its list. */
struct cache_listed {
	char *name, *label; /* name: without the suffix; label: NULL when the file is damaged or of another version */
	uint64_t size_bytes, used_s /* since 1970 */;
	uint32_t nr_sections;
	uint64_t kind_bytes[8]; /* by enum cache_kind, 0 for those not known */
};
/* Starts zeroed; freed by cache_list_done, also after an error. size_bytes: of all files. */
struct cache_list {
	VEC(struct cache_listed) files;
	uint64_t size_bytes;
};
/* All files, the last used first. 0, also when there is no directory yet, -EPERM, or what reading failed with. */
int cache_list(const struct cache *cache, struct cache_list *ret) _warn_unused_;
void cache_list_done(struct cache_list *list);
/* What was removed. */
struct cache_pruned {
	uint64_t nr_files, size_bytes;
};
/* Removes the least recently used files until at most max_bytes are left; what killed writers left goes too. 0 with the
 * files and bytes removed in *ret, also when there is no directory; else -EPERM or what reading or removing failed
 * with, and *ret is untouched. */
int cache_prune(const struct cache *cache, uint64_t max_bytes, struct cache_pruned *ret) _warn_unused_;

#endif
