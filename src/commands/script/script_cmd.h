/* perf script, also as a part of other commands (`perf sched script`). */
#ifndef COMMANDS_SCRIPT_SCRIPT_CMD_H
#define COMMANDS_SCRIPT_SCRIPT_CMD_H

#include "commands/option/session_option.h"

/* perf script itself; argv[0] is the name. Returns the exit status. */
int script_run(int argc, const char **argv);
/* The same for a command that has it as a subcommand: with the values of the session that this command was given,
 * copied, and -D if dump is set; options among argv[1..] come on top. Returns the exit status. */
int script_cmd_run(const struct session_option_values *session, bool dump, int argc, const char **argv);

#endif
