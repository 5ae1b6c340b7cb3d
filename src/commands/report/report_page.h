/* The page of --html and --flamegraph FILE.html: everything that was collected, put together for render/html. */
#ifndef COMMANDS_REPORT_REPORT_PAGE_H
#define COMMANDS_REPORT_REPORT_PAGE_H

#include "commands/report/report_show.h"

/* Appends the page. wall: the event whose samples say what threads ran, of which all their time is shown first, on a
 * CPU and off it; NULL: that is not asked for. flames_only: the flame graph alone. 0, or -errno with err set. */
int report_page(struct report *report, struct hist_event *wall, bool flames_only, struct outbuf *out,
		struct err *err) _warn_unused_;

#endif
