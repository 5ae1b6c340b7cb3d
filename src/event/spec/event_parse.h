/* The language of -e: "cycles:u,{a,b}:S,sched:sched_*,cpu/event=1,umask=2/p,mem:0x1000/8:w" (perf-list(1),
 * perf-record(1)).
 *
 *     list      := item (',' item)*
 *     item      := event | '{' event (',' event)* '}' [':' modifiers]
 *     event     := symbol [terms] [modifiers]           the kernel's own names (event_symbol.def), caches, r1a8
 *                | pmu terms [modifiers]                pmu may be a glob or leave out "uncore_" and "_0"
 *                | name [':' modifiers]                 an event of a PMU, or one of its vendor's tables
 *                | system ':' tracepoint [terms] [modifiers]                          both may be globs
 *                | 'mem:' address ['/' length] [':' access] [terms] [modifiers]
 *                | tool [':' modifiers]                 duration_time, user_time, system_time
 *     terms     := '/' [term (',' term)*] '/'
 *     term      := name ['=' value]
 *     modifiers := [':'] letter*                        the colon only where no terms are before                    */
#ifndef EVENT_SPEC_EVENT_PARSE_H
#define EVENT_SPEC_EVENT_PARSE_H

#include "event/pmu/catalogue.h"
#include "event/attr/event_spec.h"

/* Appends the events of text to list; a glob or a PMU's prefix appends one for each match. On failure the list is as
 * before and err points at the place: -EINVAL for wrong syntax, -ENOENT for what this machine does not have, -EACCES
 * for tracepoints that may not be read. catalogue is only used during the call. */
int event_parse(struct event_list *list, const char *text, const struct event_catalogue *catalogue, enum event_use use,
		struct err *err);

/* The kernel takes no group whose events are counted by different hardware. Events first..first+count of list are one
 * group, or were meant to be: sorts them by hardware and makes a group of each; events in software stay with the first.
 * Events that are not opened at all (tools) leave the group. */
void event_regroup(struct event_list *list, size_t first, size_t count);

#endif
