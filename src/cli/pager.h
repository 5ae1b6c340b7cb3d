/* Long output goes through the user's pager when stdout is a terminal. Which one: PERF_PAGER, then configuration
 * (pager.COMMAND), then PAGER, then what the machine has; "cat" or an empty text means none.
 *
 * The pager is a child process, and stdout (and stderr, where that is a terminal) the pipe to it. At exit the pipe is
 * closed and the child waited for, so that the shell's prompt comes after it. When the user leaves the pager early
 * the program ends quietly. All of it belongs to the main thread: there is one pager a program. */
#ifndef CLI_PAGER_H
#define CLI_PAGER_H

#include <stdbool.h>

/* What the options in front of the command say. */
enum pager_use {
	/* pager.COMMAND of the configuration says; else as PAGER_AUTO. */
	PAGER_CONFIGURED,
	/* When stdout is a terminal. */
	PAGER_AUTO,
	PAGER_NEVER
};

/* Before pager_start: what the options said, and for which subcommand, whose variable pager.COMMAND (true, false or the
 * pager to run) is read. */
void pager_choose(enum pager_use use, const char *command_name);
/* Puts the pager behind stdout, and behind stderr if that is a terminal; flushes stdio before. Call it before the
 * first output. Does nothing when there is no use for it, or a second time; stays without a pager when none can be
 * started. */
void pager_start(void);
/* Whether what is written to stdout ends on a terminal, directly or through the pager. */
bool pager_stdout_is_terminal(void);
/* Whether there is a pager. */
bool pager_is_running(void);
/* Where stderr went before the pager was put behind it: the terminal itself, for what is not part of the output, such
 * as the progress bar. Not the caller's to close. */
int pager_terminal_fd(void);
/* $COLUMNS, else the columns of that terminal, 80 when there is none. */
unsigned pager_columns(void);

#endif
