/* Repeated lines shown once (perf script --fold-repeats): a group of lines of one thread that follows itself is printed
 * the first time, and below it how often it came.
 *
 *     a                                     a
 *     b                                     b
 *     c            becomes                  c
 *     b                                         [ the 2 lines above: 3 times, until 0.000006 ]
 *     c                                     d
 *     b
 *     c
 *     d
 *
 * Groups nest: a line that says how often is one of the lines above for the group around it. Lines are the same when
 * all but their time and CPU is. Lines are held back while more of a group may come, each thread's for itself, so that
 * lines of several threads may stand in another order than they came. By one thread. */
#ifndef SCRIPT_SCRIPT_FOLD_H
#define SCRIPT_SCRIPT_FOLD_H

#include "base/outbuf.h"

/* The text of one sample, which may be several lines, and where in it CPU and time are: bytes [when_from, when_to), the
 * time alone from time_from on. Lines without a time have when_from == when_to. */
struct fold_line {
	const char *text;
	size_t size_bytes, when_from, time_from, when_to;
};

struct fold;
struct fold *fold_new(void); /* never NULL */
void fold_free(struct fold *fold);
/* Takes the thread's next line, whose text is copied; appends to out what need not be held back any longer. thread:
 * any number that is its own. */
void fold_add(struct fold *fold, uint64_t thread, const struct fold_line *line, struct outbuf *out);
/* Appends all that is held back, thread after thread in the order they came. What follows begins anew. */
void fold_flush(struct fold *fold, struct outbuf *out);

#endif
