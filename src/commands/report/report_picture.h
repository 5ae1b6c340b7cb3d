/* Pictures of a profile in files of their own, in place of the report: --folded, --flamegraph, --html. */
#ifndef COMMANDS_REPORT_REPORT_PICTURE_H
#define COMMANDS_REPORT_REPORT_PICTURE_H

#include "commands/report/report_show.h"

/* Whether the options ask for one. */
bool report_wants_pictures(const struct report_values *values);
/* Changes what is collected to what pictures need: chains in the tree, samples kept. After set_up, before the pass. */
void report_prepare_pictures(struct report *report);
/* Writes the files; what was written is said on stderr. 0, or -errno with err set; an error without a message was
 * said. */
int report_write_pictures(struct report *report, struct err *err) _warn_unused_;

#endif
