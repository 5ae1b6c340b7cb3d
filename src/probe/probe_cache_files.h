/* All files "probes" of a build-id cache (probe_cache.h). */
#ifndef PROBE_PROBE_CACHE_FILES_H
#define PROBE_PROBE_CACHE_FILES_H

#include "probe/probe_cache.h"

/* What is remembered of one version of one file. */
struct probe_cache_file {
	char *path;     /* of the file, as it was added: "/lib/libc.so.6", "[kernel.kallsyms]" */
	char *build_id; /* in hexadecimal */
	struct probe_cache cache;
};
struct probe_cache_files {
	VEC(struct probe_cache_file) items; /* by build-id; only those with entries */
};

/* All in the cache of that directory ("/root/.debug") whose files are still there, with the same build-id; none when
 * there is no cache. kernel_build_id: of the running kernel, in hexadecimal; NULL: leave out what was remembered of
 * kernels. */
void probe_cache_files_read(const char *cache_dir, const char *kernel_build_id, struct probe_cache_files *ret);
/* Frees all of it; empty is fine. */
void probe_cache_files_done(struct probe_cache_files *files);
#define _probe_cache_files_done_ _cleanup_(probe_cache_files_done)
/* One file's; empty when there is none. build_id: in hexadecimal. */
void probe_cache_file_read(const char *cache_dir, const char *build_id, struct probe_cache *ret);

#endif
