/* Definitions that are remembered beside a file's copy in the build-id cache, in its file "probes":
 *
 *     %sdt_libc:setjmp=setjmp                                       a marker of the file
 *     p:sdt_libc/setjmp /lib/libc.so.6:0x3c6a1 arg1=%di:u64 ...
 *     #probe_libc:mine=malloc bytes                    a definition of `perf probe --cache`; or "#malloc bytes"
 *     p:probe_libc/mine /lib/libc.so.6:0x97ac0 bytes=%di:u64
 *
 * Each has an event for each of its places. Upstream 6.12 writes the same and reads ours. */
#ifndef PROBE_PROBE_CACHE_H
#define PROBE_PROBE_CACHE_H

#include "probe/definition/probe_definition.h"
#include "probe/definition/probe_event.h"

/* A definition or marker, and the events that it made when it was added. */
struct probe_cache_entry {
	bool is_marker;
	char *spec; /* "sdt_libc:setjmp=setjmp", "malloc bytes" */
	struct probe_events events;
};
/* What is remembered of one file; zero bytes are an empty one. */
struct probe_cache {
	VEC(struct probe_cache_entry) items; /* in the order of the file */
};
#define PROBE_CACHE_INIT \
	{                \
		VEC_INIT \
	}

void probe_cache_done(struct probe_cache *cache);
#define _probe_cache_done_ _cleanup_(probe_cache_done)

/* Appends what the text has; lines that are neither are left out, entries without any event stay. Returns how many
 * lines were left out. */
size_t probe_cache_parse(const char *text, size_t size_bytes, struct probe_cache *cache);
/* The text of the file; probe_cache_parse of it gives the same cache. */
void probe_cache_format(const struct probe_cache *cache, struct strbuf *out);

/* What a definition is remembered as. group: of its events, which counts where the definition has a name. */
void probe_cache_spec(const struct probe_definition *definition, const char *group, struct strbuf *out);
/* The entry with that spec, or NULL. */
struct probe_cache_entry *probe_cache_find(const struct probe_cache *cache, const char *spec);
/* Sets the events of a spec, which are copied; a new entry comes last. */
void probe_cache_set(struct probe_cache *cache, bool is_marker, const char *spec, const struct probe_events *events);
/* Takes away the i-th. */
void probe_cache_remove(struct probe_cache *cache, size_t i);

/* Has the entry a name ("sdt_libc:setjmp" of "sdt_libc:setjmp=setjmp") that is meant by %[GROUP:]EVENT? Both may be
 * patterns; group NULL: any. */
bool probe_cache_entry_is(const struct probe_cache_entry *entry, const char *group, const char *event);
/* Appends copies of the events of all entries that are meant. Returns how many entries those are. */
size_t probe_cache_collect(const struct probe_cache *cache, const char *group, const char *event,
			   struct probe_events *ret);
/* "sdt_libc:setjmp", to be freed by the caller; NULL: the entry has no name. */
char *probe_cache_entry_name(const struct probe_cache_entry *entry);

#endif
