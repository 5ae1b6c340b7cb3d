/* What is remembered of a program, a library or the kernel in the build-id cache: its markers and definitions of probes
 * (probe/probe_cache.h). */
#ifndef PROBE_PROBE_STORE_H
#define PROBE_PROBE_STORE_H

#include "probe/probe_cache.h"
#include "probe/probe_cache_files.h"
#include "record/build_id/build_id_place.h"

/* One file and what is remembered of it; zero bytes are none. Closed with probe_store_close. Used by one thread.
 * Changes to cache are only in memory until probe_store_write. */
struct probe_store {
	char *path;         /* "/usr/bin/ls", "[kernel.kallsyms]" */
	int fd;             /* the file, -1: the kernel */
	struct build_id id; /* size 0: it has none, and nothing can be remembered of it */
	struct build_id_hex hex;
	const char *cache_dir; /* the build-id cache; NULL: there is none */
	struct probe_cache cache;
};

/* exec NULL: the running kernel. pid: exec is a path in the mount namespace of that process, 0: in ours. cache_dir has
 * to live as long as the store. 0, or -errno: there is no such file. */
int probe_store_open(const char *cache_dir, const char *exec, int32_t pid, struct probe_store *ret);
/* The same of a file that is open already (fd -1: the kernel), whose build-id is known. Takes fd over; path and id are
 * copied. */
void probe_store_of(const char *cache_dir, const char *path, int fd, const struct build_id *id,
		    struct probe_store *ret);
void probe_store_close(struct probe_store *store);
#define _probe_store_close_ _cleanup_(probe_store_close)
/* Brings the markers of the file itself into the cache. Returns whether it has any. */
bool probe_store_add_markers(struct probe_store *store);
/* Writes the cache. with_file: and the file itself beside it, when it is not there. 0 or -errno; -ENODATA: nothing can
 * be remembered. */
int probe_store_write(const struct probe_store *store, bool with_file);

/* All that is remembered: of files that are still the same, and of the running kernel. Done with
 * probe_cache_files_done.
 */
void probe_store_read_all(const char *cache_dir, struct probe_cache_files *ret);

#endif
