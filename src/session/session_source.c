/* The line of blocks that passes work through, and the one failure that a pass on several threads reports.
 *
 * Blocks are sorted by the earliest turn they can contain (first_key). A pass in order may therefore give out all turns
 * before the first_key of the first block that it has not looked at. Without sources the records' blocks are in this
 * order already, as horizons never go back. */
#include "session/session_source.h"

#include <errno.h>
#include <stdlib.h>

static size_t count_blocks(const struct session *session)
{
	size_t count = session->blocks.all.count;
	for (size_t i = 0; i < session->sources.count; i++) count += session->sources.items[i]->nr_blocks;
	return count;
}

static uint64_t first_key_of_records(const struct session *session, const struct block *block)
{
	if (session->totals.in_file_order) return turn_key(block->first_ordinal + 1, TURN_IN_TIME);
	/* records up to the horizon in time; the untimed and the late at it may still get company */
	return turn_key(block->rounds.horizon_ns, TURN_UNTIMED);
}

static void add_records(const struct session *session, struct session_line *line)
{
	for (size_t i = 0; i < session->blocks.all.count; i++) {
		const struct block *block = &session->blocks.all.items[i];
		line->items[line->count++] = (struct session_block){ .kind = &session_records,
								     .index = i,
								     .id = i,
								     .first_key = first_key_of_records(session, block),
								     .first_turn = block->first_ordinal,
								     .size_bytes = block->run.size_bytes,
								     .nr_samples = block->nr_samples,
								     .has_samples = block->nr_samples };
	}
}

static void add_source(const struct session *session, const struct sample_source *source, struct session_line *line,
		       uint64_t *next_turn)
{
	for (size_t i = 0; i < source->nr_blocks; i++) {
		const struct source_block *block = &source->blocks[i];
		struct session_block *added = &line->items[line->count];
		*added = (struct session_block){ .kind = &session_decoded,
						 .source = source,
						 .index = i,
						 .id = line->count,
						 .first_turn = *next_turn,
						 .size_bytes = block->size_bytes,
						 .has_samples = block->max_samples };
		added->first_key = session_decoded_key(session, block, block->min_ns);
		*next_turn += block->max_samples;
		line->count++;
	}
}

/* By first_key; of equals the records come before sources, and each in its own order: ids count that way. */
static int compare_blocks(const void *a, const void *b)
{
	const struct session_block *x = a, *y = b;
	if (x->first_key != y->first_key) return x->first_key < y->first_key ? -1 : 1;
	if (x->id != y->id) return x->id < y->id ? -1 : 1;
	return 0;
}

void session_line_make(const struct session *session, struct session_line *ret)
{
	size_t count = count_blocks(session);
	/* each source's turns follow the records' ordinals; max_samples of each block are kept free */
	uint64_t next_turn = session->totals.nr_records;
	*ret = (struct session_line){ .items = xcalloc(count + 1, sizeof(*ret->items)),
				      .position_of = xcalloc(count + 1, sizeof(*ret->position_of)) };
	add_records(session, ret);
	for (size_t i = 0; i < session->sources.count; i++)
		add_source(session, session->sources.items[i], ret, &next_turn);
	if (session->sources.count) qsort(ret->items, count, sizeof(*ret->items), compare_blocks);
	for (size_t i = 0; i < count; i++) ret->position_of[ret->items[i].id] = i;
}

void session_line_done(struct session_line *line)
{
	free(line->items);
	free(line->position_of);
}

uint64_t *session_line_limits(const struct session *session, const struct session_line *line, bool with_others)
{
	uint64_t *limits = xcalloc(line->count + 1, sizeof(*limits)), limit = UINT64_MAX;
	for (size_t i = line->count; i-- > 0;) {
		const struct session_block *block = &line->items[i];
		limits[i] = limit;
		limit = MIN(limit, block->kind->first_turn_key(session, block, with_others));
	}
	return limits;
}

int session_add_source(struct session *session, const struct sample_source *source, struct err *err)
{
	for (size_t i = 0; i < source->nr_blocks; i++) {
		const struct source_block *block = &source->blocks[i];
		if (block->min_ns > block->max_ns)
			return err_set(err, -EINVAL, "%s: block %zu ends before it begins", source->name, i);
	}
	for (size_t i = 0; i < source->nr_blocks; i++) session->nr_turns += source->blocks[i].max_samples;
	vec_push(&session->sources, source);
	return 0;
}

/* ---- failures */

void session_failure_note(struct session_failure *failure, size_t position, int code, struct err *err)
{
	if (code >= 0) return;
	pthread_mutex_lock(&failure->lock);
	/* threads fail in any order: the first block in line wins, so that the message is always the same */
	if (position < failure->position) {
		err_done(&failure->err);
		failure->err = *err;
		failure->err.code = code;
		failure->position = position;
		*err = (struct err)ERR_INIT;
	}
	pthread_mutex_unlock(&failure->lock);
}

bool session_failure_is_set(struct session_failure *failure)
{
	pthread_mutex_lock(&failure->lock);
	bool set = failure->err.code < 0;
	pthread_mutex_unlock(&failure->lock);
	return set;
}

bool session_failure_stops(struct session_failure *failure, size_t position)
{
	pthread_mutex_lock(&failure->lock);
	bool stops = failure->position <= position;
	pthread_mutex_unlock(&failure->lock);
	return stops;
}

int session_failure_end(struct session_failure *failure, int rc, struct err *err)
{
	int code = failure->err.code;
	pthread_mutex_destroy(&failure->lock);
	if (code >= 0) return rc;
	if (err) {
		err_done(err);
		*err = failure->err;
	} else {
		err_done(&failure->err);
	}
	return code;
}
