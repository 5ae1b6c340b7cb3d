#ifndef COMMANDS_TRACE_TRACE_WATCH_H
#define COMMANDS_TRACE_TRACE_WATCH_H

#include "commands/trace/trace_option.h"

/* perf trace of a command, or of what runs; argv: the command, may be empty. The exit status. */
int trace_watch(struct trace_option *option, int argc, const char **argv);

#endif
