/* perf timechart record: the events of a chart, recorded by perf record. */
#ifndef COMMANDS_TIMECHART_TIMECHART_RECORD_H
#define COMMANDS_TIMECHART_TIMECHART_RECORD_H

/* argv[0] is "record", behind it options of its own and a workload. The whole system is recorded, while the workload
 * runs or, without one, until it is ended. Returns the exit status. */
int timechart_record(int argc, const char **argv);

#endif
