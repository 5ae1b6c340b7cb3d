/* perf stat report: shows a recording of counts as perf stat would have. */
#ifndef COMMANDS_STAT_REPORT_H
#define COMMANDS_STAT_REPORT_H

/* argv[0] is "report". The exit status. */
int stat_report_run(int argc, const char **argv);

#endif
