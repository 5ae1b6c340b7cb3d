/* ~/.debug: copies of what was profiled, by build-id, so that a recording can be read after an upgrade.
       PATH/BUILD-ID/elf, [kernel.kallsyms]/BUILD-ID/kallsyms, [vdso]/BUILD-ID/vdso, and .build-id/XX/YYYY -> ../../PATH/BUILD-ID */
#ifndef RECORD_BUILD_ID_CACHE_H
#define RECORD_BUILD_ID_CACHE_H

#include "base/err.h"
#include "perfdata/record.h"

/* Adds one object; what is there already is left alone. filename: absolute path, "[kernel.kallsyms]" or "[vdso]"; fd: the file, open for
   reading, which may be of another mount namespace than where filename leads; -1: the one of that name.
   0, or -errno (a cache that cannot be written is no failure of the recording). */
int build_id_cache_add(const char *dir, const char *filename, int fd, const struct build_id *id);
/* This process's vdso. */
const void *build_id_cache_vdso(size_t *ret_size);

#endif
