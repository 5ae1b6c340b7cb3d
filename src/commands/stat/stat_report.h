/* perf stat report: shows a recording of counts as perf stat would have. */
#ifndef COMMANDS_STAT_STAT_REPORT_H
#define COMMANDS_STAT_STAT_REPORT_H

struct stat_options;

/* options: as given before it. argv[0] is "report". The exit status. */
int stat_report_run(struct stat_options *options, int argc, const char **argv);

#endif
