/* The subcommands of perf ftrace. argv[0] is the subcommand's name, or the command's for trace, which is the one that
 * runs where none is named. Each returns the exit status. */
#ifndef COMMANDS_FTRACE_FTRACE_CMD_H
#define COMMANDS_FTRACE_FTRACE_CMD_H

int ftrace_cmd_trace(int argc, const char **argv);
int ftrace_cmd_latency(int argc, const char **argv);
int ftrace_cmd_profile(int argc, const char **argv);

#endif
