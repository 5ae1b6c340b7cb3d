/* How the passes get at samples: blocks of all sources in one line, and for each kind of block the functions that find
 * what is in it. A pass knows no kind: it takes the blocks as they stand in line and hands them to their kind.
 *
 * Kinds: the records of the recording (session_records.c), and what a sample source decodes (session_decoded.c). */
#ifndef SESSION_SESSION_SOURCE_H
#define SESSION_SESSION_SOURCE_H

#include <errno.h>
#include <pthread.h>
#include "session/session_private.h"

/* A block in line. */
struct session_block {
	const struct session_source_kind *kind;
	const struct sample_source *source; /* NULL: the records */
	size_t index;                       /* in its source */
	/* The number that places have (stream/order.h): the records' blocks in file order, then each source's. Samples
	 * of equal time come in this order, wherever their blocks stand in line. */
	size_t id;
	/* No turn of this block, or of one behind it in the line, is before this: what is, is due when all blocks
	 * before were looked at. */
	uint64_t first_key;
	uint64_t first_turn; /* of its first sample or record */
	size_t size_bytes;   /* that are looked at, or held */
	/* exact for records, 0 for decoded blocks, which is only a hint for reserving memory */
	uint32_t nr_samples;
	/* false: it is known that there are none, so a pass for samples alone skips the block */
	bool has_samples;
};

/* All blocks. */
struct session_line {
	struct session_block *items; /* by first_key, then by id */
	size_t count;
	size_t *position_of; /* [count]: by id */
};
/* Puts the blocks of the records and of all sources in line. *ret is freed by session_line_done. Cheap: O(n) without
 * sources, else a sort of the blocks. */
void session_line_make(const struct session *session, struct session_line *ret);
void session_line_done(struct session_line *line);
/* [i]: the turn before which nothing can come any more once all blocks up to i were looked at: the least first_turn_key
 * of those behind, a minimum from the end. The caller frees. */
uint64_t *session_line_limits(const struct session *session, const struct session_line *line, bool with_others);
/* The turn's key of a decoded sample with this time, or of the first that a block may have. */
uint64_t session_decoded_key(const struct session *session, const struct source_block *block, uint64_t time_ns);

/* What a pass wants of each block. */
struct session_block_pass {
	struct session *session;
	const struct sample_visitor *visitor;
	bool swap;  /* of the recording */
	bool keyed; /* session_worker.key is needed, with every sample and record */
	bool last;  /* the pages are not needed any more behind it: no other pass follows soon */
};

/* A kind of block. Workers call these at the same time for different blocks; `visit` serves passes in any order and
 * session_gather, the others serve session_samples_ordered:
 *
 *     index  ->  visit_place for each place, in order of turns  ->  release */
struct session_source_kind {
	/* Gives all that is in the block to the visitor, in the order in which it stands there. 0 or -errno with err
	 * set. */
	int (*visit)(const struct session_block_pass *pass, const struct session_block *block,
		     struct session_worker *worker, struct err *err);
	/* Appends to list the turn and place of all that the visitor may want, as they stand in the block (not sorted),
	 * and puts into *held what visit_place needs of it. 0 or -errno with err set. */
	int (*index)(const struct session_block_pass *pass, const struct session_block *block, struct order_list *list,
		     void **held, struct err *err);
	/* Gives one of those to the visitor. entry->key is its turn. */
	void (*visit_place)(const struct session_block_pass *pass, const struct session_block *block, const void *held,
			    const struct order_entry *entry, struct session_worker *worker);
	/* The recorded time of a late one, by which late ones of one round are sorted. */
	uint64_t (*time_ns)(const struct session_block_pass *pass, const struct session_block *block, uint64_t place);
	/* Its window was given out. waits: some of the block are still to be given out with a later window, so that
	 * *held has to stay; mapped pages go nevertheless, as they can be read again. */
	void (*release)(const struct session_block_pass *pass, const struct session_block *block, void **held,
			bool waits);
	/* A lower bound for the turns of the block's samples; with_others: of its other records as well. Closer than
	 * first_key, where the times of all samples of the block are known. */
	uint64_t (*first_turn_key)(const struct session *session, const struct session_block *block, bool with_others);
};
extern const struct session_source_kind session_records, session_decoded;

/* Of a session that reads a pipe as it is written, which has its samples in order of time alone. */
static inline int session_no_such_pass(struct err *err)
{
	return err_set(err, -ENOTSUP, "a pipe that is still being written can only be read once, in order of time");
}

/* Whether the visitor wants nothing of this time. */
static inline bool session_is_outside(const struct sample_visitor *visitor, uint64_t time_ns)
{
	return time_ns < visitor->from_ns || (visitor->to_ns && time_ns > visitor->to_ns);
}

/* The first failure of a pass whose blocks are decoded by several threads: of the block that is first in line among
 * those that failed. */
struct session_failure {
	pthread_mutex_t lock;
	size_t position;
	struct err err; /* code 0: none */
};
#define SESSION_FAILURE_INIT                                            \
	{                                                               \
		.lock = PTHREAD_MUTEX_INITIALIZER, .position = SIZE_MAX \
	}
/* Takes over err when code is one. */
void session_failure_note(struct session_failure *failure, size_t position, int code, struct err *err);
bool session_failure_is_set(struct session_failure *failure);
/* Whether it is of the block at this position of the line, or of one before. */
bool session_failure_stops(struct session_failure *failure, size_t position);
/* The code, with err set; rc when there is no failure. */
int session_failure_end(struct session_failure *failure, int rc, struct err *err);

#endif
