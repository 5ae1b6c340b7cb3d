/* Places without debug information: functions of symbol tables (of several with one name or a wildcard: all), offsets
 * in them, addresses. What probe_find falls back to, and what checks places of the running kernel. */
#ifndef PROBE_SEARCH_PROBE_SYMBOLS_H
#define PROBE_SEARCH_PROBE_SYMBOLS_H

#include "kernel/kernelfs.h"
#include "probe/definition/probe_definition.h"
#include "probe/definition/probe_event.h"

struct probe_target;

/* Appends an event for each place in the program or library target->exec, with the definition's arguments as they were
 * written. -ENOENT with err: no symbols, no such function; -E2BIG: more than target->max_probes; -EINVAL: an offset
 * outside of the function. */
int probe_symbols_find(const struct probe_target *target, const struct probe_definition *definition,
		       struct probe_events *events, struct err *err) _warn_unused_;

#endif
