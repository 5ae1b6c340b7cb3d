/* Tracepoints of the running kernel (Documentation/trace/events): their ids, lists of them, and the description of
 * their formats that a recording carries so that it can be read elsewhere (header feature TRACING_DATA: trace.dat
 * format version 0.6 up to the saved command lines). tracefs is always a path relative to fs->root, as tracefs_find
 * returns it. */
#ifndef KERNEL_TRACEFS_H
#define KERNEL_TRACEFS_H

#include "base/err.h"
#include "base/strbuf.h"
#include "event/pmu/catalogue.h"
#include "kernel/kernelfs.h"

/* Where tracefs is mounted: below debugfs_dir (PERF_DEBUGFS_DIR, may be NULL), at the usual places, or where the
 * list of mounts says. NULL when nowhere; the usual place when it is there but this user may not enter it. The
 * caller frees. */
char *tracefs_find(const struct kernelfs *fs, const char *debugfs_dir);

/* Calls fn with the id of each tracepoint whose system and name match the globs of query, in the order of the
 * directories. Returns how many there were, at least 1; -ENOENT (none, or tracefs NULL) or -EACCES with err set.
 * system and event are valid during the call. */
int tracefs_visit(const struct kernelfs *fs, const char *tracefs, const struct tracepoint_query *query,
		  void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
		  struct err *err);

/* The same sorted by name, for lists; ids are 0 unless query->with_ids, as reading a file for each event takes much
 * longer. Systems are read by several threads; fn is called in this one. 0, also for no match; -errno with err set
 * when the events cannot be listed at all. */
int tracefs_list(const struct kernelfs *fs, const char *tracefs, const struct tracepoint_query *query,
		 void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg, struct err *err);

/* Whether the kernel has this tracepoint; false when tracefs is NULL (mounted nowhere) or cannot be read. */
bool tracefs_has(const struct kernelfs *fs, const char *tracefs, const char *system, const char *event);

struct tracefs_event {
	const char *system, *name;
};
/* Appends the tracing data of these events to out, in this machine's byte order. 0; -errno with err set, out then
 * has a part of it. */
int tracefs_tracing_data(const struct kernelfs *fs, const char *tracefs, const struct tracefs_event *events,
			 size_t count, struct strbuf *out, struct err *err);

/* Where a field of four bytes (a pid) lies among a tracepoint's bytes, out of the text of its "format" file (may be
 * NULL); 0: there is none that BPF programs could read. */
int16_t tracefs_field_offset(const char *format, const char *field);

#endif
