/* perf stat and perf stat report. */
#ifndef COMMANDS_STAT_STAT_RUN_H
#define COMMANDS_STAT_STAT_RUN_H

struct stat_options;

/* perf stat: counts, records counts, or shows such a recording. argv[0] is its name. Returns the exit status; when
 * the command or the counting ended by a signal, this process ends by it instead, as shells expect. */
int stat_run(int argc, const char **argv);
/* perf stat report: shows a recording of counts as perf stat would have. options: as given in front of "report", which
 * argv[0] is. Returns the exit status. */
int stat_report_run(struct stat_options *options, int argc, const char **argv);

#endif
