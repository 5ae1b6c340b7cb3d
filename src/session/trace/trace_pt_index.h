/* What the walk over all blocks of an Intel PT trace found, as bytes for the cache: with it the next run decodes only
 * the blocks that it shows.
 *
 *     head       words: blocks, missing objects, stretches of code, threads, changes of stacks, last branches
 *     blocks     where each is, its struct pt_summary, and how many of the next ones are its
 *     missing    ids of objects, those of the first block first
 *     code       what the walk depends on: a number of each stretch of code that was asked for or read
 *     threads    of each block, where stacks are wanted: whose, and how many changes
 *     changes    of the stacks of those threads, in their order
 *     branches   the last ones of each block, oldest first, where they are wanted
 *
 * All numbers are 64 bits in the byte order of this machine. */
#ifndef SESSION_TRACE_TRACE_PT_INDEX_H
#define SESSION_TRACE_TRACE_PT_INDEX_H

#include "base/outbuf.h"
#include "base/vec.h"
#include "session/trace/trace_code.h"
#include "session/trace/trace_stack.h"

/* What walking over a block found. */
struct pt_summary {
	uint64_t nr_insns, nr_others; /* instructions; samples of anything else */
	uint64_t min_ns, max_ns;
	bool goes_on;
	uint64_t nr_errors;
	unsigned last_cbr;
	/* Where instructions are sampled by time: the first slot, the last, how many changes lie between, and how many
	 * instructions came behind the last. */
	uint64_t first_slot, last_slot, nr_changes, insns_behind;
};

struct pt_index_block {
	uint64_t stream, from, to; /* the stream's number, and offsets in it: from < to */
	struct pt_summary found;   /* min_ns <= max_ns */
	uint64_t nr_missing, nr_threads, nr_branches;
};
struct pt_index_thread {
	uint32_t tid;
	uint64_t nr_changes;
};
/* Zeroed: empty. Freed by pt_index_done. */
struct pt_index {
	VEC(struct pt_index_block) blocks; /* by stream and offset; none overlaps another */
	VEC(uint32_t) missing;             /* dso ids: nr_missing of each block */
	VEC(struct trace_code_stretch) code;
	VEC(struct pt_index_thread) threads; /* nr_threads of each block */
	VEC(struct trace_change) changes;    /* nr_changes of each thread */
	VEC(struct branch_entry) branches;   /* nr_branches of each block */
};

/* Of bytes that may be damaged, which are not needed any more then. 0, or -EBADMSG with *ret as it was. Whether streams
 * and objects are there is for the caller to check. */
int pt_index_read(const void *data, size_t size_bytes, struct pt_index *ret) _warn_unused_;
/* Appends the bytes. */
void pt_index_write(const struct pt_index *index, struct outbuf *out);
void pt_index_done(struct pt_index *index);

#endif
