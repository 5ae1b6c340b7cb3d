/* --tui of commands that print a text: the command goes on in a child, and this process shows what it prints, as far as
 * somebody looks (tui/view/text_view.h).
 *
 *     switch (text_pager_start(&options, &status, &err)) {
 *     case TEXT_PAGER_COMMAND: break;               go on: standard output is the pager
 *     case TEXT_PAGER_SHOWN: return status;         it was shown, and left
 *     case TEXT_PAGER_FAILED: ...                   err says why: no terminal, or no library for it
 *     }
 */
#ifndef COMMANDS_OPTION_TEXT_PAGER_H
#define COMMANDS_OPTION_TEXT_PAGER_H

#include "base/err.h"

struct text_pager_options {
	const char *title;  /* of the window */
	unsigned nr_titles; /* lines at the beginning of the text that are titles of columns */
};

enum text_pager { TEXT_PAGER_COMMAND, TEXT_PAGER_SHOWN, TEXT_PAGER_FAILED };

/* Before threads are started and anything is printed. *ret_status: the command's exit status, 0 where the user left
 * before its end. What the command says on standard error is said when the terminal is ours again. */
enum text_pager text_pager_start(const struct text_pager_options *options, int *ret_status, struct err *err);

#endif
