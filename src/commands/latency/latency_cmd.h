/* The subcommands of perf latency. */
#ifndef COMMANDS_LATENCY_LATENCY_CMD_H
#define COMMANDS_LATENCY_LATENCY_CMD_H

#include "analysis/latency/latency_spec.h"
#include "cli/console.h"
#include "cli/options.h"

/* Names of known pairs (block, sched, syscalls, ...), which --pair takes beside events. */
extern const struct option_set latency_cmd_pair_set;

/* argv[0] is the subcommand's name; they return the exit status. */
int latency_cmd_record(int argc, const char **argv);
int latency_cmd_report(int argc, const char **argv);

#endif
