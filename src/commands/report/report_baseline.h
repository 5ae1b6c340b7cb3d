/* --baseline: another recording, read as the first one is, for pictures that show what has changed. */
#ifndef COMMANDS_REPORT_REPORT_BASELINE_H
#define COMMANDS_REPORT_REPORT_BASELINE_H

#include "commands/report/report_show.h"
#include "result/flame.h"

/* The tree of the event with this name in the recording of --baseline, with the same filters and keys. *ret is the
 * caller's, flame_free; its event is not set. 0, or -errno with err set: it cannot be read, or has no such event. */
int report_baseline(const struct report *report, const char *event, struct flame **ret, struct err *err) _warn_unused_;

#endif
