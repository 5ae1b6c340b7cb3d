/* perf inject's run: what the options ask for is worked out over the whole recording first; then the recording is
 * written anew, record by record. */
#ifndef COMMANDS_INJECT_INJECT_RUN_H
#define COMMANDS_INJECT_INJECT_RUN_H

#include "commands/inject/inject_values.h"

/* 0 or -errno with err set. What was odd in the recording goes to warnings. */
int inject_run(struct inject_values *values, struct warnings *warnings, struct err *err) _warn_unused_;

#endif
