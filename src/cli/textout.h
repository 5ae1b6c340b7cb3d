/* Where what a command prints goes, and the one place that checks that it gets there.
 *
 * A command takes its buffer from here (textout_stdout, textout_create) and gives it back with textout_close, which
 * says what could not be written ("perf: cannot write standard output: No space left on device"). textout_finish
 * turns the command's status into a failure, even where the command ignored the code. What is printed through stdio
 * is checked there, too.
 *
 * A reader that has gone (EPIPE: `| head`, a pager that was left) is no failure and nothing is said of it: they have
 * seen enough. For the main thread: what has failed is kept in one place for the process. */
#ifndef CLI_TEXTOUT_H
#define CLI_TEXTOUT_H

#include "base/outbuf.h"

/* Before anything else in main. Standard descriptors that are closed are taken, so that no file of ours gets their
 * numbers and is printed into; writing to them fails as before. What is said on stderr through stdio gets its control
 * characters escaped (base/printable.h): messages quote names, and have no colours; newlines and tabs stay. */
void textout_init(void);
/* A buffer for standard output; for standard error, which is where some commands print as upstream does. */
void textout_stdout(struct outbuf *out);
void textout_stderr(struct outbuf *out);
/* A buffer for the file of -o: made, and emptied or (append) added to. 0, or -errno, of which the caller tells, with
 * *out untouched. */
int textout_create(const char *path, bool append, struct outbuf *out) _warn_unused_;
/* Writes what is left and gives the buffer back; path: of the file, which is closed; NULL: a descriptor of the
 * caller's, or a standard one. 0, or -errno of the first write that failed, now or before, which has been said. */
int textout_close(struct outbuf *out, const char *path);
/* What was printed through stdio so far goes out now: before something that must come behind it. */
void textout_flush(void);
/* What was written is not all that it should be: textout_finish tells so. The caller says why. */
void textout_fail(void);
/* Ends a command: its exit status, which becomes 1 when it was 0 and something was not written, or could not be. Also
 * where a command calls exit. */
int textout_finish(int status) _warn_unused_;

#endif
