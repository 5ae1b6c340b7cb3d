/* perf diff --tui. */
#ifndef COMMANDS_DIFF_DIFF_BROWSE_H
#define COMMANDS_DIFF_DIFF_BROWSE_H

#include "commands/diff/diff_show.h"

/* Whether --tui shows what these options ask for as rows; else it shows the text that they make. */
bool diff_browse_is_for(const struct diff_values *values);
/* Shows all events of the baseline until the user leaves. 0, or -errno with err set. */
int diff_browse(struct diff_run *run, struct err *err);

#endif
