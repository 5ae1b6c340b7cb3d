/* Other commands over the recording that is browsed (key r): each runs as a process of its own, and its text is shown
 * in a window, as far as somebody looks. */
#ifndef COMMANDS_REPORT_REPORT_SCRIPT_H
#define COMMANDS_REPORT_REPORT_SCRIPT_H

#include "commands/report/report_show.h"
#include "tui/view/profile_view.h"

/* Processes that were started; zeroed: none. */
struct report_scripts {
	VEC(pid_t) running;
};

/* What can be run, a title each, and NULL. */
const char *const *report_script_titles(void);
/* Starts one (an index of titles). entry: whose samples, where the command is about samples of one. The view to push,
 * or NULL with err set. */
struct view *report_script_view(struct report_scripts *scripts, const struct report *report, struct ui *ui,
				size_t index, const struct profile_view_entry *entry, struct err *err);
/* Ends what still runs. */
void report_scripts_done(struct report_scripts *scripts);

#endif
