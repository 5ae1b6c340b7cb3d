/* ~/.debug: copies of what was profiled, by build-id, so that a recording can be read after an upgrade.
       PATH/BUILD-ID/elf, [kernel.kallsyms]/BUILD-ID/kallsyms, [vdso]/BUILD-ID/vdso, and .build-id/XX/YYYY -> ../../PATH/BUILD-ID */
#ifndef RECORD_BUILD_ID_CACHE_H
#define RECORD_BUILD_ID_CACHE_H

#include "base/err.h"
#include "base/vec.h"
#include "perfdata/record.h"

/* Adds one object; what is there already is left alone. filename: absolute path, "[kernel.kallsyms]" or "[vdso]"; fd: the file, open for
   reading, which may be of another mount namespace than where filename leads; -1: the one of that name.
   0, or -errno (a cache that cannot be written is no failure of the recording). */
int build_id_cache_add(const char *dir, const char *filename, int fd, const struct build_id *id);
/* Puts the content of fd into the object's entry, which is made when there is none, under the name of its kind: "elf", "debug" (without
   code), "probes". replace: also when there is such a content. *ret_entry (may be NULL): the entry's directory, the caller's to free. 0 or
   -errno. */
int build_id_cache_put(const char *dir, const char *filename, int fd, const struct build_id *id, const char *kind, bool replace,
		       char **ret_entry);

/* What is in the cache, by build-id. */
struct build_id_cached {
	struct build_id id;
	char *filename;  /* as it was added; "[kernel.kallsyms]" */
	bool is_program; /* there is an ELF file, not only a list of symbols */
};
struct build_id_cached_list { VEC(struct build_id_cached) items; };
/* Entries whose files are there; 0, -ENOENT when there is no cache, or -errno. */
int build_id_cache_list(const char *dir, struct build_id_cached_list *ret) _warn_unused_;
void build_id_cached_list_done(struct build_id_cached_list *list);
/* Removes an entry, with directories that are empty then. -ENOENT: there is none. */
int build_id_cache_remove(const char *dir, const struct build_id *id) _warn_unused_;
/* This process's vdso. */
const void *build_id_cache_vdso(size_t *ret_size);

#endif
