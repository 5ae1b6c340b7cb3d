/* --pfm-events of the commands that count and sample. */
#ifndef COMMANDS_OPTION_PFM_OPTION_H
#define COMMANDS_OPTION_PFM_OPTION_H

#include "cli/options.h"
#include "event/attr/event_spec.h"

/* Callback of the row below: appends the events that libpfm4 knows by the names in arg to the struct event_list. 0,
 * or -1 after printing what is wrong, also when the library is not installed. --no-pfm-events does nothing. */
int pfm_option_store(const struct option *option, const char *arg, bool unset, void *events);
#define PFM_ROW(T, m)                                                                               \
	{                                                                                           \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, "pfm-events",                                   \
			   "libpfm4 event selector. use 'perf list pfm' to list available events"), \
			.arg_name = "event", .store = pfm_option_store,                             \
			.member = OPTION_MEMBER(struct event_list, T, m)                            \
	}

#endif
