/* -p, -t, -u, -C, -a and --per-thread given together: which of them holds, by upstream's rules. */
#ifndef COMMANDS_OPTION_TARGET_OPTION_H
#define COMMANDS_OPTION_TARGET_OPTION_H

#include "kernel/target.h"

/* Takes away what does not go with the rest, and tells of each such option. 0, or the exit status of commands that
 * refuse this (perf trace), of the first. -t besides -p is not told of: processes have threads. */
int target_option_resolve(struct target_options *target, void (*tell)(const char *text));

#endif
