/* perf report --coverage, --lcov: what the trace executed, in place of a profile. */
#ifndef COMMANDS_REPORT_REPORT_COVERAGE_H
#define COMMANDS_REPORT_REPORT_COVERAGE_H

#include "commands/report/report_show.h"

/* Whether the options go together; the reason has been printed. Before the recording is opened. */
bool report_coverage_check(const struct report_values *values);
/* Which samples the trace is to be made of. */
void report_coverage_prepare(struct report_values *values);
/* Text or JSON to report->out, or the tracefile. 0, or -errno with err set; *ret_status: the exit status then. */
int report_coverage(struct report *report, int *ret_status, struct err *err);

#endif
