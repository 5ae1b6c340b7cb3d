/* What is remembered of a program, a library or the kernel in the build-id cache: its markers and definitions of probes
 * (probe/probe_cache.h). */
#ifndef COMMANDS_PROBE_STORE_H
#define COMMANDS_PROBE_STORE_H

#include "perfdata/record/record.h"
#include "probe/probe_cache.h"

struct probe_store {
	char *path;         /* "/usr/bin/ls", "[kernel.kallsyms]" */
	int fd;             /* the file, -1: the kernel */
	struct build_id id; /* size 0: it has none, and nothing can be remembered of it */
	char hex[2 * BUILD_ID_MAX + 1];
	struct probe_cache cache;
};

/* exec NULL: the running kernel. pid: exec is a path in the mount namespace of that process, 0: in ours. -errno: no
 * such file. */
int probe_store_open(const char *exec, int32_t pid, struct probe_store *ret);
/* Takes fd over. */
void probe_store_of(const char *path, int fd, const struct build_id *id, struct probe_store *ret);
void probe_store_close(struct probe_store *store);
#define _probe_store_close_ _cleanup_(probe_store_close)
/* Brings the markers of the file itself into the cache. Returns whether it has any. */
bool probe_store_add_markers(struct probe_store *store);
/* Writes the cache. with_file: and the file itself beside it, when it is not there. 0 or -errno. */
int probe_store_write(const struct probe_store *store, bool with_file);

/* The running kernel's build-id in hexadecimal; NULL: not known. Stays the callee's. */
const char *probe_store_kernel_id(void);

#endif
