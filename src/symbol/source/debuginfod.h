/* Programs and debug information by build-id from debuginfod servers (debuginfod(8)), through elfutils' client library,
 * which is loaded when something is asked for. What it downloads lands in its own cache, which all programs of the user
 * share; the rows "debuginfod" of symbol_source.def find it there.
 *
 * Servers are slow when they are far or ill. So callers ask once, for all they want, the most wanted first, and say how
 * long all of it may take together. What servers did not have, or did not deliver in that time, is noted on disk, so
 * that the next run does not wait for it again. */
#ifndef SYMBOL_SOURCE_DEBUGINFOD_H
#define SYMBOL_SOURCE_DEBUGINFOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"

enum debuginfod_kind { DEBUGINFOD_DEBUG_INFO, DEBUGINFOD_PROGRAM };

/* One file that is wanted. name and build_id are borrowed; result is set by debuginfod_fetch. */
struct debuginfod_wish {
	const char *name; /* for messages */
	const uint8_t *build_id;
	size_t build_id_size;
	enum debuginfod_kind kind;
	/* out: 0 it is in the cache now; -ENOENT the servers have none; -ETIME the time was over; -EAGAIN: not asked,
	 * as a note says that one of these happened lately; others: trouble with the servers */
	int result;
};

struct debuginfod_options {
	/* What $DEBUGINFOD_URLS says; the client library reads that by itself. */
	const char *urls;
	unsigned budget_ms; /* for all wishes together */
	bool ignore_notes;  /* asks again what was not to be had lately */
	/* NULL: $XDG_CACHE_HOME/perf/debuginfod, ~/.cache/perf/debuginfod. */
	const char *notes_dir;
	/* called about ten times a second by the caller's thread while it waits; name: what is being waited for */
	void (*on_progress)(void *ctx, const char *name, uint64_t waited_ms, unsigned budget_ms);
	void *on_progress_ctx;
};

/* Does the list of servers ($DEBUGINFOD_URLS; NULL: not set) name any? */
bool debuginfod_names_servers(const char *urls);
/* Can the client library be loaded? */
bool debuginfod_is_available(void);
/* Returns how many wishes came true; -ENOTSUP, with err set, when the library is not installed. Takes budget_ms at
 * most, and a little. */
int debuginfod_fetch(struct debuginfod_wish *wishes, size_t count, const struct debuginfod_options *options,
		     struct err *err) _warn_unused_;

#endif
