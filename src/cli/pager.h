/* Long output goes through the user's pager when stdout is a terminal: PERF_PAGER, then configuration, then PAGER, then what the
   machine has; "cat" or nothing means none. The pager is the child; at exit its input is closed and it is waited for, so that the shell's prompt
   comes after it. When the user leaves the pager early the program ends quietly. */
#ifndef CLI_PAGER_H
#define CLI_PAGER_H

#include <stdbool.h>

enum pager_use { PAGER_AUTO /* when stdout is a terminal */, PAGER_NEVER };

/* Before pager_start: whether, and which command (NULL: the default choice) the configuration wants. */
void pager_choose(enum pager_use use, const char *command);
/* Puts the pager behind stdout, and behind stderr if that is a terminal. Does nothing when there is no use for it, or a second time. */
void pager_start(void);
/* Whether what is written to stdout ends on a terminal, directly or through the pager. */
bool pager_stdout_is_terminal(void);
/* Columns of that terminal, 80 when there is none. */
unsigned pager_columns(void);

#endif
