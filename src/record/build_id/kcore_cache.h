/* Copies of /proc/kcore in the build-id cache: [kernel.kcore]/BUILD-ID/TIME/{kcore,kallsyms,modules}, readable by their
 * owner alone. */
#ifndef RECORD_BUILD_ID_KCORE_CACHE_H
#define RECORD_BUILD_ID_KCORE_CACHE_H

#include <stdbool.h>
#include "base/err.h"

/* path: "/proc/kcore", another machine's ".../proc/kcore" (its sys/kernel/notes is then looked for beside proc), or a
 * copy; kallsyms and modules stand beside it. *ret_dir (the caller's to free): where the copy is, made now, or, with
 * *ret_same, one with the same modules at the same places that was there already; force: makes one anyway. 0 or -errno.
 */
int kcore_cache_add(const char *dir, const char *path, bool force, char **ret_dir, bool *ret_same) _warn_unused_;

#endif
