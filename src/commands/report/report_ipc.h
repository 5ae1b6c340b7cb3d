/* Column IPC (-b -s symbol): instructions a cycle of each function that branches led to, and the share of its
 * instructions that this is known of. */
#ifndef COMMANDS_REPORT_REPORT_IPC_H
#define COMMANDS_REPORT_REPORT_IPC_H

#include "commands/report/report_show.h"

/* Works it out for the functions of the profile, where layout has the column: reads the samples once more, and the code
 * of functions with cycles. Once all samples of the profile were added. 0, or -errno with err set. */
int report_ipc_find(const struct report *report, const struct hist_layout *layout, struct hist *hist,
		    struct err *err) _warn_unused_;

#endif
