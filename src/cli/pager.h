/* Long output goes through the user's pager when stdout is a terminal: PERF_PAGER, then configuration, then PAGER,
 * then what the machine has; "cat" or nothing means none. The pager is the child; at exit its input is closed and it
 * is waited for, so that the shell's prompt comes after it. When the user leaves the pager early the program ends
 * quietly. */
#ifndef CLI_PAGER_H
#define CLI_PAGER_H

#include <stdbool.h>

enum pager_use {
	PAGER_CONFIGURED /* pager.COMMAND says; else as PAGER_AUTO */,
	PAGER_AUTO /* when stdout is a terminal */,
	PAGER_NEVER
};

/* Before pager_start: what the options said, and for which subcommand, whose variable pager.COMMAND (true, false or the
 * pager to run) is read. */
void pager_choose(enum pager_use use, const char *command_name);
/* Puts the pager behind stdout, and behind stderr if that is a terminal. Does nothing when there is no use for it, or a
 * second time. */
void pager_start(void);
/* Whether what is written to stdout ends on a terminal, directly or through the pager. */
bool pager_stdout_is_terminal(void);
/* Whether there is a pager. */
bool pager_is_running(void);
/* Where stderr went before the pager was put behind it: the terminal itself, for what is not part of the output. */
int pager_terminal_fd(void);
/* $COLUMNS, else the columns of that terminal, 80 when there is none. */
unsigned pager_columns(void);

#endif
