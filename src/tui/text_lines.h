/* Lines of a text that comes through a pipe, kept in a temporary file and read from there: memory does not grow with
 * the text, but for one number in 64 lines. No more is taken from the pipe than was asked for, so a writer that has
 * much to say waits until somebody wants to see it.
 *
 *     text_lines_new(fd, screen, &lines, &err);
 *     text_lines_want(lines, 1000);                  a thread of its own reads, and wakes the screen
 *     for (i = 0; i < text_lines_count(lines); i++) text_lines_get(lines, i)
 *     text_lines_free(lines);
 */
#ifndef TUI_TEXT_LINES_H
#define TUI_TEXT_LINES_H

#include <stdbool.h>
#include "base/err.h"

struct text_lines;
struct screen;

/* Takes fd over. screen (may be NULL) is woken when there is more. 0, or -errno with err set and fd closed. */
int text_lines_new(int fd, struct screen *screen, struct text_lines **ret, struct err *err) _warn_unused_;
/* Closes the pipe too: the writer gets EPIPE. NULL is fine. */
void text_lines_free(struct text_lines *lines);

/* So many lines are wanted, SIZE_MAX: all; returns at once. A smaller number than before stops reading ahead. */
void text_lines_want(struct text_lines *lines, size_t nr_lines);
/* Waits until there are so many lines, or the text ended, at most timeout_ms. */
void text_lines_wait(struct text_lines *lines, size_t nr_lines, unsigned timeout_ms);
/* How many there are so far. */
size_t text_lines_count(struct text_lines *lines);
/* Whether all of the text is there. *ret_error (may be NULL): -errno where it ended because it could not be kept. */
bool text_lines_ended(struct text_lines *lines, int *ret_error);
/* A line without its newline, "" where there is none such; of one that is longer than 64 KiB the beginning. Valid until
 * the next call; on the thread that made lines. */
const char *text_lines_get(struct text_lines *lines, size_t line);

#endif
