/* What the pass in order of time (session_ordered.c) shares with the part of it for blocks that follow each other
 * (session_successive.c). */
#ifndef SESSION_SESSION_ORDERED_H
#define SESSION_SESSION_ORDERED_H

#include "session/session_source.h"

#define SESSION_BATCH_RECORDS 1024
/* Progress is told in this many steps for each block. */
#define SESSION_PROGRESS_STEPS 1024

/* A stretch of the line whose blocks follow each other. */
struct session_successive {
	const struct session_block_pass *pass;
	const struct session_block *blocks; /* [count] */
	size_t count;
	size_t first, nr_in_line; /* where it begins in the line, and how many blocks that has */
	struct session_failure *failure;
};

/* How many blocks of the line, from `first` on, are decoded ones of which none has a sample before any of the block in
 * front of it, nor behind one of what comes after them all; 0 where the visitor or the recording forbids to tell. */
size_t session_count_successive(const struct session_block_pass *pass, const struct session_line *line, size_t first);
/* Gives all of it to the visitor. 0, or nonzero when a batch_finish or the failure stopped it. */
int session_run_successive(const struct session_successive *stretch);

#endif
