/* -p, -t, -u, -C, -a and --per-thread given together: which of them holds, by upstream's rules. */
#ifndef COMMANDS_OPTION_TARGET_OPTION_H
#define COMMANDS_OPTION_TARGET_OPTION_H

#include "kernel/target.h"

/* Takes away from target what does not go with the rest, and calls tell once for each option that is dropped. 0:
 * nothing was; else the exit status of commands that refuse this (perf trace), by the first that was dropped. -t
 * besides -p is dropped without a word: processes have threads. */
int target_option_resolve(struct target_options *target, void (*tell)(const char *text));

#endif
