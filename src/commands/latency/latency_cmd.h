/* The subcommands of perf latency: record chooses the two events and hands over to perf record, report pairs them
 * and shows how long it took. The analysis is analysis/latency, whose head has a picture of how events are paired. */
#ifndef COMMANDS_LATENCY_LATENCY_CMD_H
#define COMMANDS_LATENCY_LATENCY_CMD_H

#include "analysis/latency/latency_spec.h"
#include "cli/console.h"
#include "cli/options.h"

/* Names of known pairs (block, sched, syscalls, ...; rows of analysis/latency/latency_pair.def), which --pair takes
 * beside events. For completion: the set is open, any "BEGIN,END" is right, too. */
extern const struct option_set latency_cmd_pair_set;

/* argc and argv begin at the subcommand's own name. They return the exit status; whatever went wrong has been
 * printed. */
int latency_cmd_record(int argc, const char **argv);
int latency_cmd_report(int argc, const char **argv);

#endif
