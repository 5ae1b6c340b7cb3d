/* --pfm-events of the commands that count and sample. */
#ifndef COMMANDS_OPTION_PFM_OPTION_H
#define COMMANDS_OPTION_PFM_OPTION_H

#include "cli/options.h"
#include "event/attr/event_spec.h"

/* Appends the events to the struct event_list at option->value. */
int pfm_option_events(const struct option *option, const char *arg, bool unset);
int pfm_option_store(const struct option *option, const char *arg, bool unset, void *events);
#define PFM_ROW(T, m)                                                                               \
	{                                                                                           \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, "pfm-events",                                   \
			   "libpfm4 event selector. use 'perf list pfm' to list available events"), \
			.arg_name = "event", .store = pfm_option_store,                             \
			.member = OPTION_MEMBER(struct event_list, T, m)                            \
	}
/* All names of libpfm4 for `perf list pfm`: pairs of name and description; NULL without the library. ctx is not used.
 */
const char *const *pfm_option_names(void *ctx);

#define OPTION_PFM_EVENTS(list)                           \
	OPTION_CALLBACK(0, "pfm-events", (list), "event", \
			"libpfm4 event selector. use 'perf list pfm' to list available events", pfm_option_events)

#endif
