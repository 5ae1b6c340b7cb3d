/* Tracepoints of the running kernel: their ids, and the description of their formats that a recording carries so that
 * it can be read elsewhere (header feature TRACING_DATA, trace.dat format version 0.6 up to the saved command lines).
 */
#ifndef KERNEL_TRACEFS_H
#define KERNEL_TRACEFS_H

#include "base/err.h"
#include "base/strbuf.h"
#include "event/pmu/catalogue.h"
#include "kernel/kernelfs.h"

/* Where tracefs is mounted, relative to the root; NULL when it is nowhere. PERF_DEBUGFS_DIR in dir (may be NULL) is
 * tried first. */
char *tracefs_find(const struct kernelfs *fs, const char *debugfs_dir);

/* Calls fn for each tracepoint whose system and name match the globs, in the order the directories list them, with its
 * id. Returns how many there were; -ENOENT, -EACCES with err set. */
int tracefs_visit(const struct kernelfs *fs, const char *tracefs, const struct tracepoint_query *query,
		  void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
		  struct err *err);

/* The same sorted by name, for lists; id is 0 unless with_ids, which takes much longer. -errno with err set when the
 * events cannot be listed at all. */
int tracefs_list(const struct kernelfs *fs, const char *tracefs, const struct tracepoint_query *query,
		 void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg, struct err *err);

/* Whether the kernel has this tracepoint; false when tracefs is NULL (mounted nowhere) or cannot be read. */
bool tracefs_has(const struct kernelfs *fs, const char *tracefs, const char *system, const char *event);

struct tracefs_event {
	const char *system, *name;
};
/* Appends the blob for these events to out. 0 or -errno. */
int tracefs_tracing_data(const struct kernelfs *fs, const char *tracefs, const struct tracefs_event *events,
			 size_t count, struct strbuf *out, struct err *err);

/* Where a field of four bytes (a pid) lies among a tracepoint's bytes, out of the text of its "format" file (may be
 * NULL); 0: there is none that BPF programs could read. */
int16_t tracefs_field_offset(const char *format, const char *field);

#endif
