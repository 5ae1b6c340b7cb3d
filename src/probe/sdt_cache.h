/* Markers (SDT) of files that were added to the build-id cache: each cached file has a file "probes" next to its copy
 * with lines
 *
 *     %sdt_libc:setjmp=setjmp
 *     p:sdt_libc/setjmp /lib/libc.so.6:0x3c6a1 arg1=%di:u64 ...
 *
 * as `perf probe --cache` shows them. */
#ifndef PROBE_SDT_CACHE_H
#define PROBE_SDT_CACHE_H

#include "base/vec.h"

/* A marker of one cached file; texts are owned. */
struct sdt_event {
	char *name;     /* "sdt_libc:setjmp" */
	char *path;     /* of the file, as it was added */
	char *build_id; /* in hexadecimal */
};
struct sdt_events {
	VEC(struct sdt_event) items;
}; /* sorted by name, then build-id */

/* All in the cache of that directory ("/root/.debug") whose files are still there, with the same build-id; none when
 * there is no cache. */
void sdt_events_read(const char *cache_dir, struct sdt_events *ret);
void sdt_events_done(struct sdt_events *events);
/* Names as they are listed: with "@PATH(BUILD-ID)" where several files have one of that name. NULL-terminated; the
 * caller frees each and all. */
char **sdt_events_names(const struct sdt_events *events);

#endif
