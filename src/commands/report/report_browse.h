/* perf report in the terminal interface. */
#ifndef COMMANDS_REPORT_REPORT_BROWSE_H
#define COMMANDS_REPORT_REPORT_BROWSE_H

#include "commands/report/report_show.h"

/* Whether this report is browsed: as the options and the terminal say, and when a profile is what is shown.
 * file: a bare argument, may be NULL. */
bool report_is_browsed(const struct report_values *values, const char *file);
/* What the profile has to know for that; after set_up, before the passes. */
void report_prepare_browsing(struct report *report);
/* The progress of passes is from now on the browser's to show, as soon as there is one. Before session_open. */
void report_browse_progress(struct report *report, struct session_options *options);
/* Shows the profile until the user leaves. *ret_other_file: the recording that is to be shown next; the caller frees
 * it; NULL: none. 0; or -errno with err set, nothing shown. */
int report_browse(struct report *report, char **ret_other_file, struct err *err) _warn_unused_;

/* Likewise basic blocks (--total-cycles). */
int report_browse_blocks(struct report *report, struct err *err) _warn_unused_;

#endif
