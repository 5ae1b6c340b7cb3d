/* The subcommands of perf c2c; ../c2c.c chooses. They return the exit status. */
#ifndef COMMANDS_C2C_C2C_CMD_H
#define COMMANDS_C2C_C2C_CMD_H

int c2c_cmd_record(int argc, const char **argv);
int c2c_cmd_report(int argc, const char **argv);

#endif
