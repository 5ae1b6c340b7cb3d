/* ~/.debug: copies of what was profiled, by build-id, so that a recording can be read after an upgrade.
 *     PATH/BUILD-ID/elf, [kernel.kallsyms]/BUILD-ID/kallsyms, [vdso]/BUILD-ID/vdso, and .build-id/XX/YYYY ->
 * ../../PATH/BUILD-ID */
#ifndef RECORD_BUILD_ID_BUILD_ID_CACHE_H
#define RECORD_BUILD_ID_BUILD_ID_CACHE_H

#include "base/err.h"
#include "base/vec.h"
#include "perfdata/record/record.h"

/* Adds one object that was recorded, as a copy: the cache keeps what ran whatever becomes of the file. filename:
 * absolute path,
 * "[kernel.kallsyms]" or "[vdso]"; fd: the file, open for reading, which may be of another mount namespace than where
 * filename leads; -1: the one of that name.
 *
 * A build-id is what a file says of itself. What is there of that build-id stays when it has the same code, unless the
 * file has more symbols or debug information. Of files with other code, each is kept by its own name. A file of another
 * user than this one and root is kept by its own name alone (BUILD_ID_PLACE_MARK), and replaces nothing.
 *
 * 0; -ESTALE: the file is not, or no longer, of that build-id; -EEXIST: there is another one of its name, which is
 * trusted more; -ENOSPC also when the file would take much of what is free; or another -errno. None of them is a
 * failure of the recording. */
int build_id_cache_add(const char *dir, const char *filename, int fd, const struct build_id *id);
/* Who says that a file is of the build-id. */
enum build_id_word {
	BUILD_ID_CLAIMED, /* the file does, which came from somewhere */
	BUILD_ID_VOUCHED, /* the user, who named it */
	BUILD_ID_DECIDED  /* likewise, and it takes the place of what is there */
};
/* Puts a copy of fd into the object's place, which is made when there is none, under the name of its kind: "elf",
 * "debug" (without code), "kallsyms", "vdso", "probes". Unless it was decided, what is there stays, but a program with
 * less. 0 or -errno. */
int build_id_cache_put(const char *dir, const char *filename, int fd, const struct build_id *id, const char *kind,
		       enum build_id_word word);

/* What is in the cache, by build-id. */
struct build_id_cached {
	struct build_id id;
	char *filename;  /* as it was added; "[kernel.kallsyms]" */
	bool is_program; /* there is an ELF file, not only a list of symbols */
};
struct build_id_cached_list {
	VEC(struct build_id_cached) items;
};
/* Entries whose files are there; 0, -ENOENT when there is no cache, or -errno. */
int build_id_cache_list(const char *dir, struct build_id_cached_list *ret) _warn_unused_;
void build_id_cached_list_done(struct build_id_cached_list *list);
/* Removes an entry, with directories that are empty then; also the one that is kept by that other name, if it is not
 * NULL. -ENOENT: there is none. */
int build_id_cache_remove(const char *dir, const struct build_id *id, const char *other_filename) _warn_unused_;
/* Removes what no link leads to: files whose build-id is also another's. */
void build_id_cache_sweep(const char *dir);
/* This process's vdso. */
const void *build_id_cache_vdso(size_t *ret_size);

/* Copies of /proc/kcore (kcore_cache.c): [kernel.kcore]/BUILD-ID/TIME/{kcore,kallsyms,modules}, readable by their
 * owner alone.
 * path: "/proc/kcore", another machine's ".../proc/kcore" (its sys/kernel/notes is then looked for beside proc), or a
 * copy; kallsyms and modules stand beside it. *ret_dir (the caller's to free): where the copy is, made now, or, with
 * *ret_same, one with the same modules at the same places that was there already; force: makes one anyway. 0 or -errno.
 */
int kcore_cache_add(const char *dir, const char *path, bool force, char **ret_dir, bool *ret_same) _warn_unused_;

#endif
