/* Where events of the kernel are, in words of the source: "foo:3@/src/a.c", "vfs_read+4", "malloc%return". Keeps what
 * it opened for the next event. */
#ifndef PROBE_SEARCH_PROBE_PLACES_H
#define PROBE_SEARCH_PROBE_PLACES_H

#include "kernel/kernelfs.h"
#include "probe/definition/probe_event.h"

struct probe_target;
struct probe_places;

/* target: -k, -s, --symfs and the like, and who hears remarks; its exec and module do not count. Kept by pointer, as fs
 * is. */
struct probe_places *probe_places_new(const struct kernelfs *fs, const struct probe_target *target);
/* Closes all files. NULL is not fine. */
void probe_places_free(struct probe_places *places);
/* Appends the place of an event: of debug information, else of symbols, else as a number. Never fails. Not thread safe.
 */
void probe_places_format(struct probe_places *places, const struct probe_event *event, struct strbuf *out);

#endif
